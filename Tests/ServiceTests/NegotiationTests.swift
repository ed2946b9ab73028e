import Foundation
import HTTPCore
import Localization
import Service
import TestSupport
import Testing

/// The golden cases of negotiation, each as a request for a message that says which table it stands in.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct NegotiationTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var available: [String]
        var `default`: String
        var header: String?
        var expected: String
        var testDescription: String { "\(id) \((header ?? "no header").prefix(60))" }
    }

    static let cases: [Case] = {
        guard let bytes = try? SharedData.bytes("conformance/locale/negotiation.json") else { return [] }
        return (try? JSONDecoder().decode([Case].self, from: Data(bytes))) ?? []
    }()

    @Test func thereAreAllCases() {
        #expect(Self.cases.count == 68)
    }

    @Test(arguments: cases) func choosesTheTable(_ row: Case) throws {
        let files = row.available.map { (path: "\($0).json", text: "{\"which\":\"\($0)\"}") }
        let bench = try ServiceBench(files: files, defaultLocale: row.default)
        let headers = row.header.map { [(name: "Accept-Language", value: $0)] } ?? []
        // Twice: chosen anew, and from the worker's memory.
        for _ in 0..<2 {
            let response = bench.answer("GET", "/strings/auto/which", headers)
            if row.expected == "431" {
                #expect(response.status == 431)
                #expect(response["Vary"] == "Accept-Language")
                continue
            }
            #expect(response.status == 200)
            #expect(response.body.array == Array(row.expected.utf8))
            #expect(response["Content-Language"] == LanguageTag(row.expected)?.description)
            #expect(response["Vary"] == "Accept, Accept-Language")
            let rendered = bench.answer(
                "POST", "/render", headers + [("Content-Type", "text/plain")], body: Array("<which.x>".utf8))
            #expect(rendered["Content-Language"] == LanguageTag(row.expected)?.description)
        }
    }
}
