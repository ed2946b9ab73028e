import HTTPCore
import Localization

extension StringsRequest {
    /// The whole table, or what of it the parameters select.
    func table(chores: Chores) throws(ProblemDetails) -> Answer {
        try kept(below: nil, prefix: parameters.prefix, keys: parameters.keys.isEmpty ? nil : parameters.keys, chores)
    }

    /// What lies below a key path.
    func subtree(key: [UInt8], chores: Chores) throws(ProblemDetails) -> Answer {
        try kept(below: key, chores)
    }

    /// A document, kept for the next request where there is room.
    private func kept(
        below key: [UInt8]?, prefix: [UInt8]? = nil, keys: [[UInt8]]? = nil, _ chores: Chores
    ) throws(ProblemDetails) -> Answer {
        let selection = TableSelection(shape: parameters.isFlat ? .flat : .nested, prefix: prefix, keys: keys)
        let name = RepresentationStore.StringsName(
            table: choice.table, below: key, selection: selection, withFallback: parameters.withFallback,
            withReferences: parameters.withReferences)
        guard let found = view.document(name) else { throw .noSuchAddress }
        return try answer(found.document, isKept: found.isKept, chores: chores)
    }

    /// The document in the coding that the client likes best.
    private func answer(
        _ document: Representation, isKept: Bool, chores: Chores?
    ) throws(ProblemDetails) -> Answer {
        let facts = facts.union(.coding)
        switch document.choose(AcceptEncoding(fields.joined(.acceptEncoding)), chores: isKept ? chores : nil) {
        case .send(let coded, let coding, let isFinal):
            // What only this request holds is made anew for the next one.
            let body: ResponseBody = isKept ? .shared(coded.bytes) : .bytes(coded.bytes.array)
            return answer(
                body: body, contentType: Representation.contentType, language: locale, facts: facts, tag: coded.tag,
                coding: coding, reuse: isFinal ? facts : nil)
        case .pending:
            throw .codingPending(facts)
        case .none:
            throw .noAcceptableCoding(facts)
        }
    }
}

extension ProblemDetails {
    /// The client refuses identity, and the coding that it takes is being made.
    static func codingPending(_ facts: AnswerFacts) -> ProblemDetails {
        ProblemDetails(
            .notReady, "The table is being compressed, and the request refuses it uncompressed.",
            fields: (facts.vary.map { [$0] } ?? []) + [ResponseField("Retry-After", "1")])
    }

    /// The client refuses every coding that there is.
    static func noAcceptableCoding(_ facts: AnswerFacts) -> ProblemDetails {
        ProblemDetails(
            .noAcceptableCoding, "The codings are identity, gzip and br, and Accept-Encoding refuses what there is.",
            fields: facts.vary.map { [$0] } ?? [])
    }
}
