import Glibc

/// A counter that one thread raises and another one waits for.
@safe final class Semaphore: Sendable {
    // Unsafe: a pointer is not Sendable; the semaphore behind it is made for several threads.
    private nonisolated(unsafe) let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { unsafe sem_init(semaphore, 0, 0) }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Raises the counter, so that one thread that waits goes on.
    func post() { unsafe sem_post(semaphore) }

    /// Waits until the counter is above 0, and lowers it.
    func wait() {
        while unsafe sem_wait(semaphore) != 0 {}
    }
}
