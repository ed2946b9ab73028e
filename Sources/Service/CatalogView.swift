import HTTPCore
import Localization

/// A catalog with what its answers need again and again, made once when it is swapped in.
final class CatalogView: Sendable {
    let catalog: Catalog
    /// Counts the catalogs of this process, from 1.
    let generation: UInt64
    /// The tables' tags, in the catalog's order.
    let tags: [String]
    /// `Parlance-Version`.
    let versionField: ResponseField
    /// The JSON documents that were asked for.
    let documents = RepresentationStore()

    init(catalog: Catalog, generation: UInt64) {
        self.catalog = catalog
        self.generation = generation
        tags = catalog.tables.map(\.tag.description)
        versionField = ResponseField("Parlance-Version", catalog.version)
    }

    /// The table that a reader with this header gets; -1 where nothing may be substituted or the header is too long.
    func table(for header: ArraySlice<UInt8>?, strict: Bool = false) -> Int {
        let choice =
            if let header {
                catalog.languages.negotiate(header: header.span, strict: strict)
            } else {
                catalog.languages.negotiate(header: nil, strict: strict)
            }
        switch choice {
        case .table(let index): return index
        case .notAcceptable, .headerTooLarge: return -1
        }
    }
}
