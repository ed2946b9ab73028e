import Glibc
import Synchronization

/// A thread of the system with a stack of known size, joined exactly once.
@safe struct Thread: ~Copyable {
    private let handle: pthread_t

    /// How urgent a thread is.
    enum Priority: Int32 {
        case normal = 0
        /// Behind every thread that serves requests.
        case low = 10
        /// Behind those, too.
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

    /// Starts a thread; nil where the system refuses one. Signals are blocked in it: they are another thread's to take.
    init?(priority: Priority, stackSize: Int = 1 << 20, run: @escaping @Sendable () -> Void) {
        // Released by the thread itself, or below where there is none.
        let body = unsafe Unmanaged.passRetained(Body(priority: priority, run: run))
        guard let handle = unsafe Self.start(body, stackSize: stackSize) else {
            unsafe body.release()
            return nil
        }
        self.handle = handle
    }

    private static func start(_ body: Unmanaged<Body>, stackSize: Int) -> pthread_t? {
        var all = sigset_t()
        var previous = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        // Memory without an initial value: which module lends this C type its initialiser varies with the imports.
        return unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            let attributes = attributes.baseAddress!
            guard unsafe pthread_attr_init(attributes) == 0 else { return nil }
            defer { unsafe pthread_attr_destroy(attributes) }
            guard unsafe pthread_attr_setstacksize(attributes, stackSize) == 0 else { return nil }
            var handle: pthread_t = 0
            let result = unsafe pthread_create(
                &handle, attributes,
                { context in
                    let body = unsafe Unmanaged<Body>.fromOpaque(context!).takeRetainedValue()
                    if body.priority != .normal { Thread.setPriority(body.priority) }
                    body.run()
                    return nil
                }, body.toOpaque())
            return result == 0 ? handle : nil
        }
    }

    /// Sets the priority of the thread that calls. The system refuses to raise it again.
    static func setPriority(_ priority: Priority) {
        // On Linux this sets the calling thread's value alone.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, priority.rawValue)
    }

    /// Waits until the thread has ended.
    consuming func join() { _ = pthread_join(handle, nil) }
}
