public import Localization

/// What a store serves at this moment and what is wrong with it.
public struct CatalogStatus: Sendable {
    /// A file of a table.
    public struct File: Sendable, Hashable {
        /// Its path relative to the locales folder.
        public var path: String
        /// The locale that it belongs to.
        public var tag: LanguageTag
        /// Its size in bytes.
        public var size: Int
        /// Whether it is bad at present, so that what it held before, if anything, is served.
        public var isBad: Bool
    }

    /// The status of a store that was not started.
    package init() {}

    /// The catalog; nil where there is none yet.
    public var catalog: Catalog?
    /// When that catalog was loaded, in seconds since 1970; nil where there is none yet.
    public var loadedAt: Int64?
    /// The files, in byte order of their paths.
    public var files: [File] = []
    /// The problems of files, then those of messages, as many as the limit allows. While `isChecking`, those of messages
    /// are what the check before found.
    public var problems: [Problem] = []
    /// How many problems there are in all.
    public var problemCount = 0
    /// Whether the messages of the catalog are still being checked.
    public var isChecking = false
    /// The catalogs that were loaded, the first included.
    public var loadCount = 0
    /// The loads that were refused, so that the catalog before stayed; one after another for the same reason are one.
    public var refusedLoadCount = 0
    /// Why the last load was refused; nil where the catalog is what the folder holds.
    public var refusal: String?
    /// Catalogs that are no longer served and that some request still uses.
    public var retiredCount = 0
    /// Whether the system announces changes; otherwise only the poll finds them.
    public var isWatching = false
}
