/// Which names on disk are locales.
///
/// A name is one when its language has two or three letters and the whole is well-formed BCP 47, in any case, with `-`
/// or `_`; `qqq`, the notes for translators, never is. What that gets wrong, aliases and ignored names put right.
public struct LocaleNames: Sendable {
    /// What a name means.
    public enum Meaning: Sendable, Hashable {
        /// The strings of this locale.
        case locale(LanguageTag)
        /// Left out on demand, without a word.
        case ignored
        /// Not the name of a locale.
        case other
    }

    /// The locale that a name stands for, against the rule: `tw` for `zh-TW`.
    public var aliases: [String: LanguageTag]
    /// Names that are no locales, against the rule.
    public var ignored: Set<String>

    /// Names by the rule, with these exceptions.
    public init(aliases: [String: LanguageTag] = [:], ignored: Set<String> = []) {
        self.aliases = aliases
        self.ignored = ignored
    }

    /// What a name means, given without `.json` and `.lproj`; an exception counts as it is spelled.
    public func meaning(of name: String) -> Meaning {
        if ignored.contains(name) { return .ignored }
        if let tag = aliases[name] { return .locale(tag) }
        guard let tag = LanguageTag(name), tag.description != "qqq" else { return .other }
        return .locale(tag)
    }
}
