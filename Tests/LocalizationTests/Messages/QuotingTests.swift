import Testing

@testable import Localization

@Suite("References in whole tables, and what a load finds")
struct ReferenceLoadTests {
    private func resolved(_ messages: [(String, String)], _ path: String) -> String {
        let strings = Expansion(messages).strings
        let path = Array(path.utf8)
        let message = unsafe path.withUnsafeBufferPointer { unsafe strings.message(at: $0) }!
        var text: [UInt8] = []
        if Strings.resolveReferences(in: message, of: strings, into: &text) {
            return String(decoding: text, as: UTF8.self)
        }
        return String(decoding: strings.text(of: message), as: UTF8.self)
    }

    static let others = [
        ("b.name", "Joe's"), ("b.brace", "a } b '{' c"), ("b.number", "# 1"), ("b.quote", "'"), ("b.arg", "{x}"),
        ("b.deep", "<b.name>!"), ("b.loop", "<b.loop>"), ("b.bad", "{"), ("b.literal", #"\<b.name>"#),
        ("b.deepArg", "<b.arg>"), ("b.slash", #"C:\"#), ("b.slashArg", "<b.slash><b.arg>"), ("b.angle", "<"),
    ]

    static let cases: [(text: String, expected: String)] = [
        ("Don't use <b.name> {n}", "Don't use Joe's {n}"),
        ("<b.brace>", "a '}' b '{' c"),
        ("{n, plural, other {# <b.number>}}", "{n, plural, other {# '#' 1}}"),
        ("{g, select, other {<b.number>}}", "{g, select, other {# 1}}"),
        ("<b.quote>{n}", "''{n}"),
        ("<b.quote>'{'", "'''{'"),
        ("'{<b.name>}'", "'{'Joe''s'}'"),
        ("<b.deep> <b.name/>", "Joe's! Joe's"),
        ("<b.arg> <b.deepArg>", "<b.arg> <b.deepArg>"),
        ("<b.loop> <b.bad> <b.none>", "<b.loop> <b.bad> <b.none>"),
        ("<b.name x=1> <b.name>", "<b.name x=1> Joe's"),
        ("<b.slash><b.arg>", "<b.slash><b.arg>"),
        ("<b.slashArg> <b.slash>", #"<b.slashArg> C:\"#),
        ("<b.slash><b.angle> <b.none>", "<b.slash><b.angle> <b.none>"),
        ("<b.slash>: <b.name>", #"C:\: Joe's"#),
        (#"\<b.name> <b.literal>"#, #"\<b.name> \<b.name>"#),
        ("<b.name> {", "<b.name> {"),
        ("plain", "plain"),
    ]

    @Test("A table shows referenced messages that take no arguments", arguments: cases)
    func tables(text: String, expected: String) throws {
        let messages = Self.others + [("a.a", text)]
        let result = resolved(messages, "a.a")
        #expect(result == expected)
        // Both spellings say the same to a reader.
        let arguments: [String: ArgumentValue] = ["n": 3, "g": "x", "x": "X"]
        let before = try Expansion(messages)("a.a", arguments).text
        let after = try Expansion(Self.others + [("a.a", result)])("a.a", arguments).text
        #expect(before == after)
    }

    static let circles: [(path: String, text: String, expected: String)] = [
        ("c.one", "1<c.two>", "1<c.two>"), ("c.two", "2<c.three> <b.name>", "2<c.three> Joe's"),
        ("c.three", "3<c.one>", "3<c.one>"), ("c.into", "i<c.one>", "i1<c.two>"),
        ("c.self", "s<c.self>", "s<c.self>"), ("c.both", "<c.self> <b.deep>", "s<c.self> Joe's!"),
        ("c.eight", "<c.left><c.right>", "<c.left><c.right>"), ("c.left", "l<c.eight>", "l<c.eight>"),
        ("c.right", "r<c.left>", "r<c.left>"),
    ]

    @Test("A circle stays as it is written, whoever refers to it", arguments: circles)
    func circle(path: String, text: String, expected: String) {
        #expect(resolved(Self.others + Self.circles.map { ($0.path, $0.text) }, path) == expected)
    }

    @Test("Quoted text reads as itself, whatever it holds")
    func quoting() {
        var random = SeededGenerator(seed: 3)
        let alphabet: [UInt8] = Array("'{}#ab'".utf8)
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...10, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            for isInPlural in [false, true] {
                let quoted = LiteralQuoting.safe(text, isInPlural: isInPlural)
                for next in [nil, UInt8(ascii: "{"), UInt8(ascii: "}")] {
                    #expect(LiteralQuoting.literal(quoted, next: next, isInPlural: isInPlural) == text)
                }
            }
        }
    }

    @Test("Circles and references to nothing are found, each with its message")
    func problems() throws {
        let catalog = try #require(
            Catalog(
                tables: [
                    Table(
                        tag: LanguageTag("en")!,
                        messages: [
                            ("a.one", "<a.two>"), ("a.two", "<a.one>"), ("a.self", "<a.self>"),
                            ("a.lost", "<no.where>"),
                            ("a.fine", "<a.word> <b> <i>."), ("a.word", "word"), ("a.into", "<a.one>"),
                            ("a.lit", #"\<no.where>"#), ("a.bad", "{ <no.where>"),
                        ]),
                    Table(tag: LanguageTag("fr")!, messages: [("a.fr", "<a.word> <a.absent> <a.one>")]),
                ], options: CatalogOptions(defaultLocale: LanguageTag("en")!)))
        let found = catalog.referenceProblems()
        let lines = Set(found.problems.map { "\($0.code.rawValue) \($0.keyPath ?? "")" })
        #expect(
            lines == [
                "reference-cycle a.one", "reference-cycle a.self", "broken-reference a.lost", "broken-reference a.fr",
            ])
        #expect(found.count == 4)
        let syntax = catalog.syntaxProblems()
        #expect(syntax.problems.map(\.keyPath) == ["a.bad"])
        #expect(syntax.problems.first?.reason.contains("at offset 2") == true)
    }

    @Test("A long chain of references is followed without a deep stack")
    func longChains() throws {
        let messages = (0..<20_000).map { ("k.k\($0)", "<k.k\($0 + 1)>") }
        let catalog = try #require(
            Catalog(
                tables: [Table(tag: LanguageTag("en")!, messages: messages.map { (path: $0.0, text: $0.1) })],
                options: CatalogOptions(defaultLocale: LanguageTag("en")!)))
        #expect(catalog.referenceProblems().count == 1)
    }
}
