import Foundation
import TestSupport
import Testing

@Suite("JSONTestSuite through POST /render", .enabled(if: SharedData.isPresent, SharedData.absence))
struct JSONSuiteTests {
    @Test("Valid documents come back unchanged, the others are refused with their place")
    func parsing() throws {
        let folder = try ScratchFolder([("en.json", "{}")])
        let service = try LiveService(locales: folder.path)
        var counts: [Character: Int] = [:]
        for file in try filesBelow(SharedData.url("corpora/json/jsontestsuite/files/test_parsing")) {
            let name = file.lastPathComponent
            let body = try [UInt8](Data(contentsOf: file))
            // A connection for each: some files are empty, and every one must find a service that is well.
            let answer = try service.request(
                "POST", "/render?locale=en",
                [("Content-Type", "application/json"), ("Content-Length", "0")].prefix(
                    body.isEmpty ? 2 : 1
                ).map { $0 }, body: body)
            counts[name.first!, default: 0] += 1
            switch name.first! {
            case "y":
                #expect(answer.status == 200 && answer.body == body, "\(name): \(answer.status) \(answer.text)")
            case "n":
                let problem = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
                #expect(answer.status == 400, "\(name): \(answer.status) \(answer.text)")
                #expect(problem?["line"] is Int && problem?["column"] is Int, "\(name): \(answer.text)")
            default:
                #expect(answer.status == 200 || answer.status == 400, "\(name): \(answer.status)")
                if answer.status == 200 { #expect(answer.body == body, "\(name)") }
            }
        }
        print("JSONTestSuite: \(counts["y"] ?? 0) valid, \(counts["n"] ?? 0) invalid, \(counts["i"] ?? 0) either")
        #expect(counts == ["y": 95, "n": 188, "i": 35])
        #expect(try service.request("GET", "/readyz").status == 200)
        #expect(service.stop() == 0)
    }
}
