import Testing

@testable import Localization

@Suite("Rendering text and markup") struct RenderTextTests {
    static let table = strings([
        "login.title": "Log in", "a.b": "AB", "greeting.hello": "Hello {name}", "x.quote": "a \"b\" & <c>",
        "x.body_html": "<b>bold</b>", "page.html": "<i>&amp;</i>", "x.hello_html": "<b>{name}</b>", "top": "Top",
        "note.literal": "5 < 6",
    ])

    @Test(arguments: [
        ("", ""), ("no placeholder", "no placeholder"), ("<login.title>", "Log in"), ("[<a.b/>|<a.b>]", "[AB|AB]"),
        ("<no.such> <b> <top>", "<no.such> <b> <top>"), ("<<a.b>>", "<AB>"), ("< a.b>", "< a.b>"), ("<a.b", "<a.b"),
        ("\\<a.b>", "<a.b>"), ("\\\\<a.b>", "\\<a.b>"), ("\\<no.such>", "<no.such>"), ("\\<a.b n=3>", "<a.b n=3>"),
        ("\\<b> \\x \\", "\\<b> \\x \\"), ("\\<top>", "\\<top>"), ("<a.b>\\<a.b>", "AB<a.b>"),
        ("\\<a.b><a.b>", "<a.b>AB"),
        ("<greeting.hello name=Ann>", "Hello Ann"), ("<greeting.hello name=\"A 'n' <a.b>\">", "Hello A 'n' <a.b>"),
        ("<greeting.hello name=1 name=2>", "Hello 2"), ("<no.such x=\"<a.b>\">", "<no.such x=\"<a.b>\">"),
        ("<x.quote>", "a \"b\" & <c>"), ("\u{FEFF}<a.b>", "\u{FEFF}AB"), ("é<a.b>日", "éAB日"),
        ("<greeting.hello name=A&amp;B>", "Hello A&amp;B"),
        ("{a.b}", "{a.b}"),
    ])
    func text(_ template: String, _ expected: String) throws {
        #expect(try rendered(template, as: .text, with: Self.table) == expected)
    }

    @Test(arguments: [
        ("<p><login.title></p>", "<p>Log in</p>"), ("<x.quote>", "a &quot;b&quot; &amp; &lt;c&gt;"),
        ("<x.body_html><page.html>", "<b>bold</b><i>&amp;</i>"), ("<x.hello_html name=\"<i>\">", "<b>&lt;i&gt;</b>"),
        ("<greeting.hello name=\"A &amp; B\">", "Hello A &amp; B"),
        ("<greeting.hello name=\"&lt;&#39;&#x27;&quot;&apos;&gt;\">", "Hello &lt;&#39;&#39;&quot;&#39;&gt;"),
        ("<greeting.hello name=\"&nbsp;&#0;&#xD800;&amp\">", "Hello &amp;nbsp;&amp;#0;&amp;#xD800;&amp;amp"),
        ("<greeting.hello name='\"'>", "Hello &quot;"), ("<o:p></o:p><a.b >", "<o:p></o:p>AB"),
        ("<a href=\"<a.b>\">\\<a.b></a>", "<a href=\"AB\"><a.b></a>"), ("<note.literal>", "5 &lt; 6"),
        ("<!-- <a.b> --><![CDATA[<a.b>]]>", "<!-- AB --><![CDATA[AB]]>"),
    ])
    func markup(_ template: String, _ expected: String) throws {
        #expect(try rendered(template, as: .markup, with: Self.table) == expected)
    }

    @Test(arguments: [
        ("{a.b} <a.b>", PlaceholderStyle.braces, "AB <a.b>"), ("{a.b} <a.b>", .both, "AB AB"),
        ("{a.b}", .angles, "{a.b}"),
        ("{{a.b}} ${a.b} @{a.b} #{a.b} %{a.b}", .braces, "{{a.b}} ${a.b} @{a.b} #{a.b} %{a.b}"),
        ("\\{a.b} \\\\{a.b} \\{x}", .braces, "{a.b} \\{a.b} \\{x}"),
        ("{greeting.hello name=\"x } y\"}", .both, "Hello x } y"),
        ("{top} { a.b } {n, plural, other {a.b}}", .braces, "{top} { a.b } {n, plural, other AB}"),
        ("{{{a.b}}}", .both, "{{{a.b}}}"), ("<a.b>{a.b}", .both, "ABAB"), ("\\{{a.b}}", .both, "\\{{a.b}}"),
        ("{no.such}", .both, "{no.such}"), ("<a.b n={x}>", .both, "AB"),
    ])
    func braces(_ template: String, _ style: PlaceholderStyle, _ expected: String) throws {
        let output = try rendered(template, as: .text, with: Self.table) { $0.placeholders = style }
        #expect(output == expected)
    }

    @Test func bracesInMarkupAreEscapedToo() throws {
        let output = try rendered("<p>{x.quote} {greeting.hello name=\"&amp;\"}</p>", as: .markup, with: Self.table) {
            $0.placeholders = .both
        }
        #expect(output == "<p>a &quot;b&quot; &amp; &lt;c&gt; Hello &amp;</p>")
    }

    @Test(
        arguments: [
            ([0xC3, 0x28], 1), ([0x61, 0x0A, 0xFF], 2), ([0x61, 0xE2, 0x82], 3), ([0xED, 0xA0, 0x80], 1),
        ] as [([UInt8], Int)])
    func bytesThatAreNotUTF8(_ bytes: [UInt8], _ offset: Int) {
        for kind in [Document.Kind.text, .markup] {
            do throws(DocumentError) {
                _ = try Document(bytes, kind: kind)
                Issue.record("\(bytes) was read")
            } catch {
                #expect(error.place.offset == offset && error.isEncodingError && error.pointer == nil)
            }
        }
    }
}
