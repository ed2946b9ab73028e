import CatalogStore
import Localization
import Operations

/// `parlance check`: reports what is wrong with a folder of tables, for translators, editors and CI.
struct CheckCommand {
    /// What the command line sets.
    struct Options {
        var configuration = Configuration()
        var isJSON = false
        /// Codes of findings that are as they should be.
        var allowed: Set<String> = []
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
                        options, text throws(UsageError) in options.allowed.insert(try code(text))
                    },
                ]),
            Configuration.tables.lifted(\.configuration),
        ]
    }

    private static func code(_ text: String) throws(UsageError) -> String {
        let known = Problem.Code.all.map(\.rawValue)
        guard known.contains(text) else {
            throw UsageError("--allow: \(UsageError.quote(text)) is none of \(known.joined(separator: ", "))")
        }
        return text
    }

    let options: Options
    private let storeConfiguration: CatalogStoreConfiguration

    init(_ options: Options, words: [String]) throws(UsageError) {
        guard words.count <= 1 else { throw UsageError("check takes one folder, not \(words.count)") }
        var options = options
        if let folder = words.first { options.configuration.locales = folder }
        self.options = options
        var configuration = try options.configuration.storeConfiguration(watches: false)
        configuration.limits.problemCount = .max
        storeConfiguration = configuration
    }

    /// Exit status 0 where there is nothing to report but what is allowed, 1 where there is.
    func run() -> Int32 {
        let store = CatalogStore(storeConfiguration)
        var findings: [Problem]
        var failure: String?
        do {
            try store.start()
            // The check finds references to nothing and circles by itself, all of them.
            findings = store.status.problems.filter { $0.code != .brokenReference && $0.code != .referenceCycle }
        } catch {
            let text = error.text(locales: storeConfiguration.folder)
            StandardStreams.complain(text)
            failure = text
            findings = error.problems
        }
        if let catalog = store.current { findings += CatalogCheck.findings(in: catalog).problems }
        findings.removeAll { options.allowed.contains($0.code.rawValue) }
        let report =
            options.isJSON
            ? CheckReport.json(findings, failure: failure) : CheckReport.text(findings, failure: failure)
        StandardStreams.print(report)
        return findings.isEmpty && failure == nil ? 0 : 1
    }
}
