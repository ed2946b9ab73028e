import Foundation
import Synchronization
import TestSupport
import Testing

/// Many clients, reloads and an orderly end at once. Short, so that it runs under the sanitizers too.
@Suite("Concurrent load")
struct ConcurrentLoadTests {
    @Test("Every answer is right and of one catalog, while tables change under it")
    func load() throws {
        func tables(_ generation: Int) -> [(path: String, text: String)] {
            ["en", "fr", "de"].map { tag in
                let text = #"{"mark":"\#(tag)\#(generation)","again":"<mark>","n":"{n, plural, one {#} other {#!}}"}"#
                return ("\(tag).json", text.replacingOccurrences(of: "<mark>", with: "\(tag)\(generation)"))
            }
        }
        let folder = try ScratchFolder(tables(0))
        let service = try LiveService(locales: folder.path, ["--poll", "0"])
        let wrong = Mutex<[String]>([])
        let count = Atomic<Int>(0)
        let isOver = Atomic<Bool>(false)
        let clients = DispatchGroup()
        for client in 0..<8 {
            clients.enter()
            Thread.detachNewThread {
                defer { clients.leave() }
                do {
                    let connection = try service.connect(timeoutSeconds: 60)
                    let tag = ["en", "fr", "de"][client % 3]
                    while !isOver.load(ordering: .relaxed) {
                        let message = try connection.request("GET", "/strings/\(tag)/mark")
                        if message.status != 200 || !message.text.hasPrefix(tag) {
                            wrong.withLock { $0.append("\(message.status) \(message.text)") }
                        }
                        let plural = try connection.request("GET", "/strings/\(tag)/n?arg.n=2")
                        if plural.text != "2!" { wrong.withLock { $0.append(plural.text) } }
                        // Both placeholders come from one catalog, whatever is swapped in meanwhile.
                        let body = Array(#"{"a":"<mark>","b":"<again>"}"#.utf8)
                        let tree = try connection.request(
                            "POST", "/render?locale=\(tag)", fields: [("Content-Type", "application/json")],
                            body: body)
                        let object = try JSONSerialization.jsonObject(with: Data(tree.body)) as? [String: String]
                        if object?["a"] == nil || object?["a"] != object?["b"] {
                            wrong.withLock { $0.append(tree.text) }
                        }
                        count.add(3, ordering: .relaxed)
                    }
                } catch {
                    wrong.withLock { $0.append("\(error)") }
                }
            }
        }
        for generation in 1...6 {
            for file in tables(generation) { try folder.write(file.text, to: file.path) }
            #expect(try eventually(seconds: 60) { try service.text("/strings/de/mark") == "de\(generation)" })
        }
        isOver.store(true, ordering: .relaxed)
        clients.wait()
        print("concurrent load: \(count.load(ordering: .relaxed)) requests, \(wrong.withLock { $0.count }) wrong")
        #expect(wrong.withLock { $0 } == [])
        #expect(count.load(ordering: .relaxed) > 0)
        #expect(service.stop() == 0)
        // What a sanitizer has to say stands in the log.
        #expect(!service.log.contains { $0.contains("Sanitizer") }, "\(service.log.joined(separator: "\n"))")
    }
}
