public import Localization

/// What one load of the folder came to.
public struct ReloadReport: Sendable {
    /// What made the store look.
    public enum Cause: String, Sendable, Hashable {
        /// The first load.
        case start
        /// The system announced a change in the folder.
        case change
        /// The regular look at the folder.
        case poll
        /// Somebody asked for it.
        case request
    }

    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// A new catalog is served.
        case loaded
        /// The content is what is served already.
        case unchanged
        /// The catalog that was served stays; the reason says why, in one line.
        case refused(reason: String)
    }

    /// What changed for one locale.
    public struct LocaleChange: Sendable, Hashable {
        /// The locale.
        public var tag: LanguageTag
        /// The key paths that are new, all of them where the locale is new.
        public var added: Int
        /// The key paths whose value is another.
        public var changed: Int
        /// The key paths that are gone, all of them where the locale is gone.
        public var removed: Int

        /// Creates a change.
        public init(tag: LanguageTag, added: Int, changed: Int, removed: Int) {
            self.tag = tag
            self.added = added
            self.changed = changed
            self.removed = removed
        }
    }

    /// What made the store look.
    public var cause: Cause
    /// How it ended.
    public var outcome: Outcome
    /// The catalog that is served from now on; nil where there is none yet.
    public var catalog: Catalog?
    /// The locales whose tables changed, in byte order of their tags; empty unless a catalog was loaded.
    public var changes: [LocaleChange]
    /// The problems of the files as they lie there now, in order of their places, as many as the limit allows.
    public var problems: [Problem]
    /// How many problems there are in all.
    public var problemCount: Int
    /// Those of `problems` that the load before did not have: what is worth a line in a log.
    public var newProblems: [Problem]
    /// The files that were parsed; the others had not changed.
    public var parsedFileCount: Int
    /// The time that it took, from the first look at the folder on.
    public var duration: Duration

    /// The version that is served from now on; nil where there is none yet.
    public var version: String? { catalog?.version }
}

extension Catalog {
    /// What changed since another catalog; everything is new where there was none, and nothing where the versions are
    /// the same.
    func localeChanges(since previous: Catalog?) -> [ReloadReport.LocaleChange] {
        guard let previous else {
            return tables.map {
                ReloadReport.LocaleChange(tag: $0.tag, added: $0.messageCount, changed: 0, removed: 0)
            }
        }
        guard version != previous.version else { return [] }
        return changes(since: previous).map {
            ReloadReport.LocaleChange(tag: $0.tag, added: $0.added, changed: $0.changed, removed: $0.removed)
        }
    }
}

extension ReloadReport {
    /// The answer of a store that does not look at its folder, or no longer.
    static func idle(catalog: Catalog?) -> ReloadReport {
        ReloadReport(
            cause: .request, outcome: .unchanged, catalog: catalog, changes: [], problems: [], problemCount: 0,
            newProblems: [], parsedFileCount: 0, duration: .zero)
    }
}

/// What the check of a catalog's messages found.
public struct MessageCheckReport: Sendable {
    /// The catalog that was checked; it is still the one that is served.
    public var catalog: Catalog
    /// The problems, as many as the limit allows.
    public var problems: [Problem]
    /// How many problems there are in all.
    public var problemCount: Int
    /// Those of `problems` that the check before did not find: what is worth a line in a log.
    public var newProblems: [Problem]
    /// The time that it took.
    public var duration: Duration
}

/// What a store tells its observers.
public enum CatalogStoreEvent: Sendable {
    /// A load that changed something, found other problems than the one before, or was asked for.
    case reload(ReloadReport)
    /// The messages of the catalog that is served were checked.
    case messageCheck(MessageCheckReport)
}
