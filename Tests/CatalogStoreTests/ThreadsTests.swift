import Foundation
import Synchronization
import Testing

@testable import CatalogStore

@Suite struct ThreadsTests {
    private final class Tracked: Sendable {
        let whenFreed: @Sendable () -> Void
        init(_ whenFreed: @escaping @Sendable () -> Void) { self.whenFreed = whenFreed }
        deinit { whenFreed() }
    }

    @Test func anObjectIsFreedByTheReclaimerAfterItsLastUse() {
        let list = ReclaimList()
        let counter = Counter()
        var held: Tracked? = Tracked { counter.add() }
        list.add(held!)
        list.add(Tracked { counter.add() })
        #expect(list.reclaim() == (1, 1))
        #expect(counter.value == 1)
        withExtendedLifetime(held) {}
        held = nil
        #expect(counter.value == 1)
        #expect(list.reclaim() == (1, 0))
        #expect(counter.value == 2)
    }

    final class Counter: Sendable {
        private let count = Atomic(0)
        func add() { count.add(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func aParallelMapKeepsTheOrder() {
        for count in [0, 1, 2, 1000] {
            let squares = ParallelMap.run(count: count, threads: 4, priority: .low) { $0 * $0 }
            #expect(squares == (0..<count).map { $0 * $0 })
        }
    }

    @Test func aThreadOfLowPriorityDoesNotLowerOthers() {
        let seen = Awaited<Int32>()
        let thread = Thread(priority: .low) { seen.bring(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
        #expect(seen.wait() >= 10)
        thread?.join()
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) < 10)
    }

    @Test func timeoutsAreRoundedUp() {
        #expect(Duration.milliseconds(100).pollTimeout == 100)
        #expect(Duration.nanoseconds(1).pollTimeout == 1)
        #expect(Duration.seconds(-1).pollTimeout == 0)
        #expect(Duration.seconds(1_000_000_000_000).pollTimeout == 86_400_000)
    }
}
