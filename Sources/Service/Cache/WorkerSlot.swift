import Synchronization

/// Where a worker leaves its cache between two requests.
///
/// Who takes the cache out owns it until it is put back, so that no lock is needed and a cache of a catalog that is no
/// longer served can be taken away from an idle worker by the thread that swaps catalogs.
@safe final class WorkerSlot: Sendable {
    private let held = unsafe Atomic<Unmanaged<AnswerCache>?>(nil)
    private let isUnused = Atomic<Bool>(true)
    // A cache line of its own: each worker writes to its slot twice a request.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

    /// Whether this was not asked before.
    func isFirstUse() -> Bool { isUnused.exchange(false, ordering: .relaxed) }

    /// Takes the cache out, with the reference that the slot had; nil where there is none, or another thread has it.
    func take() -> Unmanaged<AnswerCache>? {
        unsafe held.exchange(nil, ordering: .acquiringAndReleasing)
    }

    /// Puts a cache in, with a reference that is the slot's from now on, and returns the one that was there, which
    /// nobody should free on a request's thread.
    func put(_ cache: Unmanaged<AnswerCache>) -> Unmanaged<AnswerCache>? {
        unsafe held.exchange(cache, ordering: .acquiringAndReleasing)
    }

    deinit {
        unsafe take()?.release()
    }
}
