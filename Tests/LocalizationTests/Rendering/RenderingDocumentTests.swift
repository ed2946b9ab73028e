import Foundation
import TestSupport
import Testing

@testable import Localization

/// Each screen of `docs/rendering.md` is rendered with the strings above it and must give the answer below it.
@Suite("The screens of the document") struct RenderingDocumentTests {
    struct Block {
        /// What stands behind the three backquotes, cut at spaces.
        let words: [String]
        let text: String
    }

    static let blocks: [Block] = {
        let file = SharedData.projectFolder.appending(path: "docs/rendering.md")
        guard let document = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var blocks: [Block] = []
        var words: [String]?
        var lines: [Substring] = []
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("```") else {
                lines.append(line)
                continue
            }
            if let opened = words {
                blocks.append(Block(words: opened, text: lines.joined(separator: "\n")))
                words = nil
            } else {
                words = line.dropFirst(3).split(separator: " ").map(String.init)
                lines = []
            }
        }
        return blocks
    }()

    @Test func eachAnswerIsTheOneShown() throws {
        var table: Strings?
        var answer: String?
        var screens = 0
        for block in Self.blocks where block.words.count > 1 {
            switch block.words[1] {
            case "strings":
                let file = try TableFile(bytes: Array(block.text.utf8).span, path: "en.json", keyPrefix: "")
                #expect(file.problems.isEmpty)
                table = Strings(chain: [Table(tag: LanguageTag("en")!, files: [file])])
            case "screen":
                let isMarkup = block.words[0] == "html"
                answer = try rendered(block.text, as: isMarkup ? .markup : .widgetTree, with: #require(table)) {
                    options in
                    for word in block.words.dropFirst(2) {
                        switch word {
                        case "properties=text": options.properties = [Array("text".utf8)]
                        case "placeholders=braces": options.placeholders = .braces
                        case "widgets=uikit": options.widgets = .uikit
                        default: Issue.record("no option: \(word)")
                        }
                    }
                }
                screens += 1
            case "answer": #expect(answer == block.text)
            default: Issue.record("no block: \(block.words)")
            }
        }
        #expect(screens == 4)
    }

    @Test func theDeclarationsShownAreRead() throws {
        let block = try #require(Self.blocks.first { $0.words == ["json"] })
        #expect(try WidgetDeclarations.sets(json: Array(block.text.utf8)).keys.sorted() == ["shop"])
    }
}
