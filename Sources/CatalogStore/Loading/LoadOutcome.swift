import Localization

/// What a look at the folder came to, before anybody is told.
struct LoadOutcome: Sendable {
    var outcome: ReloadReport.Outcome
    /// The catalog to serve; nil where there never was one.
    var catalog: Catalog?
    /// The catalog that it replaces.
    var replaced: Catalog?
    /// The problems, as many as the limit allows.
    var problems: [Problem]
    var problemCount: Int
    /// Those of them that the outcome before did not have.
    var newProblems: [Problem]
    /// Whether there is anything to tell.
    var isNews: Bool
    /// Whether the locales folder could be read.
    var hasFolder: Bool
    var files: [CatalogStatus.File]
    /// The canonical tags that have tables, in byte order; only where the look was refused.
    var foundLocales: [String]
    var parsedFileCount: Int
    /// When the look began.
    var start: Duration
}
