import Testing

@testable import Localization

@Suite("Placeholder grammar") struct PlaceholderSyntaxTests {
    /// The placeholder at the start of a text as `key|attributes`, or nil.
    static func read(_ text: String, _ brackets: PlaceholderSyntax.Brackets = .angles) -> String? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            PlaceholderSyntax.placeholder(at: 0, in: bytes, brackets: brackets).map { placeholder in
                func part(_ range: Range<Int>) -> String {
                    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
                }
                #expect(placeholder.end == bytes.count, "\(text) is no placeholder in whole")
                return "\(part(placeholder.key))|\(part(placeholder.attributes))"
            }
        }
    }

    @Test(arguments: [
        ("<login.title>", "login.title|"), ("<login.title/>", "login.title|"), ("<a.b >", "a.b| "),
        ("<a.b />", "a.b| "),
        ("<@app.@login.x_y-z>", "@app.@login.x_y-z|"), ("<caf\u{E9}.\u{65E5}\u{672C}>", "café.日本|"),
        ("<cafe\u{301}.x>", "cafe\u{301}.x|"), ("<नमस्ते.x>", "नमस्ते.x|"), ("<สวัสดี.x>", "สวัสดี.x|"),
        ("<a.\u{0663}>", "a.\u{0663}|"), ("<1.2>", "1.2|"), ("<-.->", "-.-|"), ("<a.b n=3>", "a.b| n=3"),
        ("<cart.items count=3 name=\"Ann\">", "cart.items| count=3 name=\"Ann\""),
        ("<a.b\tn=3\r\nm='x'>", "a.b|\tn=3\r\nm='x'"),
        ("<a.b n=\"<x> & 'y'\">", "a.b| n=\"<x> & 'y'\""), ("<a.b n='a>b'/>", "a.b| n='a>b'"),
        ("<a.b n=x/>", "a.b| n=x"),
        ("<a.b n=x/y/>", "a.b| n=x/y"), ("<a.b n=3 n=4>", "a.b| n=3 n=4"), ("<a.b data-x=1 0=z>", "a.b| data-x=1 0=z"),
        ("<a.b n=\"\">", "a.b| n=\"\""), ("<a.b é=ü>", "a.b| é=ü"), ("<a.b ①=1>", "a.b| ①=1"),
        ("<a.b n={x}>", "a.b| n={x}"),
    ])
    func isOne(_ text: String, _ expected: String) { #expect(Self.read(text) == expected) }

    @Test(arguments: [
        "<b>", "<br/>", "<0>", "</x>", "<o:p>", "<https://a.b/c>", "<a@b.c>", "<.a>", "<a.>", "<a..b>", "<a.b", "<>",
        "<@.a>",
        "< a.b>", "<a.b hidden>", "<a.b n =3>", "<a.b n= 3>", "<a.b n=>", "<a.b n=/>", "<a.b n='x>", "<a.b n=a\"b>",
        "<a.b n=a<b>", "<a.b n=a=b>", "<a.b n=\"x\"m=1>", "<a.b/ >", "<a.b//>", "<a.b =3>", "<a.b n.m=3>", "<a.b 01=3>",
        "<a.b 1a=3>", "<a.²>", "<½.a>", "<a.b\u{A0}n=3>", "<a.b\u{B}n=3>", "<a.b;>", "<!a.b>", "<a.b @n=3>", "<a.@>",
    ])
    func isNone(_ text: String) { #expect(Self.read(text) == nil) }

    @Test(arguments: [
        ("{login.title}", "login.title|"), ("{a.b n=3}", "a.b| n=3"), ("{a.b n=\"}\"}", "a.b| n=\"}\""),
        ("{a.b }", "a.b| "),
    ])
    func isOneInBraces(_ text: String, _ expected: String) { #expect(Self.read(text, .braces) == expected) }

    @Test(arguments: ["{name}", "{a.b/}", "{a.b n={}", "{n, plural, other {x}}", "{a.b", "{ a.b}", "{a.b n={x}}"])
    func isNoneInBraces(_ text: String) { #expect(Self.read(text, .braces) == nil) }

    @Test func theLimitIsFourKilobytes() {
        func placeholder(_ size: Int) -> String { "<a." + String(repeating: "b", count: size - 4) + ">" }
        #expect(Self.read(placeholder(4096)) != nil)
        #expect(Self.read(placeholder(4097)) == nil)
    }

    /// What a whole string is read as: the content where it may be a key, and `key|attributes` behind an arrow.
    static func whole(_ text: String, _ brackets: PlaceholderSyntax.Brackets = .angles) -> String? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let whole = PlaceholderSyntax.wholePlaceholder(bytes, brackets: brackets) else { return nil }
            func part(_ range: Range<Int>) -> String {
                String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            }
            let attributed = whole.placeholder.map { "\(part($0.key))|\(part($0.attributes))" } ?? "-"
            return "\(whole.content.map(part) ?? "-") → \(attributed)"
        }
    }

    @Test(arguments: [
        ("<title>", "title → -"), ("<my key>", "my key → -"), ("<my key n=3>", "my key n=3 → my key| n=3"),
        ("<a b=1 c d=2>", "a b=1 c d=2 → a b=1 c| d=2"), ("<a b=1 d=2>", "a b=1 d=2 → a| b=1 d=2"),
        ("<k n=\"a > b\">", "- → k| n=\"a > b\""), ("<br/>", "br/ → br|"),
        ("<my key n=3/>", "my key n=3/ → my key| n=3"),
        ("<k n=\"x y=1\">", "k n=\"x y=1\" → k| n=\"x y=1\""), ("<k n=\"x y=1>", "k n=\"x y=1 → k n=\"x| y=1"),
        ("<{}\"'&;>", "{}\"'&; → -"), ("<a >", "a  → a| "), ("<https://a.b>", "https://a.b → -"), ("< k>", " k → -"),
        ("<k n=\"<x>\" m='\n'>", "- → k| n=\"<x>\" m='\n'"), ("<   a=1>", "   a=1 → -"),
    ])
    func wholeStrings(_ text: String, _ expected: String) { #expect(Self.whole(text) == expected) }

    @Test(arguments: ["<>", "<a<b>", "<a>b>", "<a\nb>", "<a\u{7F}>", "<a\u{85}>", "a", "", "<", "<p>Hello</p>", "<a"])
    func noWholeStrings(_ text: String) { #expect(Self.whole(text) == nil) }

    @Test(arguments: [
        ("{title}", "title → -"), (" \u{A0}\u{2003}{my <key>}\n", "my <key> → -"), ("{k n=3}", "k n=3 → k| n=3"),
        ("{a\nb}", "a\nb → -"),
    ])
    func wholeStringsInBraces(_ text: String, _ expected: String) { #expect(Self.whole(text, .braces) == expected) }

    @Test(arguments: ["{}", "{a{b}", "{{a}}", "{a}b", "\u{200B}{a}", "${a}"])
    func noWholeStringsInBraces(_ text: String) { #expect(Self.whole(text, .braces) == nil) }
}
