import Localization
import Testing

/// A selector among tables with these names on disk, and the names in the order of its indices.
func selector(
    named names: [String], default defaultName: String, refused: [(desired: String, supported: String)] = [],
    fallbacks: [(from: LanguageTag, to: LanguageTag)] = []
) throws -> (selector: LanguageSelector, names: [String]) {
    let pairs = try names.map { name in (tag: try #require(LanguageTag(name)), name: name) }.sorted { $0.tag < $1.tag }
    let defaultLocale = try #require(LanguageTag(defaultName))
    let selector = try #require(
        LanguageSelector(
            available: pairs.map(\.tag), defaultLocale: defaultLocale, refused: refused,
            fallbacks: fallbacks))
    return (selector, pairs.map(\.name))
}

/// The choice for a header as it is written.
func negotiate(_ selector: LanguageSelector, _ header: String?, strict: Bool = false) -> LanguageSelector.Choice {
    guard let header else { return selector.negotiate(header: nil, strict: strict) }
    return negotiate(selector, bytes: Array(header.utf8), strict: strict)
}

/// The choice for a header's bytes.
func negotiate(_ selector: LanguageSelector, bytes: [UInt8], strict: Bool = false) -> LanguageSelector.Choice {
    selector.negotiate(header: bytes.span, strict: strict)
}

/// The table for a name in a request.
func explicit(_ selector: LanguageSelector, _ name: String) -> Int? {
    let bytes = Array(name.utf8)
    return selector.explicit(bytes.span)
}
