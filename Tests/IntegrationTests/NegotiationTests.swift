import Foundation
import TestSupport
import Testing

/// The golden cases of negotiation, each asked of a program that serves just the tables of its row.
@Suite("Negotiation over HTTP", .enabled(if: SharedData.isPresent, SharedData.absence))
struct NegotiationTests {
    private struct Case: Decodable {
        var id: String
        var available: [String]
        var `default`: String
        var header: String?
        var expected: String
    }

    @Test("Each row chooses its table")
    func rows() throws {
        let bytes = try SharedData.bytes("conformance/locale/negotiation.json")
        let rows = try JSONDecoder().decode([Case].self, from: Data(bytes))
        #expect(rows.count == 68)
        var right = 0
        for row in rows {
            let folder = try ScratchFolder(row.available.map { ("\($0).json", "{\"which\":\"\($0)\"}") })
            let service = try LiveService(locales: folder.path, ["--default-locale", row.default])
            let fields = row.header.map { [("Accept-Language", $0)] } ?? []
            let answer = try service.request("GET", "/strings/auto/which", fields)
            let isRight =
                row.expected == "431"
                ? answer.status == 431 : answer.status == 200 && answer.text == row.expected
            #expect(isRight, "\(row.id): \(answer.status) \(answer.text)")
            right += isRight ? 1 : 0
            #expect(service.stop() == 0)
        }
        print("negotiation over HTTP: \(right) of \(rows.count)")
    }
}
