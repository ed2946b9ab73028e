import Localization

/// What must follow a look.
enum Sequel: Hashable {
    case none
    /// Something was left as it was that may be otherwise in a moment.
    case confirmation
    /// Something could not be read for a reason that may pass.
    case retry
}

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
    /// Whether and why another look is needed, which nobody may announce.
    var sequel: Sequel = .none
    /// When the look began.
    var start: Duration
}
