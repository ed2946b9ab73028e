import Localization

/// Checks the messages of the catalog that is served, one catalog at a time, on a thread of the lowest priority.
///
/// Confined to the reloader's thread; the check itself runs beside it.
struct MessageChecker: ~Copyable {
    private let check: CatalogStoreConfiguration.MessageCheck?
    private let limit: Int
    private var thread: Thread?
    /// The catalog to check once the thread is free.
    private var next: Catalog?
    /// What the last check that ended found. Until the next one ends nobody knows better: were it forgotten with each
    /// load, a mistake that stays would seem mended for a moment.
    private(set) var last = ProblemList()

    /// Whether what is served is still to be checked.
    var isBusy: Bool { thread != nil || next != nil }

    /// Whether a catalog waits that nothing will wake the reloader for.
    var waitsForThread: Bool { thread == nil && next != nil }

    init(check: CatalogStoreConfiguration.MessageCheck?, limit: Int) {
        self.check = check
        self.limit = limit
    }

    /// Has a catalog checked now, or as soon as the check under way has noticed that it is obsolete.
    mutating func begin(_ catalog: Catalog, state: ReloaderState) {
        guard let check else { return }
        guard thread == nil else {
            next = catalog
            return
        }
        next = nil
        let limit = limit
        thread = Thread(priority: .lowest, stackSize: 4 << 20) {
            let clock = MonotonicClock()
            let start = clock.now
            let found = check(catalog) { state.isStopping || state.current !== catalog }
            var list = ProblemList()
            list.add(found.problems, total: found.count)
            state.finish(
                MessageCheckReport(
                    catalog: catalog, problems: list.first(limit), problemCount: list.total, newProblems: [],
                    duration: clock.now - start))
        }
        // Where the system has no thread to give, it may have one later.
        if thread == nil { next = catalog }
    }

    /// Begins with a catalog that waits, where no check is under way.
    mutating func beginWaiting(state: ReloaderState) {
        guard thread == nil, let catalog = next.take() else { return }
        begin(catalog, state: state)
    }

    /// Takes over what the thread found, and begins with the catalog that waits. Nil where what was checked is served no
    /// longer.
    mutating func finish(_ report: MessageCheckReport, state: ReloaderState) -> MessageCheckReport? {
        thread.take()?.join()
        beginWaiting(state: state)
        guard report.catalog === state.current else { return nil }
        var report = report
        report.newProblems = ProblemList.newOnes(of: report.problems, beside: last.first(limit))
        last = ProblemList()
        last.add(report.problems, total: report.problemCount)
        return report
    }

    /// Waits for the check under way, which learns that the store stops.
    mutating func stop() { thread.take()?.join() }
}
