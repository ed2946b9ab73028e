import Foundation
import TestSupport
import Testing

@Suite("Real mail templates over HTTP", .enabled(if: SharedData.isPresent, SharedData.absence))
struct TemplateCorpusTests {
    @Test("Where no key fits, each comes back byte for byte")
    func unchanged() throws {
        let folder = try ScratchFolder([("en.json", #"{"no":{"such":{"key":"x"}}}"#)])
        let service = try LiveService(locales: folder.path)
        let connection = try service.connect()
        var count = 0
        for file in try filesBelow(SharedData.url("corpora/templates")) {
            guard ["html", "txt", "json"].contains(file.pathExtension) else { continue }
            let body = try [UInt8](Data(contentsOf: file))
            // An empty body, and one that is not UTF-8, are no templates.
            guard !body.isEmpty, String(validating: body, as: UTF8.self) != nil else { continue }
            for type in file.pathExtension == "html" ? ["text/plain", "text/html"] : ["text/plain"] {
                let answer = try connection.request(
                    "POST", "/render?locale=en", fields: [("Content-Type", type)], body: body)
                #expect(answer.status == 200 && answer.body == body, "\(file.lastPathComponent) as \(type)")
            }
            count += 1
        }
        print("templates: \(count) unchanged")
        #expect(count > 100)
    }
}
