public import CatalogStore
public import HTTPCore
import Localization
import Operations
import Synchronization

/// The service without its socket: requests in, answers out.
public final class ParlanceService: Handler {
    let store: CatalogStore
    let configuration: ServiceConfiguration
    let requestIDs = RequestIDs()
    private let view = Mutex<CatalogView?>(nil)
    /// The generation of `view`, so that a worker notices a new catalog without a lock; 0 is none.
    private let generation = Atomic<UInt64>(0)
    private let slots: [WorkerSlot]
    private let draining = Atomic<Bool>(false)

    /// A service of a store's catalogs. The store may have none yet, and may be started later.
    public init(store: CatalogStore, configuration: ServiceConfiguration = ServiceConfiguration()) {
        self.store = store
        self.configuration = configuration
        slots = (0..<max(1, configuration.workers)).map { _ in WorkerSlot() }
        adopt()
        store.observe { [weak self] _ in self?.adopt() }
    }

    /// From now on `/readyz` says 503 and every answer ends its connection. Safe to call twice.
    public func drain() {
        draining.store(true, ordering: .releasing)
    }

    var isDraining: Bool { draining.load(ordering: .relaxed) }

    // MARK: Catalogs

    /// Serves the store's catalog from the next request on, and takes the caches of the one before from idle workers.
    func adopt() {
        guard let catalog = store.current else { return }
        let before = view.withLock { current -> CatalogView?? in
            if current?.catalog === catalog { return .none }
            let before = current
            let next = CatalogView(catalog: catalog, generation: (before?.generation ?? 0) + 1)
            current = next
            generation.store(next.generation, ordering: .sequentiallyConsistent)
            return .some(before)
        }
        guard let before else { return }
        for slot in slots {
            if let cache = slot.take() { store.retire(cache) }
        }
        if let before { store.retire(before) }
    }

    /// The catalog as of now with what belongs to it.
    var currentView: CatalogView? {
        view.withLock { $0 }
    }

    // MARK: Requests

    /// Decides on a request by its head alone.
    public func admit(_ head: RequestHead) -> Admission {
        .read(bodyLimit: configuration.maximumBody)
    }

    /// Answers a request.
    public func respond(to request: Request) -> Reply {
        let head = request.head
        if isCacheable(head) {
            return withCache(of: head.worker) { cache in
                if let cache, let cached = cache.answer(for: head) { return reply(cached, head) }
                return makeReply(request, cache)
            }
        }
        return makeReply(request, nil)
    }

    /// Takes note of the end of a request.
    public func finished(_ head: RequestHead, _ outcome: Outcome) {}

    /// Whether the answer may be one that other requests get as well.
    private func isCacheable(_ head: RequestHead) -> Bool {
        switch head.method {
        case .get, .head: !head.fields.contains(.xRequestID) && !head.fields.contains(.origin)
        default: false
        }
    }

    private func reply(_ cached: CachedAnswer, _ head: RequestHead) -> Reply {
        if head.fields.contains(.ifNoneMatch), let tag = cached.tag, let notModified = cached.notModified,
            let value = head.fields.joined(.ifNoneMatch), IfNoneMatch(value).matches(tag)
        {
            return .prepared(notModified, closes: isDraining)
        }
        return .prepared(cached.prepared, closes: isDraining)
    }

    private func makeReply(_ request: Request, _ cache: AnswerCache?) -> Reply {
        let head = request.head
        let answer = answer(to: request, view: cache?.view ?? currentView)
        if let cache, let facts = answer.reuse {
            let cached = CachedAnswer(answer)
            cache.keep(cached, for: head, facts: facts, ownBytes: answer.response.body.count)
            return reply(cached, head)
        }
        var response = answer.response(for: head)
        finish(&response, head)
        return .once(response)
    }

    /// Adds what depends on the request and not on the answer.
    func finish(_ response: inout Response, _ head: RequestHead) {
        if response.status >= 400 || requestIDs.brought(by: head) != nil {
            response.fields.append(ResponseField("X-Request-Id", requestIDs.id(of: head).description))
        }
        if isDraining { response.closesConnection = true }
    }

    /// Lends a worker's cache of the current catalog to `body`: nil where there is no catalog yet.
    private func withCache(of worker: Int, _ body: (AnswerCache?) -> Reply) -> Reply {
        guard worker < slots.count else { return body(nil) }
        let slot = slots[worker]
        let now = generation.load(ordering: .acquiring)
        var cache = slot.take()
        if cache?.view.generation != now || cache?.isFull == true {
            if let old = cache { store.retire(old) }
            cache = currentView.map { AnswerCache(view: $0) }
        }
        let reply = body(cache)
        if let cache {
            if let displaced = slot.put(cache) { store.retire(displaced) }
            // A swap during the request found the slot empty: what was just put back is then taken out here.
            if generation.load(ordering: .sequentiallyConsistent) != cache.view.generation, let old = slot.take() {
                store.retire(old)
            }
        }
        return reply
    }
}
