import HTTPCore
package import Localization

/// A request for a rendering, its parameters read and its locales chosen.
struct RenderRequest {
    /// One locale of several, as it was asked for.
    struct Target {
        /// The canonical tag as asked: the name of the member.
        var name: String
        var table: Int
    }

    /// The `locale` parameters of one request at most.
    static let maximumLocales = 50

    let view: CatalogView
    let body: RenderBody
    let options: Document.Options
    let policy: MissingPolicy
    let arguments: [Argument]
    let clock: MessageClock
    /// The locales; one where the request did not ask for several.
    let targets: [Target]
    /// Whether the answer is an object with a member for each locale.
    let isFramed: Bool
    /// Whether `Accept-Language` chose.
    let isNegotiated: Bool

    init(
        query: QueryParameters, fields: RequestFields, body: [UInt8], view: CatalogView, widgets: WidgetSets,
        timeZones: TimeZones?
    ) throws(ProblemDetails) {
        self.view = view
        self.body = try RenderBody(fields: fields, body: body)
        options = try query.documentOptions(widgets)
        policy =
            try query.choice("missing", MissingPolicy.allCases.map(\.rawValue))
            .flatMap { MissingPolicy(rawValue: $0) } ?? .keep
        arguments = try query.arguments()
        clock = try query.clock(timeZones)

        let named = try query.values("locale", allowingEmpty: true)
        guard named.count > 1 else {
            let choice = try LocaleChoice(path: nil, query: query, fields: fields, view: view)
            targets = [Target(name: view.tags[choice.table], table: choice.table)]
            isNegotiated = choice.isNegotiated
            isFramed = false
            return
        }
        guard named.count <= Self.maximumLocales else {
            throw .badValue(of: "locale", expected: "at most \(Self.maximumLocales) values")
        }
        _ = try query.flag("strict")
        (targets, isNegotiated) = try Self.targets(named, query, fields, view)
        isFramed = true
    }

    /// One target for each different tag, in the order in which they were first asked for.
    private static func targets(
        _ named: [[UInt8]], _ query: QueryParameters, _ fields: RequestFields, _ view: CatalogView
    ) throws(ProblemDetails) -> ([Target], isNegotiated: Bool) {
        var targets: [Target] = []
        var isNegotiated = false
        for name in named {
            if name.isEmpty { throw ProblemDetails(QueryParameters.Failure(name: "locale", reason: "is empty")) }
            let target: Target
            if name.elementsEqual("auto".utf8) {
                let choice = try LocaleChoice(path: nil, query: QueryParameters(nil), fields: fields, view: view)
                target = Target(name: view.tags[choice.table], table: choice.table)
                isNegotiated = true
            } else {
                guard let table = LocaleChoice.explicit(name, view),
                    let tag = LanguageTag(String(decoding: name, as: UTF8.self))
                else { throw LocaleChoice.unknown(.unknownLocaleParameter, name, view) }
                target = Target(name: tag.description, table: table)
            }
            if !targets.contains(where: { $0.name == target.name }) { targets.append(target) }
        }
        return (targets, isNegotiated)
    }

    /// The tags of the tables that are served, each once.
    var contentLanguage: String {
        var tags: [String] = []
        for target in targets where !tags.contains(view.tags[target.table]) { tags.append(view.tags[target.table]) }
        return tags.joined(separator: ", ")
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
