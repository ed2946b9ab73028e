import HTTPCore
import Localization

/// The locale of a request: the path's, else `?locale=`, else `Accept-Language`, else the default.
struct LocaleChoice {
    /// The index of the table.
    var table: Int
    /// Whether the header chose, so that `Vary` names it and caches must ask.
    var isNegotiated: Bool
    /// Whether the request wants no substitute where the header chooses.
    var isStrict: Bool

    /// The longest header that is read, in bytes.
    static let longestHeader = 4096

    /// Chooses. `path` is the path's locale, nil or `auto` where it has none.
    ///
    /// - Throws: 404 or 400 with the list of locales for a name that has no table, 431 for a header that is too long,
    ///   406 where `strict` was asked for and nothing suits.
    init(
        path: [UInt8]?, query: QueryParameters, fields: RequestFields, view: CatalogView
    ) throws(ProblemDetails) {
        let isStrict = try query.flag("strict")
        // A known parameter with a bad value is bad wherever it stands, even where the path decides.
        let named = try query.value("locale")
        if let path, !path.elementsEqual("auto".utf8) {
            guard let table = Self.explicit(path, view) else {
                throw Self.unknown(.unknownLocale, path, view)
            }
            self.init(table: table, isNegotiated: false, isStrict: isStrict)
        } else if let named, !named.elementsEqual("auto".utf8) {
            guard let table = Self.explicit(named, view) else {
                throw Self.unknown(.unknownLocaleParameter, named, view)
            }
            self.init(table: table, isNegotiated: false, isStrict: isStrict)
        } else {
            self.init(
                table: try Self.negotiated(fields.joined(.acceptLanguage), strict: isStrict, view), isNegotiated: true,
                isStrict: isStrict)
        }
    }

    private init(table: Int, isNegotiated: Bool, isStrict: Bool) {
        self.table = table
        self.isNegotiated = isNegotiated
        self.isStrict = isStrict
    }

    /// The table for a locale that was asked for by name, of the same language only.
    static func explicit(_ name: [UInt8], _ view: CatalogView) -> Int? {
        view.catalog.languages.explicit(name.span)
    }

    /// The problem of a locale that has no table.
    static func unknown(_ kind: ProblemDetails.Kind, _ name: [UInt8], _ view: CatalogView) -> ProblemDetails {
        ProblemDetails(
            kind, "No table serves the locale \(Quoted(name)).", members: [("available", .strings(view.tags))],
            fields: [view.versionField])
    }

    private static func negotiated(
        _ header: ArraySlice<UInt8>?, strict: Bool, _ view: CatalogView
    ) throws(ProblemDetails) -> Int {
        let vary = AnswerFacts.language.vary.map { [$0] } ?? []
        if let header, header.count > longestHeader {
            throw ProblemDetails(
                .headerTooLarge, "Accept-Language is longer than \(longestHeader) bytes.", fields: vary)
        }
        let table = view.table(for: header, strict: strict)
        guard table >= 0 else {
            throw ProblemDetails(
                .noAcceptableLocale, "No table suits Accept-Language, and strict=true allows no substitute.",
                members: [("available", .strings(view.tags))], fields: vary + [view.versionField])
        }
        return table
    }
}
