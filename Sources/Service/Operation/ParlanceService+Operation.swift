import CatalogStore
import HTTPCore
import Localization
import Operations

extension ParlanceService {
    /// A JSON document about the service itself, which nobody keeps.
    func report(_ json: [UInt8], status: Int = 200) -> Answer {
        Answer(
            once: Response(
                status: status, fields: [.nosniff, ResponseField("Content-Type", "application/json"), .noStore],
                body: .bytes(json)))
    }

    /// Whether the places of problems may be shown to who came in here.
    func showsPlaces(_ head: RequestHead) -> Bool {
        head.role == .admin || configuration.showsPlaces
    }

    /// `GET /status`.
    func statusAnswer(_ head: RequestHead) -> Answer {
        let (view, status) = served.status(of: store)
        return report(
            StatusReport(
                status: status, view: view, showsPlaces: showsPlaces(head), isDraining: isDraining
            ).json)
    }

    /// `GET /metrics`.
    func metricsAnswer() -> Answer {
        Answer(
            once: Response(
                status: 200, fields: [.nosniff, ResponseField("Content-Type", Metrics.contentType), .noStore],
                body: .bytes(Array(metrics.registry.text().utf8))))
    }

    /// `POST /admin/reload`: the store looks at its folder soon, and the log and `/status` say what came of it.
    func reloadAnswer() -> Answer {
        // Observers have heard of the new catalog by then.
        store.reload { _ in }
        return report(Array(#"{"reload":"requested"}"#.utf8), status: 202)
    }

    /// `POST /locales/add/{lng}/{ns}`.
    func addMissingAnswer(_ request: Request, locale: [UInt8], namespace: [UInt8]) throws(ProblemDetails) -> Answer {
        guard let tag = LanguageTag(String(decoding: locale, as: UTF8.self)) else {
            throw ProblemDetails(.unknownLocale, "\(Quoted(locale)) is no language tag (BCP 47).")
        }
        guard case .complete(let body) = request.body else { throw .bodyTooLarge(request.body) }
        let isWhole = namespace.elementsEqual("translation".utf8) || namespace.elementsEqual("translation.json".utf8)
        for key in try MissingReportBody(body).keys {
            missingKeys.add(isWhole ? key : namespace + [UInt8(ascii: ".")] + key, locale: tag.description)
        }
        return Answer(once: Response(status: 204, fields: [.nosniff, .noStore]))
    }

    /// `GET /events`.
    func eventsAnswer(_ head: RequestHead) throws(ProblemDetails) -> Answer {
        let fields = [
            ResponseField.nosniff, ResponseField("Content-Type", "text/event-stream"), .noStore,
            ResponseField("X-Accel-Buffering", "no"),
        ]
        if head.method == .head {
            return Answer(once: Response(status: 200, fields: fields), stream: UnsentStream())
        }
        let stream = events.open(lastEventID: head.fields.first(.lastEventID)) { [served] in
            served.current.map { ($0.catalog.version, $0.tags) }
        }
        guard let stream else {
            throw ProblemDetails(
                .overloaded, "There are as many event streams as the limit allows.",
                fields: [ResponseField("Retry-After", "10")])
        }
        return Answer(once: Response(status: 200, fields: fields), stream: stream)
    }

    /// What the access log says of a request.
    func accessFields(_ head: RequestHead, _ outcome: Outcome) -> [LogField] {
        var fields = [
            LogField("id", requestIDs.id(of: head).description), LogField("method", head.method.token),
            LogField("target", head.target[...]), LogField("status", outcome.status),
            LogField("bytes", outcome.sentBytes), LogField("duration", .nanoseconds(outcome.duration)),
            LogField("client", client(of: head)),
        ]
        if !outcome.completed { fields.append(LogField("completed", false)) }
        if let traceparent = head.fields.first(.traceparent) { fields.append(LogField("traceparent", traceparent)) }
        if let agent = head.fields.first(.userAgent) { fields.append(LogField("agent", agent)) }
        return fields
    }

    /// Where a request came from: the peer, or what the nearest proxy says where it is trusted.
    private func client(of head: RequestHead) -> ArraySlice<UInt8> {
        guard configuration.trustsProxy, let forwarded = head.fields.joined(.xForwardedFor) else {
            return Array(head.peer.utf8)[...]
        }
        // The first address is the client's own, as the proxy that is trusted has it.
        return forwarded.prefix { $0 != UInt8(ascii: ",") }.prefix(64)
    }

    /// Adds what is read at each scrape.
    func registerGauges() {
        let registry = metrics.registry
        registry.gauge("parlance_memory_charged_bytes", help: "Bytes of bodies and outputs that are held now.") {
            [memory] in Double(memory.used)
        }
        registry.gauge("parlance_event_streams", help: "Open event streams.") { [events] in Double(events.count) }
        registry.gauge("parlance_missing_keys", help: "Different missing keys that are remembered.") {
            [missingKeys] in Double(missingKeys.count)
        }
        registry.counter("parlance_reloads_total", help: "Catalogs that were loaded, the first included.") {
            [store] in Double(store.status.loadCount)
        }
        registry.counter(
            "parlance_refused_reloads_total", help: "Refusals of tables, so that the catalog before stayed."
        ) {
            [store] in Double(store.status.refusedLoadCount)
        }
        registry.gauge("parlance_problems", help: "Problems of the tables.") {
            [store, served] in Double(served.status(of: store).status.problemCount)
        }
        registry.gauge(
            "parlance_tables_refused", help: "1 while the folder cannot be served and the catalog before is."
        ) {
            [store, served] in served.status(of: store).status.refusal == nil ? 0 : 1
        }
        registry.gauge("parlance_catalog_age_seconds", help: "Time since the catalog was loaded.") {
            [store, served] in
            served.status(of: store).status.loadedAt.map { Double(Clock.wallNanoseconds()) / 1e9 - Double($0) } ?? 0
        }
        registry.information("parlance_catalog_info", help: "The version of the catalog.", label: "version") {
            [served] in served.current?.catalog.version ?? ""
        }
        registry.counter(
            "parlance_negotiation_cache_hits_total", help: "Language choices of this catalog that were remembered."
        ) { [served] in Double(served.current?.catalog.languages.cacheStatistics.hits ?? 0) }
        registry.counter(
            "parlance_negotiation_cache_misses_total", help: "Language choices of this catalog that were made."
        ) { [served] in Double(served.current?.catalog.languages.cacheStatistics.misses ?? 0) }
    }
}

extension ProblemDetails {
    /// A body beyond its route's limit.
    static func bodyTooLarge(_ body: RequestBody) -> ProblemDetails {
        guard case .exceeded(let limit) = body else { return ProblemDetails(.bodyTooLarge, "The body is too large.") }
        return ProblemDetails(
            .bodyTooLarge, "The body is larger than \(limit) bytes.", members: [("limit", .integer(limit))])
    }
}
