import Foundation
import Localization
import Synchronization
import Testing

@testable import CatalogStore

@Suite struct LoadingTests {
    // MARK: - Start

    @Test func sourcesOfALocaleMerge() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"title": "Hello", "login": {"title": "Log in"}}"#),
            "en/login.json": .text(#"{"hint": "Your name", "title": "Sign in"}"#),
            "en.lproj/shop/cart.json": .text(#"{"title": "Basket"}"#),
            "pt_br.json": .text(#"{"a": "1"}"#), "pt-BR/strings.json": .text(#"{"b": "2"}"#),
        ])
        let live = try LiveStore(folder.path)
        #expect(live.tags == ["en", "pt-BR"])
        #expect(live["en", "title"] == "Hello")
        #expect(live["en", "login.hint"] == "Your name")
        // The later source in byte order of its path wins, and both places are told.
        #expect(live["en", "login.title"] == "Sign in")
        #expect(live["en", "shop.cart.title"] == "Basket")
        #expect(live["pt-BR", "a"] == "1" && live["pt-BR", "b"] == "2")
        let twice = live.store.status.problems.filter { $0.code == .duplicatePath }
        #expect(twice.count == 1)
        #expect(twice.first?.description.contains("en.json:1:") == true)
        #expect(twice.first?.description.contains("en/login.json") == true)
    }

    @Test func badFilesDoNotKeepTheRestFromStarting() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1"}"#), "fr.json": .text("{\n  \"a\": \"1\"\n  \"b\": \"2\"\n}"),
            "de.json": .text("[1]"), "it.json": .bytes([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
            "pl.json": .text(String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65)),
            "es.json": .text(""), "ja.json": .text("{\"a\": \"1\"} x"),
        ])
        let live = try LiveStore(folder.path)
        #expect(live.tags == ["en"])
        let status = live.store.status
        #expect(status.problemCount == 6)
        #expect(
            status.files.filter(\.isBad).map(\.path) == [
                "de.json", "es.json", "fr.json", "it.json", "ja.json", "pl.json",
            ])
        #expect(status.problems.contains { $0.file == "fr.json" && $0.line == 3 && $0.column == 3 })
    }

    @Test func aStartWithoutTheDefaultLocaleNamesWhatWasFound() throws {
        let folder = try TemporaryFolder([
            "fr.json": .text("{}"), "de.json": .text("{}"), "en.json": .text("{"), "it.json": .text("{"),
        ])
        let store = CatalogStore(try LiveStore.configuration(folder.path))
        let error = #expect(throws: CatalogStoreError.self) { try store.start() }
        #expect(error?.code == .noDefaultTable)
        #expect(error?.foundLocales == ["de", "fr"])
        #expect(error?.reason.contains("de, fr") == true)
        #expect(error?.problems.map(\.file) == ["en.json", "it.json"])
        #expect(store.current == nil)
        #expect(store.reload().outcome == .unchanged)
    }

    @Test func aStartWithoutAFolderFails() throws {
        let folder = try TemporaryFolder()
        let store = CatalogStore(try LiveStore.configuration(folder("none")))
        let error = #expect(throws: CatalogStoreError.self) { try store.start() }
        #expect(error?.code == .folder)
        #expect(error?.reason.contains(folder.path) == false)
    }

    @Test func aRegionServesItsLanguageAsTheDefault() throws {
        let folder = try TemporaryFolder(["en-US.json": .text(#"{"a": "1"}"#)])
        let live = try LiveStore(folder.path)
        #expect(live["en-US", "a"] == "1")
    }

    @Test func aStoreThatWaitsIsReadyOnceATableIsThere() throws {
        let root = try TemporaryFolder()
        let live = try LiveStore(root("link/locales")) { $0.waitsForTables = true }
        #expect(live.store.current == nil)
        #expect(live.store.status.refusal != nil)
        try root.add(.text(#"{"a": "1"}"#), at: "rev1/locales/fr.json")
        try root.add(.link("rev1"), at: "link")
        #expect(timeUntil { live.store.status.refusal?.contains("fr") == true } != nil)
        #expect(live.store.current == nil)
        try root.add(.text(#"{"a": "1"}"#), at: "rev1/locales/en.json")
        live.expectLive("en", "a", "1", "a store that waited for its first table")
        #expect(live.tags == ["en", "fr"])
    }

    // MARK: - Reload

    @Test func aBrokenFileKeepsItsLastGoodContentAndSaysWhatIsMissing() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#),
            "fr/login.json": .text(#"{"t": "un"}"#),
        ])
        let live = try LiveStore(folder.path)
        try folder.overwrite("fr.json", "{\n  \"a\": \"deux\"\n  \"b\": \"2\"\n}")
        try folder.overwrite("fr/login.json", #"{"t": "deux"}"#)
        live.expectLive("fr", "login.t", "deux", "the good file beside a broken one")
        #expect(live["fr", "a"] == "un")
        let report = try #require(live.reports.last)
        #expect(report.problems.map(\.description).first?.hasPrefix("fr.json:3:3: ") == true)
        #expect(report.problems.first?.reason.contains("\",\"") == true)
        #expect(report.newProblems == report.problems)
        #expect(live.store.status.files.filter(\.isBad).map(\.path) == ["fr.json"])
        // Mended, it counts again, and the problem is gone.
        try folder.overwrite("fr.json", #"{"a": "trois"}"#)
        live.expectLive("fr", "a", "trois", "the mended file")
        #expect(live.store.status.problemCount == 0)
    }

    @Test func aFileThatIsTooLargeTakesNothingFromTheOthers() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#)])
        try folder.shell("truncate -s 2G aa.json")
        let live = try LiveStore(folder.path)
        #expect(live.tags == ["en", "fr"])
        #expect(live.store.status.problems.map(\.file) == ["aa.json"])
        try folder.overwrite("fr.json", #"{"a": "deux"}"#)
        live.expectLive("fr", "a", "deux", "a file beside one that is too large")
    }

    @Test func aFileThatGrowsTooLargeKeepsItsLastGoodContent() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#)])
        let live = try LiveStore(folder.path) { $0.limits.fileSize = 1000 }
        try folder.overwrite("fr.json", #"{"a": "\#(String(repeating: "x", count: 1000))"}"#)
        #expect(timeUntil { live.store.status.problemCount == 1 } != nil)
        #expect(live.store.status.problems.first?.code == .limit)
        #expect(live["fr", "a"] == "un")
    }

    @Test(.enabled(if: Unprivileged.isPossible, "skipped: nobody here may read less than everything"))
    func whatBecomesUnreadableKeepsItsLastGoodContent() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#),
            "de/login.json": .text(#"{"t": "eins"}"#),
        ])
        let live = try Unprivileged.run { try LiveStore(folder.path) }
        try folder.shell("chmod 0 fr.json de")
        #expect(timeUntil { live.store.status.problemCount == 2 } != nil)
        #expect(live["fr", "a"] == "un")
        #expect(live["de", "login.t"] == "eins")
        #expect(live.store.status.files.filter(\.isBad).map(\.path) == ["de/login.json", "fr.json"])
    }

    @Test func aReloadWithoutTheDefaultLocaleIsRefused() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#)])
        let live = try LiveStore(folder.path)
        let before = live.store.current
        try folder.remove("en.json")
        #expect(timeUntil { live.store.status.refusal != nil } != nil)
        #expect(live.store.status.refusal?.contains("fr") == true)
        #expect(live.store.current === before)
        try folder.overwrite("fr.json", #"{"a": "deux"}"#)
        _ = live.store.reload()
        #expect(live["fr", "a"] == "un")
        try folder.add(.text(#"{"a": "2"}"#), at: "en.json")
        live.expectLive("en", "a", "2", "the default locale is back")
        #expect(live["fr", "a"] == "deux")
        #expect(live.store.status.refusal == nil)
    }

    @Test func whatIsServedInSpiteOfARefusalIsNotForgotten() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1", "a": "2"}"#), "fr.json": .text(#"{"a": "un"}"#),
        ])
        let live = try LiveStore(folder.path) {
            $0.checksMessages = { _, _ in ([Problem(code: .messageSyntax, file: "en.json", reason: "bad")], 1) }
        }
        #expect(timeUntil { live.store.status.problemCount == 2 } != nil)
        try folder.shell("rm en.json fr.json")
        #expect(timeUntil { live.store.status.refusal != nil } != nil)
        // The mistakes of what is served are served as well.
        #expect(live.store.status.problems.map(\.code) == [.duplicateKey, .messageSyntax])
        #expect(live.store.status.problemCount == 2)
        #expect(live.store.status.files.map(\.path) == ["en.json", "fr.json"])
        #expect(!live.store.status.files.contains { !$0.isBad })
        // What comes back broken falls back on what was served all the time.
        try folder.add(.text("{"), at: "fr.json")
        #expect(timeUntil { live.store.status.problemCount == 3 } != nil)
        try folder.add(.text(#"{"a": "3"}"#), at: "en.json")
        live.expectLive("en", "a", "3", "the default locale is back")
        #expect(live["fr", "a"] == "un")
        #expect(live.store.status.problems.map(\.code) == [.syntax, .messageSyntax])
        try folder.remove("fr.json")
        live.expectLive("fr", "a", nil, "the broken file is deleted")
        #expect(live.tags == ["en"])
    }

    @Test func beyondTheLimitOfFilesNothingIsTakenForGone() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#), "zu.json": .text(#"{"a": "kunye"}"#)])
        let live = try LiveStore(folder.path) { $0.limits.fileCount = 3 }
        for number in 0..<5 { try folder.add(.text(#"{"a": "un"}"#), at: "fr/\(number).json") }
        #expect(timeUntil { live.store.status.problems.contains { $0.code == .limit } } != nil)
        #expect(live["zu", "a"] == "kunye")
        #expect(live.store.status.files.filter(\.isBad).map(\.path) == ["zu.json"])
        // Of what is reached it is seen that it is gone.
        try folder.remove("fr/0.json")
        #expect(timeUntil { live["fr", "0.a"] == nil } != nil)
        #expect(live["zu", "a"] == "kunye")
        try folder.remove("fr")
        try folder.overwrite("zu.json", #"{"a": "kubili"}"#)
        live.expectLive("zu", "a", "kubili", "within the limit again")
        #expect(live.store.status.problemCount == 0)
        #expect(live.tags == ["en", "zu"])
    }

    @Test func aProblemThatMovedIsNotNew() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "<no.such>", "d": 1, "d": 2}"#)])
        let live = try LiveStore(folder.path)
        try folder.overwrite(
            "en.json",
            "{\n\n\"b\": \"1\", \"a\": \"<no.such>\", \"d\": 1,\n\"d\": 2, \"c\": \"<nor.this>\"}")
        live.expectLive("en", "b", "1", "a line above a problem")
        #expect(timeUntil { live.reports.last?.newProblems.map(\.keyPath) == ["c"] } != nil)
        #expect(live.store.status.problems.map(\.line) == [3, 4, 4])
    }

    @Test func aReportSaysWhatChanged() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1", "b": "2", "c": {"d": "3"}}"#), "fr.json": .text(#"{"a": "un"}"#),
            "de.json": .text(#"{"a": "eins", "b": "zwei"}"#),
        ])
        let live = try LiveStore(folder.path) { $0.watches = false }
        try folder.add(.text(#"{"a": "1", "b": "zwei", "e": "5", "f": "6"}"#), at: "en.json")
        try folder.remove("de.json")
        try folder.add(.text(#"{"a": "uno"}"#), at: "it.json")
        let report = live.store.reload()
        #expect(report.outcome == .loaded)
        #expect(report.cause == .request)
        #expect(report.parsedFileCount == 2)
        #expect(
            report.changes.map { "\($0.tag) +\($0.added) ~\($0.changed) -\($0.removed)" } == [
                "de +0 ~0 -2", "en +2 ~1 -1", "it +1 ~0 -0",
            ])
        #expect(report.version == live.store.current?.version)
    }

    @Test func contentDecides() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#), "fr.json": .text(#"{"a": "un"}"#)])
        let live = try LiveStore(folder.path) { $0.watches = false }
        let before = try #require(live.store.current)
        // Another file, another time, the same bytes.
        try folder.shell("cp fr.json new; touch -d 2001-01-01 new; mv new fr.json")
        let report = live.store.reload()
        #expect(report.outcome == .unchanged)
        #expect(report.parsedFileCount == 0)
        #expect(live.store.current === before)
    }

    @Test func aWriteThatLeavesTimeAndSizeIsFoundWhileTheFileIsYoung() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#)])
        let live = try LiveStore(folder.path) { $0.watches = false }
        for round in 2...9 {
            try folder.overwrite("en.json", #"{"a": "\#(round)"}"#)
            #expect(live.store.reload().outcome == .loaded)
            #expect(live["en", "a"] == "\(round)")
        }
    }

    @Test func problemsAreLimitedAndCounted() throws {
        let folder = try TemporaryFolder(["en.json": .text("{}")])
        for number in 0..<150 { try folder.add(.text("{"), at: "fr/\(number).json") }
        try folder.add(.text("{}"), at: "percentages.json")
        let live = try LiveStore(folder.path)
        let status = live.store.status
        #expect(status.problems.count == 100)
        #expect(status.problemCount == 151)
        #expect(status.problems.allSatisfy { $0.code == .syntax })
    }

    // MARK: - Around the reload

    @Test func theMessagesAreCheckedAfterTheSwap() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#)])
        let live = try LiveStore(folder.path) {
            $0.checksMessages = { catalog, _ in
                let text = LiveStore.message(catalog, "en", "a") ?? ""
                return text == "1"
                    ? ([], 0) : ([Problem(code: .messageSyntax, file: "en.json", reason: "bad \(text)")], 1)
            }
        }
        #expect(timeUntil { live.checkedVersions.count == 1 } != nil)
        try folder.overwrite("en.json", #"{"a": "{"}"#)
        #expect(timeUntil { live.store.status.problemCount == 1 } != nil)
        #expect(live.store.status.problems.first?.code == .messageSyntax)
        #expect(live.checkedVersions.last == live.store.current?.version)
        try folder.overwrite("en.json", #"{"a": "1"}"#)
        #expect(timeUntil { live.store.status.problemCount == 0 } != nil)
    }

    @Test func whatACheckFoundStandsUntilTheNextHasEnded() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": "1"}"#), "fr.json": .text("{}"), "de.json": .text(#"{"a": "eins"}"#),
        ])
        let mayEnd = Mutex(true)
        let live = try LiveStore(folder.path) {
            $0.checksMessages = { catalog, isObsolete in
                while !mayEnd.withLock({ $0 }), !isObsolete() { usleep(1000) }
                var found = ["de.json", "en.json", "fr.json"].map {
                    Problem(code: .messageSyntax, file: $0, reason: "stays")
                }
                if LiveStore.message(catalog, "en", "a") == "mended" { found.remove(at: 1) }
                return (found, found.count + 10)
            }
        }
        #expect(timeUntil { live.store.status.problemCount == 13 } != nil)
        #expect(!live.store.status.isChecking)
        #expect(timeUntil { live.newProblems.map(\.file) == ["de.json", "en.json", "fr.json"] } != nil)

        mayEnd.withLock { $0 = false }
        try folder.overwrite("en.json", #"{"a": "2"}"#)
        live.expectLive("en", "a", "2", "a change while a mistake stays")
        // Who has seen what is new is told of nothing older.
        #expect(live.store.status.isChecking)
        #expect(live.store.status.problemCount == 13)
        // What is bad besides is known at once.
        try folder.remove("de.json")
        live.expectLive("de", "a", nil, "a deletion while a mistake stays")
        #expect(live.store.status.problemCount == 13)
        try folder.overwrite("fr.json", "{")
        #expect(timeUntil { live.store.status.problemCount == 14 } != nil)
        #expect(live.store.status.isChecking)
        #expect(
            live.store.status.problems.map(\.code) == [.syntax, .messageSyntax, .messageSyntax, .messageSyntax])
        try folder.overwrite("en.json", #"{"a": "mended"}"#)
        live.expectLive("en", "a", "mended", "a change that mends")
        #expect(live.store.status.problemCount == 14 && live.store.status.isChecking)

        mayEnd.withLock { $0 = true }
        #expect(timeUntil { !live.store.status.isChecking } != nil)
        #expect(live.store.status.problemCount == 13)
        #expect(live.store.status.problems.map(\.file) == ["fr.json", "de.json", "fr.json"])
        #expect(timeUntil { live.checkedVersions.last == live.store.current?.version } != nil)
        #expect(live.newProblems.count == 3)
    }

    @Test func theLoadItselfReportsReferencesToNothingAndCircles() throws {
        let folder = try TemporaryFolder([
            "en.json": .text(#"{"a": {"x": "see <a.y>", "y": "see <a.x>"}, "b": "<no.such>"}"#)
        ])
        let live = try LiveStore(folder.path)
        #expect(Set(live.store.status.problems.map(\.code)) == [.referenceCycle, .brokenReference])
        let report = live.store.reload()
        #expect(report.outcome == .unchanged && report.problemCount == live.store.status.problemCount)
        try folder.overwrite("en.json", #"{"a": {"x": "see <a.y>", "y": "mended"}, "b": "<a.y>"}"#)
        #expect(timeUntil { live.store.status.problemCount == 0 } != nil)
    }

    @Test func aCheckOfAnObsoleteCatalogIsDropped() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#)])
        let live = try LiveStore(folder.path) {
            $0.checksMessages = { catalog, isObsolete in
                guard LiveStore.message(catalog, "en", "a") == "1" else { return ([], 0) }
                while !isObsolete() { usleep(1000) }
                return ([Problem(code: .messageSyntax, file: "en.json", reason: "of the catalog before")], 1)
            }
        }
        try folder.overwrite("en.json", #"{"a": "2"}"#)
        #expect(timeUntil { live.checkedVersions.count == 1 } != nil)
        #expect(live.store.status.problemCount == 0)
        #expect(live.checkedVersions.first == live.store.current?.version)
    }

    @Test func anOldCatalogIsFreedAfterItsLastReader() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a": "1"}"#)])
        let live = try LiveStore(folder.path)
        weak let old = live.store.current
        var reader = live.store.current
        try folder.overwrite("en.json", #"{"a": "2"}"#)
        live.expectLive("en", "a", "2", "a reload beside a slow reader")
        #expect(LiveStore.message(reader, "en", "a") == "1")
        #expect(live.store.status.retiredCount == 1)
        reader = nil
        // Not freed by this thread: the store still holds it.
        #expect(timeUntil { old == nil } != nil)
        #expect(timeUntil { live.store.status.retiredCount == 0 } != nil)
    }

    @Test func whatIsRetiredIsFreedByTheStoresThread() throws {
        final class Compressed: Sendable {
            let freedBy: Awaited<pthread_t>
            init(_ freedBy: Awaited<pthread_t>) { self.freedBy = freedBy }
            deinit { freedBy.bring(pthread_self()) }
        }
        let folder = try TemporaryFolder(["en.json": .text("{}")])
        let live = try LiveStore(folder.path)
        let freedBy = Awaited<pthread_t>()
        var object: Compressed? = Compressed(freedBy)
        live.store.retire(object!)
        _ = withExtendedLifetime(object) { usleep(50_000) }
        object = nil
        #expect(freedBy.wait() != pthread_self())
    }

    @Test func aStoreOfOneCatalogServesIt() throws {
        let english = try #require(LanguageTag("en"))
        let catalog = try #require(
            Catalog(
                tables: [Table(tag: english, messages: [("a", "1")])], options: CatalogOptions(defaultLocale: english)))
        let store = CatalogStore(catalog: catalog)
        try store.start()
        #expect(store.current === catalog)
        #expect(store.reload().outcome == .unchanged)
        #expect(store.status.catalog === catalog)
        store.stop()
        #expect(store.current === catalog)
    }

    @Test func aStoppedStoreLetsNobodyWait() throws {
        let folder = try TemporaryFolder(["en.json": .text("{}")])
        let live = try LiveStore(folder.path)
        for _ in 0..<100 { live.store.reload { _ in } }
        live.store.stop()
        live.store.stop()
        #expect(live.store.reload().outcome == .unchanged)
        #expect(live.store.current != nil)
    }

    @Test func storesLeaveNoDescriptorAndNoThread() throws {
        func count(_ place: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: place).count) ?? 0 }
        let folder = try TemporaryFolder(["en/a/b/c.json": .text("{}"), "en.json": .text("{}")])
        // Other suites run beside this one, so that only a leak in every round is seen for certain.
        let before = count("/proc/self/fd")
        for round in 0..<200 {
            let live = try LiveStore(folder.path)
            if round % 10 == 0 {
                try folder.overwrite("en.json", #"{"a": "\#(round)"}"#)
                live.store.reload()
            }
        }
        #expect(count("/proc/self/fd") < before + 200)
    }
}
