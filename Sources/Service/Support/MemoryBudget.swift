import HTTPCore
import Synchronization

/// Counts the bytes that bodies and outputs occupy, over all requests at once, and says no before memory does.
final class MemoryBudget: Sendable {
    private struct State {
        var used = 0
        /// What each request holds, by its number.
        var charges: [UInt64: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())
    /// How many requests hold something, so that the others need no lock.
    private let holders = Atomic<Int>(0)

    /// A budget of so many bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Charges bytes to a request; false where they would be too many, and then nothing is charged.
    func charge(_ bytes: Int, to head: RequestHead) -> Bool {
        state.withLock { state in
            let (sum, overflows) = state.used.addingReportingOverflow(bytes)
            guard !overflows, sum <= limit else { return false }
            state.used = sum
            if state.charges[head.sequence] == nil { holders.add(1, ordering: .relaxed) }
            state.charges[head.sequence, default: 0] += bytes
            return true
        }
    }

    /// Gives back what a request holds, if anything.
    func release(_ head: RequestHead) {
        guard holders.load(ordering: .relaxed) > 0 else { return }
        state.withLock { state in
            guard let bytes = state.charges.removeValue(forKey: head.sequence) else { return }
            state.used -= bytes
            holders.subtract(1, ordering: .relaxed)
        }
    }

    /// The bytes that are held at this moment.
    var used: Int { state.withLock { $0.used } }
}
