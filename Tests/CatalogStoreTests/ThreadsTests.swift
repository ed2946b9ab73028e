import Foundation
import Localization
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
        #expect(list.reclaim() == (0, 1))
        #expect(counter.value == 1)
        withExtendedLifetime(held) {}
        held = nil
        #expect(counter.value == 1)
        #expect(list.reclaim() == (0, 0))
        #expect(counter.value == 2)
    }

    final class Counter: Sendable {
        private let count = Atomic(0)
        func add() { count.add(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func aReclaimerCountsCatalogs() throws {
        let list = ReclaimList()
        let english = try #require(LanguageTag("en"))
        var catalog = Catalog(
            tables: [Table(tag: english, messages: [("a", "1")])], options: CatalogOptions(defaultLocale: english))
        list.add(try #require(catalog))
        list.add(Tracked {})
        #expect(list.reclaim() == (0, 1))
        withExtendedLifetime(catalog) {}
        catalog = nil
        #expect(list.reclaim() == (1, 0))
    }

    @Test func aCrewKeepsTheOrder() {
        let crew = Crew(size: 4)
        for count in [0, 1, 2, 1000, 3] {
            #expect(crew.map(count: count, priority: .low) { $0 * $0 } == (0..<count).map { $0 * $0 })
        }
        crew.end()
        #expect(crew.map(count: 5, priority: .low) { -$0 } == (0..<5).map { -$0 })
    }

    @Test func aCrewKeepsItsThreadsAndLowersThem() {
        // Half of it does the work of low priority.
        let crew = Crew(size: 4)
        let own = pthread_self()
        // Each of the two waits for the other one, so that neither can do both.
        func otherThread(isLow: Bool) -> (pthread_t, Int32)? {
            let both = Meeting()
            return crew.map(count: 2, priority: isLow ? .low : .normal) { _ in
                both.meet()
                return (pthread_self(), getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
            }.first { $0.0 != own }
        }
        let first = otherThread(isLow: false)
        let second = otherThread(isLow: true)
        #expect(first != nil && first?.0 == second?.0)
        #expect(second?.1 == 10)
    }

    /// Where two threads wait for one another.
    final class Meeting: Sendable {
        private let arrived = Atomic(0)
        func meet() {
            arrived.add(1, ordering: .relaxed)
            for _ in 0..<50_000 where arrived.load(ordering: .relaxed) < 2 { usleep(100) }
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
