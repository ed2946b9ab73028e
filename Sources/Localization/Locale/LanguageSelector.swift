/// Chooses a table for a reader: built once per catalog from the tags that have tables, immutable, shared by threads.
///
/// Tables are named by their index in `available`.
package final class LanguageSelector: Sendable {
    /// What a reader's header came to.
    package enum Choice: Sendable, Hashable {
        /// The index of the table to serve.
        case table(Int)
        /// Nothing suits, and the request was strict: 406 with the list of what there is.
        case notAcceptable
        /// The header is longer than is read: 431.
        case headerTooLarge
    }

    /// What negotiation found out.
    package struct Outcome: Sendable, Hashable {
        /// The index of the table to serve.
        package var index: Int
        /// Whether a range of the header chose it; false where it stands in for want of one that suits.
        package var isWanted: Bool
        /// Whether the header has at least one range that could be read.
        package var hasUsableRange: Bool
    }

    /// The tags that have tables, in byte order.
    package let available: [LanguageTag]
    /// The index of the default locale's table.
    package let defaultIndex: Int

    /// CLDR's matching among the tables.
    let matching: MatchingByLanguage
    /// The tables by name.
    let explicitLocales: ExplicitLocales
    private let chains: [[Int]]
    private let cache = SelectionCache()

    /// Prepares the choice among these tags, each of which stands once; nil where no tag serves the default locale.
    ///
    /// The default locale is served by the table with its tag, else by one with the same likely subtags (`en` for
    /// `en-US`). `refused` are pairs of languages, to which that of Ukrainian readers and Russian tables is added: a
    /// reader of the first is never given the second. `fallbacks` fill in for a locale before the default locale does.
    package init?(
        available: [LanguageTag], defaultLocale: LanguageTag, refused: [(desired: String, supported: String)] = [],
        fallbacks: [(from: LanguageTag, to: LanguageTag)] = []
    ) {
        let filling = LocaleFilling(available)
        guard let defaultIndex = filling.index(for: defaultLocale) else { return nil }
        self.available = available
        self.defaultIndex = defaultIndex
        matching = MatchingByLanguage(
            available, preferred: defaultIndex, refusals: Refusals(refused, available: available))
        explicitLocales = ExplicitLocales(available, preferred: defaultIndex)
        chains = FallbackChains(filling: filling, defaultIndex: defaultIndex, fallbacks: fallbacks).chains
        // ICU sets up its data at the first match: here, and not while readers wait.
        _ = matching.matcher(for: available[defaultIndex].language)?.match(available[defaultIndex])
    }

    /// Chooses by an `Accept-Language` header, its lines joined with `, `; nil is no header.
    ///
    /// Where nothing suits, the default locale is served, or the first table that the header does not exclude. A
    /// strict choice is `notAcceptable` then, if the header has a range that could be read.
    package func negotiate(header: Span<UInt8>?, strict: Bool = false) -> Choice {
        guard let header else { return .table(defaultIndex) }
        guard let outcome = outcome(of: header) else { return .headerTooLarge }
        return strict && outcome.hasUsableRange && !outcome.isWanted ? .notAcceptable : .table(outcome.index)
    }

    /// What a header comes to; nil where it is longer than is read.
    package func outcome(of header: Span<UInt8>) -> Outcome? {
        guard header.count <= AcceptLanguage.maximumLength else { return nil }
        if let known = cache.outcome(of: header, kind: .header) { return known }
        let outcome = Negotiation(selector: self, ranges: AcceptLanguage(header).ranges).outcome
        cache.insert(outcome, of: header, kind: .header)
        return outcome
    }

    /// Finds the table for a locale that was asked for by name: of the same language only. Nil where there is none.
    package func explicit(_ tag: LanguageTag) -> Int? {
        explicitLocales.index(for: tag)
    }

    /// Finds the table for a locale by its name as it stands in a request; nil also where that is no tag.
    package func explicit(_ name: Span<UInt8>) -> Int? {
        if let index = explicitLocales.index(spelled: name) { return index }
        guard name.count <= LanguageTag.maximumLength else { return nil }
        if let known = cache.outcome(of: name, kind: .name) { return known.isWanted ? known.index : nil }
        let index = LanguageTag(bytes: Array(name)).flatMap { explicitLocales.index(for: $0) }
        cache.insert(
            Outcome(index: index ?? 0, isWanted: index != nil, hasUsableRange: true), of: name, kind: .name)
        return index
    }

    /// The tables that fill in for one another, from this table on to the default locale's chain, by index.
    package func chain(from index: Int) -> [Int] { chains[index] }

    /// How often a choice was remembered, and how often it had to be made.
    package var cacheStatistics: (hits: UInt64, misses: UInt64) { cache.statistics }
}

extension Array<UInt8> {
    init(_ span: Span<UInt8>) {
        self.init()
        reserveCapacity(span.count)
        for index in 0..<span.count { append(span[index]) }
    }
}
