import Synchronization

/// Threads that share pieces of work with the thread that asks, and wait between two pieces. Confined to one thread at a
/// time.
///
/// They are kept for the allocator's sake. A thread that ends leaves its heap to the next one that begins, and that
/// could be one that serves requests: from then on requests would wait whenever an old catalog in that heap is freed.
final class Crew {
    private let shared = Shared()
    private let size: Int
    private var threads = Threads()
    private var count = 0

    private final class Shared: Sendable {
        struct State {
            var work: @Sendable () -> Void = {}
            var priority = Thread.Priority.normal
            var isEnding = false
        }
        let state = Mutex(State())
        let begun = Semaphore()
        let done = Semaphore()
    }

    /// A crew of so many threads, the one that asks included; the others start with the first work.
    init(size: Int) {
        self.size = size
    }

    deinit { end() }

    /// Calls the closure with each number below `count`, on this thread and on the crew's, and returns the results in
    /// order. Where the system refuses threads, fewer do the work. A priority once lowered is not raised again.
    ///
    /// Work of low priority is done by half of the crew: a thread that serves requests then finds a processor where
    /// nobody has to make room first, which takes the system milliseconds now and then, whatever the priorities.
    func map<Result: Sendable>(
        count: Int, priority: Thread.Priority, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        guard count > 0 else { return [] }
        let work = Work<Result>(count: count, body: body)
        let helpers = helpers(min(priority == .normal ? size : max(1, size / 2), count) - 1)
        shared.state.withLock { state in
            state.work = { work.run() }
            state.priority = priority
        }
        for _ in 0..<helpers { shared.begun.post() }
        work.run()
        for _ in 0..<helpers { shared.done.wait() }
        // Whatever the closure holds is not to be held until the next piece of work.
        shared.state.withLock { $0.work = {} }
        return work.take()
    }

    /// Ends the threads and waits for them; what is asked afterwards starts them anew.
    func end() {
        shared.state.withLock { $0.isEnding = true }
        for _ in 0..<count { shared.begun.post() }
        threads.join()
        count = 0
        shared.state.withLock { $0.isEnding = false }
    }

    /// Starts threads until there are so many, and returns how many of them there are.
    private func helpers(_ wanted: Int) -> Int {
        while count < wanted {
            let thread = Thread(priority: .normal) { [shared] in Self.run(shared) }
            if thread == nil { break }
            threads.add(thread)
            count += 1
        }
        return min(count, wanted)
    }

    private static func run(_ shared: Shared) {
        var priority = Thread.Priority.normal
        while true {
            shared.begun.wait()
            let (work, wanted, isEnding) = shared.state.withLock { ($0.work, $0.priority, $0.isEnding) }
            if isEnding { return }
            if wanted != priority {
                priority = wanted
                Thread.setPriority(wanted)
            }
            work()
            shared.done.post()
        }
    }

    /// The threads in a list, since an array cannot hold what is not copied.
    private struct Threads: ~Copyable {
        private final class Link {
            var thread: Thread?
            let next: Link?
            init(_ thread: consuming Thread?, next: Link?) {
                self.thread = thread
                self.next = next
            }
        }
        private var first: Link?

        mutating func add(_ thread: consuming Thread?) { first = Link(thread, next: first) }

        mutating func join() {
            while let link = first {
                link.thread.take()?.join()
                first = link.next
            }
        }
    }

    private final class Work<Result: Sendable>: Sendable {
        private let count: Int
        private let body: @Sendable (Int) -> Result
        private let next = Atomic<Int>(0)
        private let results: Mutex<[Result?]>

        init(count: Int, body: @escaping @Sendable (Int) -> Result) {
            self.count = count
            self.body = body
            results = Mutex(Array(repeating: nil, count: count))
        }

        func run() {
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let result = body(index)
                results.withLock { $0[index] = result }
            }
        }

        func take() -> [Result] { results.withLock { $0.compactMap(\.self) } }
    }
}
