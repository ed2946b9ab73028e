import HTTPCore
import Localization

extension ParlanceService {
    /// The answer to a request, be it a problem.
    func answer(to request: Request, view: CatalogView?) -> Answer {
        do {
            return try routedAnswer(to: request, view: view)
        } catch {
            return Answer(once: error.response)
        }
    }

    private func routedAnswer(to request: Request, view: CatalogView?) throws(ProblemDetails) -> Answer {
        let head = request.head
        guard let target = RequestTarget(head.target) else {
            throw ProblemDetails(.badTarget, "The request target is neither a path nor an absolute URL of http.")
        }
        if target.form == .asterisk {
            guard head.method == .options else { throw ProblemDetails(.badTarget, "Only OPTIONS takes the target *.") }
            return Answer(once: Self.options([.get, .head, .post, .options]))
        }
        let route = try Route(target, basePath: configuration.basePath)
        if head.method == .options { return Answer(once: Self.options(route.methods)) }
        guard route.methods.contains(head.method) else {
            throw ProblemDetails(
                .methodNotAllowed, "This address takes \(Self.list(route.methods)).",
                fields: [ResponseField("Allow", Self.list(route.methods))])
        }
        return try answer(to: request, route: route, query: QueryParameters(target.query), view: view)
    }

    private func answer(
        to request: Request, route: Route, query: QueryParameters, view: CatalogView?
    ) throws(ProblemDetails) -> Answer {
        switch route {
        case .livez: return Answer(once: Self.health("alive"))
        case .readyz:
            guard view != nil, !isDraining else {
                throw ProblemDetails(
                    .notReady, isDraining ? "The service is about to end." : "No catalog is loaded yet.",
                    fields: [ResponseField("Retry-After", "1")])
            }
            return Answer(once: Self.health("ready"))
        case .path(let locale, let key, let answersJSONAlone):
            let view = try loaded(view)
            return try StringsRequest(
                path: locale, parameters: query, fields: request.head.fields, view: view,
                configuration: configuration, isPrivate: false
            ).answer(key: key, fields: request.head.fields, answersJSONAlone: answersJSONAlone)
        default:
            throw .noSuchAddress
        }
    }

    private func loaded(_ view: CatalogView?) throws(ProblemDetails) -> CatalogView {
        guard let view else {
            throw ProblemDetails(
                .notReady, "No catalog is loaded yet.", fields: [ResponseField("Retry-After", "1")])
        }
        return view
    }

    private static func health(_ text: String) -> Response {
        Response(
            status: 200,
            fields: [.nosniff, ResponseField("Content-Type", "text/plain; charset=utf-8"), .noStore],
            body: .bytes(Array("\(text)\n".utf8)))
    }

    private static func options(_ methods: [Method]) -> Response {
        Response(status: 204, fields: [.nosniff, ResponseField("Allow", list(methods))])
    }

    private static func list(_ methods: [Method]) -> String {
        methods.map(\.token).joined(separator: ", ")
    }
}
