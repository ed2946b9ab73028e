import Localization
import Synchronization

/// The JSON documents of a catalog that were asked for, made once.
final class RepresentationStore: Sendable {
    /// Which document.
    enum Name: Hashable, Sendable {
        /// `/strings`.
        case locales
        /// A whole table, or what lies below a key path.
        case strings(StringsName)
    }

    /// Which document of strings.
    struct StringsName: Hashable, Sendable {
        /// The table's position in the catalog.
        var table: Int
        /// A key path; nil for the whole table.
        var below: [UInt8]?
        var isFlat: Bool
        var withFallback: Bool
        var withReferences: Bool

        /// Whether such documents are few, so that all of them are kept.
        var isUnlimited: Bool { below == nil && !isFlat }
    }

    /// The bytes of documents other than whole nested tables that are kept; beyond, they are made for each request.
    static let maximumBytes = 64 << 20

    private struct State {
        var documents: [Name: Representation] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    /// The documents of strings that are kept now.
    var strings: [(name: StringsName, document: Representation)] {
        state.withLock { state in
            state.documents.compactMap { name, document in
                if case .strings(let name) = name { (name, document) } else { nil }
            }
        }
    }

    /// A document, from memory or made now; `isKept` where the next request will get the same object.
    func document(_ name: Name, make: () -> Representation?) -> (document: Representation, isKept: Bool)? {
        if let known = state.withLock({ $0.documents[name] }) { return (known, true) }
        // Made outside the lock; of two threads that make it at once the first one's is kept.
        guard let made = make() else { return nil }
        return state.withLock { state in
            if let known = state.documents[name] { return (known, true) }
            let isLimited: Bool
            switch name {
            case .locales: isLimited = false
            case .strings(let name): isLimited = !name.isUnlimited
            }
            if isLimited {
                // Room for the coded forms is counted too.
                let cost = 2 * made.count + 512
                guard state.bytes + cost <= Self.maximumBytes else { return (made, false) }
                state.bytes += cost
            }
            state.documents[name] = made
            return (made, true)
        }
    }
}
