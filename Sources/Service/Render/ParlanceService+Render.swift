import HTTPCore
import Localization

extension ParlanceService {
    /// `POST /render`.
    func renderAnswer(
        _ request: Request, _ query: QueryParameters, _ view: CatalogView
    ) throws(ProblemDetails) -> Answer {
        guard case .complete(let body) = request.body else { throw .bodyTooLarge(request.body) }
        let wanted = try RenderRequest(
            query: query, fields: request.head.fields, body: body, view: view, widgets: configuration.widgets,
            timeZones: timeZones)
        let document = try document(body, wanted)
        let rendering: Rendering
        do {
            rendering = try render(document, wanted)
        } catch {
            throw problem(error, document, wanted)
        }
        note(rendering.missing, document, wanted)
        metrics.countRendering(
            locales: wanted.targets.count, expansions: rendering.expansions, bytes: rendering.output.count,
            worker: request.head.worker)
        let fields =
            [
                .nosniff,
                ResponseField("Content-Type", wanted.isFramed ? "application/json" : wanted.body.contentType),
                ResponseField("Content-Language", wanted.contentLanguage), .noStore,
            ] + wanted.vary + [view.versionField] + rendering.missing.fields
        return Answer(once: Response(status: 200, fields: fields, body: .bytes(rendering.output)))
    }

    private func document(_ body: [UInt8], _ wanted: RenderRequest) throws(ProblemDetails) -> Document {
        do {
            return try Document(body, kind: wanted.body.kind, options: wanted.options)
        } catch {
            var detail = "The body cannot be read: \(error.reason)."
            if wanted.body.isSniffed, wanted.body.kind == .widgetTree {
                detail +=
                    " It was taken for JSON because of its first character; to have it rendered as text, send "
                    + "Content-Type: text/plain."
            }
            throw ProblemDetails(.badBody, detail, place: error.place, pointer: error.pointer)
        }
    }

    private func render(_ document: Document, _ wanted: RenderRequest) throws(RenderFailure) -> Rendering {
        let scope = wanted.arguments.isEmpty ? nil : ArgumentScope(wanted.arguments)
        let strings = wanted.view.catalog.strings
        guard wanted.isFramed else {
            return try document.render(
                strings: strings[wanted.targets[0].table], arguments: scope, missing: wanted.policy,
                limits: configuration.renderLimits, clock: wanted.clock)
        }
        return try document.render(
            locales: wanted.targets.map { ($0.name, strings[$0.table]) }, arguments: scope, missing: wanted.policy,
            limits: configuration.renderLimits, clock: wanted.clock)
    }

    private func problem(_ failure: RenderFailure, _ document: Document, _ wanted: RenderRequest) -> ProblemDetails {
        var problem: ProblemDetails
        switch failure {
        case .limit(let error): problem = .renderLimit(error)
        case .missing(let report):
            note(report, document, wanted)
            problem = ProblemDetails(
                .missingMessages, "Nothing was rendered, since missing=error was asked for.",
                members: [
                    ("count", .integer(report.count)),
                    ("missing", .json(Self.json(document.places(of: report), wanted))),
                ])
        }
        problem.fields += wanted.vary + [wanted.view.versionField]
        return problem
    }

    private static func json(_ places: [MissingPlaceholder], _ wanted: RenderRequest) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for missing in places {
                writer.object { writer in
                    writer.member("key", missing.key)
                    writer.member("line", missing.place.line)
                    writer.member("column", missing.place.column)
                    if let pointer = missing.pointer { writer.member("pointer", pointer) }
                    if wanted.isFramed { writer.member("locale", wanted.targets[missing.locale].name) }
                }
            }
        }
        return writer.bytes
    }

    /// Remembers the key paths that were missing. Missing arguments have no place in the document and are none of them.
    private func note(_ report: MissingReport, _ document: Document, _ wanted: RenderRequest) {
        guard report.count > 0 else { return }
        for missing in document.places(of: report) {
            missingKeys.add(missing.key.utf8, locale: wanted.view.tags[wanted.targets[missing.locale].table])
        }
    }
}

extension RenderRequest {
    /// `Vary` where the header chose the locale.
    fileprivate var vary: [ResponseField] {
        isNegotiated ? AnswerFacts.language.vary.map { [$0] } ?? [] : []
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
