import CatalogStore
import Localization
import Operations
import Synchronization

/// The catalog that is served, with the caches of all workers.
///
/// It stands apart from the service so that what the store calls at a reload need not refer to the service: an object
/// with a weak reference to it counts its references the slow way, for every request.
final class ServedCatalog: Sendable {
    /// What is served, and what the store said of it then.
    private struct Served {
        var view: CatalogView?
        var status = CatalogStatus()
    }

    private let served = Mutex(Served())
    /// The generation of the view, so that a worker notices a new catalog without a lock; 0 is none.
    private let generation = Atomic<UInt64>(0)
    private let slots: [WorkerSlot]
    /// Held by the thread that adopts a catalog; never by one that serves requests.
    private let adoption = Mutex<Void>(())

    /// What a worker's answers take, in bytes: those of a catalog and those of the one before, until they are freed.
    private static let heapSize = 16 << 20

    /// Caches for so many workers.
    init(workers: Int) {
        slots = (0..<max(1, workers)).map { _ in WorkerSlot() }
    }

    /// The catalog as of now with what belongs to it; nil where there is none yet.
    var current: CatalogView? { served.withLock { $0.view } }

    /// The catalog that requests get, and the status of that one: the store's may be that of a catalog whose documents are
    /// still being made.
    func status(of store: CatalogStore) -> (view: CatalogView?, status: CatalogStatus) {
        let served = served.withLock { $0 }
        var now = store.status
        if now.catalog === served.view?.catalog { return (served.view, now) }
        now.catalog = served.status.catalog
        now.loadedAt = served.status.loadedAt
        now.loadCount = served.status.loadCount
        now.files = served.status.files
        now.problems = served.status.problems
        now.problemCount = served.status.problemCount
        return (served.view, now)
    }

    /// How long a catalog waits for the documents of its changed tables to be made, in nanoseconds.
    private static let preparation: UInt64 = 400_000_000

    /// Serves the store's catalog from the next request on, and takes the caches of the one before from idle workers.
    ///
    /// What was asked of the one before is made ready first, while that one is served on.
    func adopt(from store: CatalogStore) {
        adoption.withLock { _ in
            let before = current
            let status = store.status
            guard let catalog = status.catalog else { return }
            guard before?.catalog !== catalog else { return served.withLock { $0.status = status } }
            let next = CatalogView(catalog: catalog, generation: (before?.generation ?? 0) + 1)
            if let before { next.inherit(from: before, until: Clock.monotonicNanoseconds() + Self.preparation) }
            served.withLock { served in
                served = Served(view: next, status: status)
                generation.store(next.generation, ordering: .sequentiallyConsistent)
            }
            for slot in slots {
                if let cache = unsafe slot.take() { unsafe store.retire(cache.takeRetainedValue()) }
            }
            if let before { store.retire(before) }
        }
    }

    /// Lends a worker's cache of the current catalog to `body`: nil where there is no catalog yet.
    func withCache<Result>(
        of worker: Int, retiringTo store: CatalogStore, _ body: (AnswerCache?) -> Result
    ) -> Result {
        guard worker >= 0, worker < slots.count else { return body(nil) }
        let slot = slots[worker]
        let now = generation.load(ordering: .acquiring)
        if let cache = unsafe slot.take() {
            // The slot's reference is ours until it is put back; counting another one for each request costs more than
            // the look-up.
            if unsafe cache._withUnsafeGuaranteedRef({ $0.view.generation == now && !$0.isSpent }) {
                let result = unsafe cache._withUnsafeGuaranteedRef { body($0) }
                unsafe putBack(cache, generation: now, in: slot, retiringTo: store)
                return result
            }
            unsafe store.retire(cache.takeRetainedValue())
        }
        guard let view = current else { return body(nil) }
        if slot.isFirstUse() { Allocator.growHeap(by: Self.heapSize) }
        let cache = AnswerCache(view: view)
        let result = body(cache)
        unsafe putBack(Unmanaged.passRetained(cache), generation: view.generation, in: slot, retiringTo: store)
        return result
    }

    private func putBack(
        _ cache: Unmanaged<AnswerCache>, generation used: UInt64, in slot: WorkerSlot, retiringTo store: CatalogStore
    ) {
        if let displaced = unsafe slot.put(cache) { unsafe store.retire(displaced.takeRetainedValue()) }
        // A swap during the request found the slot empty: what was just put back is then taken out here.
        if generation.load(ordering: .sequentiallyConsistent) != used, let old = unsafe slot.take() {
            unsafe store.retire(old.takeRetainedValue())
        }
    }
}
