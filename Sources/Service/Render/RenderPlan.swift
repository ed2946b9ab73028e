import HTTPCore
package import Localization

/// What a request for a rendering asks for beside its body: its parameters read, its locales chosen, the fields of the
/// answer written.
///
/// It does not change, and it holds for each request with the same target and the same few headers as long as the
/// catalog stands (`RenderPlans`).
final class RenderPlan: Sendable {
    /// One locale of several, as it was asked for.
    struct Target: Sendable {
        /// The canonical tag as asked: the name of the member.
        var name: String
        var table: Int
    }

    private struct Locales: Sendable {
        var targets: [Target]
        var isFramed = false
        var isNegotiated: Bool
    }

    /// The `locale` parameters of one request at most.
    static let maximumLocales = 50

    let view: CatalogView
    /// What the header says of the body; nil where its first byte decides.
    let declared: RenderBody?
    let options: Document.Options
    let policy: MissingPolicy
    /// The arguments of the query; nil where there are none.
    let arguments: ArgumentScope?
    let clock: MessageClock
    private let locales: Locales
    /// The fields of the answer where the header declared the body.
    private let declaredFields: [ResponseField]

    init(
        query: QueryParameters, fields: RequestFields, view: CatalogView, widgets: WidgetSets, timeZones: TimeZones?
    ) throws(ProblemDetails) {
        self.view = view
        declared = try RenderBody(declaredIn: fields)
        options = try query.documentOptions(widgets)
        policy = try query.missingPolicy()
        let named = try query.arguments()
        arguments = named.isEmpty ? nil : ArgumentScope(named)
        clock = try query.clock(timeZones)
        let locales = try Self.locales(query, fields, view)
        self.locales = locales
        declaredFields = declared.map { body in Self.fields(of: body, locales, view) } ?? []
    }

    /// The fields of an answer that is rendered from this body.
    func fields(of body: RenderBody) -> [ResponseField] {
        declared != nil ? declaredFields : Self.fields(of: body, locales, view)
    }

    /// The locales; one where the request did not ask for several.
    var targets: [Target] { locales.targets }
    /// Whether the answer is an object with a member for each locale.
    var isFramed: Bool { locales.isFramed }
    /// Whether `Accept-Language` chose.
    var isNegotiated: Bool { locales.isNegotiated }

    /// `Vary` where the header chose the locale.
    var vary: [ResponseField] { isNegotiated ? Self.negotiationVaries : [] }

    private static let negotiationVaries = AnswerFacts.language.vary.map { [$0] } ?? []

    private static func fields(of body: RenderBody, _ locales: Locales, _ view: CatalogView) -> [ResponseField] {
        // The tags of the tables that are served, each once.
        var tags: [String] = []
        for target in locales.targets where !tags.contains(view.tags[target.table]) {
            tags.append(view.tags[target.table])
        }
        var fields = [
            .nosniff, ResponseField("Content-Type", locales.isFramed ? "application/json" : body.contentType),
            ResponseField("Content-Language", tags.joined(separator: ", ")), .noStore,
        ]
        if locales.isNegotiated { fields += negotiationVaries }
        fields.append(view.versionField)
        return fields
    }

    // MARK: Locales

    private static func locales(
        _ query: QueryParameters, _ fields: RequestFields, _ view: CatalogView
    ) throws(ProblemDetails) -> Locales {
        let named = try query.values("locale", allowingEmpty: true)
        guard named.count > 1 else {
            let choice = try LocaleChoice(path: nil, query: query, fields: fields, view: view)
            let target = Target(name: view.tags[choice.table], table: choice.table)
            return Locales(targets: [target], isNegotiated: choice.isNegotiated)
        }
        guard named.count <= maximumLocales else {
            throw .badValue(of: "locale", expected: "at most \(maximumLocales) values")
        }
        _ = try query.flag("strict")
        return try self.locales(named, fields, view)
    }

    /// One target for each different tag, in the order in which they were first asked for.
    private static func locales(
        _ named: [[UInt8]], _ fields: RequestFields, _ view: CatalogView
    ) throws(ProblemDetails) -> Locales {
        var locales = Locales(targets: [], isFramed: true, isNegotiated: false)
        for name in named {
            if name.isEmpty { throw ProblemDetails(QueryParameters.Failure(name: "locale", reason: "is empty")) }
            let target: Target
            if name.elementsEqual("auto".utf8) {
                let choice = try LocaleChoice(path: nil, query: QueryParameters(nil), fields: fields, view: view)
                target = Target(name: view.tags[choice.table], table: choice.table)
                locales.isNegotiated = true
            } else {
                guard let table = LocaleChoice.explicit(name, view),
                    let tag = LanguageTag(String(decoding: name, as: UTF8.self))
                else { throw LocaleChoice.unknown(.unknownLocaleParameter, name, view) }
                target = Target(name: tag.description, table: table)
            }
            if !locales.targets.contains(where: { $0.name == target.name }) { locales.targets.append(target) }
        }
        return locales
    }
}

/// The sets of declared widgets by the names under which requests choose them.
package typealias WidgetSets = [String: WidgetDeclarations]

extension QueryParameters {
    /// How a document is read.
    fileprivate func documentOptions(_ widgets: WidgetSets) throws(ProblemDetails) -> Document.Options {
        var options = Document.Options()
        if contains("properties") { options.properties = try names("properties") }
        options.skipped = try names("skip")
        if let set = try choice("widgets", widgets.keys.sorted()) { options.widgets = widgets[set] }
        if let style = try choice("placeholders", PlaceholderStyle.allCases.map(\.rawValue)) {
            options.placeholders = PlaceholderStyle(rawValue: style) ?? .angles
        }
        return options
    }

    /// What is done with what is missing.
    fileprivate func missingPolicy() throws(ProblemDetails) -> MissingPolicy {
        try choice("missing", MissingPolicy.allCases.map(\.rawValue)).flatMap { MissingPolicy(rawValue: $0) } ?? .keep
    }

    /// The names of a list, `a,b`, which may stand several times; an empty one names nothing.
    private func names(_ name: String) throws(ProblemDetails) -> [[UInt8]] {
        try values(name, allowingEmpty: true).flatMap { $0.split(separator: UInt8(ascii: ",")).map { Array($0) } }
    }

    /// The clock in the zone of `timezone`, which has to exist.
    func clock(_ zones: TimeZones?) throws(ProblemDetails) -> MessageClock {
        guard let name = try value("timezone") else { return MessageClock(zones: zones) }
        let text = String(decoding: name, as: UTF8.self)
        guard let rules = zones?.rules(named: text) ?? (text == TimeZoneRules.utc.name ? .utc : nil) else {
            throw .badValue(of: "timezone", expected: "the name of a time zone, as in Europe/Paris")
        }
        return MessageClock(timeZone: rules, zones: zones)
    }
}
