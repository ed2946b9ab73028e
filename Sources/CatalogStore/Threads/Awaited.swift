import Glibc

/// A result that one thread waits for and another one brings, once.
@safe final class Awaited<Value: Sendable>: @unchecked Sendable {
    // Written before the semaphore is posted, read after it was waited for.
    private var value: Value?
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { unsafe sem_init(semaphore, 0, 0) }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Brings the result.
    func bring(_ value: Value) {
        self.value = value
        unsafe sem_post(semaphore)
    }

    /// Waits for it.
    func wait() -> Value {
        while unsafe sem_wait(semaphore) != 0 {}
        return value!
    }
}
