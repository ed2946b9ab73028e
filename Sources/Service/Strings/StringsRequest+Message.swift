import HTTPCore
import Localization

extension StringsRequest {
    /// Answers for a key path: its message, else what lies below it, else the default that the request brought.
    ///
    /// - Throws: 404 with the tables that were asked. `missing` has counted it then.
    func answer(
        key: [UInt8], answersJSONAlone: Bool, chores: Chores, missing: MissingKeys
    ) throws(ProblemDetails) -> Answer {
        let asJSON = answersJSONAlone || Accept(fields.joined(.accept)).prefersJSONToText
        let facts = answersJSONAlone ? facts : facts.union(.mediaType)
        switch strings.content(at: key) {
        case .message(let message):
            return try answer(message, key: key, asJSON: asJSON, facts: facts)
        case .subtree:
            return try subtree(key: key, chores: chores)
        case .value, .nothing:
            missing.add(key, locale: locale)
            if let substitute = parameters.substitute {
                return answer(text: substitute, language: locale, asJSON: asJSON, facts: facts, isReusable: false)
            }
            throw ProblemDetails(
                .missingKey, "There is no message at the key path \(Quoted(key)), and nothing below it.",
                members: [("tried", .strings(strings.chain.map(\.tag.description)))],
                fields: (facts.vary.map { [$0] } ?? []) + [view.versionField])
        }
    }

    private func answer(
        _ message: MessageReference, key: [UInt8], asJSON: Bool, facts: AnswerFacts
    ) throws(ProblemDetails) -> Answer {
        let language = strings.tag(of: message).description
        if parameters.isWritten {
            return answer(text: strings.text(of: message), language: language, asJSON: asJSON, facts: facts)
        }
        let formatted: FormattedMessage
        do {
            formatted = try strings.formatted(
                message, at: key, arguments: parameters.arguments.isEmpty ? nil : ArgumentScope(parameters.arguments),
                clock: parameters.clock)
        } catch {
            throw ProblemDetails.renderLimit(error).varying(choice)
        }
        return answer(
            text: formatted.text, language: language, asJSON: asJSON, facts: facts, more: formatted.missing.fields)
    }

    /// A text as the client wants it.
    private func answer(
        text: [UInt8], language: String, asJSON: Bool, facts: AnswerFacts, more: [ResponseField] = [],
        isReusable: Bool = true
    ) -> Answer {
        var body = text
        var facts = facts
        if asJSON {
            var writer = JSONWriter()
            writer.string(text)
            body = writer.bytes
            facts.insert(.coding)
        }
        let contentType = asJSON ? "application/json" : "text/plain; charset=utf-8"
        return answer(
            body: .bytes(body), contentType: contentType, language: language, facts: facts,
            tag: .of(body, contentType: contentType, language: language), more: more,
            // A message is never coded, whatever Vary has to say of its JSON.
            reuse: isReusable ? facts.subtracting(.coding) : nil)
    }
}

extension ProblemDetails {
    /// A rendering that was given up.
    static func renderLimit(_ error: RenderLimitError) -> ProblemDetails {
        switch error {
        case .output: ProblemDetails(.renderLimit, "The output would be larger than the limit.")
        case .expansions: ProblemDetails(.renderLimit, "There are more expansions than the limit allows.")
        }
    }
}
