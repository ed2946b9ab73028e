import HTTPCore
import Localization
import Operations

/// A catalog with what its answers need again and again, made once when it is swapped in.
final class CatalogView: Sendable {
    let catalog: Catalog
    /// Counts the catalogs of this process, from 1.
    let generation: UInt64
    /// The tables' tags, in the catalog's order.
    let tags: [String]
    /// `Parlance-Version`.
    let versionField: ResponseField
    /// When it was made, in nanoseconds of the monotonic clock.
    private let birth = Clock.monotonicNanoseconds()
    /// The JSON documents that were asked for.
    let documents = RepresentationStore()

    init(catalog: Catalog, generation: UInt64) {
        self.catalog = catalog
        self.generation = generation
        tags = catalog.tables.map(\.tag.description)
        versionField = ResponseField("Parlance-Version", catalog.version)
    }

    // MARK: Documents

    /// A document of strings, from memory or made now; nil where nothing lies below the key path that it is of.
    func document(_ name: RepresentationStore.StringsName) -> (document: Representation, isKept: Bool)? {
        documents.document(.strings(name)) { make(name) }
    }

    private func make(_ name: RepresentationStore.StringsName) -> Representation? {
        let strings = strings(of: name)
        let references = name.withReferences ? Self.resolver : nil
        let language = tags[name.table]
        guard let key = name.below else {
            return Representation(strings.json(name.selection, references: references), language: language)
        }
        return strings.json(below: key, shape: name.selection.shape, references: references)
            .map { Representation($0, language: language) }
    }

    private func strings(of name: RepresentationStore.StringsName) -> Strings {
        (name.withFallback ? catalog.strings : catalog.ownStrings)[name.table]
    }

    /// What resolves references between messages in a document.
    static var resolver: ReferenceResolver {
        { message, strings, text in Strings.resolveReferences(in: message, of: strings, into: &text) }
    }

    /// A table that nobody has asked for so long, in nanoseconds, nor since the catalog before was made, is made when
    /// somebody does. Longer ago nobody knows: workers answer again what they have answered without asking here.
    private static let interest: UInt64 = 3_600_000_000_000

    /// Prepares the whole tables that were asked for lately, so that the next to ask need not wait while a large one is
    /// made, and nobody else behind them.
    ///
    /// Where all tables of the chain are the same objects the document is taken over, coded forms and all; others are
    /// made anew, the largest first, until `deadline` (nanoseconds of the monotonic clock).
    func inherit(from before: CatalogView, until deadline: UInt64) {
        let now = Clock.monotonicNanoseconds()
        let lately = min(before.birth, now - min(now, Self.interest))
        let positions = Dictionary(uniqueKeysWithValues: zip(tags, tags.indices))
        var changed: [(name: RepresentationStore.StringsName, document: Representation)] = []
        for (name, document) in before.documents.strings.sorted(by: { $0.document.count > $1.document.count }) {
            guard name.below == nil, !name.isPart, document.isAsked(since: lately),
                let position = positions[before.tags[name.table]]
            else { continue }
            var own = name
            own.table = position
            if strings(of: own).chain.elementsEqual(before.strings(of: name).chain, by: ===) {
                _ = documents.document(.strings(own)) { document }
            } else {
                changed.append((own, document))
            }
        }
        for (name, document) in changed where Clock.monotonicNanoseconds() < deadline {
            self.document(name)?.document.follow(document)
        }
    }

    // MARK: Languages

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
