public import Localization
import Synchronization

/// Serves the catalog of a locales folder and keeps it current.
///
/// ```swift
/// let store = try CatalogStore(following: "locales")
/// let title = store.current?.strings(acceptLanguage: header).string(forKeyPath: "login.title")
/// ```
///
/// A reader takes `current` once and works with that catalog to its end: a reload swaps in another one and never
/// changes one that was handed out. Readers never wait for a reload.
public final class CatalogStore: Sendable {
    private let state = ReloaderState()
    /// Nil for a store of one catalog.
    private let source: Source?
    private let thread = Mutex<Thread?>(nil)

    private struct Source: Sendable {
        var configuration: CatalogStoreConfiguration
        var path: ConfiguredPath
    }

    /// A store of a folder; nothing is read before `start`.
    public init(_ configuration: CatalogStoreConfiguration) {
        source = Source(configuration: configuration, path: ConfiguredPath(configuration.folder))
    }

    /// Loads a folder, with everything at its default, and keeps it current until the store is let go of.
    ///
    /// Dates are shown in the time zones of the system.
    /// - Parameters:
    ///   - folder: the locales folder.
    ///   - defaultLocale: the locale that readers get whom nothing else suits.
    /// - Throws: where no table serves the default locale.
    public convenience init(
        following folder: String, defaultLocale: LanguageTag = .english
    ) throws(CatalogStoreError) {
        var options = CatalogOptions(defaultLocale: defaultLocale)
        options.timeZones = TimeZones(source: ZoneInfoFolder())
        self.init(CatalogStoreConfiguration(folder: folder, options: options))
        try start()
    }

    /// A store that serves one catalog for ever, for tests and for programs that have no files.
    public init(catalog: Catalog) {
        source = nil
        state.publish(catalog) { status in
            status.catalog = catalog
            status.loadedAt = WallClock.nanoseconds() / 1_000_000_000
            status.loadCount = 1
        }
    }

    deinit { stop() }

    /// The catalog as of now; nil only where the store was not started, or waits for its first tables.
    public var current: Catalog? { state.current }

    /// What is served and what is wrong with it.
    public var status: CatalogStatus { state.status }

    /// Loads the folder and begins to keep it current. A store of one catalog needs no start.
    ///
    /// Bad files do not keep it from starting: they are reported, and the rest is served.
    /// - Throws: where no table serves the default locale, unless the configuration says to wait for one; and where
    ///   the store was started or stopped before.
    public func start() throws(CatalogStoreError) {
        guard let source else { return }
        guard state.begin() else { throw CatalogStoreError(code: .used, reason: "a store is started once") }
        do throws(CatalogStoreError) {
            guard state.wake.descriptor >= 0 else {
                throw CatalogStoreError(code: .system, reason: "the system has no file descriptor left")
            }
            let loop = ReloaderLoop(source.configuration, path: source.path, state: state)
            try loop.load()
            let isRunning = thread.withLock { thread in
                thread = Thread(priority: .low) { loop.run() }
                return thread != nil
            }
            guard isRunning else { throw CatalogStoreError(code: .system, reason: "the system refused a thread") }
        } catch {
            state.end()
            for completion in state.takeRequests() { completion(.idle(catalog: nil)) }
            throw error
        }
    }

    /// Ends the watching and waits until the store's threads are gone. The last catalog stays. Safe to call twice.
    public func stop() {
        state.end()
        let running = thread.withLock { $0.take() }
        running?.join()
    }

    /// Calls this closure with everything that happens from now on, on a thread of the store, one call at a time;
    /// with what `start` itself finds on the thread that calls it.
    ///
    /// A reload's call comes after the swap: `current` is the report's catalog. The closure must return soon and must
    /// not call `reload` or `stop`. A closure that holds the store keeps it alive.
    public func observe(_ observer: @escaping @Sendable (CatalogStoreEvent) -> Void) {
        state.observe(observer)
    }

    /// Looks at the folder now and returns what came of it. Blocks; not for a thread that serves requests.
    ///
    /// Where a file is gone or newly bad, it takes a second look first, a quiet period later. A store that does not run
    /// answers `unchanged`.
    @discardableResult
    public func reload() -> ReloadReport {
        let report = Awaited<ReloadReport>()
        reload { report.bring($0) }
        return report.wait()
    }

    /// Looks at the folder soon and calls the closure with what came of it, on a thread of the store.
    public func reload(completion: @escaping @Sendable (ReloadReport) -> Void) {
        if !state.request(completion) { completion(.idle(catalog: state.current)) }
    }

    /// Keeps an object, and lets go of it on a thread of the store once nobody else holds it.
    ///
    /// For what belongs to a catalog that is no longer served and is costly to free: compressed tables, answers made
    /// ready. A request that still uses it is then never the one that frees it.
    package func retire(_ object: any AnyObject & Sendable) {
        // A store of one catalog has no thread that could let go of it later.
        if source != nil { state.retire(object) }
    }
}
