import Foundation
import TestSupport
import Testing

@Suite("Real widget documents over HTTP", .enabled(if: SharedData.isPresent, SharedData.absence), .serialized)
struct WidgetCorpusTests {
    @Test("Each document comes back as its author wrote it, byte for byte", arguments: ["nested", "flat"])
    func byteForByte(shape: String) throws {
        var total = 0
        var equal = 0
        let sources = try FileManager.default.contentsOfDirectory(
            at: SharedData.url("corpora/widgets"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
        for source in sources {
            let table = source.appending(path: "table.\(shape).json")
            guard FileManager.default.fileExists(atPath: table.path) else { continue }
            let folder = try ScratchFolder()
            try folder.copy(table, to: "en.json")
            let service = try LiveService(locales: folder.path)
            let connection = try service.connect()
            for document in try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil) {
                guard let input = try? Data(contentsOf: document.appending(path: "input.json")) else { continue }
                let expected = try [UInt8](Data(contentsOf: document.appending(path: "expected.json")))
                let answer = try connection.request(
                    "POST", "/render?locale=en", fields: [("Content-Type", "application/json")], body: [UInt8](input))
                total += 1
                if answer.status == 200 && answer.body == expected {
                    equal += 1
                } else {
                    let name = "\(source.lastPathComponent)/\(document.lastPathComponent)"
                    Issue.record("\(name) answered \(answer.status) \(answer.text.prefix(300))")
                }
            }
            #expect(service.stop() == 0)
        }
        print("widgets, \(shape) tables: \(equal) of \(total) equal")
        #expect(total == 515)
        #expect(equal == total)
    }
}
