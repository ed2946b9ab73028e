import Testing

@testable import Localization

@Suite("References between messages")
struct ReferenceTests {
    @Test("A reference is replaced by its message, which inherits the arguments")
    func resolved() throws {
        let expand = Expansion([
            ("brand.name", "Parlance"), ("a.b", "Welcome to <brand.name>, {name}"), ("a.c", "<a.b/>!"),
            ("a.d", "<a.b name=\"not parsed\" >"),
        ])
        #expect(try expand("a.c", ["name": "Ann"]).text == "Welcome to Parlance, Ann!")
        #expect(try expand("a.d", ["name": "Ann"]).text == "Welcome to Parlance, Ann")
        #expect(try expand("a.c") == .init(text: "Welcome to Parlance, {name}!", missing: ["a.b{name}"], count: 1))
    }

    @Test("A reference to nothing stays, and is noted")
    func nothing() throws {
        let expand = Expansion([("a.b", "Go to <no.where> and <o:p> <b>")])
        #expect(try expand("a.b") == .init(text: "Go to <no.where> and <o:p> <b>", missing: ["no.where"], count: 1))
    }

    @Test("References are looked for in quoted text too, and never across an argument")
    func literalText() throws {
        let expand = Expansion([
            ("x.y", "XY"), ("a.quoted", "'{<x.y>}' it''s <x.y>"), ("a.across", "<x{n}.y> <x.{n}>"),
            ("a.branch", "{n, plural, one {<x.y>} other {# <x.y>s}}"), ("a.attributes", "<x.y a=''5''>"),
        ])
        #expect(try expand("a.quoted").text == "{XY} it's XY")
        #expect(try expand("a.across", ["n": "y"]).text == "<xy.y> <x.y>")
        #expect(try expand("a.branch", ["n": 2]).text == "2 XYs")
        #expect(try expand("a.attributes").text == "XY")
    }

    @Test("A backslash makes a placeholder literal")
    func literalPlaceholders() throws {
        let expand = Expansion([
            ("x.y", "XY"), ("a.one", #"\<x.y> <x.y>"#), ("a.two", #"\\<x.y>"#), ("a.none", #"\<b> \n \"#),
            ("a.absent", #"\<no.such n=3>"#),
        ])
        #expect(try expand("a.one").text == "<x.y> XY")
        #expect(try expand("a.two").text == #"\<x.y>"#)
        #expect(try expand("a.none").text == #"\<b> \n \"#)
        #expect(try expand("a.absent").text == "<no.such n=3>")
    }

    @Test("Arguments are never looked into")
    func arguments() throws {
        let expand = Expansion([("x.y", "XY"), ("a.b", "{v} <x.y>")])
        #expect(try expand("a.b", ["v": "<x.y> {v} \\<x.y> '"]).text == "<x.y> {v} \\<x.y> ' XY")
    }

    @Test("A circle stays as it is written, and is no missing key")
    func circles() throws {
        let expand = Expansion([("a.a", "a<b.b>"), ("b.b", "b<a.a x=1>"), ("c.c", "<c.c>")])
        #expect(try expand("a.a") == .init(text: "ab<a.a x=1>", missing: [], count: 0))
        #expect(try expand("b.b").text == "ba<b.b>")
        #expect(try expand("c.c").text == "<c.c>")
    }

    @Test("References are followed sixteen deep")
    func depth() throws {
        let chain = (0..<40).map { ("m.k\($0)", "\($0) <m.k\($0 + 1)>") }
        let text = try Expansion(chain)("m.k0").text
        #expect(text == (0...16).map { "\($0) " }.joined() + "<m.k17>")
    }

    @Test("Bombs end at the limits")
    func bombs() throws {
        // Each of sixteen levels refers to the next ten times.
        let levels = (0..<16).map { ("l.k\($0)", String(repeating: "<l.k\($0 + 1)>", count: 10)) } + [("l.k16", "boom")]
        #expect(throws: RenderLimitError.expansions) { try Expansion(levels)("l.k0") }
        var expand = Expansion([("a.b", String(repeating: "{x}", count: 20000))])
        #expect(throws: RenderLimitError.output) {
            try expand("a.b", ["x": .string([UInt8](repeating: 0x78, count: 1 << 20))])
        }
        expand.limits.maximumOutput = 40000
        #expect(try expand("a.b", ["x": "xx"]).text.utf8.count == 40000)
        #expect(throws: RenderLimitError.output) { try expand("a.b", ["x": "xxx"]) }
    }

    @Test("Every message put in counts")
    func counting() throws {
        var expand = Expansion([("a.b", "<c.d> <c.d> <no.thing>"), ("c.d", "x")])
        expand.limits.maximumExpansions = 3
        #expect(try expand("a.b").text == "x x <no.thing>")
        expand.limits.maximumExpansions = 2
        #expect(throws: RenderLimitError.expansions) { try expand("a.b") }
    }
}

@Suite("Escapes around messages")
struct EscapingTests {
    private let expand = Expansion([
        ("a.plain", #"<b>"It's"</b> & {x}"#), ("a.html", #"<b>"It's"</b> & {x}"#), ("a.body_html", "<b>{x}</b>"),
        ("a.shtml", "<b>"), ("p.refers", "<i> <a.body_html>"), ("h.refers_html", "<i> <a.plain> <a.html>"),
        ("a.cycle", "<b> <a.cycle>"), ("a.unparsed", "<b> {"),
    ])

    @Test("Markup: messages are escaped but for those named html, arguments always")
    func markup() throws {
        let value: [String: ArgumentValue] = ["x": #"<i>"'&"#]
        let escaped = "&lt;i&gt;&quot;&#39;&amp;"
        let plain = "&lt;b&gt;&quot;It&#39;s&quot;&lt;/b&gt; &amp; \(escaped)"
        #expect(try expand("a.plain", value, escaping: .markup).text == plain)
        #expect(try expand("a.html", value, escaping: .markup).text == #"<b>"It's"</b> & \#(escaped)"#)
        #expect(try expand("a.body_html", value, escaping: .markup).text == "<b>\(escaped)</b>")
        #expect(try expand("a.shtml", escaping: .markup).text == "&lt;b&gt;")
        #expect(try expand("p.refers", value, escaping: .markup).text == "&lt;i&gt; &lt;b&gt;\(escaped)&lt;/b&gt;")
        #expect(
            try expand("h.refers_html", value, escaping: .markup).text
                == #"<i> \#(plain) <b>"It's"</b> & \#(escaped)"#)
        #expect(try expand("a.cycle", escaping: .markup).text == "&lt;b&gt; &lt;a.cycle&gt;")
        #expect(try expand("a.unparsed", escaping: .markup).text == "&lt;b&gt; {")
    }

    @Test("JSON: everything, minimally")
    func json() throws {
        let value: [String: ArgumentValue] = ["x": "\"\\\n\u{1F}é"]
        #expect(try expand("a.html", value, escaping: .json).text == #"<b>\"It's\"</b> & \"\\\n\u001fé"#)
    }
}
