/// Everything that changes what a catalog answers, beside the tables.
public struct CatalogOptions: Sendable {
    /// The locale that readers get whom nothing else suits.
    public var defaultLocale: LanguageTag
    /// Whether an empty string is a message of its own and not a missing one.
    public var keepsEmptyStrings = false
    /// Pairs of languages: a reader of the first is never given the second.
    public var refused: [(desired: String, supported: String)] = []
    /// Locales that fill in for another before the default locale does.
    public var fallbacks: [(from: LanguageTag, to: LanguageTag)] = []

    /// How the messages are written.
    public var messageSyntax = MessageSyntax.icu
    /// Where the time zones are found that an argument `timezone` names; nil for UTC alone. The service answers with
    /// time zones of its own.
    public var timeZones: TimeZones?

    /// Options with their defaults.
    public init(defaultLocale: LanguageTag = .english) {
        self.defaultLocale = defaultLocale
    }
}
