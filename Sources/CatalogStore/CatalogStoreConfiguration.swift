public import Localization

/// What a catalog store loads, by which rules, and how it keeps it current.
///
/// ```swift
/// var configuration = CatalogStoreConfiguration(folder: "locales", options: CatalogOptions(defaultLocale: english))
/// configuration.aliases["tw"] = LanguageTag("zh-TW")
/// ```
public struct CatalogStoreConfiguration: Sendable {
    /// The locales folder; a relative path is relative to the working folder at the time the store is made.
    public var folder: String
    /// What the catalogs are made with; its default locale is also that of `Base.lproj`.
    public var options: CatalogOptions
    /// Names of files and folders, without `.json` and `.lproj`, that stand for a locale whatever the rule says.
    public var aliases: [String: LanguageTag] = [:]
    /// Names that are skipped silently: of a file or folder directly in the locales folder, with or without its
    /// `.json` or `.lproj`, or a whole path below it (`fr/notes.json`).
    public var ignoredNames: Set<String> = []
    /// Whether a start without a table for the default locale succeeds and waits for one to appear.
    public var waitsForTables = false
    /// Whether changes are noticed by themselves. A store that does not watch loads when it is asked to.
    public var watches = true
    /// Whether the system's announcements are listened to; tests of the poll do without.
    var hearsAnnouncements = true
    /// How often the folder is looked at where nothing announces a change; nil leaves that to the announcements.
    public var pollInterval: Duration? = .seconds(10)
    /// How long the folder must be quiet before a change is loaded.
    public var quietPeriod: Duration = .milliseconds(100)
    /// How long a folder that never becomes quiet is waited for.
    public var stormLimit: Duration = .seconds(2)
    /// The limits of what is read.
    public var limits = Limits()
    /// Checks a catalog's message syntax: run after each swap, on a thread of low priority. It should stop early where
    /// its second argument, asked now and then, says that the catalog is no longer wanted. It returns the first problems
    /// and how many there are.
    public var checksMessages: MessageCheck?

    /// A pass over a catalog's messages.
    public typealias MessageCheck =
        @Sendable (Catalog, _ isObsolete: @Sendable () -> Bool) -> (problems: [Problem], count: Int)

    /// How much of a folder is read; what lies beyond is reported and left out.
    public struct Limits: Sendable {
        /// The bytes of one file.
        public var fileSize = 64 << 20
        /// The bytes of all files together.
        public var totalSize = 1 << 30
        /// The files of all locales together.
        public var fileCount = 20_000
        /// How deep folders nest below the locales folder.
        public var depth = 32
        /// The problems that are kept and reported of one load; the rest is counted.
        public var problemCount = 100

        /// The limits with their defaults.
        public init() {}
    }

    /// A store of this folder, with everything else at its default.
    public init(folder: String, options: CatalogOptions) {
        self.folder = folder
        self.options = options
    }
}
