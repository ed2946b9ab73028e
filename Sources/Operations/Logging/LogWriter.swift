import Glibc
import Synchronization

/// Carries lines from any thread to a file descriptor without ever making that thread wait for the reader.
///
/// Lines gather in one bounded buffer; a thread of its own writes them. What does not fit is dropped and counted, and
/// the count is told as soon as there is room.
@safe final class LogWriter: Sendable {
    private struct Pending {
        var bytes: [UInt8] = []
        var dropped = 0
        var isUrgent = false
        var isWriting = false
        var isStarted = false
    }

    /// The bytes that may wait for the reader of the log.
    static let capacity = 1 << 20
    /// How long lines that are not urgent gather, in nanoseconds.
    private static let gatheringTime = 200_000_000

    private let descriptor: Int32
    private let pending = Mutex(Pending())
    private let describeDropped: @Sendable (Int) -> [UInt8]
    // Unsafe: a pointer is not Sendable; semaphores are made to be shared by threads.
    private nonisolated(unsafe) let wake: UnsafeMutablePointer<sem_t>

    /// A writer for a descriptor, which stays open as long as the process lives. `describeDropped` makes the line that
    /// says how many lines were lost.
    init(descriptor: Int32, describeDropped: @escaping @Sendable (Int) -> [UInt8]) {
        self.descriptor = descriptor
        self.describeDropped = describeDropped
        unsafe wake = .allocate(capacity: 1)
        unsafe sem_init(wake, 0, 0)
    }

    deinit {
        // The thread holds the writer, so none is running here.
        unsafe sem_destroy(wake)
        unsafe wake.deallocate()
    }

    /// Takes a whole line. `urgent` lines are written at once, others within a fifth of a second.
    func take(_ line: [UInt8], urgent: Bool) {
        let (starts, wakes) = pending.withLock { pending -> (Bool, Bool) in
            guard pending.bytes.count + line.count <= Self.capacity else {
                pending.dropped += 1
                return (false, false)
            }
            let wasEmpty = pending.bytes.isEmpty
            pending.bytes.append(contentsOf: line)
            let wakes = wasEmpty || (urgent && !pending.isUrgent)
            pending.isUrgent = pending.isUrgent || urgent
            let starts = !pending.isStarted
            pending.isStarted = true
            return (starts, wakes)
        }
        if starts { start() }
        if wakes { unsafe sem_post(wake) }
    }

    /// Waits until everything taken so far is written, or two seconds have passed: a reader that has stopped reading
    /// must not keep the process from ending.
    func flush() {
        let deadline = Clock.monotonicNanoseconds() + 2_000_000_000
        pending.withLock { $0.isUrgent = true }
        unsafe sem_post(wake)
        while Clock.monotonicNanoseconds() < deadline {
            if pending.withLock({ !$0.isStarted || ($0.bytes.isEmpty && !$0.isWriting) }) { return }
            usleep(1000)
        }
    }

    private func start() {
        if !DetachedThread.start({ self.run() }) {
            // No thread is to be had: the process is in trouble, and what it says matters more than the wait.
            let bytes = pending.withLock { pending in
                pending.isStarted = false
                defer { pending.bytes = [] }
                return pending.bytes
            }
            write(bytes)
        }
    }

    private func run() {
        while true {
            unsafe sem_wait(wake)
            gather()
            let (bytes, dropped) = pending.withLock { pending -> ([UInt8], Int) in
                let taken = (pending.bytes, pending.dropped)
                pending.bytes = []
                pending.dropped = 0
                pending.isUrgent = false
                pending.isWriting = true
                return taken
            }
            write(bytes)
            if dropped > 0 { write(describeDropped(dropped)) }
            pending.withLock { $0.isWriting = false }
        }
    }

    /// Lets lines that nobody waits for come together, so that one system call writes many.
    private func gather() {
        guard !pending.withLock({ $0.isUrgent }) else { return }
        var deadline = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_nsec += Self.gatheringTime
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_nsec -= 1_000_000_000
            deadline.tv_sec += 1
        }
        while unsafe sem_timedwait(wake, &deadline) != 0, errno == EINTR {}
    }

    private func write(_ bytes: [UInt8]) {
        // Of a log that cannot be written nobody can be told.
        _ = Descriptor.writeAll(bytes, to: descriptor)
    }
}
