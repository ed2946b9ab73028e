import HTTPCore
import Localization

/// A catalog with what its answers need again and again, made once when it is swapped in.
final class CatalogView: Sendable {
    let catalog: Catalog
    /// Counts the catalogs of this process, from 1.
    let generation: UInt64
    /// The tables' tags, in the catalog's order.
    let tags: [String]
    /// `Content-Language` for each table.
    let contentLanguages: [ResponseField]
    /// `Parlance-Version`.
    let versionField: ResponseField
    /// The strings of each table alone, without what fills in for it.
    let alone: [Strings]

    init(catalog: Catalog, generation: UInt64) {
        self.catalog = catalog
        self.generation = generation
        tags = catalog.tables.map(\.tag.description)
        contentLanguages = tags.map { ResponseField("Content-Language", $0) }
        versionField = ResponseField("Parlance-Version", catalog.version)
        alone = catalog.tables.map { Strings(chain: [$0]) }
    }

    /// The table that a reader with this header gets; -1 only where nothing may be substituted.
    func table(for header: ArraySlice<UInt8>?, strict: Bool = false) -> Int {
        let choice =
            if let header {
                catalog.languages.negotiate(header: Array(header).span, strict: strict)
            } else {
                catalog.languages.negotiate(header: nil, strict: strict)
            }
        switch choice {
        case .table(let index): return index
        case .notAcceptable, .headerTooLarge: return -1
        }
    }

    /// The index of a table in the catalog, or nil where it is another catalog's.
    func index(of tag: LanguageTag) -> Int? {
        tags.firstIndex(of: tag.description)
    }
}
