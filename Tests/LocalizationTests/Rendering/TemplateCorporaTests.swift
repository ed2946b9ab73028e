import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Mail templates and every other file", .enabled(if: SharedData.isPresent, SharedData.absence))
struct TemplateCorporaTests {
    static let templates = Corpora.files(below: "corpora/templates")

    @Test func theyAreThere() { #expect(Self.templates.count > 50) }

    /// Property: without a table rendering is the identity, for every file that holds no `\<`.
    @Test(arguments: ["templates", "tables"])
    func withoutATableEachFileStaysAsItIs(_ corpus: String) throws {
        for file in Corpora.files(below: "corpora/\(corpus)") {
            let bytes = try [UInt8](Data(contentsOf: file))
            if bytes.count > 300_000 || contains(bytes, "\\<") { continue }
            for kind in [Document.Kind.text, .markup] {
                guard let document = try? Document(bytes, kind: kind) else {
                    #expect(String(validating: bytes, as: UTF8.self) == nil, "\(file.path)")
                    continue
                }
                let output = try document.render(strings: Corpora.emptyStrings).output
                #expect(difference(output, bytes) == nil, "\(file.path)")
            }
            guard file.pathExtension == "json", let document = try? Document(bytes, kind: .widgetTree) else { continue }
            #expect(try document.render(strings: Corpora.emptyStrings).output == bytes, "\(file.path)")
        }
    }

    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }

    /// The sentences of a template: runs of text between tags, cut where nothing but letters and spaces ends.
    static func sentences(_ template: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var start: String.Index?
        var isInTag = false
        for index in template.indices {
            let character = template[index]
            let isText = !isInTag && (character.isLetter || " ,.!?&'\";:-".contains(character))
            if character == "<" { isInTag = true }
            if character == ">" { isInTag = false }
            if isText {
                if start == nil { start = index }
            } else if let begin = start {
                if template.distance(from: begin, to: index) > 12 { found.append(begin..<index) }
                start = nil
            }
        }
        return found
    }

    /// Each mail with its own sentences as messages comes back with them escaped, and every other byte as it was.
    @Test(arguments: [Document.Kind.markup, .text])
    func mailsWithATableOfTheirOwnText(_ kind: Document.Kind) throws {
        var replaced = 0
        for file in Self.templates where ["html", "txt"].contains(file.pathExtension) {
            guard let template = try? String(contentsOf: file, encoding: .utf8), !template.contains("\\<") else {
                continue
            }
            var messages: [(path: String, text: String)] = []
            var document = ""
            var expected = ""
            var position = template.startIndex
            for (number, range) in Self.sentences(template).enumerated() {
                // Apostrophes and angles are the message syntax's; such a sentence is left in the template.
                let text = String(template[range])
                if text.contains("'") { continue }
                let between = template[position..<range.lowerBound]
                let isMarkup = number % 3 == 0
                let path = isMarkup ? "mail.part\(number)_html" : "mail.part\(number)"
                messages.append((path, text))
                document += between + (number % 2 == 0 ? "<\(path)>" : "<\(path)/>")
                expected += between
                if kind == .markup, !isMarkup {
                    expected += text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
                } else {
                    expected += text
                }
                position = range.upperBound
            }
            document += template[position...]
            expected += template[position...]
            let rendering = try rendering(Array(document.utf8), as: kind, with: strings(messages))
            #expect(difference(rendering.output, Array(expected.utf8)) == nil, "\(file.path)")
            #expect(rendering.expansions == messages.count)
            // Messages that hold no placeholders: once is as good as twice.
            let twice = try Localization.Document(rendering.output, kind: kind).render(strings: strings(messages))
            #expect(twice.output == rendering.output, "\(file.path)")
            replaced += messages.count
        }
        #expect(replaced > 500)
    }

    /// Property: what an argument says never changes what else is expanded.
    @Test(arguments: ["plain", "<a.b>", "\\<a.b>", "{name}", "<a.b x=\"", "'", "\\", ">", "\"", "&lt;a.b&gt;", "<a.b"])
    func anArgumentIsOnlyText(_ text: String) throws {
        let table = strings(["a.b": "AB", "g.h": "[{name}]", "r.r": "(<g.h>)"])
        let document = "<a.b>|<g.h>|<r.r>|<a.b>|\\<a.b>"
        let output = try rendered(document, as: .text, with: table, arguments: [("name", text)])
        #expect(output == "AB|[\(text)]|([\(text)])|AB|<a.b>")
        let tree = try rendered(
            "[\"<a.b>\",\"<g.h>\",\"<a.b>\"]", as: .widgetTree, with: table, arguments: [("name", text)])
        let values = try JSONSerialization.jsonObject(with: Data(tree.utf8)) as? [String]
        #expect(values == ["AB", "[\(text)]", "AB"])
        let markup = try rendered("<a.b><g.h>", as: .markup, with: table, arguments: [("name", text)])
        var escaped: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { MarkupText.appendEscaped($0, to: &escaped) }
        #expect(markup == "AB[\(String(decoding: escaped, as: UTF8.self))]")
    }
}
