import Foundation
import Localization
import Synchronization
import Testing

@testable import CatalogStore

/// A store of a folder that is kept current by what the system announces alone, and what it told.
final class LiveStore: Sendable {
    let store: CatalogStore
    private let events: Events

    private final class Events: Sendable {
        let reports = Mutex<[ReloadReport]>([])
        let checkedVersions = Mutex<[String]>([])
        let newProblems = Mutex<[Problem]>([])
    }

    /// A configuration as most tests want it: no poll that could hide an announcement that was missed.
    static func configuration(_ folder: String) throws -> CatalogStoreConfiguration {
        var configuration = CatalogStoreConfiguration(
            folder: folder, options: CatalogOptions(defaultLocale: try #require(LanguageTag("en"))))
        configuration.pollInterval = nil
        return configuration
    }

    init(_ folder: String, _ change: (inout CatalogStoreConfiguration) -> Void = { _ in }) throws {
        var configuration = try Self.configuration(folder)
        change(&configuration)
        store = CatalogStore(configuration)
        let events = Events()
        self.events = events
        store.observe { event in
            switch event {
            case .reload(var report):
                // A report that is kept would keep its catalog.
                report.catalog = nil
                events.reports.withLock { $0.append(report) }
            case .messageCheck(let check):
                events.checkedVersions.withLock { $0.append(check.catalog.version) }
                events.newProblems.withLock { $0 += check.newProblems }
            }
        }
        try store.start()
    }

    deinit { store.stop() }

    var reports: [ReloadReport] { events.reports.withLock { $0 } }
    var checkedVersions: [String] { events.checkedVersions.withLock { $0 } }
    /// What checks found that those before had not found.
    var newProblems: [Problem] { events.newProblems.withLock { $0 } }

    /// The message in the very table of a locale; nil where there is none.
    subscript(_ tag: String, _ key: String) -> String? { Self.message(store.current, tag, key) }

    static func message(_ catalog: Catalog?, _ tag: String, _ key: String) -> String? {
        guard let catalog, let table = catalog.tables.first(where: { $0.tag.description == tag }) else { return nil }
        return Strings(chain: [table]).message(forKeyPath: key)
    }

    /// The tags of the locales that are served.
    var tags: [String] { store.current?.tables.map(\.tag.description) ?? [] }

    /// Waits until a message reads so, and prints how long that took.
    func expectLive(
        _ tag: String, _ key: String, _ text: String?, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let time = timeUntil { self[tag, key] == text }
        if let time { print("live after \(Int(time / .milliseconds(1))) ms: \(what)") }
        #expect(time != nil, "never live: \(what)", sourceLocation: sourceLocation)
    }
}

/// Reads catalogs all the time, as requests do, and checks each.
final class MixtureReader: Sendable {
    private let isOver = Atomic(false)
    private let result = Awaited<[String]>()

    /// Checks that each catalog is of one release: the message `release` is the same in every table.
    convenience init(_ store: CatalogStore) {
        self.init(store) { catalog in
            let releases = catalog.tables.map { table in
                Strings(chain: [table]).message(forKeyPath: "release") ?? "none"
            }
            return Set(releases).count == 1 ? nil : releases.joined(separator: " ")
        }
    }

    /// Checks each catalog by a rule that says what is wrong with it.
    init(_ store: CatalogStore, rule: @escaping @Sendable (Catalog) -> String?) {
        let thread = Foundation.Thread { [self] in
            var seen: Catalog?
            var mixtures: [String] = []
            while !isOver.load(ordering: .relaxed) {
                guard let catalog = store.current else { continue }
                if seen === catalog {
                    usleep(200)
                    continue
                }
                seen = catalog
                if let mixture = rule(catalog) { mixtures.append(mixture) }
            }
            result.bring(mixtures)
        }
        thread.start()
    }

    /// Ends the reading, and returns what was wrong with the catalogs that were seen.
    func finish() -> [String] {
        isOver.store(true, ordering: .relaxed)
        return result.wait()
    }
}
