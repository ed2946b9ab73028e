import CatalogStore
import Foundation
import HTTPCore
import Localization
import Service
import TestSupport
import Testing

/// The service over a folder that changes.
@Suite struct ReloadTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "parlance-\(UUID().uuidString)")

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func store() throws -> CatalogStore {
        let options = try CatalogOptions(defaultLocale: #require(LanguageTag("en")))
        var configuration = CatalogStoreConfiguration(folder: folder.path, options: options)
        configuration.watches = false
        return CatalogStore(configuration)
    }

    @Test func servesTheNextCatalogAfterAReload() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(#"{"title":"one","a.b":"1"}"#, to: "en.json")
        let store = try store()
        let service = ParlanceService(store: store)
        let bench = ServiceBench(service)
        #expect(bench.answer("GET", "/readyz").status == 503)
        #expect(bench.answer("GET", "/strings/en/title").status == 503)
        #expect(bench.answer("GET", "/strings/en/title")["Retry-After"] == "1")
        #expect(bench.answer("GET", "/livez").status == 200)
        try store.start()
        defer { store.stop() }
        let first = try await bench.waitFor("/strings/en/title", "one")
        // Often enough for the worker to keep the answer.
        func rendered() -> [UInt8] { bench.answer("POST", "/render?locale=en", body: Array("<a.b>!".utf8)).body.array }
        for _ in 0..<5 { #expect(rendered() == Array("1!".utf8)) }
        #expect(bench.answer("GET", "/readyz").status == 200)
        let reader = bench.stream("/events")
        #expect(reader.text() == "retry: 3000\n\n")

        try write(#"{"title":"two","a.b":"2"}"#, to: "en.json")
        store.reload()
        let second = try await bench.waitFor("/strings/en/title", "two")
        for _ in 0..<5 { #expect(rendered() == Array("2!".utf8)) }
        #expect(first["ETag"] != second["ETag"])
        #expect(first["Parlance-Version"] != second["Parlance-Version"])
        let version = try #require(second["Parlance-Version"])
        #expect(
            try await reader.wait()
                == "id: \(version)\nevent: catalog\ndata: {\"version\":\"\(version)\",\"locales\":[\"en\"]}\n\n")
        let behind = bench.stream("/events", lastEventID: first["Parlance-Version"])
        #expect(behind.text().contains("id: \(version)\n"))
        let current = bench.stream("/events", lastEventID: version)
        #expect(!current.text().contains("id:"))

        service.drain()
        #expect(reader.hasEnded())
        #expect(bench.answer("GET", "/readyz").status == 503)
        let last = bench.answer("GET", "/strings/en/title")
        #expect(last.status == 200 && last.closesConnection)
        #expect(bench.answer("GET", "/events").status == 503)
    }

    @Test func anAlarmCanTellThatTheTablesAreRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(#"{"title":"one"}"#, to: "en.json")
        let store = try store()
        try store.start()
        defer { store.stop() }
        let bench = ServiceBench(ParlanceService(store: store))
        func refused() -> String? {
            String(decoding: bench.answer("GET", "/metrics").body.array, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("parlance_tables_refused ") }.map(String.init)
        }
        #expect(refused() == "parlance_tables_refused 0")
        try FileManager.default.removeItem(at: folder.appending(path: "en.json"))
        store.reload()
        #expect(refused() == "parlance_tables_refused 1")
        #expect(bench.answer("GET", "/strings/en/title").status == 200)
        try write(#"{"title":"two"}"#, to: "en.json")
        store.reload()
        #expect(refused() == "parlance_tables_refused 0")
    }

    @Test func theStatusNamesTheKeyOfAProblemAsTheLogDoes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(#"{"title":"<no.such>"}"#, to: "en.json")
        let store = try store()
        try store.start()
        defer { store.stop() }
        var configuration = ServiceConfiguration()
        configuration.showsPlaces = true
        let status = ServiceBench(ParlanceService(store: store, configuration: configuration)).answer("GET", "/status")
        let body = try #require(JSONSerialization.jsonObject(with: Data(status.body.array)) as? [String: Any])
        let problem = try #require((body["problems"] as? [[String: Any]])?.first)
        #expect(problem["key"] as? String == "title" && problem["keyPath"] == nil, "\(problem)")
    }

    @Test func aTableIsTakenOverWhereNothingOfItsChainChanged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = String(repeating: "a long text ", count: 200)
        try write(#"{"title":"\#(text)"}"#, to: "en.json")
        try write(#"{"title":"\#(text)"}"#, to: "fr.json")
        try write(#"{"title":"\#(text)"}"#, to: "de.json")
        let store = try store()
        try store.start()
        defer { store.stop() }
        let bench = ServiceBench(ParlanceService(store: store))
        func ask(_ target: String) -> Response { bench.answer("GET", target, [("Accept-Encoding", "gzip")]) }
        func isCoded(_ target: String) -> Bool { ask(target)["Content-Encoding"] == "gzip" }
        for target in ["/strings/fr?fallback=none", "/strings/de"] {
            for _ in 0..<500 where !isCoded(target) { try await Task.sleep(for: .milliseconds(10)) }
            #expect(isCoded(target))
        }
        let french = ask("/strings/fr?fallback=none")
        let german = ask("/strings/de")

        // Sorted before the others, so that every position in the catalog is another one.
        try write(#"{"title":"zwei"}"#, to: "af.json")
        try write(#"{"title":"\#(text)","more":"more"}"#, to: "en.json")
        store.reload()
        let next = ask("/strings/fr?fallback=none")
        #expect(next["Parlance-Version"] != french["Parlance-Version"])
        #expect(next["ETag"] == french["ETag"])
        #expect(next["Content-Language"] == "fr")
        #expect(next["Content-Encoding"] == "gzip")
        #expect(next.body.array == french.body.array)
        // English, to which German falls back, did change.
        let other = ask("/strings/de")
        #expect(other["ETag"] != german["ETag"])
        #expect(other["Content-Encoding"] == nil)
        #expect(String(decoding: other.body.array, as: UTF8.self).contains(#""more":"more""#))
    }
}
