import Synchronization

/// Work that is spread over a few threads.
enum ParallelMap {
    /// Calls the closure with each number below `count`, on this thread and on others, and returns the results in
    /// order. Where the system refuses threads, fewer do the work.
    static func run<Result: Sendable>(
        count: Int, threads: Int, priority: Thread.Priority, _ body: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        guard count > 0 else { return [] }
        let work = Work<Result>(count: count, body: body)
        var helpers = InlineHelpers()
        for _ in 1..<max(1, min(threads, count)) { helpers.add(Thread(priority: priority) { work.run() }) }
        work.run()
        helpers.join()
        return work.take()
    }

    /// The threads of one piece of work, in a list, since an array cannot hold what is not copied.
    private struct InlineHelpers: ~Copyable {
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
