import HTTPCore
import Localization

/// A request for strings of one locale, its parameters read.
struct StringsRequest {
    let view: CatalogView
    let parameters: QueryParameters
    /// Where it asks; the table that was chosen.
    let choice: LocaleChoice
    /// The strings that are asked: the chain of the locale, or its own table alone (`?fallback=none`).
    let strings: Strings
    let cacheControl: CacheControl
    let isPrivate: Bool

    init(
        path: [UInt8], parameters: QueryParameters, fields: RequestFields, view: CatalogView,
        configuration: ServiceConfiguration, isPrivate: Bool
    ) throws(ProblemDetails) {
        self.view = view
        self.parameters = parameters
        self.isPrivate = isPrivate
        choice = try LocaleChoice(path: path, parameters: parameters, fields: fields, view: view)
        let withoutFallback = try parameters.choice("fallback", ["none"]) != nil
        strings = withoutFallback ? view.alone[choice.table] : view.catalog.strings[choice.table]

        let version = try parameters.value("v")
        if choice.isNegotiated {
            // Some caches ignore Vary: what they keep of a negotiated address would reach readers of other languages.
            cacheControl = .noCache
        } else if let version {
            cacheControl = version.elementsEqual(view.catalog.version.utf8) ? .versioned : .noStore
        } else {
            cacheControl = configuration.maximumAge.map { .maxAge($0) } ?? .noCache
        }
    }

    /// What the answer depends on, beside what its form adds.
    var facts: AnswerFacts { choice.isNegotiated ? .language : [] }

    /// The fields of a representation, its tag included, and the answer that carries it.
    ///
    /// The tag is a hash of all that makes the representation: its language, its type, its coding, its bytes.
    func answer(
        body: ResponseBody, contentType: String, language: ResponseField, facts: AnswerFacts,
        tag: EntityTag?, coding: ContentCoding = .identity, missing: [ResponseField] = [], isReusable: Bool = true
    ) -> Answer {
        var fields: [ResponseField] = [
            .nosniff, ResponseField("Content-Type", contentType), language,
            ResponseField("Cache-Control", cacheControl.value(isPrivate: isPrivate)),
        ]
        if coding != .identity { fields.append(ResponseField("Content-Encoding", coding.name)) }
        if let vary = facts.vary { fields.append(vary) }
        // An answer that nobody may keep has nothing to be asked about later.
        let tag = cacheControl == .noStore ? nil : tag
        if let tag { fields.append(ResponseField("ETag", tag.quoted)) }
        fields.append(view.versionField)
        fields += missing
        return Answer(
            Response(status: 200, fields: fields, body: body), tag: tag, reuse: isReusable ? facts : nil)
    }

    /// The tags of the tables that were asked, in order.
    var tried: [String] { strings.chain.map(\.tag.description) }
}

extension EntityTag {
    /// The tag of a representation.
    static func of(_ body: [UInt8], contentType: String, language: String, coding: ContentCoding = .identity)
        -> EntityTag
    {
        var hash = ContentHash()
        hash.combine(contentType)
        hash.combine(language)
        hash.combine(coding.name)
        hash.combine(body.span)
        return EntityTag(opaque: hash.text)
    }
}
