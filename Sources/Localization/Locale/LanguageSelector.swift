/// Chooses a table for a reader: built once per catalog from the tags that have tables, immutable, shared by threads.
///
/// Tables are named by their index in `available`.
public struct LanguageSelector: Sendable {
    /// The tags that have tables, in byte order.
    public let available: [LanguageTag]
    /// The index of the default locale's table.
    public let defaultIndex: Int

    /// What a reader's wish came to.
    public enum Choice: Sendable, Hashable {
        /// The index of a table.
        case table(Int)
        /// Nothing suits; only where nothing may be substituted (a strict header, an explicit locale).
        case none
    }

    /// Prepares the choice among these tags; nil where no tag serves the default locale.
    public init?(
        available: [LanguageTag], defaultLocale: LanguageTag, refused: [(desired: String, supported: String)] = [],
        fallbacks: [(from: LanguageTag, to: LanguageTag)] = []
    ) {
        // Skeleton: replaced by CLDR matching.
        guard let index = available.firstIndex(of: defaultLocale) else { return nil }
        self.available = available
        defaultIndex = index
    }

    /// Chooses by an `Accept-Language` header, its lines joined with `, `; nil is no header.
    public func negotiate(header: Span<UInt8>?, strict: Bool = false) -> Choice {
        .table(defaultIndex)
    }

    /// Finds the table for a locale that was asked for by name: of the same language only.
    public func explicit(_ tag: LanguageTag) -> Choice {
        available.firstIndex(of: tag).map { .table($0) } ?? .none
    }

    /// The tables that fill in for one another, from this table on to the default locale's chain, by index.
    public func chain(from index: Int) -> [Int] {
        index == defaultIndex ? [index] : [index, defaultIndex]
    }
}
