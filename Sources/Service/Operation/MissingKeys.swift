import Operations
import Synchronization

/// The key paths that were asked for and not found: bounded, in memory, each logged once.
final class MissingKeys: Sendable {
    /// How many are kept; what comes later is only counted, so that nobody can fill the memory with names.
    static let limit = 10_000
    /// The longest key path that is kept, in bytes.
    static let longestKey = 512

    private struct Name: Hashable {
        var locale: String
        var key: [UInt8]
    }

    private struct State {
        var counts: [Name: Int] = [:]
        var dropped = 0
    }

    private let state = Mutex(State())
    private let log: Log?

    init(log: Log?) {
        self.log = log
    }

    /// Counts one question that found nothing.
    func add(_ key: some Collection<UInt8>, locale: String) {
        let isNew = state.withLock { state in
            guard key.count <= Self.longestKey else {
                state.dropped += 1
                return false
            }
            let name = Name(locale: locale, key: Array(key))
            if let count = state.counts[name] {
                state.counts[name] = count + 1
                return false
            }
            guard state.counts.count < Self.limit else {
                state.dropped += 1
                return false
            }
            state.counts[name] = 1
            return true
        }
        if isNew {
            log?.info("missing key", LogField("locale", locale), LogField("key", Array(key)[...]))
        }
    }

    /// How many different ones there are.
    var count: Int { state.withLock { $0.counts.count } }

    /// The list, most wanted first, as JSON.
    func json() -> [UInt8] {
        let state = state.withLock { $0 }
        let sorted = state.counts.sorted { left, right in
            if left.value != right.value { return left.value > right.value }
            if left.key.locale != right.key.locale { return left.key.locale < right.key.locale }
            return left.key.key.lexicographicallyPrecedes(right.key.key)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("missing".utf8)
            writer.array { writer in
                for (name, count) in sorted {
                    writer.object { writer in
                        writer.member("locale", name.locale)
                        writer.name("key".utf8)
                        writer.string(name.key)
                        writer.member("count", count)
                    }
                }
            }
            writer.member("dropped", state.dropped)
        }
        return writer.bytes
    }
}
