import TestSupport
import Testing

/// How many problems `parlance check` lists and counts.
@Suite("The problems that check lists")
struct CheckCommandTests {
    private func table(_ members: some Sequence<String>) -> String { "{" + members.joined(separator: ",\n") + "}" }

    private func lines(_ output: String) -> [Substring] { output.split(separator: "\n") }

    @Test("Every problem of a file is listed and counted")
    func duplicateKeys() throws {
        let folder = try ScratchFolder([("en.json", table(Array(repeating: #""a":"1""#, count: 500)))])
        let result = try run(["check", folder.path])
        #expect(result.status == 1)
        #expect(lines(result.output).count == 500 && result.output.hasSuffix("\n499 problems\n"))
        #expect(lines(result.output)[498].hasPrefix("en.json:500:1: duplicate-key: "))
        let json = try run(["check", "--json", folder.path])
        #expect(json.status == 1 && json.output.hasPrefix(#"{"count":499,"problems":["#))
        #expect(lines(json.output).count == 501)
    }

    @Test("Every problem between the files of a locale is listed, with both places")
    func duplicatePaths() throws {
        let members = (0..<700).map { "\"k\($0)\":\"1\"" }
        let folder = try ScratchFolder([("en.json", table(members)), ("en/strings.json", table(members.reversed()))])
        let result = try run(["check", folder.path])
        let found = lines(result.output)
        #expect(found.count == 701 && found.last == "700 problems")
        for index in 0..<min(700, found.count) {
            let place = "en/strings.json:\(index + 1):\(index == 0 ? 2 : 1): duplicate-path: "
            let other = "is defined at en.json:\(700 - index):\(index == 699 ? 2 : 1) already"
            #expect(found[index].hasPrefix(place) && found[index].contains(other))
        }
    }

    @Test("Of very many problems the first are listed, and all are counted")
    func limit() throws {
        let folder = try ScratchFolder([("en.json", table(Array(repeating: #""a":"1""#, count: 100_251)))])
        let result = try run(["check", folder.path])
        #expect(result.status == 1 && lines(result.output).count == 100_001)
        #expect(result.output.hasSuffix("\n100250 problems, 250 of them not listed\n"))
        let json = try run(["check", "--json", folder.path])
        #expect(json.output.hasPrefix(#"{"count":100250,"omitted":250,"problems":["#))
        // What is allowed is neither listed nor counted, listed or not.
        let allowed = try run(["check", "--allow", "duplicate-key", folder.path])
        #expect(allowed.status == 0 && allowed.output == "No problems\n")
    }

    @Test("Where nothing could be loaded, what is not listed counts all the same")
    func refused() throws {
        let folder = try ScratchFolder([("fr.json", table(Array(repeating: #""a":"1""#, count: 100_251)))])
        let result = try run(["check", folder.path])
        #expect(result.status == 1 && result.errors.count == 1, "\(result.errors)")
        #expect(result.output.hasSuffix("\n100250 problems, 250 of them not listed\n"))
    }

    @Test("Gaps beyond those that are listed are counted, and hide nothing once they are allowed")
    func gaps() throws {
        let folder = try ScratchFolder([
            ("en.json", table((0..<100_100).map { "\"k\($0)\":\"1\"" } + [#""z":"{n}""#])),
            ("fr.json", #"{"z": "{m}"}"#),
        ])
        let result = try run(["check", folder.path])
        #expect(result.status == 1 && result.output.hasSuffix("\n100101 problems, 101 of them not listed\n"))
        let allowed = try run(["check", "--allow", "missing-key", folder.path])
        #expect(allowed.status == 1 && lines(allowed.output).count == 2, "\(allowed)")
        #expect(allowed.output.contains("different-arguments") && allowed.output.hasSuffix("\n1 problem\n"))
    }
}
