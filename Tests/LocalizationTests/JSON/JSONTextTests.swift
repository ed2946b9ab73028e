import Foundation
import Testing

@testable import Localization

@Suite("JSON text") struct JSONTextTests {
    static func decoded(_ spelling: String) -> (text: String, hasLoneSurrogate: Bool) {
        var output: [UInt8] = []
        let lone = Array(spelling.utf8).withUnsafeBufferPointer { JSONText.appendDecoded($0, to: &output) }
        return (String(decoding: output, as: UTF8.self), lone)
    }

    @Test(arguments: [
        ("", "", false), ("plain é", "plain é", false), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t", false),
        (#"caf\u00e9 \u00E9"#, "café é", false), (#"\ud83d\ude00"#, "😀", false), (#"\ud83d"#, "\u{FFFD}", true),
        (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}", true), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀", true),
        (#"\ud83dx"#, "\u{FFFD}x", true), (#"a\u0000b"#, "a\0b", false), (#"\uD83D\n"#, "\u{FFFD}\n", true),
    ])
    func escapesAreRead(_ spelling: String, _ text: String, _ hasLoneSurrogate: Bool) {
        #expect(Self.decoded(spelling) == (text, hasLoneSurrogate))
    }

    @Test func escapesAreWrittenMinimally() {
        var output: [UInt8] = []
        let text = "a\"b\\c\u{8}\u{C}\n\r\t\u{0}\u{1F}/é<>\u{7F}\u{2028}"
        JSONText.appendQuoted(text, to: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == #""a\"b\\c\b\f\n\r\t\u0000\u001f/é<>"# + "\u{7F}\u{2028}\"")
    }

    @Test(arguments: [
        ("", ""), ("a < b", "a &lt; b"), ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"),
        ("nothing in twenty bytes or more, é", "nothing in twenty bytes or more, é"),
        ("sixteen bytes...&sixteen bytes..>", "sixteen bytes...&amp;sixteen bytes..&gt;"),
    ])
    func markupIsEscaped(_ text: String, _ escaped: String) {
        var output: [UInt8] = []
        Array(text.utf8).withUnsafeBufferPointer { MarkupText.appendEscaped($0, to: &output) }
        #expect(String(decoding: output, as: UTF8.self) == escaped)
    }
}
