import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Widget documents of nine formats", .enabled(if: SharedData.isPresent, SharedData.absence))
struct WidgetCorporaTests {
    /// The messages of a table file, whatever its shape.
    static func messages(_ file: URL) throws -> [(path: String, text: String)] {
        var messages: [(path: String, text: String)] = []
        func read(_ value: Any, _ path: String) {
            switch value {
            case let object as [String: Any]:
                for (key, value) in object { read(value, path.isEmpty ? key : "\(path).\(key)") }
            case let text as String: messages.append((path, text))
            default: Issue.record("\(path) in \(file.lastPathComponent) is no message")
            }
        }
        read(try JSONSerialization.jsonObject(with: Data(contentsOf: file)), "")
        return messages
    }

    static func documents(of format: URL) -> [URL] {
        Corpora.files(below: "corpora/widgets/\(format.lastPathComponent)") { $0.lastPathComponent == "input.json" }
    }

    /// The document with the brackets of its placeholders spelled as Go and PHP spell them.
    static func escaped(_ input: [UInt8], keys: Set<[UInt8]>) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        while position < input.count {
            if input[position] == UInt8(ascii: "<"), let end = input[position...].firstIndex(of: UInt8(ascii: ">")),
                keys.contains(Array(input[position + 1..<end]))
            {
                output += Array("\\u003c".utf8) + input[position + 1..<end] + Array("\\u003E".utf8)
                position = end + 1
            } else {
                output.append(input[position])
                position += 1
            }
        }
        return output
    }

    @Test func theyAreAllThere() {
        #expect(Corpora.widgetFormats.flatMap(Self.documents).count == 515)
    }

    @Test(arguments: Corpora.widgetFormats)
    func eachComesBackAsItsAuthorWroteIt(_ format: URL) throws {
        for shape in ["nested", "flat"] {
            let messages = try Self.messages(format.appending(path: "table.\(shape).json"))
            let strings = strings(messages)
            let keys = Set(messages.map { Array($0.path.utf8) })
            for file in Self.documents(of: format) {
                let input = try [UInt8](Data(contentsOf: file))
                let expected = try [UInt8](
                    Data(contentsOf: file.deletingLastPathComponent().appending(path: "expected.json")))
                let plain = try rendering(input, as: .widgetTree, with: strings)
                #expect(difference(plain.output, expected) == nil, "\(file.path)")
                let escaped = Self.escaped(input, keys: keys)
                #expect(escaped.count > input.count || plain.expansions == 0)
                let output = try rendering(escaped, as: .widgetTree, with: strings).output
                #expect(difference(output, expected) == nil, "\(file.path)")
            }
        }
    }

    @Test(arguments: Corpora.widgetFormats)
    func withoutATableEachStaysAsItIs(_ format: URL) throws {
        for file in Self.documents(of: format) {
            for name in ["input.json", "expected.json"] {
                let document = try [UInt8](
                    Data(contentsOf: file.deletingLastPathComponent().appending(path: name)))
                for style in PlaceholderStyle.allCases {
                    let output = try rendering(document, as: .widgetTree, with: Corpora.emptyStrings) {
                        $0.placeholders = style
                    }.output
                    #expect(difference(output, document) == nil, "\(file.path) \(style)")
                }
            }
        }
    }
}
