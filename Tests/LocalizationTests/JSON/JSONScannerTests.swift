import Foundation
import TestSupport
import Testing

@testable import Localization

/// Writes down what the scanner tells, one word a part.
private struct Transcript: JSONVisitor {
    var parts: [String] = []

    mutating func beginObject(at offset: Int) { parts.append("{\(offset)") }
    mutating func endObject(at offset: Int) { parts.append("}\(offset)") }
    mutating func beginArray(at offset: Int) { parts.append("[\(offset)") }
    mutating func endArray(at offset: Int) { parts.append("]\(offset)") }
    mutating func key(_ token: JSONStringToken) { parts.append("k\(token.range)\(token.traits.rawValue)") }
    mutating func string(_ token: JSONStringToken) { parts.append("s\(token.range)\(token.traits.rawValue)") }
    mutating func number(_ range: Range<Int>) { parts.append("n\(range)") }
    mutating func literal(_ literal: JSONLiteral, at offset: Int) { parts.append("\(literal)\(offset)") }
}

/// The error of a document, or nil.
func jsonError(_ bytes: [UInt8], depthLimit: Int = 512, allowsByteOrderMark: Bool = true) -> JSONSyntaxError? {
    bytes.withUnsafeBufferPointer { bytes in
        var check = JSONCheck()
        do throws(JSONSyntaxError) {
            try JSONScanner.scan(
                bytes, depthLimit: depthLimit, allowsByteOrderMark: allowsByteOrderMark, visitor: &check)
            return nil
        } catch { return error }
    }
}

@Suite("JSON scanner") struct JSONScannerTests {
    @Test func tellsEveryPartInOrder() throws {
        var transcript = Transcript()
        let document = Array(#" {"a":[1,-2.5e+3,"<x",true,false,null,{}],"é\n":"\u003c"} "#.utf8)
        try document.withUnsafeBufferPointer { try JSONScanner.scan($0, visitor: &transcript) }
        #expect(
            transcript.parts == [
                "{1", "k3..<40", "[6", "n7..<8", "n9..<16", "s18..<201", "true22", "false27", "null33", "{38", "}39",
                "]40", "k43..<476", "s50..<565", "}57",
            ])
    }

    /// Documents with the place and pointer of their error; nil where there is none.
    static let places: [(document: String, line: Int, column: Int, pointer: String)] = [
        ("", 1, 1, ""), (" \n ", 2, 2, ""), ("{", 1, 2, ""), ("[", 1, 2, "/0"), ("[1,]", 1, 4, "/1"),
        ("[1 2]", 1, 4, ""),
        ("{\"a\" 1}", 1, 6, ""), ("{\"a\":}", 1, 6, "/a"), ("{\"a\":1,}", 1, 8, ""), ("{\"a\":1 \"b\":2}", 1, 8, ""),
        ("{\"a\":[1,{\"b/c~d\":tru}]}", 1, 21, "/a/1/b~1c~0d"), ("[\"é\",x]", 1, 6, "/1"), ("{\n  'a': 1}", 2, 3, ""),
        ("[01]", 1, 3, "/0"), ("[-]", 1, 3, "/0"), ("[1.]", 1, 4, "/0"), ("[.5]", 1, 2, "/0"), ("[1e]", 1, 4, "/0"),
        ("[1e+]", 1, 5, "/0"), ("[+1]", 1, 2, "/0"), ("[nul", 1, 5, "/0"), ("[True]", 1, 2, "/0"), ("{} x", 1, 4, ""),
        ("[\"a\tb\"]", 1, 4, "/0"), ("[\"\\x\"]", 1, 4, "/0"), ("[\"\\u12G4\"]", 1, 7, "/0"), ("[\"ab", 1, 5, "/0"),
        ("{\"a", 1, 4, ""), ("[\"\\", 1, 4, "/0"), ("[[],[[]],{\"k\":[,]}]", 1, 16, "/2/k/0"), ("[1}", 1, 3, ""),
        ("{\"a\":1]", 1, 7, ""), ("[\"a\\u00e9\",\n\"é\", ]", 2, 6, "/2"), ("\u{FEFF}[", 1, 3, "/0"), ("1 2", 1, 3, ""),
        ("-", 1, 2, ""), ("\"\\ud800\\u\"", 1, 10, ""), ("{\"\\u0061\":{\"b\":?}}", 1, 16, "/a/b"),
    ]

    @Test(arguments: places)
    func errorsNameTheirPlace(_ expected: (document: String, line: Int, column: Int, pointer: String)) throws {
        let bytes = Array(expected.document.utf8)
        let error = try #require(jsonError(bytes))
        bytes.withUnsafeBufferPointer { bytes in
            let place = TextPlace(offset: error.offset, in: bytes)
            #expect(place.line == expected.line && place.column == expected.column, "\(place)")
            #expect(JSONPointers.pointer(of: error, in: bytes) == expected.pointer)
            #expect(error.isCutOff == (error.offset == bytes.count))
        }
    }

    @Test(
        arguments: [
            ([0x22, 0xC3, 0x28, 0x22], 2), ([0x22, 0xE2, 0x82, 0x22], 3), ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC3], 2),
            ([0x22, 0xE0, 0x80, 0x80, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
            ([0x22, 0xF4, 0x90, 0x80, 0x80], 2),
            ([0x22, 0xF5, 0x80, 0x80, 0x80], 1), ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0x80, 0x22], 1),
            ([0x22, 0xC3, 0xA9, 0xE9, 0x22], 4), ([0xFF, 0xFE, 0x7B, 0x00], 0), ([0x5B, 0x31, 0x80], 2),
            ([0x22, 0xFF, 0x5C, 0x78, 0x22], 1),
            (Array(repeating: 0x61, count: 0) + [0x22] + Array(repeating: 0x61, count: 40) + [0xFF, 0x0A], 41),
        ] as [([UInt8], Int)])
    func bytesThatAreNotUTF8(_ bytes: [UInt8], _ offset: Int) {
        let error = jsonError(bytes)
        #expect(error?.reason == .utf8)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [1, 2, 64, 512])
    func depthIsLimited(_ limit: Int) {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(jsonError(nested(limit), depthLimit: limit) == nil)
        let error = jsonError(nested(limit + 1), depthLimit: limit)
        #expect(error?.reason == .depth(limit))
        #expect(error?.offset == limit)
        #expect(jsonError(Array(repeating: UInt8(ascii: "["), count: 1 << 20), depthLimit: limit)?.offset == limit)
    }

    @Test func aByteOrderMarkIsAMatterOfPolicy() {
        let document = [0xEF, 0xBB, 0xBF] + Array("{}".utf8)
        #expect(jsonError(document) == nil)
        #expect(jsonError(document, allowsByteOrderMark: false)?.offset == 0)
    }

    @Test func aPointerTooLongIsNotTold() {
        let document = Array("{\"\(String(repeating: "k", count: 5000))\":?}".utf8)
        let error = jsonError(document)
        #expect(document.withUnsafeBufferPointer { JSONPointers.pointer(of: error!, in: $0) } == nil)
    }
}

@Suite("JSONTestSuite", .enabled(if: SharedData.isPresent, SharedData.absence)) struct JSONTestSuiteTests {
    static let files: [URL] = {
        guard SharedData.isPresent else { return [] }
        let folder = SharedData.url("corpora/json/jsontestsuite/files")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
        return found.compactMap { $0 as? URL }.filter { $0.path.contains("test_parsing") && $0.pathExtension == "json" }
    }()

    @Test func itIsWhole() {
        let letters = Self.files.map { $0.lastPathComponent.prefix(1) }
        #expect(letters.count { $0 == "y" } == 95)
        #expect(letters.count { $0 == "n" } == 188)
        #expect(letters.count { $0 == "i" } == 35)
    }

    @Test(arguments: files)
    func acceptsAndRefuses(_ file: URL) throws {
        let bytes = try [UInt8](Data(contentsOf: file))
        let error = jsonError(bytes)
        switch file.lastPathComponent.prefix(1) {
        case "y": #expect(error == nil)
        case "n":
            let error = try #require(error)
            #expect(!error.description.isEmpty)
            bytes.withUnsafeBufferPointer { bytes in
                let place = TextPlace(offset: error.offset, in: bytes)
                #expect(place.line >= 1 && place.column >= 1)
                #expect(JSONPointers.pointer(of: error, in: bytes) != nil)
            }
        default: break
        }
    }
}
