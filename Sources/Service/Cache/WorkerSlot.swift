import Synchronization

/// Where a worker leaves its cache between two requests.
///
/// Who takes the cache out owns it until it is put back, so that no lock is needed and a cache of a catalog that is no
/// longer served can be taken away from an idle worker by the thread that swaps catalogs.
@safe final class WorkerSlot: Sendable {
    private let held = unsafe Atomic<Unmanaged<AnswerCache>?>(nil)
    // A cache line of its own: each worker writes to its slot twice a request.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    /// Takes the cache out; nil where there is none, or another thread has it.
    func take() -> AnswerCache? {
        // Unsafe: the exchange hands over the one reference that `put` retained.
        unsafe held.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue()
    }

    /// Puts a cache in and returns the one that was there, which nobody should free on a request's thread.
    func put(_ cache: AnswerCache) -> AnswerCache? {
        unsafe held.exchange(Unmanaged.passRetained(cache), ordering: .acquiringAndReleasing)?.takeRetainedValue()
    }

    deinit {
        _ = take()
    }
}
