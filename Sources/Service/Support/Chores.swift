import Glibc
import Operations
import Synchronization

/// A thread of the lowest priority for what must not hold a request up: compressing, and the comments that keep event streams open.
///
/// It starts with the first thing to do and ends with `stop`, or when nobody holds the chores any more.
final class Chores: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
        var isStopped = false
        /// What to do again and again, and how far apart, in nanoseconds.
        var interval: UInt64 = 0
        var tick: (@Sendable () -> Void)?
        /// When it is done next, in nanoseconds of the monotonic clock.
        var next: UInt64 = 0
    }

    /// Shared with the thread, so that the thread does not hold the chores.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let bell = Bell()
    }

    /// More jobs than this are turned down: whoever asks has an answer without them.
    static let maximumJobs = 4096

    private let shared = Shared()

    deinit { stop() }

    /// Does something on the thread, after what was asked before; false where there is too much to do or it was stopped.
    @discardableResult
    func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = shared.state.withLock { state in
            guard !state.isStopped, state.jobs.count < Self.maximumJobs else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { wake() }
        return isTaken
    }

    /// Calls a closure again and again, so many nanoseconds apart, for the first time after as many.
    func `repeat`(every nanoseconds: UInt64, _ tick: @escaping @Sendable () -> Void) {
        shared.state.withLock { state in
            state.interval = nanoseconds
            state.tick = tick
            state.next = Clock.monotonicNanoseconds() + nanoseconds
        }
        wake()
    }

    /// Ends the thread after the job that it is at. Jobs that were not begun are dropped.
    func stop() {
        shared.state.withLock { state in
            state.isStopped = true
            state.jobs = []
            state.tick = nil
        }
        shared.bell.ring()
    }

    private func wake() {
        let mustStart = shared.state.withLock { state in
            guard !state.isRunning, !state.isStopped else { return false }
            state.isRunning = true
            return true
        }
        if mustStart { start() } else { shared.bell.ring() }
    }

    private func start() {
        // Compressing a table takes longer than many requests: requests go first.
        let isStarted = DetachedThread.start(priority: .lowest) { [shared] in Self.run(shared) }
        if !isStarted { shared.state.withLock { $0.isRunning = false } }
    }

    private static func run(_ shared: Shared) {
        while true {
            let now = Clock.monotonicNanoseconds()
            let (job, tick, next, isStopped) = shared.state.withLock { state in
                let isDue = state.tick != nil && now >= state.next
                if isDue { state.next = now + state.interval }
                return (
                    state.jobs.isEmpty ? nil : state.jobs.removeFirst(), isDue ? state.tick : nil,
                    state.tick == nil ? nil : state.next, state.isStopped
                )
            }
            if isStopped { return }
            tick?()
            if let job {
                job()
            } else {
                shared.bell.wait(nanoseconds: next.map { $0 > now ? $0 - now : 0 } ?? 3_600_000_000_000)
            }
        }
    }
}

/// A semaphore that one thread waits for.
@safe private final class Bell: Sendable {
    // Unsafe: a pointer is not Sendable; the semaphore behind it is made for several threads.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func ring() {
        unsafe sem_post(semaphore)
    }

    /// Waits for a ring, at most so long.
    func wait(nanoseconds: UInt64) {
        var deadline = timespec()
        // The semaphores of this library are timed by the wall clock only; a jump of it makes one comment early or late.
        unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        let sum = UInt64(deadline.tv_nsec) + nanoseconds
        deadline.tv_sec += Int(sum / 1_000_000_000)
        deadline.tv_nsec = Int(sum % 1_000_000_000)
        while unsafe sem_timedwait(semaphore, &deadline) != 0, errno == EINTR {}
    }
}
