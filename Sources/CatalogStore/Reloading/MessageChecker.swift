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
    /// What the check of the catalog that is served found.
    private(set) var problems = ProblemList()

    init(check: CatalogStoreConfiguration.MessageCheck?, limit: Int) {
        self.check = check
        self.limit = limit
    }

    /// Has a catalog checked now, or as soon as the check under way has noticed that it is obsolete.
    mutating func begin(_ catalog: Catalog, state: ReloaderState) {
        problems = ProblemList()
        guard let check else { return }
        guard thread == nil else {
            next = catalog
            return
        }
        let limit = limit
        thread = Thread(priority: .lowest, stackSize: 4 << 20) {
            let clock = MonotonicClock()
            let start = clock.now
            let found = check(catalog) { state.isStopping || state.current !== catalog }
            var list = ProblemList()
            list.add(found.problems, total: found.count)
            state.finish(
                MessageCheckReport(
                    catalog: catalog, problems: list.first(limit), problemCount: list.total,
                    duration: clock.now - start))
        }
    }

    /// Takes over what the thread found, and begins with the catalog that waits.
    mutating func finish(_ report: MessageCheckReport, state: ReloaderState) {
        thread.take()?.join()
        if report.catalog === state.current { problems.add(report.problems, total: report.problemCount) }
        if let catalog = next {
            next = nil
            begin(catalog, state: state)
        }
    }

    /// Waits for the check under way, which learns that the store stops.
    mutating func stop() { thread.take()?.join() }
}
