import Testing

@testable import Localization

@Suite("Rendering widget trees") struct WidgetTreeRenderingTests {
    static let table = strings([
        "login.title": "Log in", "a.b": "AB", "greeting.hello": "Hello {name}", "x.quote": "a \"b\" \\ \n\u{1F} é <c>",
        "my key": "My key", "b": "Bold", "x": "X", "cart.items": "{count, plural, one {# item} other {# items}}",
        "an odd.key, with / and #": "Odd", "a.b n=3": "Whole", "café.x": "Coffee", "k/": "Slash", "https://a.b": "Link",
        "br": "Break", "flag.is": "{yes}",
    ])

    static func render(_ document: String, options: (inout Document.Options) -> Void = { _ in }) throws -> String {
        try rendered(document, as: .widgetTree, with: table, options: options)
    }

    @Test(arguments: [
        (#"{"t":"<login.title>"}"#, #"{"t":"Log in"}"#), (#"{"<a.b>":"<a.b> and <a.b/>"}"#, #"{"<a.b>":"AB and AB"}"#),
        (#""<a.b>""#, #""AB""#), (#" [ "<a.b>" , 1.0e+2 , "\u0041\/" ] "#, #" [ "AB" , 1.0e+2 , "\u0041\/" ] "#),
        (#"["\u003ca.b\u003e","\u003Ca.b>","<a\u002eb>"]"#, #"["AB","AB","AB"]"#),
        (#"["<caf\u00e9.x>","\t\u003ccaf\u00e9.x\u003e\n"]"#, #"["Coffee","\tCoffee\n"]"#),
        (#"["<x.quote>"]"#, "[\"a \\\"b\\\" \\\\ \\n\\u001f é <c>\"]"),
        (#"["<greeting.hello name=\"A \\ \u0022B\">"]"#, #"["<greeting.hello name=\"A \\ \u0022B\">"]"#),
        (#"["<greeting.hello name=\"<a.b> {x}\">"]"#, #"["Hello <a.b> {x}"]"#),
        (#"["<greeting.hello name=\u0027x\u0027>"]"#, #"["Hello x"]"#),
        (
            #"["<b x='>\u0027>","<my key x=\u0027>\u0027>","<b x=\">\u0022>","\\<b x='>\u0027>"]"#,
            #"["Bold","My key","Bold","<b x='>\u0027>"]"#
        ),
        (#"["<my key>","<b>","<br/>","<x>"," <b>","<no>"]"#, #"["My key","Bold","Break","X"," <b>","<no>"]"#),
        (#"["<an odd.key, with / and #>","<an odd.key, with \/ and #>"]"#, #"["Odd","Odd"]"#),
        (#"["<a.b n=3>","x <a.b n=3>","<a.b n=4>","<k/>"]"#, #"["Whole","x AB","AB","Slash"]"#),
        (#"["<https://a.b>","see <https://a.b>"]"#, #"["Link","see <https://a.b>"]"#),
        (
            #"["\\<a.b>","\\\\<a.b>","\u005c<a.b>","\\<no.such>","\\<b>","\\<no>","\\<my key>","x \\<b>"]"#,
            #"["<a.b>","\\<a.b>","<a.b>","<no.such>","<b>","\\<no>","<my key>","x \\<b>"]"#
        ),
        ("\u{FEFF}{\"t\":\"<a.b>\"}", "\u{FEFF}{\"t\":\"AB\"}"),
        (#"{"a":1,"a":"<a.b>","a":null}"#, #"{"a":1,"a":"AB","a":null}"#),
        (#"["\ud800<a.b>"]"#, #"["\ud800AB"]"#), (#"["<a.b","a.b>","<<a.b>>"]"#, #"["<a.b","a.b>","<AB>"]"#),
        (#"["<my key unknown n=3>"]"#, #"["<my key unknown n=3>"]"#), (#"["<no key <a.b>>"]"#, #"["<no key AB>"]"#),
    ])
    func stringValues(_ document: String, _ expected: String) throws { #expect(try Self.render(document) == expected) }

    @Test(arguments: [
        (#"{"arguments":{"count":1},"t":"<cart.items>"}"#, "1 item"),
        (#"{"t":"<cart.items>","arguments":{"count":2}}"#, "2 items"),
        (#"{"arguments":{"count":2},"t":"<cart.items count=1>"}"#, "1 item"),
        (#"{"arguments":{"count":2},"in":[[{"t":"<cart.items>"}]]}"#, "2 items"),
        (#"{"arguments":{"count":2},"in":{"arguments":{"count":5,"x":1},"t":"<cart.items>"}}"#, "5 items"),
        (#"{"arguments":{"count":2},"in":{"arguments":{"x":1},"t":"<cart.items>"}}"#, "2 items"),
        (#"{"in":{"t":"<cart.items>"},"arguments":{"count":2}}"#, "2 items"),
        (#"{"arguments":{"count":7},"arguments":{"count":1},"t":"<cart.items>"}"#, "1 item"),
        (#"{"arguments":{"count":7,"count":1},"t":"<cart.items>"}"#, "1 item"),
        (#"{"arguments":{"count":4},"in":{"arguments":{"count":{"n":1}},"t":"<cart.items>"}}"#, "4 items"),
        (#"{"arguments":{"count":4},"in":{"arguments":{"arguments":{"count":9}},"t":"<cart.items>"}}"#, "4 items"),
        (#"{"arguments":["count",1],"t":"<greeting.hello name=x>"}"#, "Hello x"),
        (#"{"arguments":"count","t":"<a.b>"}"#, "AB"),
        (#"{"\u0061rguments":{"cou\u006et":1},"t":"<cart.items>"}"#, "1 item"),
        (#"{"arguments":{"count":1.0},"t":"<cart.items>"}"#, "1 item"),
        (#"{"arguments":{"count":3},"t":["<cart.items>"]}"#, "3 items"),
        (#"{"arguments":{"yes":true},"t":"<flag.is>"}"#, "true"),
        (#"{"arguments":{"name":"<a.b>"},"t":"<greeting.hello>"}"#, "Hello <a.b>"),
        (#"{"arguments":{"name":"\u003ca.b\u003e\n"},"t":"<greeting.hello>"}"#, #"Hello <a.b>\n"#),
        (#"[{"arguments":"x"},{"count":1},{"t":"<greeting.hello>"}]"#, "Hello {name}"),
        (#"{"arguments":{"name":null},"t":"<greeting.hello>"}"#, "Hello {name}"),
        (#"{"arguments":{"x":{"t":"<greeting.hello>"},"name":"Ann"}}"#, "Hello Ann"),
        (#"{"arguments":{"x":{"arguments":{"name":"Bob"},"t":"<greeting.hello>"},"name":"Ann"}}"#, "Hello Bob"),
        (#"{"arguments":{"arguments":{"t":"<greeting.hello>","name":"Bob"},"name":"Ann"}}"#, "Hello Ann"),
    ])
    func arguments(_ document: String, _ text: String) throws {
        let output = try Self.render(document)
        #expect(output.contains("\"\(text)\""), "\(output)")
    }

    @Test func argumentsAreDataWhereTheyStand() throws {
        let document = #"{"arguments":{"a":"<a.b>","b":["<a.b>"],"c":{"d":"<a.b>"}},"t":"<a.b>"}"#
        #expect(try Self.render(document) == #"{"arguments":{"a":"<a.b>","b":["AB"],"c":{"d":"AB"}},"t":"AB"}"#)
        #expect(try Self.render(#"{"arguments":"<a.b>"}"#) == #"{"arguments":"AB"}"#)
    }

    @Test func theRequestsArgumentsAreFarthest() throws {
        let document = #"[{"t":"<greeting.hello>"},{"arguments":{"name":"Ann"},"t":"<greeting.hello>"}]"#
        let output = try rendered(document, as: .widgetTree, with: Self.table, arguments: [("name", "Zoe")])
        #expect(output == #"[{"t":"Hello Zoe"},{"arguments":{"name":"Ann"},"t":"Hello Ann"}]"#)
    }

    static let screen =
        #"{"id":"<a.b>","text":"<a.b>","items":["<a.b>",{"title":"<a.b>","id":["<a.b>"]}],"data":{"text":"<a.b>"}}"#

    @Test(
        arguments: [
            (["text"], [], ["text", "data.text"]), (["items"], [], ["items.0"]),
            (["text", "title"], [], ["text", "title", "data.text"]),
            ([], [], []), (nil, ["id"], ["text", "items.0", "title", "data.text"]),
            (nil, ["data", "items"], ["id", "text"]),
            (["text"], ["data"], ["text"]), (nil, [], ["id", "text", "items.0", "title", "id.0", "data.text"]),
            (["te\u{78}t"], [], ["text", "data.text"]),
        ] as [([String]?, [String], [String])])
    func namesChooseWhatIsExpanded(_ properties: [String]?, _ skipped: [String], _ expanded: [String]) throws {
        func marked(_ name: String) -> String { expanded.contains(name) ? "AB" : "<a.b>" }
        let output = try Self.render(Self.screen) {
            $0.properties = properties?.map { Array($0.utf8) }
            $0.skipped = skipped.map { Array($0.utf8) }
        }
        let expected =
            #"{"id":"\#(marked("id"))","text":"\#(marked("text"))","items":["\#(marked("items.0"))",{"title":"\#(marked("title"))","id":["\#(marked("id.0"))"]}],"data":{"text":"\#(marked("data.text"))"}}"#
        #expect(output == expected)
    }

    @Test(arguments: [
        (#""<a.b>""#, ["text"], #""<a.b>""#), (#"["<a.b>"]"#, ["text"], #"["<a.b>"]"#),
        (#"{"t\u0065xt":"<a.b>"}"#, ["text"], #"{"t\u0065xt":"AB"}"#),
        (#"{"text":[["<a.b>"]]}"#, ["text"], #"{"text":[["AB"]]}"#),
        (#"{"text":{"x":"<a.b>"}}"#, ["text"], #"{"text":{"x":"<a.b>"}}"#),
    ])
    func namesAboveAString(_ document: String, _ properties: [String], _ expected: String) throws {
        #expect(try Self.render(document) { $0.properties = properties.map { Array($0.utf8) } } == expected)
    }

    @Test(arguments: [
        (
            #"["{a.b}"," \u00a0{my key}\n","{x}","{no}","a {a.b} b","a {x} b"]"#, PlaceholderStyle.braces,
            #"["AB","My key","X","{no}","a {a.b} b","a {x} b"]"#
        ),
        (#"["{a.b}","<a.b>","{Hi <a.b>}","{x} <a.b>"]"#, .both, #"["AB","AB","{Hi AB}","{x} AB"]"#),
        (
            #"["\\{x}"," \\{my key} ","\\{no}","\\{a.b}","\\{no.x}"]"#, .braces,
            #"["{x}"," {my key} ","\\{no}","{a.b}","{no.x}"]"#
        ),
        (
            #"["${a.b}","{{a.b}}","@{a.b}","{greeting.hello name=A}","{my key n=3}"]"#, .both,
            #"["${a.b}","{{a.b}}","@{a.b}","Hello A","My key"]"#
        ),
        (#"["\u007ba.b\u007d","{a.b}"]"#, .braces, #"["AB","AB"]"#),
        (#"["<a.b>","{a.b}"]"#, .angles, #"["AB","{a.b}"]"#),
    ])
    func braces(_ document: String, _ style: PlaceholderStyle, _ expected: String) throws {
        #expect(try Self.render(document) { $0.placeholders = style } == expected)
    }

    @Test(arguments: [
        ("{\"a\":[1,{\"b/c\":tru}]}", 1, 19, "/a/1/b~1c"), ("[\n\"é\", x]", 2, 6, "/1"),
        ("{\"a\":\"<a.b>\"", 1, 13, ""), ("{\"a\":\"\u{1}\"}", 1, 7, "/a"),
    ])
    func anythingElseIsRefused(_ document: String, _ line: Int, _ column: Int, _ pointer: String) {
        do throws(DocumentError) {
            _ = try Document(Array(document.utf8), kind: .widgetTree)
            Issue.record("\(document) was read")
        } catch {
            #expect(error.place.line == line && error.place.column == column, "\(error)")
            #expect(error.pointer == pointer)
            #expect(!error.isEncodingError)
        }
    }

    @Test func fiveHundredAndTwelveLevelsAreRead() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + "\"<a.b>\"" + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try rendering(nested(512), as: .widgetTree, with: Self.table).expansions == 1)
        #expect(throws: DocumentError.self) { try Document(nested(513), kind: .widgetTree) }
    }
}
