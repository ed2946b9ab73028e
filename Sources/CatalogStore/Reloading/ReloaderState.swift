import Localization
import Synchronization

/// What a store's own threads and its callers share.
final class ReloaderState: Sendable {
    let wake = Wake()
    private let published = Mutex<Catalog?>(nil)
    private let shared = Mutex(Shared())
    private let reclaimList = ReclaimList()

    typealias Observer = @Sendable (CatalogStoreEvent) -> Void
    typealias Completion = @Sendable (ReloadReport) -> Void

    /// Nothing is called while the lock is held.
    private struct Shared {
        var status = CatalogStatus()
        var observers: [Observer] = []
        var requests: [Completion] = []
        var finishedCheck: MessageCheckReport?
        var phase = Phase.idle
    }

    private enum Phase { case idle, running, stopping }

    // MARK: - The life of the store

    /// Notes that the store runs from now on; false where it did before.
    func begin() -> Bool {
        shared.withLock { shared in
            guard shared.phase == .idle else { return false }
            shared.phase = .running
            return true
        }
    }

    /// Has the threads end.
    func end() {
        shared.withLock { $0.phase = .stopping }
        wake.wake()
    }

    var isStopping: Bool { shared.withLock { $0.phase == .stopping } }

    // MARK: - The catalog

    /// The catalog that is served.
    var current: Catalog? { published.withLock { $0 } }

    /// Serves another catalog, or the same where it is nil, and changes the status in the same moment: whoever has got
    /// something new and asks for the status is told of nothing older. The catalog before is kept until nobody else holds it.
    func publish(_ catalog: Catalog?, _ change: (inout CatalogStatus) -> Void) {
        shared.withLock { shared in
            change(&shared.status)
            guard let catalog else { return }
            let old = published.withLock { published in
                defer { published = catalog }
                return published
            }
            if let old { reclaimList.add(old) }
        }
    }

    func retire(_ object: any AnyObject & Sendable) {
        reclaimList.add(object)
        wake.wake()
    }

    /// Frees what nobody else holds any more, and says how many catalogs were freed and how many objects are left.
    func reclaim() -> (freedCatalogs: Int, left: Int) { reclaimList.reclaim() }

    // MARK: - Status and observers

    var status: CatalogStatus {
        var status = shared.withLock { $0.status }
        status.retiredCount = reclaimList.count
        return status
    }

    func update(_ change: (inout CatalogStatus) -> Void) { shared.withLock { change(&$0.status) } }

    func observe(_ observer: @escaping Observer) { shared.withLock { $0.observers.append(observer) } }

    /// Tells the observers.
    func tell(_ event: CatalogStoreEvent) {
        for observer in shared.withLock({ $0.observers }) { observer(event) }
    }

    // MARK: - Requests and checks

    /// Notes that somebody wants a look at the folder; false where nothing looks.
    func request(_ completion: @escaping Completion) -> Bool {
        let isAccepted = shared.withLock { shared in
            guard shared.phase == .running else { return false }
            shared.requests.append(completion)
            return true
        }
        if isAccepted { wake.wake() }
        return isAccepted
    }

    func takeRequests() -> [Completion] {
        shared.withLock { shared in
            defer { shared.requests = [] }
            return shared.requests
        }
    }

    var hasRequests: Bool { shared.withLock { !$0.requests.isEmpty } }

    func finish(_ check: MessageCheckReport) {
        shared.withLock { $0.finishedCheck = check }
        wake.wake()
    }

    func takeFinishedCheck() -> MessageCheckReport? {
        shared.withLock { shared in
            defer { shared.finishedCheck = nil }
            return shared.finishedCheck
        }
    }
}
