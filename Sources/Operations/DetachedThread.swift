import Glibc

/// A thread that nobody waits for: it ends by itself, or with the process.
package enum DetachedThread {
    /// How urgent a thread is.
    package enum Priority: Int32 {
        case normal = 0
        /// Behind every thread that serves requests, and behind those that load tables.
        case lowest = 19
    }

    private final class Body: Sendable {
        let priority: Priority
        let run: @Sendable () -> Void
        init(priority: Priority, run: @escaping @Sendable () -> Void) {
            self.priority = priority
            self.run = run
        }
    }

    /// Starts a thread that runs the closure once; false where the system refuses one, and the closure is not called.
    package static func start(priority: Priority = .normal, _ run: @escaping @Sendable () -> Void) -> Bool {
        // Released by the thread, or below where there is none.
        let body = unsafe Unmanaged.passRetained(Body(priority: priority, run: run))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                if body.priority != .normal {
                    // On Linux this sets the calling thread's value alone.
                    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, body.priority.rawValue)
                }
                body.run()
                return nil
            }, body.toOpaque())
        guard status == 0 else {
            unsafe body.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
