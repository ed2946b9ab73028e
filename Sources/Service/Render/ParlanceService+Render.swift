import HTTPCore
import Localization

extension ParlanceService {
    /// `POST /render`. The plan is kept for the worker's next requests of the kind.
    func renderAnswer(
        _ request: Request, _ query: QueryParameters, _ view: CatalogView, _ cache: AnswerCache?
    ) throws(ProblemDetails) -> Answer {
        // Where it is too long, that is the problem, whatever else is wrong with the request.
        guard case .complete(let bytes) = request.body else { throw .bodyTooLarge(request.body) }
        let plan = try RenderPlan(
            query: query, fields: request.head.fields, view: view, widgets: configuration.widgets, timeZones: timeZones)
        cache?.keep(plan, for: request.head)
        return Answer(once: try rendered(bytes, plan, request.head).response)
    }

    /// A body rendered as planned.
    private struct Rendered {
        var response: Response
        /// The messages that were put in.
        var expansions: Int
        /// Whether nothing was missing.
        var isComplete: Bool
    }

    /// The body of a request rendered as planned.
    private func rendered(
        _ bytes: [UInt8], _ plan: RenderPlan, _ head: RequestHead
    ) throws(ProblemDetails) -> Rendered {
        let body = plan.declared ?? RenderBody(sniffing: bytes)
        let document = try document(bytes, body, plan)
        let rendering: Rendering
        do {
            rendering = try render(document, plan)
        } catch {
            throw problem(error, document, plan)
        }
        note(rendering.missing, document, plan)
        count(plan, expansions: rendering.expansions, bytes: rendering.output.count, head)
        var fields = plan.fields(of: body)
        if rendering.missing.count > 0 { fields += rendering.missing.fields }
        return Rendered(
            response: Response(status: 200, fields: fields, body: .bytes(rendering.output)),
            expansions: rendering.expansions, isComplete: rendering.missing.count == 0)
    }

    /// Answers from what this worker has rendered before, or renders, and keeps the answer to what comes again.
    func reply(_ request: Request, _ plan: RenderPlan, _ cache: AnswerCache) throws(ProblemDetails) -> Reply {
        guard case .complete(let bytes) = request.body else { throw .bodyTooLarge(request.body) }
        switch cache.search(bytes, plan) {
        case .found(let entry):
            count(plan, expansions: entry.expansions, bytes: entry.answer.response.body.count, request.head)
            return reply(repeating: entry.answer, request.head)
        case .seen(let hash):
            var rendered = try rendered(bytes, plan, request.head)
            if rendered.isComplete {
                // What is sent more than once lies where the transport can send it without a copy.
                rendered.response.body = .shared(SharedBytes(rendered.response.body.array))
                cache.keep(rendered.response, expansions: rendered.expansions, of: bytes, plan, hash: hash)
            }
            return reply(rendered.response, request.head)
        case .new:
            return reply(try rendered(bytes, plan, request.head).response, request.head)
        }
    }

    private func count(_ plan: RenderPlan, expansions: Int, bytes: Int, _ head: RequestHead) {
        metrics.countRendering(
            locales: plan.targets.count, expansions: expansions, bytes: bytes, worker: head.worker)
    }

    private func document(
        _ bytes: [UInt8], _ body: RenderBody, _ plan: RenderPlan
    ) throws(ProblemDetails) -> Document {
        do {
            return try Document(bytes, kind: body.kind, options: plan.options)
        } catch {
            var detail = "The body cannot be read: \(error.reason)."
            if body.isSniffed, body.kind == .widgetTree {
                detail +=
                    " It was taken for JSON because of its first character; to have it rendered as text, send "
                    + "Content-Type: text/plain."
            }
            throw ProblemDetails(.badBody, detail, place: error.place, pointer: error.pointer)
        }
    }

    private func render(_ document: Document, _ plan: RenderPlan) throws(RenderFailure) -> Rendering {
        let strings = plan.view.catalog.strings
        guard plan.isFramed else {
            return try document.render(
                strings: strings[plan.targets[0].table], arguments: plan.arguments, missing: plan.policy,
                limits: configuration.renderLimits, clock: plan.clock)
        }
        return try document.render(
            locales: plan.targets.map { ($0.name, strings[$0.table]) }, arguments: plan.arguments, missing: plan.policy,
            limits: configuration.renderLimits, clock: plan.clock)
    }

    private func problem(_ failure: RenderFailure, _ document: Document, _ plan: RenderPlan) -> ProblemDetails {
        var problem: ProblemDetails
        switch failure {
        case .limit(let error): problem = .renderLimit(error)
        case .missing(let report):
            note(report, document, plan)
            problem = ProblemDetails(
                .missingMessages, "Nothing was rendered, since missing=error was asked for.",
                members: [
                    ("count", .integer(report.count)),
                    ("missing", .json(Self.json(document.places(of: report), plan))),
                ])
        }
        problem.fields += plan.vary + [plan.view.versionField]
        return problem
    }

    private static func json(_ places: [MissingPlaceholder], _ plan: RenderPlan) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for missing in places {
                writer.object { writer in
                    writer.member("key", missing.key)
                    writer.member("line", missing.place.line)
                    writer.member("column", missing.place.column)
                    if let pointer = missing.pointer { writer.member("pointer", pointer) }
                    if plan.isFramed { writer.member("locale", plan.targets[missing.locale].name) }
                }
            }
        }
        return writer.bytes
    }

    /// Remembers the key paths that were missing. Missing arguments have no place in the document and are none of them.
    private func note(_ report: MissingReport, _ document: Document, _ plan: RenderPlan) {
        guard report.count > 0 else { return }
        for missing in document.places(of: report) {
            missingKeys.add(missing.key.utf8, locale: plan.view.tags[plan.targets[missing.locale].table])
        }
    }
}

extension MissingReport {
    /// The fields that tell of what is missing; none where nothing is.
    var fields: [ResponseField] {
        guard count > 0 else { return [] }
        let list = MissingHeader.value(keys: keys).map { [ResponseField("Parlance-Missing", $0)] } ?? []
        return list + [ResponseField("Parlance-Missing-Count", String(count))]
    }
}
