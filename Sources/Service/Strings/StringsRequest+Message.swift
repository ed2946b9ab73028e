import HTTPCore
import Localization

extension StringsRequest {
    /// Answers for a key path: its message, else what is below it, else the default that the request brought.
    ///
    /// - Throws: 404 with the tables that were asked.
    func answer(key: [UInt8], fields: RequestFields, answersJSONAlone: Bool) throws(ProblemDetails) -> Answer {
        let isWritten = try parameters.choice("format", ["none"]) != nil
        let substitute = try parameters.value("default")
        let arguments = try parameters.members(of: "arg.").map { Argument(name: $0.name, value: .string($0.value)) }
        let asJSON = answersJSONAlone || Accept(fields.joined(.accept)).prefersJSONToText
        let mediaFacts: AnswerFacts = answersJSONAlone ? facts : facts.union(.mediaType)

        let found = unsafe key.withUnsafeBufferPointer { unsafe strings.message(at: $0) }
        if let found {
            var text: [UInt8] = []
            let table = strings.chain[found.step]
            if isWritten {
                unsafe text.append(contentsOf: table.text(of: found.node))
            } else {
                var expander = Expander(strings: strings, limits: RenderLimits())
                do {
                    try unsafe key.withUnsafeBufferPointer { path throws(RenderLimitError) in
                        try unsafe expander.expand(
                            found, at: path, arguments: arguments.isEmpty ? nil : ArgumentScope(arguments),
                            escaping: .none, into: &text)
                    }
                } catch {
                    throw .renderLimit(error)
                }
            }
            return answer(text: text, language: table.tag.description, asJSON: asJSON, facts: mediaFacts)
        }
        if let substitute {
            return answer(
                text: substitute, language: view.tags[choice.table], asJSON: asJSON, facts: mediaFacts,
                isReusable: false)
        }
        throw missing(key: key, facts: mediaFacts)
    }

    /// A text as the client wants it.
    private func answer(
        text: [UInt8], language: String, asJSON: Bool, facts: AnswerFacts, isReusable: Bool = true
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
            body: .bytes(body), contentType: contentType, language: ResponseField("Content-Language", language),
            facts: facts, tag: .of(body, contentType: contentType, language: language), isReusable: isReusable)
    }

    /// The problem of a key path at which there is nothing.
    private func missing(key: [UInt8], facts: AnswerFacts) -> ProblemDetails {
        ProblemDetails(
            .missingKey, "There is no message at the key path \(Quoted(key)), and nothing below it.",
            members: [("tried", .strings(tried))],
            fields: (facts.vary.map { [$0] } ?? []) + [view.versionField])
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
