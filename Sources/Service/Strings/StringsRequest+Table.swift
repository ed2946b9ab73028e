import HTTPCore
import Localization

extension StringsRequest {
    /// The whole table, or what of it the parameters select.
    func table(chores: Chores) throws(ProblemDetails) -> Answer {
        let shape: TableSelection.Shape = parameters.isFlat ? .flat : .nested
        guard parameters.prefix == nil, parameters.keys.isEmpty else {
            let selection = TableSelection(
                shape: shape, prefix: parameters.prefix, keys: parameters.keys.isEmpty ? nil : parameters.keys)
            return try answer(
                Representation(strings.json(selection, references: resolver), language: locale), isKept: false,
                chores: nil)
        }
        let found = view.documents.document(name(below: nil)) {
            Representation(strings.json(TableSelection(shape: shape), references: resolver), language: locale)
        }
        guard let found else { throw .noSuchAddress }
        return try answer(found.document, isKept: found.isKept, chores: chores)
    }

    /// What lies below a key path.
    func subtree(key: [UInt8], chores: Chores) throws(ProblemDetails) -> Answer {
        let found = view.documents.document(name(below: key)) {
            strings.json(below: key, shape: parameters.isFlat ? .flat : .nested, references: resolver)
                .map { Representation($0, language: locale) }
        }
        guard let found else { throw .noSuchAddress }
        return try answer(found.document, isKept: found.isKept, chores: chores)
    }

    private func name(below key: [UInt8]?) -> RepresentationStore.Name {
        .strings(
            table: choice.table, below: key, isFlat: parameters.isFlat, withFallback: parameters.withFallback,
            withReferences: parameters.withReferences)
    }

    /// What resolves references between messages; nil where the request wants them left.
    private var resolver: ReferenceResolver? {
        guard parameters.withReferences else { return nil }
        return { message, strings, text in Strings.resolveReferences(in: message, of: strings, into: &text) }
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
