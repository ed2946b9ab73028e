public import CatalogStore
public import HTTPCore
import Localization
package import Operations
import Synchronization

/// The service without its socket: requests in, answers out.
public final class ParlanceService: Handler {
    let store: CatalogStore
    let configuration: ServiceConfiguration
    let crossOrigin: CrossOrigin
    let requestIDs = RequestIDs()
    let memory: MemoryBudget
    let missingKeys: MissingKeys
    let metrics: ServiceMetrics
    let log: Log?
    let timeZones: TimeZones?
    let chores = Chores()
    let events: EventHub
    let served: ServedCatalog
    /// What `/` answers with; nil where there is no console.
    let console: ConsoleDocument?
    private let draining = Atomic<Bool>(false)

    /// A service of a store's catalogs. The store may have none yet, and may be started later.
    public convenience init(store: CatalogStore, configuration: ServiceConfiguration = ServiceConfiguration()) {
        self.init(store: store, configuration: configuration, log: nil, metrics: nil)
    }

    /// A service that logs requests and missing keys, and counts what it does beside other metrics.
    package init(store: CatalogStore, configuration: ServiceConfiguration, log: Log?, metrics: Metrics?) {
        self.store = store
        self.configuration = configuration
        self.log = log
        timeZones = configuration.timeZones.map { TimeZones(source: $0) }
        crossOrigin = CrossOrigin(origins: configuration.allowedOrigins)
        memory = MemoryBudget(limit: configuration.maximumMemory)
        missingKeys = MissingKeys(log: log)
        self.metrics = ServiceMetrics(registry: metrics ?? Metrics(workers: max(1, configuration.workers)))
        events = EventHub(limit: configuration.maximumEventStreams, chores: chores)
        served = ServedCatalog(workers: configuration.workers)
        console = configuration.console.map { ConsoleDocument($0) }
        registerGauges()
        store.observe { [served, events, weak store] event in
            guard let store else { return }
            served.adopt(from: store)
            if case .reload(let report) = event, report.outcome == .loaded, let version = report.version {
                events.publish(version: version, locales: report.changes.map(\.tag.description))
            }
        }
        // Behind the observer: what is loaded in between is adopted by the one or the other.
        served.adopt(from: store)
    }

    /// From now on `/readyz` says 503, every answer ends its connection and no event stream goes on. Safe to call twice.
    public func drain() {
        draining.store(true, ordering: .releasing)
        events.close()
    }

    var isDraining: Bool { draining.load(ordering: .relaxed) }

    // MARK: Requests

    /// Decides on a request by its head alone: refuses what is framed so that two readers could read two requests. Only
    /// routes that read a body get one, and only who brings a token that is demanded; a body that there is no memory for
    /// is thrown away, so that its sender comes to read why.
    public func admit(_ head: RequestHead) -> Admission {
        if let fault = head.framingFault() { return .refuse(finished(ProblemDetails(fault), head)) }
        guard head.method == .post, configuration.tokens == nil || isAuthorized(head) else {
            return .read(bodyLimit: 0)
        }
        let limit = bodyLimit(of: head)
        // What is declared and does not come takes nobody else's memory.
        let expected = min(head.declaredLength ?? Self.firstPiece, Self.firstPiece, limit)
        if expected > 0, !memory.charge(expected, to: head) {
            memory.refuse(head)
            return .read(bodyLimit: 0)
        }
        return .read(bodyLimit: limit)
    }

    /// What a body is taken to need when it begins, and by which it is taken to grow, in bytes.
    private static let firstPiece = 16 << 10
    private static let piece = 64 << 10

    /// Whether there is memory for so much of a body.
    public func hold(_ bytes: Int, of head: RequestHead) -> Bool {
        memory.extend(to: bytes, by: Self.piece, atMost: head.declaredLength, for: head)
    }

    /// Answers a request, from the worker's cache where it can.
    public func respond(to request: Request) -> Reply {
        let head = request.head
        if memory.hasRefused(head) { return .once(finished(.overloaded, head)) }
        if head.method == .post, configuration.tokens == nil || isAuthorized(head) { return replyToPost(request) }
        guard isCacheable(head) else { return makeReply(request, nil) }
        return served.withCache(of: head.worker, retiringTo: store) { cache in
            if let cache, let cached = cache.answer(for: head) { return reply(cached, head) }
            return makeReply(request, cache)
        }
    }

    /// Answers a request that nobody else's answer is for; of a rendering its plan may be known.
    private func replyToPost(_ request: Request) -> Reply {
        let head = request.head
        return served.withCache(of: head.worker, retiringTo: store) { cache in
            guard let cache, let plan = cache.plan(for: head) else { return makeReply(request, cache) }
            do throws(ProblemDetails) {
                return try reply(request, plan, cache)
            } catch {
                return reply(error.response, head)
            }
        }
    }

    /// A 500 whose request id stands in the log beside the transport's word.
    public func answerToFailure(of head: RequestHead) -> Response {
        finished(
            ProblemDetails(.internalFault, "The answer could not be built; the log has this request's id."), head)
    }

    /// Counts the request, logs it, and gives back the memory that it held.
    public func finished(_ head: RequestHead, _ outcome: Outcome) {
        memory.release(head)
        // A cached answer says its route, which was found when it was made.
        let route = outcome.mark.flatMap { RouteLabel(rawValue: Int($0)) } ?? label(of: head)
        metrics.count(outcome, route: route, worker: head.worker)
        if let log, log.logsRequests { log.access(accessFields(head, outcome)) }
    }

    /// Whether the answer may be one that other requests get as well.
    private func isCacheable(_ head: RequestHead) -> Bool {
        switch head.method {
        case .get, .head: break
        default: return false
        }
        if head.fields.contains(.xRequestID) { return false }
        if crossOrigin.dependsOnOrigin, head.fields.contains(.origin) { return false }
        return configuration.tokens == nil || isAuthorized(head)
    }

    private func reply(_ cached: CachedAnswer, _ head: RequestHead) -> Reply {
        if head.fields.contains(.ifNoneMatch), let tag = cached.tag, let notModified = cached.notModified,
            let value = head.fields.joined(.ifNoneMatch), IfNoneMatch(value).matches(tag)
        {
            return .prepared(notModified, closes: isDraining || head.endsAtNotModified)
        }
        return .prepared(cached.prepared, closes: isDraining)
    }

    private func makeReply(_ request: Request, _ cache: AnswerCache?) -> Reply {
        let head = request.head
        var answer = answer(to: request, view: cache?.view ?? served.current, cache: cache)
        if let cache, let facts = answer.reuse {
            // Nothing of the request but its target and these facts may be in it, and the origin is none of them here.
            answer.decorate { crossOrigin.decorate(&$0, origin: nil) }
            let cached = CachedAnswer(answer, route: label(of: head))
            cache.keep(cached, for: head, facts: facts, ownBytes: answer.ownBytes)
            return reply(cached, head)
        }
        if let stream = answer.stream { return .stream(finished(answer.response(for: head), head), stream) }
        return reply(answer.response(for: head), head)
    }

    /// Sends an answer that the worker has sent before.
    func reply(repeating answer: RepeatedResponse, _ head: RequestHead) -> Reply {
        if crossOrigin.isOn { return reply(answer.response, head) }
        return .repeated(answer, own: [ResponseField(requestIDs.id(of: head))], closes: isDraining)
    }

    /// Sends an answer that was made for this request, where there is memory for it.
    func reply(_ response: Response, _ head: RequestHead) -> Reply {
        if case .bytes(let body) = response.body, body.count > 64 << 10, !memory.charge(body.count, to: head) {
            return .once(finished(.overloaded, head))
        }
        return .once(finished(response, head))
    }

    private func label(of head: RequestHead) -> RouteLabel {
        RouteLabel(target: head.target, basePath: configuration.basePath)
    }

    /// The answer that a problem becomes.
    private func finished(_ problem: ProblemDetails, _ head: RequestHead) -> Response {
        finished(problem.response, head)
    }

    /// Adds what depends on the request and not on the answer.
    private func finished(_ response: Response, _ head: RequestHead) -> Response {
        var response = response
        let id = requestIDs.brought(by: head)
        if id != nil || response.status >= 400 || head.method == .post && label(of: head) == .render {
            response.fields.append(ResponseField(id ?? requestIDs.made(for: head)))
        }
        if crossOrigin.isOn { crossOrigin.decorate(&response, origin: head.fields.joined(.origin)) }
        if isDraining || response.status == 304 && head.endsAtNotModified { response.closesConnection = true }
        return response
    }
}
