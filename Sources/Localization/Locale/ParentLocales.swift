internal import CICU

/// The steps from a locale to the more general one whose strings its readers understand.
enum ParentLocales {
    /// CLDR's steps that are not truncations, by tag; the parent is nil where CLDR ends the chain.
    private static let exceptions: [String: String?] = {
        var pairs = Pairs()
        let isKnown = unsafe withUnsafeMutablePointer(to: &pairs) { pointer in
            unsafe parlance_visit_parent_locales(pointer) { context, child, parent in
                let parent = unsafe String(cString: parent)
                unsafe context.assumingMemoryBound(to: Pairs.self).pointee.parents[
                    tag(String(cString: child))] = .some(parent == "root" ? nil : tag(parent))
            }
        }
        precondition(isKnown, "the data of the linked ICU lacks the parents of locales")
        return pairs.parents
    }()

    private struct Pairs {
        var parents: [String: String?] = [:]
    }

    /// The next step from a tag; nil at the end of the chain.
    ///
    /// Extensions and variants fall off first. A script that is not the language's likely one ends the chain, also
    /// where only the region implies it: `zh-TW` goes to `zh-Hant` and never to `zh`.
    static func parent(of tag: LanguageTag) -> LanguageTag? {
        let plain = tag.withoutExtensions
        guard plain == tag else { return plain }
        if let parent = exceptions[tag.description] { return parent.map(LanguageTag.init(canonical:)) }
        if tag.hasVariants, let end = tag.description.lastIndex(of: "-") {
            return LanguageTag(canonical: String(tag.description[..<end]))
        }
        let language = LanguageTag(canonical: tag.language)
        let usualScript = language.maximized.script
        if let region = tag.region {
            guard let script = tag.script ?? tag.maximized.script else { return language }
            if tag.script != nil { return LanguageTag(canonical: "\(tag.language)-\(script)") }
            return script == usualScript ? language : LanguageTag(canonical: "\(tag.language)-\(script)-\(region)")
        }
        if let script = tag.script { return script == usualScript ? language : nil }
        return nil
    }

    /// ICU's `es_MX` as the tag `es-MX`.
    private static func tag(_ name: String) -> String {
        String(name.map { $0 == "_" ? "-" : $0 })
    }
}
