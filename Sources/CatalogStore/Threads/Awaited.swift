/// A result that one thread waits for and another one brings, once.
final class Awaited<Value: Sendable>: @unchecked Sendable {
    // Written before the semaphore is posted, read after it was waited for.
    private var value: Value?
    private let semaphore = Semaphore()

    /// Brings the result.
    func bring(_ value: Value) {
        self.value = value
        semaphore.post()
    }

    /// Waits for it.
    func wait() -> Value {
        semaphore.wait()
        return value!
    }
}
