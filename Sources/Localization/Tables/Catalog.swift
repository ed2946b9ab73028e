/// All tables of one moment, immutable: what a request sees from its start to its end.
///
/// ```swift
/// let english = try Table(tag: .english, json: #"{"login": {"title": "Log in"}}"#)
/// let catalog = Catalog(tables: [english], options: CatalogOptions(defaultLocale: .english))
/// ```
///
/// A folder of tables is loaded, and followed as it changes, by the library `CatalogStore`.
public final class Catalog: Sendable {
    /// The files of a locale.
    public struct Source: Sendable {
        /// The locale.
        public var tag: LanguageTag
        /// Its files in any order.
        public var files: [TableFile]

        /// Creates a source.
        public init(tag: LanguageTag, files: [TableFile]) {
            self.tag = tag
            self.files = files
        }
    }

    /// A hash of the content, of the options that change answers and of the engine's data: equal on all replicas and
    /// after every restart, whatever the order and the times of the files.
    public let version: String
    /// The tables in byte order of their tags.
    public let tables: [Table]
    /// The strings for each table, with its fallbacks, in the order of `tables`.
    package let strings: [Strings]
    /// The strings for each table alone, in the order of `tables`.
    package let ownStrings: [Strings]
    /// How many messages of the default locale's table each table has itself, in the order of `tables`.
    package let translatedCounts: [Int]
    /// The choice of a table for a reader; its indices are those of `tables`.
    package let languages: LanguageSelector
    /// The options it was made with.
    public let options: CatalogOptions

    /// Puts tables together; nil where none serves the default locale.
    ///
    /// - Parameters:
    ///   - tables: one table for each locale, in any order, built under the rule for empty strings that the options
    ///     name.
    ///   - options: what changes the answers beside the tables.
    ///   - previous: the catalog that this one follows; what it worked out for the same tables is taken from it.
    /// - Precondition: no two tables have one tag.
    public init?(tables: [Table], options: CatalogOptions, replacing previous: Catalog? = nil) {
        let sorted = tables.sorted { $0.tag.description.utf8.lexicographicallyPrecedes($1.tag.description.utf8) }
        precondition(
            zip(sorted, sorted.dropFirst()).allSatisfy { $0.tag != $1.tag }, "a locale has one table in a catalog")
        guard
            let languages = LanguageSelector(
                available: sorted.map(\.tag), defaultLocale: options.defaultLocale, refused: options.refused,
                fallbacks: options.fallbacks)
        else { return nil }
        self.tables = sorted
        self.languages = languages
        self.options = options
        version = CatalogVersion.version(of: sorted, options: options)
        strings = sorted.indices.map { index in
            Strings(
                chain: languages.chain(from: index).map { sorted[$0] }, syntax: options.messageSyntax,
                timeZones: options.timeZones)
        }
        ownStrings = zip(strings, sorted).map { strings, table in
            strings.chain.count == 1
                ? strings
                : Strings(chain: [table], syntax: options.messageSyntax, timeZones: options.timeZones)
        }
        let defaultTable = sorted[languages.defaultIndex]
        translatedCounts = sorted.map { table in
            if let previous, previous.tables[previous.languages.defaultIndex] === defaultTable,
                let index = previous.tables.firstIndex(where: { $0 === table })
            {
                return previous.translatedCounts[index]
            }
            return table === defaultTable ? table.messageCount : defaultTable.messageCount(alsoIn: table)
        }
    }

    /// Builds the tables and puts them together; nil where none serves the default locale.
    ///
    /// - Parameters:
    ///   - sources: the files of each locale. Sources of one tag are merged.
    ///   - options: what changes the answers beside the tables.
    ///   - previous: the catalog that this one follows; tables whose files did not change are taken from it.
    public convenience init?(sources: [Source], options: CatalogOptions, replacing previous: Catalog? = nil) {
        var files: [LanguageTag: [TableFile]] = [:]
        for source in sources { files[source.tag, default: []] += source.files }
        let tables = files.map { tag, files in
            previous?.table(tag: tag, builtFrom: files, keepsEmptyStrings: options.keepsEmptyStrings)
                ?? Table(tag: tag, files: files, keepsEmptyStrings: options.keepsEmptyStrings)
        }
        self.init(tables: tables, options: options, replacing: previous)
    }

    /// The table of a locale, where these files under this rule give the same one, so that it need not be built again.
    package func table(tag: LanguageTag, builtFrom files: [TableFile], keepsEmptyStrings: Bool) -> Table? {
        guard let table = tables.first(where: { $0.tag == tag }),
            table.isBuilt(from: files, keepsEmptyStrings: keepsEmptyStrings)
        else { return nil }
        return table
    }

    /// The strings for a locale that is asked for by name: of its table, or of one of the same language; nil where there
    /// is none.
    public func strings(for tag: LanguageTag) -> Strings? {
        languages.explicit(tag).map { strings[$0] }
    }

    /// The strings for a locale that is asked for by name, in any case and with `-` or `_`; nil where there is no table
    /// of its language, and where the name is no language tag.
    public func strings(for name: some StringProtocol) -> Strings? {
        LanguageTag(name).flatMap { strings(for: $0) }
    }

    /// The strings for a reader with this `Accept-Language` header
    /// ([RFC 9110, section 12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)), its lines joined with `, `;
    /// nil is no header.
    ///
    /// There is always an answer: what suits nobody, cannot be read or is longer than 4096 bytes gets the default
    /// locale. An answer that depends on the header wants `Vary: Accept-Language`.
    public func strings(acceptLanguage header: String?) -> Strings {
        let bytes = header.map { Array($0.utf8) }
        guard let bytes, case .table(let index) = languages.negotiate(header: bytes.span) else { return defaultStrings }
        return strings[index]
    }

    /// The locales that have a table, in byte order of their tags.
    public var locales: [LanguageTag] { tables.map(\.tag) }

    /// The strings that readers get whom nothing else suits.
    public var defaultStrings: Strings { strings[languages.defaultIndex] }
}
