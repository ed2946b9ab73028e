import HTTPCore
import Localization

/// A request for strings of one locale, its parameters read and its locale chosen.
struct StringsRequest {
    let view: CatalogView
    let parameters: StringsParameters
    let fields: RequestFields
    /// The table that was chosen, and how.
    let choice: LocaleChoice
    /// The strings that are asked: the chain of the locale, or its own table alone (`?fallback=none`).
    let strings: Strings
    /// How long the answer may be kept.
    private let cacheControl: CacheControl
    /// Whether the answer was given behind a token, so that only the reader's own cache may keep it.
    private let isPrivate: Bool

    init(
        path: [UInt8], query: QueryParameters, fields: RequestFields, view: CatalogView,
        configuration: ServiceConfiguration, timeZones: TimeZones?
    ) throws(ProblemDetails) {
        self.view = view
        self.fields = fields
        isPrivate = configuration.tokens != nil
        choice = try LocaleChoice(path: path, query: query, fields: fields, view: view)
        parameters = try StringsParameters(query, timeZones: timeZones)
        strings = (parameters.withFallback ? view.catalog.strings : view.catalog.ownStrings)[choice.table]
        if choice.isNegotiated {
            // Some caches ignore Vary: what they keep of a negotiated address would reach readers of other languages.
            cacheControl = .noCache
        } else if let version = parameters.version {
            cacheControl = version.elementsEqual(view.catalog.version.utf8) ? .versioned : .noStore
        } else {
            cacheControl = configuration.maximumAge.map { .maxAge($0) } ?? .noCache
        }
    }

    /// What every answer depends on; its form adds to it.
    var facts: AnswerFacts { choice.isNegotiated ? .language : [] }

    /// The tag of the table that was chosen.
    var locale: String { view.tags[choice.table] }

    /// The answer that carries a representation.
    func answer(
        body: ResponseBody, contentType: String, language: String, facts: AnswerFacts, tag: EntityTag,
        coding: ContentCoding = .identity, more: [ResponseField] = [], reuse: AnswerFacts?
    ) -> Answer {
        var fields: [ResponseField] = [
            .nosniff, ResponseField("Content-Type", contentType), ResponseField("Content-Language", language),
            ResponseField("Cache-Control", cacheControl.value(isPrivate: isPrivate)),
        ]
        if coding != .identity { fields.append(ResponseField("Content-Encoding", coding.name)) }
        if let vary = facts.vary { fields.append(vary) }
        // An answer that nobody may keep has nothing to be asked about later.
        let tag = cacheControl == .noStore ? nil : tag
        if let tag { fields.append(ResponseField("ETag", tag.quoted)) }
        fields.append(view.versionField)
        fields += more
        // What strict refuses for one header it may have served for another that comes to the same table.
        let isReusable = !(choice.isNegotiated && choice.isStrict)
        return Answer(Response(status: 200, fields: fields, body: body), tag: tag, reuse: isReusable ? reuse : nil)
    }
}

extension ProblemDetails {
    /// The problem with `Vary: Accept-Language` where the header chose the locale.
    func varying(_ choice: LocaleChoice) -> ProblemDetails {
        guard choice.isNegotiated, let vary = AnswerFacts.language.vary else { return self }
        var problem = self
        problem.fields.append(vary)
        return problem
    }
}
