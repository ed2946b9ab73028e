import Foundation
import TestSupport
import Testing

@testable import Localization

/// The examples of `docs/messages.md`.
struct DocumentedMessage: CustomTestStringConvertible, Sendable {
    var locale: String
    var message: String
    var arguments: [String: ArgumentValue]
    var expected: String

    var testDescription: String { "\(locale): \(message)" }

    static let all: [DocumentedMessage] = {
        let url = SharedData.projectFolder.appending(path: "docs/messages.md")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        var found: [DocumentedMessage] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("```message ") else { continue }
            let message = String(lines.popFirst() ?? "")
            var example = DocumentedMessage(
                locale: String(line.dropFirst("```message ".count)), message: message, arguments: [:], expected: "")
            while let line = lines.popFirst(), line != "```" {
                if line.hasPrefix("→ ") {
                    example.expected = String(line.dropFirst(2))
                } else if let equals = line.range(of: " = ") {
                    example.arguments[String(line[..<equals.lowerBound])] = value(String(line[equals.upperBound...]))
                }
            }
            found.append(example)
        }
        return found
    }()

    /// A number where it looks like one, text where it does not or stands in quotation marks.
    private static func value(_ text: String) -> ArgumentValue {
        if text.hasPrefix("\"") { return .string(Array(text.dropFirst().dropLast().utf8)) }
        return Double(text) != nil ? .number(Array(text.utf8)) : .string(Array(text.utf8))
    }
}

@Suite("The document for translators")
struct DocumentTests {
    @Test("Every example", arguments: DocumentedMessage.all)
    func example(_ example: DocumentedMessage) throws {
        let expand = Expansion([
            (
                example.locale,
                [
                    ("doc.example", example.message), ("brand.name", "Parlance"), ("brand.greeting", "Hello, {name}"),
                ]
            )
        ])
        // Languages put spaces of several kinds where a document has a plain one.
        let text = try expand("doc.example", example.arguments).text
            .replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
        #expect(text == example.expected)
    }

    @Test("There are examples")
    func count() { #expect(DocumentedMessage.all.count > 20) }
}
