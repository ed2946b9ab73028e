import HTTPCore

/// `GET /`: the console, in the codings that clients take, the same for as long as the service runs.
struct ConsoleDocument {
    private static let contentType = "text/html; charset=utf-8"

    private let representation: Representation
    private let contentSecurityPolicy: String

    init(_ page: ConsolePage) {
        representation = Representation(page.html, contentType: Self.contentType, language: "en")
        contentSecurityPolicy = page.contentSecurityPolicy
    }

    /// The answer, in the coding that the client likes best.
    func answer(fields: RequestFields, chores: Chores) throws(ProblemDetails) -> Answer {
        let facts = AnswerFacts.coding
        switch representation.choose(AcceptEncoding(fields.joined(.acceptEncoding)), chores: chores) {
        case .send(let coded, let coding, let isFinal):
            var header: [ResponseField] = [
                .nosniff, ResponseField("Content-Type", Self.contentType), ResponseField("Content-Language", "en"),
                ResponseField("Cache-Control", CacheControl.noCache.value()),
                ResponseField("Content-Security-Policy", contentSecurityPolicy),
                ResponseField("Referrer-Policy", "no-referrer"),
                ResponseField("Cross-Origin-Resource-Policy", "same-origin"),
            ]
            if coding != .identity { header.append(ResponseField("Content-Encoding", coding.name)) }
            if let vary = facts.vary { header.append(vary) }
            header.append(ResponseField("ETag", coded.tag.quoted))
            return Answer(
                Response(status: 200, fields: header, body: .shared(coded.bytes)), tag: coded.tag,
                reuse: isFinal ? facts : nil)
        case .pending: throw .codingPending(facts)
        case .none: throw .noAcceptableCoding(facts)
        }
    }
}
