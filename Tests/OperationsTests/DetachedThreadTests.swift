import Foundation
import Synchronization
import Testing

@testable import Operations

@Suite struct DetachedThreadTests {
    private final class Seen: Sendable {
        let priority = Mutex<Int32?>(nil)
    }

    /// The priority that a thread finds itself to have.
    private static func priority(of wanted: DetachedThread.Priority) -> Int32? {
        let seen = Seen()
        let isStarted = DetachedThread.start(priority: wanted) {
            let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
            seen.priority.withLock { $0 = own }
        }
        for _ in 0..<5000 where isStarted && seen.priority.withLock({ $0 == nil }) { usleep(1000) }
        return seen.priority.withLock { $0 }
    }

    @Test func aThreadHasItsOwnPriority() {
        let before = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        #expect(Self.priority(of: .lowest) == 19)
        #expect(Self.priority(of: .normal) == before)
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == before)
    }
}
