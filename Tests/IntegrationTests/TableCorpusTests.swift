import Foundation
import TestSupport
import Testing

/// Five projects' own locale folders: with `--keep-empty`, every string of every file is found at its key path.
@Suite("Real projects' tables over HTTP", .enabled(if: SharedData.isPresent, SharedData.absence), .serialized)
struct TableCorpusTests {
    /// Every folder of these projects that a service would be pointed at.
    private static let folders = [
        ("etherpad", "src/locales"), ("etherpad", "admin/public/ep_admin_pads"),
        ("excalidraw", "packages/excalidraw/locales"), ("hoppscotch", "packages/hoppscotch-common/locales"),
        ("hoppscotch", "packages/hoppscotch-sh-admin/locales"), ("i18next-tests", "test/runtime/locales"),
        ("i18next-tests", "test/compatibility/v1/locales"), ("uptime-kuma", "src/lang"),
    ]

    @Test("Every string at its key path", arguments: folders)
    func everyString(project: String, folder: String) throws {
        let url = SharedData.url("corpora/tables/\(project)/files/\(folder)")
        try #require(FileManager.default.fileExists(atPath: url.path))
        let service = try LiveService(locales: url.path, ["--keep-empty", "--poll", "0"])
        let files = try Self.servedFiles(service)
        let skipped = Set(try filesBelow(url).map { $0.path.replacingOccurrences(of: url.path + "/", with: "") })
            .subtracting(files.keys).sorted()
        let twice = try Self.pathsDefinedTwice(in: url.path, tags: files)
        print("\(project)/\(folder): \(files.count) files served; skipped by name: \(skipped)")
        print("\(project)/\(folder): defined twice: \(twice.sorted())")
        let connection = try service.connect()
        var count = 0
        for (path, tag) in files.sorted(by: { $0.key < $1.key }) {
            var strings: [(path: String, text: String)] = []
            let data = try Data(contentsOf: url.appending(path: path))
            guard let object = try? JSONSerialization.jsonObject(with: data) else {
                print("\(project)/\(folder): \(path) is no JSON")
                continue
            }
            Self.collect(object, at: Self.root(of: path), into: &strings)
            strings.removeAll { twice.contains("\(tag) \($0.path)") }
            count += strings.count
            while !strings.isEmpty {
                // Several requests on the way at once: the wait for each answer would be most of the time.
                let batch = strings.prefix(50)
                strings.removeFirst(batch.count)
                try connection.send(
                    batch.map { string in
                        let target = "/strings/\(tag)/\(Self.percentEncode(string.path))?format=none"
                        return "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    }.joined())
                for string in batch {
                    let answer = try connection.readResponse()
                    if answer.status != 200 || answer.body != Array(string.text.utf8) {
                        Issue.record("\(path): \(string.path) answered \(answer.status) \(answer.text.prefix(200))")
                    }
                }
            }
        }
        print("\(project)/\(folder): \(count) strings fetched")
        #expect(count > 0)
        #expect(try service.request("GET", "/readyz").status == 200)
        #expect(service.stop() == 0)
    }

    /// The files by path with the tag of their table, as `/status` tells.
    private static func servedFiles(_ service: LiveService) throws -> [String: String] {
        let answer = try service.request("GET", "/status")
        let status = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        var files: [String: String] = [:]
        for locale in try #require(status["locales"] as? [[String: Any]]) {
            let tag = try #require(locale["tag"] as? String)
            for file in try #require(locale["files"] as? [[String: Any]]) {
                files[try #require(file["path"] as? String)] = tag
            }
        }
        return files
    }

    /// Tag and path of what two files define, or one file twice, as `parlance check` reports it.
    private static func pathsDefinedTwice(in folder: String, tags: [String: String]) throws -> Set<String> {
        let report = try run(["check", "--json", "--keep-empty", folder])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        var paths: Set<String> = []
        for problem in try #require(object["problems"] as? [[String: Any]]) {
            guard let code = problem["code"] as? String, code == "duplicate-path" || code == "duplicate-key",
                let key = problem["key"] as? String, let file = problem["file"] as? String, let tag = tags[file]
            else { continue }
            paths.insert("\(tag) \(key)")
        }
        return paths
    }

    /// What stands before a file's keys.
    private static func root(of path: String) -> String {
        let parts = path.dropLast(".json".count).split(separator: "/").map { String($0) }
        if parts.count == 1 || (parts.count == 2 && ["strings", "translation"].contains(parts[1])) { return "" }
        return parts.dropFirst().joined(separator: ".")
    }

    private static func collect(_ value: Any, at path: String, into strings: inout [(path: String, text: String)]) {
        switch value {
        case let text as String: strings.append((path, text))
        case let object as [String: Any]:
            for (key, member) in object { collect(member, at: path.isEmpty ? key : "\(path).\(key)", into: &strings) }
        case let array as [Any]:
            for (index, element) in array.enumerated() { collect(element, at: "\(path).\(index)", into: &strings) }
        default: break
        }
    }

    private static func percentEncode(_ text: String) -> String {
        text.utf8.map { byte in
            let isUnreserved = UInt8(ascii: "-") == byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            let isAlphanumeric = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
            return isUnreserved || (isAlphanumeric && byte < 0x80)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
