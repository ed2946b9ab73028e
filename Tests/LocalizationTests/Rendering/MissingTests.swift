import Testing

@testable import Localization

@Suite("What is missing") struct MissingTests {
    static let table = strings([
        "a.b": "AB", "x": "X", "greeting.hello": "Hello {name}", "ref.bad": "see <no.where>",
        "two.args": "{one} {two} {one}",
    ])

    static func document(_ text: String, _ kind: Document.Kind, _ style: PlaceholderStyle = .angles) throws -> Document
    {
        var options = Document.Options()
        options.placeholders = style
        return try Document(Array(text.utf8), kind: kind, options: options)
    }

    /// A document, what is reported of it as `line:column pointer key`, and what each policy makes of it.
    static let cases: [(kind: Document.Kind, document: String, places: [String], key: String, empty: String)] = [
        (.text, "<a.b>\n é <no.such n=3>!<x>", ["2:4 - no.such"], "AB\n é no.such!<x>", "AB\n é !<x>"),
        (.text, "<c.d><c.d/>", ["1:1 - c.d", "1:6 - c.d"], "c.dc.d", ""),
        (.text, "<b> \\<c.d>", [], "<b> <c.d>", "<b> <c.d>"),
        (
            .markup, "<o.p><a.x><greeting.x></x>", ["1:6 - a.x", "1:11 - greeting.x"], "<o.p>a.xgreeting.x</x>",
            "<o.p></x>"
        ),
        (.markup, "<x.y><xx.y>", ["1:1 - x.y"], "x.y<xx.y>", "<xx.y>"),
        (
            .widgetTree, #"{"t":["<a.b> \u003cc.d\u003e",{"u/v":"<e.f>"}]}"#, ["1:14 /t/0 c.d", "1:39 /t/1/u~1v e.f"],
            #"{"t":["AB c.d",{"u/v":"e.f"}]}"#, #"{"t":["AB ",{"u/v":""}]}"#
        ),
        (
            .widgetTree, #"["<no key>","<no key.x>","<no key.x n=3>","<no \"k\".x>"]"#,
            ["1:14 /1 no key.x", "1:27 /2 no key.x", "1:44 /3 no \"k\".x"],
            #"["<no key>","no key.x","no key.x","no \"k\".x"]"#, #"["<no key>","","",""]"#
        ),
        (
            .widgetTree, #"["\\<c.d>","<see <c.d>>"]"#, ["1:18 /1 c.d"], #"["<c.d>","<see c.d>"]"#,
            #"["<c.d>","<see >"]"#
        ),
        (.widgetTree, "[\"é\",\n  \"<c.d>\"]", ["2:4 /1 c.d"], "[\"é\",\n  \"c.d\"]", "[\"é\",\n  \"\"]"),
    ]

    /// Keys, arguments and references that are missing, in every order: each is counted, and named once.
    @Test(arguments: [Document.Kind.text, .markup, .widgetTree], [MissingPolicy.keep, .key, .empty])
    func kindsOfMissingInAnyOrder(_ kind: Document.Kind, _ policy: MissingPolicy) throws {
        let pieces = ["<a.no>", "<greeting.hello>", "<ref.bad>", "<two.args>", "<a.b>", "<ref.no>"]
        let keys = [
            ["a.no"], ["greeting.hello{name}"], ["no.where"], ["two.args{one}", "two.args{two}"], [], ["ref.no"],
        ]
        for first in pieces.indices {
            for second in pieces.indices {
                for third in pieces.indices {
                    let order = [first, second, third, first]
                    var text = order.map { pieces[$0] }.joined(separator: " ")
                    if kind == .widgetTree {
                        text = "[" + order.map { "\"\(pieces[$0])\"" }.joined(separator: ",") + "]"
                    }
                    let rendering = try Self.document(text, kind).render(strings: Self.table, missing: policy)
                    var expected: [String] = []
                    for key in order.flatMap({ keys[$0] }) where !expected.contains(key) { expected.append(key) }
                    // In markup `<no.where>` is a tag: no key path begins so.
                    if kind == .markup { expected.removeAll { $0 == "no.where" } }
                    let found = rendering.missing.keys.map { String(decoding: $0, as: UTF8.self) }
                    #expect(found == expected, "\(text)")
                }
            }
        }
    }

    @Test(arguments: cases)
    func policies(_ wanted: (kind: Document.Kind, document: String, places: [String], key: String, empty: String))
        throws
    {
        let document = try Self.document(wanted.document, wanted.kind)
        func render(_ policy: MissingPolicy) throws -> Rendering {
            try document.render(strings: Self.table, missing: policy)
        }
        func spelled(_ report: MissingReport) -> [String] {
            document.places(of: report).map { "\($0.place.line):\($0.place.column) \($0.pointer ?? "-") \($0.key)" }
        }
        let kept = try render(.keep)
        #expect(spelled(kept.missing) == wanted.places)
        #expect(kept.missing.count == wanted.places.count)
        #expect(String(decoding: try render(.key).output, as: UTF8.self) == wanted.key)
        #expect(String(decoding: try render(.empty).output, as: UTF8.self) == wanted.empty)
        do throws(RenderFailure) {
            _ = try document.render(strings: Self.table, missing: .error)
            #expect(wanted.places.isEmpty)
        } catch {
            guard case .missing(let report) = error else { throw error }
            #expect(spelled(report) == wanted.places)
            #expect(report.count == wanted.places.count)
        }
    }

    @Test func bracesReportOnlyWhatHasADot() throws {
        let document = try Self.document(
            #"["{name}","{no.such}","a {c.d} ","{two words}","{two.words here}"]"#, .widgetTree, .both)
        let rendering = try document.render(strings: Self.table)
        #expect(
            rendering.missing.keys.map { String(decoding: $0, as: UTF8.self) } == ["no.such", "two.words here"])
        let places = document.places(of: rendering.missing).map(\.place.column)
        #expect(places == [12, 49])
    }

    @Test func argumentsAndReferencesAreReportedAndMakeNoError() throws {
        let document = try Self.document("<greeting.hello> <ref.bad> <greeting.hello> <two.args two=2>", .text)
        let rendering = try document.render(strings: Self.table, missing: .error)
        #expect(
            String(decoding: rendering.output, as: UTF8.self)
                == "Hello {name} see <no.where> Hello {name} {one} 2 {one}")
        let keys = rendering.missing.keys.map { String(decoding: $0, as: UTF8.self) }
        #expect(keys == ["greeting.hello{name}", "no.where", "two.args{one}"])
        #expect(document.places(of: rendering.missing).isEmpty)
    }

    @Test func aHundredPlacesAndAThousandKeysAreKept() throws {
        let text = (0..<1500).map { "<no.k\($0)>" }.joined(separator: "\n")
        let document = try Self.document(text + text, .text)
        let report = try document.render(strings: Self.table).missing
        #expect(report.count == 3000)
        #expect(report.keys.count == 1000)
        let places = document.places(of: report)
        #expect(places.count == 100)
        #expect(places.last?.place.line == 100)
    }

    @Test(
        arguments: [
            ([], nil), (["login.titel", "x.y"], "\"login.titel\", \"x.y\""), (["a\"b\\c%d"], "\"a%22b%5Cc%25d\""),
            (["a b", "é.x", "a{b}"], "\"a%20b\", \"%C3%A9.x\", \"a%7Bb%7D\""),
            (["!$&'()*+,;=:@-._~"], "\"!$&'()*+,;=:@-._~\""),
            (["a/b?c#d[e]\r\n\u{7F}"], "\"a%2Fb%3Fc%23d%5Be%5D%0D%0A%7F\""),
        ] as [([String], String?)])
    func theHeader(_ keys: [String], _ expected: String?) {
        #expect(MissingHeader.value(keys: keys.map { Array($0.utf8) }) == expected)
    }

    @Test func theHeaderIsBounded() throws {
        let long = String(repeating: "k", count: 600)
        let keys = [long + "1", long + "2", "short", String(repeating: "é", count: 200), "s2"].map { Array($0.utf8) }
        #expect(MissingHeader.value(keys: keys) == "\"\(long)1\", \"short\", \"s2\"")
        let many = (0..<1000).map { Array("k\($0)".utf8) }
        let value = try #require(MissingHeader.value(keys: many))
        #expect(value.utf8.count <= 1024 && value.utf8.count > 1000)
    }
}
