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

        fileprivate var size: Int {
            if case .strings(let name) = self { name.size } else { 0 }
        }
    }

    /// Which document of strings.
    struct StringsName: Hashable, Sendable {
        /// The table's position in the catalog.
        var table: Int
        /// A key path; nil for the whole table.
        var below: [UInt8]?
        /// The shape, and what of the whole table was asked for.
        var selection: TableSelection
        var withFallback: Bool
        var withReferences: Bool

        /// Whether it is a part of a table that a client made up.
        var isPart: Bool { selection.prefix != nil || selection.keys != nil }
        /// The bytes that the name takes.
        var size: Int {
            (below?.count ?? 0) + (selection.prefix?.count ?? 0)
                + (selection.keys?.reduce(0) { $0 + $1.count + 32 } ?? 0)
        }
    }

    /// How much of a kind of documents is kept.
    private enum Room: Int {
        /// Few: all of them are.
        case unlimited
        /// Subtrees, and whole tables in the flat shape, as many as there are key paths: 64 MB.
        case paths
        /// Whatever clients think of: 16 MB, so that they take none of the others' room.
        case selections

        static let count = 3

        var bytes: Int {
            switch self {
            case .unlimited: .max
            case .paths: 64 << 20
            case .selections: 16 << 20
            }
        }

        init(_ name: Name) {
            switch name {
            case .locales: self = .unlimited
            case .strings(let name):
                let isWhole = name.below == nil && name.selection.shape == .nested
                self = name.isPart ? .selections : isWhole ? .unlimited : .paths
            }
        }
    }

    private struct State {
        var documents: [Name: Representation] = [:]
        /// What is kept, by room.
        var bytes = Array(repeating: 0, count: Room.count)
    }

    private let state = Mutex(State())
    private let evictions = Atomic<Int>(0)

    /// How often documents were let go of. Who keeps some as well lets go of them, too, when it changes: otherwise they
    /// would be in memory beside those that took their place.
    var evictionCount: Int { evictions.load(ordering: .relaxed) }

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
        // Freed behind the lock.
        var before: [Name: Representation] = [:]
        defer { before = [:] }
        return state.withLock { state in
            if let known = state.documents[name] { return (known, true) }
            let room = Room(name)
            // Room for the coded forms is counted too.
            let cost = 2 * made.count + 512 + name.size
            // What is too small to be coded is made again in no time.
            if cost > room.bytes || room == .selections && made.count < Representation.smallestCompressed {
                return (made, false)
            }
            if state.bytes[room.rawValue] > room.bytes - cost {
                // All of them make room: who asks for ever new ones keeps nobody else's from being kept again.
                before = state.documents
                state.documents = before.filter { Room($0.key) != room }
                evictions.add(1, ordering: .relaxed)
                state.bytes[room.rawValue] = 0
            }
            state.bytes[room.rawValue] += cost
            state.documents[name] = made
            return (made, true)
        }
    }
}
