import Foundation
import Localization
import TestSupport
import Testing

@Suite("The document about checks")
struct CheckDocumentTests {
    @Test func namesEveryCodeOnce() throws {
        let file = SharedData.projectFolder.appending(path: "docs/check.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let codes = rows.map { $0.split(separator: "`")[1] }
        #expect(codes.map(String.init) == Problem.Code.all.map(\.rawValue))
    }
}
