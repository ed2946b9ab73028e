/// Everything that changes what a catalog answers, beside the tables.
public struct CatalogOptions: Sendable {
    /// The locale that readers get whom nothing else suits.
    public var defaultLocale: LanguageTag
    /// Whether an empty string is a message of its own and not a missing one.
    public var keepsEmptyStrings = false
    /// Pairs of languages: a reader of the first is never given the second.
    public var refused: [(desired: String, supported: String)] = []
    /// Locales that fill in for another before the default locale does.
    public var fallbacks: [(from: LanguageTag, to: LanguageTag)] = []

    /// Options with their defaults.
    public init(defaultLocale: LanguageTag) {
        self.defaultLocale = defaultLocale
    }
}

/// All tables of one moment, immutable: what a request sees from its start to its end.
public final class Catalog: Sendable {
    /// A hash of the content, of the options that change answers and of the engine's data: equal on all replicas.
    public let version: String
    /// The tables in byte order of their tags.
    public let tables: [Table]
    /// The strings for each table, in the order of `tables`.
    public let strings: [Strings]
    /// The choice of a table for a reader; its indices are those of `tables`.
    public let languages: LanguageSelector
    /// The options it was made with.
    public let options: CatalogOptions

    /// Puts tables together; nil where none serves the default locale.
    public init?(tables: [Table], options: CatalogOptions) {
        let sorted = tables.sorted { Array($0.tag.description.utf8).lexicographicallyPrecedes($1.tag.description.utf8) }
        guard
            let languages = LanguageSelector(
                available: sorted.map(\.tag), defaultLocale: options.defaultLocale, refused: options.refused,
                fallbacks: options.fallbacks)
        else { return nil }
        self.tables = sorted
        self.languages = languages
        self.options = options
        version = "skeleton"
        strings = sorted.indices.map { index in Strings(chain: languages.chain(from: index).map { sorted[$0] }) }
    }
}
