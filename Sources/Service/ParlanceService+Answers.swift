import HTTPCore
import Localization

extension ParlanceService {
    /// The answer to a request, be it a problem.
    ///
    /// - Parameter cache: where the plan of a rendering is kept.
    func answer(to request: Request, view: CatalogView?, cache: AnswerCache?) -> Answer {
        do {
            return try routedAnswer(to: request, view: view, cache: cache)
        } catch {
            return Answer(once: error.response)
        }
    }

    private func routedAnswer(
        to request: Request, view: CatalogView?, cache: AnswerCache?
    ) throws(ProblemDetails) -> Answer {
        let head = request.head
        if head.method == .other("CONNECT") {
            throw ProblemDetails(.notImplemented, "The service is no proxy.")
        }
        guard let target = RequestTarget(head.target) else {
            throw ProblemDetails(.badTarget, "The request target is neither a path nor an absolute URL of http.")
        }
        if target.form == .asterisk {
            guard head.method == .options else { throw ProblemDetails(.badTarget, "Only OPTIONS takes the target *.") }
            return Answer(once: Self.options([.get, .head, .post, .options]))
        }
        let route = try route(target, head)
        if crossOrigin.isPreflight(head) { return Answer(once: crossOrigin.preflight(methods: route.methods)) }
        if !route.isOpen, !isAuthorized(head) { throw .unauthorized }
        if head.method == .options { return Answer(once: Self.options(route.methods)) }
        guard route.methods.contains(head.method) else {
            throw ProblemDetails(
                .methodNotAllowed, "This address takes \(Self.list(route.methods)).",
                fields: [ResponseField("Allow", Self.list(route.methods))])
        }
        return try answer(
            to: request, route: route, query: QueryParameters(target.query), view: view, cache: cache)
    }

    /// The resource, where it is served on the listener that the request came in by.
    ///
    /// An address that does not exist demands the token too: nobody without one learns which do.
    private func route(_ target: RequestTarget, _ head: RequestHead) throws(ProblemDetails) -> Route {
        do throws(ProblemDetails) {
            let route = try Route(target, basePath: configuration.basePath)
            guard configuration.serves(route, to: head.role) else { throw ProblemDetails.noSuchAddress }
            return route
        } catch {
            throw isAuthorized(head) || crossOrigin.isPreflight(head) ? error : .unauthorized
        }
    }

    private func answer(
        to request: Request, route: Route, query: QueryParameters, view: CatalogView?, cache: AnswerCache?
    ) throws(ProblemDetails) -> Answer {
        let head = request.head
        switch route {
        case .console:
            guard let console else { throw .noSuchAddress }
            return try console.answer(fields: head.fields, chores: chores)
        case .livez: return Self.health("alive")
        case .readyz:
            guard view != nil, !isDraining else { throw .notReady(isDraining: isDraining) }
            return Self.health("ready")
        case .status: return statusAnswer(head)
        case .missing: return report(missingKeys.json())
        case .metrics: return metricsAnswer()
        case .openAPI:
            return OpenAPIDocument(configuration: configuration, role: head.role, locales: view?.tags ?? []).answer()
        case .events: return try eventsAnswer(head)
        case .reload: return reloadAnswer()
        case .addMissing(let locale, let namespace):
            return try addMissingAnswer(request, locale: locale, namespace: namespace)
        case .render: return try renderAnswer(request, query, loaded(view), cache)
        case .locales: return try LocaleList(view: loaded(view)).answer(fields: head.fields, chores: chores)
        case .table(let locale):
            return try strings(locale, query, head, view).table(chores: chores)
        case .path(let locale, let key, let answersJSONAlone):
            return try strings(locale, query, head, view).answer(
                key: key, answersJSONAlone: answersJSONAlone, chores: chores, missing: missingKeys)
        }
    }

    private func strings(
        _ locale: [UInt8], _ query: QueryParameters, _ head: RequestHead, _ view: CatalogView?
    ) throws(ProblemDetails) -> StringsRequest {
        try StringsRequest(
            path: locale, query: query, fields: head.fields, view: loaded(view), configuration: configuration,
            timeZones: timeZones)
    }

    /// The catalog, which every answer with strings needs.
    func loaded(_ view: CatalogView?) throws(ProblemDetails) -> CatalogView {
        guard let view else { throw .notReady(isDraining: false) }
        return view
    }

    private static func health(_ text: String) -> Answer {
        Answer(
            once: Response(
                status: 200,
                fields: [.nosniff, ResponseField("Content-Type", "text/plain; charset=utf-8"), .noStore],
                body: .bytes(Array("\(text)\n".utf8))))
    }

    private static func options(_ methods: [Method]) -> Response {
        Response(status: 204, fields: [.nosniff, ResponseField("Allow", list(methods))])
    }

    private static func list(_ methods: [Method]) -> String {
        methods.map(\.token).joined(separator: ", ")
    }
}

extension ProblemDetails {
    /// No token, or one that does not open.
    static var unauthorized: ProblemDetails {
        ProblemDetails(
            .unauthorized, "The request needs a token: Authorization: Bearer TOKEN.",
            fields: [ResponseField("WWW-Authenticate", "Bearer")])
    }

    /// There is no catalog, or no more time.
    static func notReady(isDraining: Bool) -> ProblemDetails {
        ProblemDetails(
            .notReady, isDraining ? "The service is about to end." : "No catalog is loaded yet.",
            fields: [ResponseField("Retry-After", "1")])
    }
}
