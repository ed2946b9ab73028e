import Glibc
import Localization

/// Turns looks at the folder into catalogs. Confined to one thread at a time.
final class Loader {
    private let configuration: CatalogStoreConfiguration
    private let reader: FolderReader
    private let crew = Crew(size: max(1, min(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))))
    private let clock = MonotonicClock()
    private var records: [RelativePath: FileRecord] = [:]
    /// Files that are gone since the catalog was refused that would lack them: what they held is still served.
    private var lapsed: [RelativePath: FileRecord] = [:]
    /// Files that cannot be seen, so that what they held is served.
    private var unseen: Set<RelativePath> = []
    /// What was parsed in looks that were not believed yet.
    private var doubtfulRecords: [RelativePath: FileRecord] = [:]
    private var parsedFileCount = 0
    private var restlessSince: Duration?
    private var doubts: Doubts
    private var catalog: Catalog?
    private var lastOutcome: ReloadReport.Outcome?
    private var lastProblems: Set<Problem> = []
    /// References to nothing and in circles, in the catalog that is served.
    private var referenceProblems: (problems: [Problem], count: Int) = ([], 0)
    private var lastList = ProblemList()
    /// Of the look that is under way.
    private var allowance = ProblemAllowance(limit: 0)

    /// What a look came to.
    enum Result {
        /// Something may not last: look again soon.
        case doubtful
        case done(LoadOutcome)
    }

    init(_ configuration: CatalogStoreConfiguration, path: ConfiguredPath, watcher: FolderWatcher?) {
        self.configuration = configuration
        reader = FolderReader(
            path: path, scanner: FolderScanner(names: LocaleNames(configuration), limits: configuration.limits),
            watcher: watcher)
        doubts = Doubts(quietPeriod: configuration.quietPeriod, patience: configuration.stormLimit)
    }

    /// Looks at the folder and makes a catalog of what it holds, if that is another than before.
    ///
    /// - Parameter changingSince: when the first change was announced that is not served yet: doubts hold nothing up for
    ///   longer than a storm.
    func load(isFirst: Bool, changingSince: Duration? = nil, priority: Thread.Priority) -> Result {
        let start = clock.now
        allowance = ProblemAllowance(limit: configuration.limits.problemCount)
        let look: FolderLook
        do throws(FolderReader.Failure) {
            look = try reader.look(after: records)
        } catch {
            switch error {
            case .noFolder(let error):
                doubts.reset()
                let reason = "the locales folder cannot be read: \(error.text)"
                var outcome = conclude(.refused(reason: reason), lastList, hasFolder: false, since: start)
                // A folder that comes, or may be read again, is announced; what the system lacked is not.
                if error.mayPass { outcome.sequel = .retry }
                return .done(outcome)
            case .restless(let last):
                guard isFirst else { return restless(since: start) }
                look = last
            }
        }
        restlessSince = nil

        // Of which the catalog is made that is served.
        let before = records.merging(lapsed) { own, _ in own }
        let known = before.merging(doubtfulRecords) { $1 }
        let parsed = parse(look.readings, after: known, priority: priority)
        parsedFileCount += parsed.count
        var next: [RelativePath: FileRecord] = [:]
        for file in look.scan.files {
            next[file.path] = parsed.records[file.path] ?? records[file.path]
        }
        var sequel: Sequel = look.scan.hasPassingFailure ? .retry : .none
        var gone: Set<RelativePath> = []
        var unseen: Set<RelativePath> = []
        for (path, record) in records where next[path] == nil {
            if look.scan.hides(path) {
                next[path] = record
                unseen.insert(path)
            } else {
                gone.insert(path)
            }
        }
        if !isFirst {
            var bad: [RelativePath: FileSignature] = [:]
            for (path, record) in next where record.failure != nil && records[path]?.file != record.file {
                bad[path] = record.file.signature
            }
            switch doubts.judge(gone: gone, bad: bad, since: changingSince, at: start) {
            case .doubtful:
                doubtfulRecords = parsed.records
                return .doubtful
            case .believed(let exceptions):
                for path in exceptions { next[path] = records[path] }
                if !exceptions.isEmpty { sequel = .confirmation }
            }
        }
        doubtfulRecords = [:]
        records = next
        self.unseen = unseen
        defer { parsedFileCount = 0 }
        var outcome = assemble(look.scan.problems, before: before, since: start, priority: priority)
        outcome.sequel = sequel
        return .done(outcome)
    }

    /// Nothing is loaded from a folder that does not keep still; where it never does, somebody should know.
    private func restless(since start: Duration) -> Result {
        let beginning = restlessSince ?? start
        restlessSince = beginning
        guard start - beginning >= configuration.stormLimit else { return .doubtful }
        restlessSince = nil
        let reason = "the files change faster than they can be read together"
        var outcome = conclude(.refused(reason: reason), lastList, since: start)
        outcome.sequel = .confirmation
        return .done(outcome)
    }

    private func parse(
        _ readings: [FileReading], after known: [RelativePath: FileRecord], priority: Thread.Priority
    ) -> (records: [RelativePath: FileRecord], count: Int) {
        // The largest first, so that no thread begins it when the others are done.
        let ordered = readings.sorted { $0.file.signature.size > $1.file.signature.size }
        let results = crew.map(count: ordered.count, priority: priority) { [allowance] index in
            ordered[index].record(after: known[ordered[index].file.path], allowance: allowance)
        }
        return (
            Dictionary(results.map { ($0.record.file.path, $0.record) }, uniquingKeysWith: { $1 }),
            results.count { $0.wasParsed }
        )
    }

    /// Ends the threads that parse.
    func end() { crew.end() }

    /// Makes a catalog of the records.
    ///
    /// - Parameter before: the records of which the catalog is made that is served.
    private func assemble(
        _ scanProblems: [Problem], before: [RelativePath: FileRecord], since start: Duration, priority: Thread.Priority
    ) -> LoadOutcome {
        let options = configuration.options
        var filesByTag: [LanguageTag: [TableFile]] = [:]
        for record in records.values {
            if let content = record.content { filesByTag[record.file.tag, default: []].append(content) }
        }
        let served = Dictionary(uniqueKeysWithValues: (catalog?.tables ?? []).map { ($0.tag, $0) })
        let groups = Array(filesByTag)
        let tables = crew.map(count: groups.count, priority: priority) { [allowance] index in
            let (tag, files) = groups[index]
            if let table = served[tag], table.isBuilt(from: files, keepsEmptyStrings: options.keepsEmptyStrings) {
                return table
            }
            return Table(
                tag: tag, files: files, keepsEmptyStrings: options.keepsEmptyStrings, allowance: allowance)
        }
        var problems = ProblemList()
        problems.add(scanProblems)
        for record in records.values { problems.add(of: record) }
        for table in tables { problems.add(table.problems, total: table.problemCount) }
        lapsed = [:]

        if catalog != nil, tables.count == served.count, tables.allSatisfy({ served[$0.tag] === $0 }) {
            problems.add(referenceProblems.problems, total: referenceProblems.count)
            return conclude(.unchanged, problems, since: start)
        }
        guard let new = Catalog(tables: tables, options: options, replacing: catalog) else {
            let found = tables.map(\.tag.description).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            problems.add(referenceProblems.problems, total: referenceProblems.count)
            let list = found.isEmpty ? "no locale was found" : "found: \(found.joined(separator: ", "))"
            if catalog != nil {
                // Of what is gone and still served the mistakes are served as well.
                lapsed = before.filter { records[$0.key] == nil }
                for content in lapsed.values.compactMap(\.content) {
                    problems.add(content.problems, total: content.problemCount)
                }
                for (tag, table) in served where filesByTag[tag] == nil {
                    problems.add(table.problems, total: table.problemCount)
                }
            }
            return conclude(
                .refused(reason: "no table serves the default locale \(options.defaultLocale); \(list)"),
                problems, foundLocales: found, since: start)
        }
        let found = new.referenceProblems()
        referenceProblems = (found.problems, found.count)
        problems.add(referenceProblems.problems, total: referenceProblems.count)
        let old = catalog
        catalog = new
        return conclude(.loaded, problems, replaced: old, since: start)
    }

    private func conclude(
        _ outcome: ReloadReport.Outcome, _ list: ProblemList, replaced: Catalog? = nil, foundLocales: [String] = [],
        hasFolder: Bool = true, since start: Duration
    ) -> LoadOutcome {
        let problems = list.first(configuration.limits.problemCount)
        let all = Set(problems)
        let hasOtherProblems = all != lastProblems || list.total != lastList.total
        let isNews = outcome != lastOutcome && !(outcome == .unchanged && lastOutcome == .loaded) || hasOtherProblems
        let newProblems = ProblemList.newOnes(of: problems, beside: lastProblems)
        lastList = list
        lastProblems = all
        lastOutcome = outcome
        let files = (Array(records.values) + lapsed.values).sorted { $0.file.path < $1.file.path }.map { record in
            CatalogStatus.File(
                path: record.file.path.text, tag: record.file.tag, size: record.file.signature.size,
                isBad: record.failure != nil || unseen.contains(record.file.path) || lapsed[record.file.path] != nil)
        }
        return LoadOutcome(
            outcome: outcome, catalog: catalog, replaced: replaced, problems: problems, problemCount: list.total,
            newProblems: newProblems, isNews: outcome == .loaded || isNews, hasFolder: hasFolder, files: files,
            foundLocales: foundLocales,
            parsedFileCount: parsedFileCount, start: start)
    }
}
