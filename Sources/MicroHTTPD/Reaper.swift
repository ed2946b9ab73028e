import Glibc

/// A thread that ends connections that are late: the library knows an idle time only, which a header section that
/// drips in never exceeds.
@safe final class Reaper {
    private var pipeEnds: [Int32] = [-1, -1]
    // Unsafe: a thread's identity, written once.
    private var thread = pthread_t()

    private final class Work: Sendable {
        let registry: ConnectionRegistry
        let log: @Sendable (String) -> Void
        let wakeup: Int32

        init(registry: ConnectionRegistry, log: @escaping @Sendable (String) -> Void, wakeup: Int32) {
            self.registry = registry
            self.log = log
            self.wakeup = wakeup
        }

        func run() {
            var event = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
            // Four looks a second: a deadline is kept to a quarter of one.
            while unsafe poll(&event, 1, 250) == 0 || errno == EINTR && event.revents == 0 {
                registry.wakeEnded()
                let ended = registry.endLate(now: monotonicNow())
                if ended > 0 { log("\(ended) connections ended: their header section or body came too late") }
            }
        }
    }

    /// Starts the thread.
    init(registry: ConnectionRegistry, log: @escaping @Sendable (String) -> Void) {
        let made = unsafe pipe(&pipeEnds)
        precondition(made == 0, "no pipe could be made")
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let work = Work(registry: registry, log: log, wakeup: pipeEnds[0])
        // Released by the thread when it starts.
        let opaque = unsafe Unmanaged.passRetained(work).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { opaque in
                unsafe Unmanaged<Work>.fromOpaque(opaque!).takeRetainedValue().run()
                return nil
            }, opaque)
        precondition(result == 0, "no thread could be made")
    }

    /// Ends the thread and waits for it.
    func stop() {
        close(pipeEnds[1])
        pthread_join(thread, nil)
        close(pipeEnds[0])
    }
}
