import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite struct TableFileTests {
    // MARK: What keeps a file from being served

    struct Refusal: Sendable, CustomTestStringConvertible {
        var json: String
        var code: Problem.Code
        var line: Int
        var column: Int

        var testDescription: String { json.debugDescription }

        init(_ json: String, _ code: Problem.Code, _ line: Int, _ column: Int) {
            self.json = json
            self.code = code
            self.line = line
            self.column = column
        }
    }

    static let refusals: [Refusal] = [
        Refusal("", .syntax, 1, 1),
        Refusal("  \n ", .syntax, 2, 2),
        Refusal("{\"a\":\"x\"\n\"b\":\"y\"}", .syntax, 2, 1),
        Refusal("{\"a\":\"x\",}", .syntax, 1, 10),
        Refusal("{\"é\":\"ü\" x}", .syntax, 1, 10),
        Refusal("{\"a\":'x'}", .syntax, 1, 6),
        Refusal("{\"a\":01}", .syntax, 1, 7),
        Refusal("{\"a\":\"x\"} {}", .syntax, 1, 11),
        Refusal("{\"a\":\"x", .syntax, 1, 8),
        Refusal("// no\n{}", .syntax, 1, 1),
        Refusal("[]", .notAnObject, 1, 1),
        Refusal("\n  \"text\"", .notAnObject, 2, 3),
        Refusal("\u{FEFF} 1", .notAnObject, 1, 3),
        Refusal("null", .notAnObject, 1, 1),
        Refusal("true", .notAnObject, 1, 1),
        Refusal(nested(65), .limit, 1, 64 * 5 + 1),
    ]

    /// So many objects inside one another.
    static func nested(_ depth: Int) -> String {
        String(repeating: "{\"a\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
    }

    @Test(arguments: refusals) func isRefused(_ test: Refusal) throws {
        let problem = #expect(throws: Problem.self) { try TableFixtures.file(test.json) }
        #expect(problem?.code == test.code)
        #expect(problem?.line == test.line)
        #expect(problem?.column == test.column)
        #expect(problem?.file == "fr.json")
    }

    @Test func bytesThatAreNotUTF8AreRefused() throws {
        let bytes = Array("{\"a\":\n\"x".utf8) + [0xFF] + Array("\"}".utf8)
        let problem = #expect(throws: Problem.self) { try TableFile(bytes: bytes.span, path: "a.json", keyPrefix: "") }
        #expect(problem?.code == .syntax)
        #expect(problem?.line == 2)
        #expect(problem?.column == 3)
    }

    @Test func aFileOf64MebibytesIsReadAndALargerOneIsNot() throws {
        var bytes = [UInt8](repeating: UInt8(ascii: " "), count: TableFile.maximumSize)
        bytes.replaceSubrange(0..<9, with: Array(#"{"a":"x"}"#.utf8))
        #expect(TableFile.maximumSize == 64 << 20)
        #expect(
            try TableFileParser.parse(bytes.span, path: "a.json", keyPrefix: [], found: ProblemTally()).valueCount == 1)
        bytes.append(UInt8(ascii: "\n"))
        let problem = #expect(throws: Problem.self) { try TableFile(bytes: bytes.span, path: "a.json", keyPrefix: "") }
        #expect(problem?.code == .limit)
    }

    @Test func objectsAndArraysMayNest64Deep() throws {
        #expect(try TableFixtures.file(Self.nested(64)).problems.isEmpty)
        let arrays = "{\"a\":" + String(repeating: "[", count: 63) + "1" + String(repeating: "]", count: 63) + "}"
        #expect(try TableFixtures.file(arrays).problems.isEmpty)
    }

    // MARK: What is reported and served

    struct Report: Sendable, CustomTestStringConvertible {
        var json: String
        var code: Problem.Code
        var line: Int
        var column: Int
        var mentions: String

        var testDescription: String { json.debugDescription }

        init(_ json: String, _ code: Problem.Code, _ line: Int, _ column: Int, _ mentions: String) {
            self.json = json
            self.code = code
            self.line = line
            self.column = column
            self.mentions = mentions
        }
    }

    static let reports: [Report] = [
        Report("{\"a\":\"x\",\n \"a\":\"y\"}", .duplicateKey, 2, 2, "line 1, column 2"),
        Report("{\"é\":{\"a\":1,\"b\":2, \"a\":3}}", .duplicateKey, 1, 20, "line 1, column 7"),
        Report("{\"a\":1,\"\\u0061\":2}", .duplicateKey, 1, 8, "\"a\""),
        Report("{\"a.b\":1,\"a.b\":2}", .duplicateKey, 1, 10, "\"a.b\""),
        Report("{\"a\":[{\"k\":1},{\"k\":1,\"k\":2}]}", .duplicateKey, 1, 22, "line 1, column 16"),
        Report("{\"a\":\n\"x\\ud800y\"}", .loneSurrogate, 2, 1, "string"),
        Report("{\"a\":\"\\udc00\\ud800\"}", .loneSurrogate, 1, 6, "string"),
        Report("{\"\\udfff\":\"x\"}", .loneSurrogate, 1, 2, "key"),
    ]

    @Test(arguments: reports) func isReported(_ test: Report) throws {
        let file = try TableFixtures.file(test.json)
        #expect(file.problemCount == 1)
        let problem = try #require(file.problems.first)
        #expect(problem.code == test.code)
        #expect(problem.line == test.line)
        #expect(problem.column == test.column)
        #expect(problem.reason.contains(test.mentions))
    }

    @Test func whatIsInOrderIsNotReported() throws {
        let json =
            "\u{FEFF}{\"a\":{\"k\":1},\"b\":{\"k\":1},\"c\":[{\"k\":1},{\"k\":1}],\"k\":\"\\ud83d\\ude00\",\"\":\"\",\"a.k2\":1}"
        #expect(try TableFixtures.file(json).problemCount == 0)
    }

    @Test func problemsAreCountedBeyondThoseThatAreKept() throws {
        let json = "{" + Array(repeating: "\"a\":1", count: 1001).joined(separator: ",") + "}"
        let file = try TableFixtures.file(json)
        #expect(file.problemCount == 1000)
        #expect(file.problems.count == ProblemTally.standardLimit)
    }

    @Test func aKeyOfAMegabyteIsNotRepeatedInItsProblem() throws {
        let key = String(repeating: "k", count: 1 << 20)
        let file = try TableFixtures.file("{\"\(key)\":1,\"\(key)\":2}")
        #expect(file.problemCount == 1)
        #expect(try #require(file.problems.first).reason.utf8.count < 500)
    }

    @Test func aProblemIsOneLineWhateverTheKeyHolds() throws {
        let file = try TableFixtures.file(#"{"a\r\nb":1,"a\r\nb":2}"#)
        #expect(file.problemCount == 1)
        #expect(try #require(file.problems.first).description.contains { $0.isNewline } == false)
    }

    // MARK: Content

    @Test func digestsNameContent() throws {
        let one = try TableFixtures.file("{\"a\":\"x\"}", path: "a.json")
        let same = try TableFixtures.file("{\"a\":\"x\"}", path: "b.json")
        let other = try TableFixtures.file("{\"a\":\"y\"}", path: "a.json")
        #expect(one.digest == same.digest)
        #expect(one.digest != other.digest)
        #expect(one.isInterchangeable(with: try TableFixtures.file("{\"a\":\"x\"}", path: "a.json")))
        #expect(!one.isInterchangeable(with: same))
        #expect(!one.isInterchangeable(with: other))
    }
}

@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct TableFileConformanceTests {
    static let documents: [String] =
        (try? FileManager.default.contentsOfDirectory(
            atPath: SharedData.url("corpora/json/jsontestsuite/files/test_parsing").path
        ).sorted()) ?? []

    /// The one of the accepted documents that a table cannot hold by its limits would be listed here; there is none.
    @Test func theSuiteIsWhole() {
        #expect(Self.documents.count { $0.hasPrefix("y_") } == 95)
        #expect(Self.documents.count { $0.hasPrefix("n_") } == 188)
        #expect(Self.documents.count { $0.hasPrefix("i_") } == 35)
    }

    @Test(arguments: documents) func isReadByTheRules(_ name: String) throws {
        let bytes = try SharedData.bytes("corpora/json/jsontestsuite/files/test_parsing/\(name)")
        do {
            _ = try TableFile(bytes: bytes.span, path: name, keyPrefix: "")
            #expect(!name.hasPrefix("n_"), "accepted")
            #expect(bytes.contains(UInt8(ascii: "{")))
        } catch {
            let problem = error
            #expect(problem.line != nil && problem.column != nil)
            if name.hasPrefix("y_") { #expect(problem.code == .notAnObject) }
            if name.hasPrefix("n_") { #expect(problem.code == .syntax || problem.code == .limit) }
        }
    }
}
