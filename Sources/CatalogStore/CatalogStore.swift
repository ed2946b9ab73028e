public import Localization
import Synchronization

/// Serves the catalog of a locales folder and keeps it current.
///
/// ```swift
/// let store = CatalogStore(CatalogStoreConfiguration(folder: "locales", options: options))
/// try store.start()
/// let title = store.current?.strings(for: french).string(forKeyPath: "login.title")
/// ```
///
/// A reader takes `current` once and works with that catalog to its end: a reload swaps in another one and never
/// changes one that was handed out. Readers never wait for a reload.
public final class CatalogStore: Sendable {
    private let catalog: Catalog?

    /// A store of a folder; nothing is read before `start`.
    public init(_ configuration: CatalogStoreConfiguration) {
        catalog = nil
    }

    /// A store that serves one catalog for ever, for tests and for programs that have no files.
    public init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// The catalog as of now; nil only where the store was not started, or waits for its first tables.
    public var current: Catalog? { catalog }

    /// What is served and what is wrong with it.
    public var status: CatalogStatus {
        CatalogStatus(catalog: catalog)
    }

    /// Loads the folder and begins to keep it current. It is called once.
    ///
    /// Bad files do not keep it from starting: they are reported, and the rest is served.
    /// - Throws: where no table serves the default locale, unless the configuration says to wait for one.
    public func start() throws(CatalogStoreError) {}

    /// Ends the watching and waits until the store's threads are gone. The last catalog stays. Safe to call twice.
    public func stop() {}

    /// Calls this closure with everything that happens from now on, on a thread of the store, one call at a time.
    ///
    /// A reload's call comes after the swap: `current` is the report's catalog or a later one. The closure must
    /// return soon and must not call `reload` or `stop`.
    public func observe(_ observer: @escaping @Sendable (CatalogStoreEvent) -> Void) {}

    /// Looks at the folder now and returns what came of it. Blocks; not for a thread that serves requests.
    @discardableResult
    public func reload() -> ReloadReport {
        ReloadReport(
            cause: .request, outcome: .unchanged, catalog: catalog, changes: [], problems: [], problemCount: 0,
            newProblems: [], parsedFileCount: 0, duration: .zero)
    }

    /// Looks at the folder soon and calls the closure with what came of it, on a thread of the store.
    public func reload(completion: @escaping @Sendable (ReloadReport) -> Void) {
        completion(reload())
    }

    /// Keeps an object, and lets go of it on a thread of the store once nobody else holds it.
    ///
    /// For what belongs to a catalog that is no longer served and is costly to free: compressed tables, answers made
    /// ready. A request that still uses it is then never the one that frees it.
    public func retire(_ object: any AnyObject & Sendable) {}
}
