import Foundation
import TestSupport
import Testing

@testable import Localization

/// Strings of one English table.
func strings(_ messages: KeyValuePairs<String, String>) -> Strings {
    strings(messages.map { (path: $0.key, text: $0.value) })
}

func strings(_ messages: [(path: String, text: String)]) -> Strings {
    Strings(chain: [Table(tag: LanguageTag("en")!, messages: messages)])
}

/// Renders a document, its text in and out.
func rendered(
    _ document: String, as kind: Document.Kind, with strings: Strings, arguments: [(name: String, value: String)] = [],
    missing: MissingPolicy = .keep, options: (inout Document.Options) -> Void = { _ in }
) throws -> String {
    try String(
        decoding: rendering(
            Array(document.utf8), as: kind, with: strings, arguments: arguments, missing: missing, options: options
        ).output, as: UTF8.self)
}

func rendering(
    _ document: [UInt8], as kind: Document.Kind, with strings: Strings,
    arguments: [(name: String, value: String)] = [],
    missing: MissingPolicy = .keep, options: (inout Document.Options) -> Void = { _ in }
) throws -> Rendering {
    var read = Document.Options()
    options(&read)
    let scope =
        arguments.isEmpty
        ? nil
        : ArgumentScope(arguments.map { Argument(name: Array($0.name.utf8), value: .string(Array($0.value.utf8))) })
    return try Document(document, kind: kind, options: read)
        .render(strings: strings, arguments: scope, missing: missing)
}

/// The files of a corpus.
enum Corpora {
    static func files(below path: String, where passes: (URL) -> Bool = { _ in true }) -> [URL] {
        guard SharedData.isPresent else { return [] }
        let found = FileManager.default.enumerator(
            at: SharedData.url(path), includingPropertiesForKeys: [.isRegularFileKey])!
        return found.compactMap { $0 as? URL }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true && passes($0) }
            .sorted { $0.path < $1.path }
    }

    /// The formats of widget documents, each a folder with its tables.
    static let widgetFormats: [URL] = {
        guard SharedData.isPresent else { return [] }
        return try! FileManager.default.contentsOfDirectory(
            at: SharedData.url("corpora/widgets"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }()

    static let emptyStrings = strings([(path: String, text: String)]())
}

/// Where two documents begin to differ, with what stands there; nil where they are equal.
func difference(_ output: [UInt8], _ expected: [UInt8]) -> String? {
    if output == expected { return nil }
    let offset = zip(output, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(output.count, expected.count)
    func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes[max(0, offset - 40)..<min(bytes.count, offset + 60)], as: UTF8.self)
    }
    return "at \(offset): \(excerpt(output)) ≠ \(excerpt(expected))"
}
