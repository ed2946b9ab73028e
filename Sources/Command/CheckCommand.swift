import CatalogStore
import Localization
import Operations

/// `parlance check`: reports what is wrong with a folder of tables, for translators, editors and CI.
struct CheckCommand {
    /// What the command line sets.
    struct Options: ServiceOptions {
        var configuration = Configuration()
        var isJSON = false
        /// Codes of findings that are as they should be.
        var allowed: Set<Problem.Code> = []
    }

    static var options: [OptionGroup<Options>] {
        [
            OptionGroup(
                "Report",
                [
                    Option(
                        "json", .toggle, default: "off", environment: false, help: "one JSON object with all findings"
                    ) { options, text throws(UsageError) in options.isJSON = try OptionValue.boolean(text) },
                    Option("allow", .list("CODE"), help: "a kind of finding that is no problem, such as missing-key") {
                        options, text throws(UsageError) in
                        let code = try OptionValue.choice(text, of: Problem.Code.all.map(\.rawValue))
                        options.allowed.insert(Problem.Code(rawValue: code))
                    },
                ]),
            Configuration.tables.lifted(\.configuration),
        ]
    }

    /// However many problems there are, not more are listed: nobody reads them, and each takes memory.
    private static let maximumListed = 100_000

    let options: Options
    private let storeConfiguration: CatalogStoreConfiguration

    init(_ options: Options, words: [String]) throws(UsageError) {
        guard words.count <= 1 else { throw UsageError("check takes one folder, not \(words.count)") }
        var options = options
        if let folder = words.first {
            options.configuration.locales = folder
            options.configuration.optionNames.forget("locales")
        }
        self.options = options
        var configuration = try options.configuration.storeConfiguration(watches: false)
        configuration.limits.problemCount = .max
        storeConfiguration = configuration
    }

    /// Exit status 0 where there is nothing to report but what is allowed, 1 where there is.
    func run() -> Int32 {
        let store = CatalogStore(storeConfiguration)
        var found = ProblemTally(limit: Self.maximumListed, ignoring: options.allowed)
        var failure: String?
        do throws(CatalogStoreError) {
            try store.start()
            // The check finds references to nothing and circles by itself, all of them.
            for problem in store.status.problems where !Self.referenceCodes.contains(problem.code) {
                found.add(problem)
            }
        } catch {
            let text = error.text(for: options.configuration)
            StandardStreams.complain(text)
            failure = text
            for problem in error.problems { found.add(problem) }
            // Without a catalog nobody knows any more of which kinds these are.
            found.omit([Problem.Code(rawValue: ""): error.problemCount - error.problems.count])
        }
        if let catalog = store.current {
            for table in catalog.tables {
                found.omit(table.omittedProblems)
                for file in table.files { found.omit(file.omittedProblems) }
            }
            found = CatalogCheck.findings(in: catalog, after: found)
        }
        let report =
            options.isJSON ? CheckReport.json(found, failure: failure) : CheckReport.text(found, failure: failure)
        return StandardStreams.print(report, status: found.count == 0 && failure == nil ? 0 : 1)
    }

    private static let referenceCodes: Set<Problem.Code> = [.brokenReference, .referenceCycle]
}
