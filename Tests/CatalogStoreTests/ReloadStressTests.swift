import Foundation
import Localization
import Synchronization
import Testing

@testable import CatalogStore

/// Everything at once: readers, changes, requests for looks, retired objects, checks, and an end in the middle of it.
@Suite struct ReloadStressTests {
    @Test func readersNeverSeeAMixtureWhileEverythingHappens() throws {
        final class Cache: Sendable {
            let release: String
            init(_ release: String) { self.release = release }
        }
        let root = try TemporaryFolder()
        func write(_ release: Int) throws {
            for tag in ["en", "fr", "de"] {
                let isBroken = tag == "de" && release % 3 == 1
                let text = #"{"release": "\#(release)", "a": {"b": "\#(release)"}"# + (isBroken ? "" : "}")
                try root.add(.text(text), at: "\(release)/\(tag).json")
            }
            try root.add(.link("\(release)"), at: "next")
            try root.move("next", to: "current")
        }
        try write(0)
        let live = try LiveStore(root("current")) {
            $0.quietPeriod = .milliseconds(5)
            $0.pollInterval = .milliseconds(50)
            $0.checksMessages = { catalog, isObsolete in
                var found: [Problem] = []
                for table in catalog.tables where !isObsolete() {
                    let text = Strings(chain: [table]).message(forKeyPath: "a.b")
                    found.append(Problem(code: .messageSyntax, file: table.tag.description, reason: text ?? "none"))
                }
                return (found, found.count)
            }
        }
        let answers = Mutex(0)
        let readers = (0..<4).map { _ in
            MixtureReader(live.store) { catalog in
                // German may be the last good one; the others are of one release.
                let releases = ["en", "fr"].map { LiveStore.message(catalog, $0, "release") ?? "none" }
                let texts = ["en", "fr"].map { LiveStore.message(catalog, $0, "a.b") ?? "none" }
                return Set(releases + texts).count == 1 && LiveStore.message(catalog, "de", "release") != nil
                    ? nil : "\(releases) \(texts)"
            }
        }
        for release in 1...40 {
            try write(release)
            live.store.retire(Cache("\(release)"))
            live.store.reload { _ in answers.withLock { $0 += 1 } }
            if release % 4 == 0 { live.store.reload() }
            _ = live.store.status
            usleep(10_000)
        }
        #expect(live.store.reload().outcome != .refused(reason: ""))
        #expect(live["en", "release"] == "40")
        for reader in readers { #expect(reader.finish() == []) }
        #expect(timeUntil { live.store.status.retiredCount == 0 } != nil)
        for _ in 0..<20 { live.store.reload { _ in answers.withLock { $0 += 1 } } }
        live.store.stop()
        #expect(answers.withLock { $0 } == 60)
    }
}
