import Glibc
import Localization

/// The thread that looks at the folder, swaps catalogs in and frees the old ones.
final class ReloaderLoop: @unchecked Sendable {
    // Everything here but `state` is touched by the thread that starts the store until `run`, then by the thread that
    // runs it, and by none beside.
    private let configuration: CatalogStoreConfiguration
    private let state: ReloaderState
    private let watcher: FolderWatcher?
    private let loader: Loader
    private let clock = MonotonicClock()
    private var schedule: ReloadSchedule
    private var checker: MessageChecker
    private var cause = ReloadReport.Cause.poll
    private var fileProblems: (kept: [Problem], total: Int) = ([], 0)
    /// Whether tables that are freed leave memory behind that is worth a walk through all of it.
    private var isWorthTrimming = false
    /// Those who asked for the look that is under way.
    private var waiting: [ReloaderState.Completion] = []
    private var reclaimPause = ReloaderLoop.shortestReclaimPause

    private static let shortestReclaimPause = Duration.milliseconds(20)
    private static let longestReclaimPause = Duration.seconds(1)

    init(_ configuration: CatalogStoreConfiguration, path: ConfiguredPath, state: ReloaderState) {
        self.configuration = configuration
        self.state = state
        watcher = configuration.watches && configuration.hearsAnnouncements ? FolderWatcher() : nil
        loader = Loader(configuration, path: path, watcher: watcher)
        schedule = ReloadSchedule(
            quietPeriod: configuration.quietPeriod, stormLimit: configuration.stormLimit,
            pollInterval: configuration.watches ? configuration.pollInterval : nil, now: clock.now)
        checker = MessageChecker(check: configuration.checksMessages, limit: configuration.limits.problemCount)
    }

    /// The first load, by the thread that starts the store.
    func load() throws(CatalogStoreError) {
        guard case .done(let outcome) = loader.load(isFirst: true, priority: .normal) else {
            preconditionFailure("the first look is always believed")
        }
        if case .refused(let reason) = outcome.outcome, !configuration.waitsForTables {
            throw CatalogStoreError(
                code: outcome.hasFolder ? .noDefaultTable : .folder, reason: reason,
                foundLocales: outcome.foundLocales, problems: outcome.problems, problemCount: outcome.problemCount)
        }
        cause = .start
        noteSequel(of: outcome)
        settle(outcome)
    }

    private func noteSequel(of outcome: LoadOutcome) {
        switch outcome.sequel {
        case .none: break
        case .confirmation: schedule.noteDoubt(at: clock.now)
        case .retry: schedule.noteTrouble(at: clock.now)
        }
    }

    /// Looks at the folder whenever that is due, until the store is stopped.
    func run() {
        // What the first load needed to parse.
        giveMemoryBack()
        while !state.isStopping {
            let (freedCatalogs, left) = state.reclaim()
            if freedCatalogs > 0 { giveMemoryBack() }
            wait(isReclaiming: left > 0)
            if let check = state.takeFinishedCheck() { note(check) }
            checker.beginWaiting(state: state)
            if watcher?.drain() == true { schedule.noteChange(at: clock.now) }
            if state.hasRequests { schedule.noteRequest() }
            guard !state.isStopping, let look = schedule.takeLook(at: clock.now) else { continue }
            begin(look)
            switch loader.load(isFirst: false, changingSince: schedule.unsettledSince, priority: .low) {
            case .doubtful: schedule.noteDoubt(at: clock.now)
            case .done(let outcome):
                schedule.noteSettled()
                noteSequel(of: outcome)
                settle(outcome)
            }
        }
        checker.stop()
        loader.end()
        for completion in waiting + state.takeRequests() { completion(.idle(catalog: state.current)) }
        waiting = []
        _ = state.reclaim()
    }

    /// Returns freed memory to the system, which the allocator would keep: it lies between pieces that are in use.
    private func giveMemoryBack() {
        if isWorthTrimming { Allocator.giveMemoryBack() }
    }

    private func begin(_ look: ReloadSchedule.Look) {
        waiting += state.takeRequests()
        switch look {
        case .change: cause = .change
        case .poll: cause = .poll
        case .request: cause = .request
        // It goes on with what was begun.
        case .confirmation: break
        }
        if !waiting.isEmpty { cause = .request }
    }

    /// Sleeps until something is due, announced or asked for.
    private func wait(isReclaiming: Bool) {
        var timeouts = [schedule.nextLook.map { $0 - clock.now }].compactMap(\.self)
        if isReclaiming {
            timeouts.append(reclaimPause)
            reclaimPause = min(reclaimPause * 2, Self.longestReclaimPause)
        } else {
            reclaimPause = Self.shortestReclaimPause
        }
        if checker.waitsForThread { timeouts.append(.seconds(1)) }
        var descriptors = [
            pollfd(fd: state.wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watcher?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), timeouts.min()?.pollTimeout ?? -1)
        if descriptors[0].revents != 0 { state.wake.clear() }
    }

    /// Serves what a look came to, and tells everybody.
    private func settle(_ outcome: LoadOutcome) {
        let isLoaded = outcome.outcome == .loaded
        let loaded = isLoaded ? outcome.catalog : nil
        fileProblems = (outcome.problems, outcome.problemCount)
        let isChecking = checker.isBusy || (isLoaded && configuration.checksMessages != nil)
        state.publish(loaded) { status in
            status.catalog = outcome.catalog
            status.files = outcome.files
            tellProblems(&status, isChecking: isChecking)
            status.isWatching = watcher.map { $0.failure == nil } ?? false
            let refusal = status.refusal
            status.refusal = nil
            switch outcome.outcome {
            case .loaded:
                status.loadedAt = WallClock.nanoseconds() / 1_000_000_000
                status.loadCount += 1
            case .unchanged: break
            case .refused(let reason):
                status.refusal = reason
                // The same again and again is one refusal, however often it is looked for.
                if reason != refusal { status.refusedLoadCount += 1 }
            }
        }
        if let loaded {
            reclaimPause = Self.shortestReclaimPause
            checker.begin(loaded, state: state)
        }
        isWorthTrimming = Allocator.keepsMuch(ofFileSizes: outcome.files.map(\.size))
        let report = ReloadReport(
            cause: cause, outcome: outcome.outcome, catalog: outcome.catalog,
            changes: isLoaded ? outcome.catalog?.localeChanges(since: outcome.replaced) ?? [] : [],
            problems: outcome.problems, problemCount: outcome.problemCount, newProblems: outcome.newProblems,
            parsedFileCount: outcome.parsedFileCount, duration: clock.now - outcome.start)
        if outcome.isNews || !waiting.isEmpty { state.tell(.reload(report)) }
        for completion in waiting { completion(report) }
        waiting = []
    }

    /// Takes over what a check found, unless its catalog is served no longer.
    private func note(_ check: MessageCheckReport) {
        guard let check = checker.finish(check, state: state) else { return }
        state.update { tellProblems(&$0, isChecking: false) }
        state.tell(.messageCheck(check))
    }

    /// The problems of files as they lie there now, then those that the last check of messages found.
    private func tellProblems(_ status: inout CatalogStatus, isChecking: Bool) {
        let limit = configuration.limits.problemCount
        status.problems = Array((fileProblems.kept + checker.last.first(limit)).prefix(limit))
        status.problemCount = fileProblems.total + checker.last.total
        status.isChecking = isChecking
    }
}
