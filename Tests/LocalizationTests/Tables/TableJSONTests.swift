import Testing

@testable import Localization

@Suite struct TableJSONTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// One document for each table of the chain.
        var chain: [String]
        var nested: String
        var flat: String?

        var testDescription: String { name }

        init(_ name: String, _ chain: [String], nested: String, flat: String? = nil) {
            self.name = name
            self.chain = chain
            self.nested = nested
            self.flat = flat
        }
    }

    static let cases: [Case] = [
        Case("nothing", ["{}"], nested: "{}", flat: "{}"),
        Case(
            "as it is", [#"{ "a" : "x", "b": {"c":"y"} }"#], nested: #"{"a":"x","b":{"c":"y"}}"#,
            flat: #"{"a":"x","b.c":"y"}"#),
        Case(
            "dots are nesting", [#"{"a.b":"x","a.c":"y","d":"z","a.e.f":"w"}"#],
            nested: #"{"a":{"b":"x","c":"y","e":{"f":"w"}},"d":"z"}"#,
            flat: #"{"a.b":"x","a.c":"y","a.e.f":"w","d":"z"}"#),
        Case(
            "arrays", [#"{"a":["x",["y"],{"k":"z"}]}"#], nested: #"{"a":["x",["y"],{"k":"z"}]}"#,
            flat: #"{"a.0":"x","a.1.0":"y","a.2.k":"z"}"#),
        Case(
            "numbers, booleans and null as they are spelled",
            [#"{"a":1.50e+3,"b":-0,"c":true,"d":false,"e":null,"f":12345678901234567890,"g":""}"#],
            nested: #"{"a":1.50e+3,"b":-0,"c":true,"d":false,"e":null,"f":12345678901234567890,"g":""}"#),
        Case(
            "escapes, minimal", [#"{"\u0061\/":"\u00e9\u001F\u0000\b\f\n\r\t\"\\\u2028<>&\ud83d\ude00"}"#],
            nested: "{\"a/\":\"é\\u001f\\u0000\\b\\f\\n\\r\\t\\\"\\\\\u{2028}<>&😀\"}"),
        Case(
            "empty containers", [#"{"a":{},"b":[],"c":{"d":{}},"e":[[],{}]}"#],
            nested: #"{"a":{},"b":[],"c":{"d":{}},"e":[[],{}]}"#,
            flat: #"{"a":{},"b":[],"c.d":{},"e.0":[],"e.1":{}}"#),
        Case(
            "a message and a parent at once", [#"{"auth":{"login":"Log in","login.hint":"Name"},"x":"y"}"#],
            nested: #"{"auth":{"login":"Log in","login.hint":"Name"},"x":"y"}"#,
            flat: #"{"auth.login":"Log in","auth.login.hint":"Name","x":"y"}"#),
        Case(
            "deeper below a message", [#"{"a":"1","a.b.c":"2","a.b.d":["3"],"a.e":{},"a.b":"4"}"#],
            nested: #"{"a":"1","a.b":"4","a.b.c":"2","a.b.d":["3"],"a.e":{}}"#,
            flat: #"{"a":"1","a.b":"4","a.b.c":"2","a.b.d.0":"3","a.e":{}}"#),
        Case(
            "a message above an array", [#"{"a":["1"],"a.x":"2","b":"3","b.0":"4"}"#],
            nested: #"{"a":{"0":"1","x":"2"},"b":"3","b.0":"4"}"#),
        Case(
            "a message in an array that is a parent", [#"{"a":["1","2"],"a.1.hint":"3"}"#],
            nested: #"{"a":{"0":"1","1":"2","1.hint":"3"}}"#),
        Case(
            "an array stays one while its indices are 0 to n-1",
            [#"{"a.2":"z","a.1":"y","a":["x"],"b":["x"],"b.2":"z","c.0":"x","d":["x"],"d.01":"y"}"#],
            nested: #"{"a":["x","y","z"],"b":{"0":"x","2":"z"},"c":{"0":"x"},"d":{"0":"x","01":"y"}}"#),
        Case(
            "empty segments", [#"{"":"1",".":"2","a.":"3","b":{"":{"":"4"}}}"#],
            nested: #"{"":"1",".":"2","a":{"":"3"},"b":{"":{"":"4"}}}"#),
        // Fallback.
        Case(
            "what is missing is filled", [#"{"a":"x","d":{"e":"v"}}"#, #"{"b":"y","a":"z","d":{"f":"w","e":"u"}}"#],
            nested: #"{"a":"x","d":{"e":"v","f":"w"},"b":"y"}"#, flat: #"{"a":"x","d.e":"v","d.f":"w","b":"y"}"#),
        Case(
            "over several tables",
            [#"{"a":"1"}"#, #"{"b":"2","a":"x"}"#, #"{"c":"3","b":"x","a":"x"}"#, #"{"c":"x","d":"4"}"#],
            nested: #"{"a":"1","b":"2","c":"3","d":"4"}"#),
        Case(
            "empty strings and null are missing",
            [#"{"a":"","b":null,"c":"","d":null}"#, #"{"a":"x","b":"y","c":null}"#],
            nested: #"{"a":"x","b":"y","c":"","d":null}"#),
        Case(
            "numbers and booleans are not", [#"{"a":0,"b":false,"c":""}"#, #"{"a":"x","b":"y","c":3}"#],
            nested: #"{"a":0,"b":false,"c":3}"#),
        Case(
            "an array falls back as a whole", [#"{"a":["x"]}"#, #"{"a":["1","2"],"b":["3"]}"#],
            nested: #"{"a":["x"],"b":["3"]}"#, flat: #"{"a.0":"x","b.0":"3"}"#),
        Case(
            "so do gaps in it", [#"{"a":["x","",{"k":null}]}"#, #"{"a":["1","2",{"k":"3"},"4"]}"#],
            nested: #"{"a":["x","",{"k":null}]}"#),
        Case(
            "an array of nothing but gaps is missing", [#"{"a":["",[null]],"b":[""]}"#, #"{"a":["1"]}"#],
            nested: #"{"a":["1"],"b":[""]}"#),
        Case("an empty array is there", [#"{"a":[]}"#, #"{"a":["1"]}"#], nested: #"{"a":[]}"#),
        Case("an empty object is filled", [#"{"a":{}}"#, #"{"a":{"b":"1"}}"#], nested: #"{"a":{"b":"1"}}"#),
        Case(
            "a message here, a parent there", [#"{"a":"x","b":{"c":"y"}}"#, #"{"a":{"d":"z"},"b":"w"}"#],
            nested: #"{"a":"x","a.d":"z","b":"w","b.c":"y"}"#),
        Case(
            "what is missing gives way to what lies below", [#"{"a":"","b":null}"#, #"{"a":{"d":"z"},"b":["w"]}"#],
            nested: #"{"a":{"d":"z"},"b":["w"]}"#),
        Case(
            "unless it lies in the same table", [#"{"a":"","a.d":"z"}"#, #"{}"#], nested: #"{"a":"","a.d":"z"}"#),
        Case(
            "an array and an object do not mix", [#"{"a":["x"],"b":{"k":"y"}}"#, #"{"a":{"k":"1"},"b":["2"]}"#],
            nested: #"{"a":["x"],"b":{"k":"y"}}"#),
    ]

    @Test(arguments: cases) func isWritten(_ test: Case) throws {
        let strings = try TableFixtures.strings(test.chain)
        #expect(strings.text() == test.nested)
        if let flat = test.flat { #expect(strings.text(TableSelection(shape: .flat)) == flat) }
        // What is written is a table that says the same.
        let again = try TableFixtures.strings([strings.text()])
        #expect(again.text() == test.nested)
    }

    @Test func emptyStringsCountWhereTheyAreKept() throws {
        let strings = try TableFixtures.strings(
            [#"{"a":"","b":null}"#, #"{"a":"x","b":"y"}"#], keepsEmptyStrings: true)
        #expect(strings.text() == #"{"a":"","b":"y"}"#)
    }

    @Test func withoutFallbackATableIsServedAsItStands() throws {
        let strings = try TableFixtures.strings([#"{"a":"","b":null,"c":["x"]}"#, #"{"a":"x","d":"y"}"#])
        #expect(strings.withoutFallback.text() == #"{"a":"","b":null,"c":["x"]}"#)
    }

    // MARK: Selections

    struct SelectionCase: Sendable, CustomTestStringConvertible {
        var prefix: String?
        var keys: [String]?
        var nested: String
        var flat: String?

        var testDescription: String { "\(prefix ?? "-") \(keys ?? [])" }

        init(prefix: String? = nil, keys: [String]? = nil, nested: String, flat: String? = nil) {
            self.prefix = prefix
            self.keys = keys
            self.nested = nested
            self.flat = flat
        }

        func selection(_ shape: TableSelection.Shape) -> TableSelection {
            TableSelection(shape: shape, prefix: prefix.map { Array($0.utf8) }, keys: keys?.map { Array($0.utf8) })
        }
    }

    static let selected = [
        #"{"login":{"title":"x","hint":"y","deep":{"er":"z"}},"a":["1","2","3"],"n":5,"m":"msg","m.sub":"s","":"e"}"#,
        #"{"login":{"title":"en","only":"en"},"other":{"k":"en"},"loginx":"no"}"#,
    ]

    static let selectionCases: [SelectionCase] = [
        SelectionCase(
            prefix: "login", nested: #"{"login":{"title":"x","hint":"y","deep":{"er":"z"},"only":"en"}}"#,
            flat: #"{"login.title":"x","login.hint":"y","login.deep.er":"z","login.only":"en"}"#),
        SelectionCase(prefix: "login.deep", nested: #"{"login":{"deep":{"er":"z"}}}"#, flat: #"{"login.deep.er":"z"}"#),
        SelectionCase(prefix: "login.title", nested: #"{"login":{"title":"x"}}"#, flat: #"{"login.title":"x"}"#),
        SelectionCase(prefix: "n", nested: #"{"n":5}"#),
        SelectionCase(prefix: "m", nested: #"{"m":"msg","m.sub":"s"}"#),
        SelectionCase(prefix: "m.sub", nested: #"{"m":{"sub":"s"}}"#, flat: #"{"m.sub":"s"}"#),
        SelectionCase(prefix: "other", nested: #"{"other":{"k":"en"}}"#),
        SelectionCase(prefix: "log", nested: "{}", flat: "{}"),
        SelectionCase(prefix: "nothing.here", nested: "{}"),
        SelectionCase(prefix: "", nested: #"{"":"e"}"#),
        SelectionCase(prefix: "a", nested: #"{"a":["1","2","3"]}"#),
        SelectionCase(prefix: "a.0", nested: #"{"a":["1"]}"#, flat: #"{"a.0":"1"}"#),
        SelectionCase(prefix: "a.1", nested: #"{"a":{"1":"2"}}"#, flat: #"{"a.1":"2"}"#),
        SelectionCase(keys: [], nested: "{}"),
        SelectionCase(keys: ["n", "login.title"], nested: #"{"login":{"title":"x"},"n":5}"#),
        SelectionCase(keys: ["login.title", "login.title", "none"], nested: #"{"login":{"title":"x"}}"#),
        SelectionCase(keys: ["login.only", "login.hint"], nested: #"{"login":{"hint":"y","only":"en"}}"#),
        SelectionCase(
            keys: ["login.deep", "login"], nested: #"{"login":{"title":"x","hint":"y","deep":{"er":"z"},"only":"en"}}"#),
        SelectionCase(keys: ["a.0", "a.1"], nested: #"{"a":["1","2"]}"#),
        SelectionCase(keys: ["a.2"], nested: #"{"a":{"2":"3"}}"#),
        SelectionCase(prefix: "login", keys: ["login.title", "n", "m"], nested: #"{"login":{"title":"x"}}"#),
        SelectionCase(prefix: "login.deep", keys: ["login"], nested: #"{"login":{"deep":{"er":"z"}}}"#),
        SelectionCase(prefix: "log", keys: ["login"], nested: "{}"),
    ]

    @Test(arguments: selectionCases) func partsAreWrittenInTheirPlace(_ test: SelectionCase) throws {
        let strings = try TableFixtures.strings(Self.selected)
        #expect(strings.text(test.selection(.nested)) == test.nested)
        if let flat = test.flat { #expect(strings.text(test.selection(.flat)) == flat) }
    }

    @Test func whatIsSelectedAndIsNoPartOfTheTableLeavesNothingBehind() throws {
        let strings = try TableFixtures.strings([
            #"{"a":["x"],"o":{"p":[{"q":"x"}],"r":"x"},"z":{"a":{}},"k":{"e":{}}}"#,
            #"{"a":["1","2","3"],"o":{"p":[{"q":"1"},{"q":"2"}],"s":"1"},"z":{"a":[{"c":"1"}]},"k":{"e":{}}}"#,
        ])
        let cases: [(keys: [String], json: String)] = [
            (["a.2"], "{}"), (["o.p.1"], "{}"), (["o.p.1.q", "o.r"], #"{"o":{"r":"x"}}"#), (["z.a.0.c"], "{}"),
            (["a.1", "o.s", "z.a.0"], #"{"o":{"s":"1"}}"#), (["k.e"], #"{"k":{"e":{}}}"#),
        ]
        for (keys, json) in cases {
            let paths = keys.map { Array($0.utf8) }
            #expect(strings.text(TableSelection(keys: paths)) == json, "\(keys)")
            if json == "{}" { #expect(strings.text(TableSelection(shape: .flat, keys: paths)) == json, "\(keys)") }
        }
    }

    // MARK: Subtrees

    static let subtrees: [(path: String, json: String?)] = [
        ("login", #"{"title":"x","hint":"y","deep":{"er":"z"},"only":"en"}"#),
        ("login.deep", #"{"er":"z"}"#),
        ("login.title", nil),
        ("a", #"["1","2","3"]"#),
        ("other", #"{"k":"en"}"#),
        ("m", #"{"sub":"s"}"#),
        ("n", nil),
        ("none", nil),
        ("", nil),
    ]

    @Test(arguments: subtrees) func subtreesAreWritten(_ path: String, _ json: String?) throws {
        let strings = try TableFixtures.strings(Self.selected)
        let written = strings.json(below: Array(path.utf8))
        #expect(written.map { String(decoding: $0, as: UTF8.self) } == json)
        if json == nil { #expect(strings.content(at: Array(path.utf8)) != .subtree) }
    }

    @Test func aSubtreeCanBeFlat() throws {
        let strings = try TableFixtures.strings([#"{"a":{"b":{"c":["x"]},"d":"y"}}"#])
        let written = strings.json(below: Array("a".utf8), shape: .flat)
        #expect(written.map { String(decoding: $0, as: UTF8.self) } == #"{"b.c.0":"x","d":"y"}"#)
    }

    // MARK: References

    @Test func referencesAreAskedForWhereThereMayBeSome() throws {
        let strings = try TableFixtures.strings([
            #"{"a":"<b.c> \"","b":{"c":"x"},"d":"{n}","e":["<b.c>"]}"#, #"{"f":"<b.c>"}"#,
        ])
        var asked: [String] = []
        let json = strings.json(references: { message, strings, text in
            asked.append(String(decoding: strings.text(of: message), as: UTF8.self) + "@\(message.step)")
            if message.step == 1 { return false }
            text.append(contentsOf: "got \"it\"".utf8)
            return true
        })
        #expect(asked == [#"<b.c> "@0"#, "<b.c>@0", "<b.c>@1"])
        let expected = #"{"a":"got \"it\"","b":{"c":"x"},"d":"{n}","e":["got \"it\""],"f":"<b.c>"}"#
        #expect(String(decoding: json, as: UTF8.self) == expected)
    }
}
