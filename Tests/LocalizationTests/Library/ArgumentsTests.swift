import Localization
import Testing

@Suite("Arguments as a program gives them") struct ArgumentsTests {
    static let strings = Catalog(
        tables: [
            Table(
                tag: .english,
                messages: [
                    ("a.plain", "[{x}]"), ("a.number", "[{x, number}]"),
                    ("a.items", "{x, plural, one {# item} other {# items}}"),
                    ("a.yes", "{x, select, true {on} other {off}}"),
                    ("a.day", "{x, date, ::yMMMdHm}"), ("a.broken", "{x"), ("a.outer", "<a.plain> and <a.plain>"),
                ])
        ], options: CatalogOptions())!.defaultStrings

    @Test(
        arguments: [
            ("a.plain", ["x": "Ann"], "[Ann]"), ("a.plain", ["x": "Ann Lee".prefix(3)], "[Ann]"),
            ("a.plain", ["x": 1234], "[1,234]"),
            ("a.plain", ["x": "0612345678"], "[0612345678]"), ("a.number", ["x": "0612345678"], "[612,345,678]"),
            ("a.plain", ["x": Int8.min], "[-128]"), ("a.plain", ["x": Int64.min], "[-9,223,372,036,854,775,808]"),
            ("a.plain", ["x": UInt64.max], "[18,446,744,073,709,551,615]"), ("a.plain", ["x": 0.5], "[0.5]"),
            ("a.plain", ["x": 1e21], "[1,000,000,000,000,000,000,000]"), ("a.plain", ["x": Float(0.25)], "[0.25]"),
            ("a.plain", ["x": -0.0005], "[-0]"), ("a.plain", ["x": Double.nan], "[{x}]"),
            ("a.plain", ["x": Double.infinity], "[{x}]"), ("a.plain", ["x": true], "[true]"),
            ("a.yes", ["x": true], "on"),
            ("a.yes", ["x": false], "off"), ("a.plain", ["x": String?.none], "[{x}]"),
            ("a.plain", ["x": Int?.some(2)], "[2]"),
            ("a.plain", ["x": ArgumentValue.number(Array("12.50".utf8))], "[12.5]"), ("a.plain", ["x": ""], "[]"),
            ("a.items", ["x": 1], "1 item"), ("a.items", ["x": 2.0], "2 items"), ("a.items", ["x": "1"], "1 item"),
            ("a.items", ["y": 1], "{x}"), ("a.plain", ["x": "{x} <a.plain>"], "[{x} <a.plain>]"),
            ("a.broken", ["x": 1], "{x"),
            ("a.outer", ["x": 7], "[7] and [7]"), ("no.such", ["x": 7], "no.such"),
        ] as [(String, Arguments, String)])
    func eachKindOfValue(_ keyPath: String, _ arguments: Arguments, _ expected: String) {
        #expect(Self.strings.string(forKeyPath: keyPath, arguments: arguments) == expected)
    }

    @Test func theyComeFromCollectionsToo() {
        let texts = ["x": "Ann", "y": "Bob"]
        let values: [String: ArgumentValue] = ["x": 3]
        let mixed: [String: any ArgumentConvertible] = ["x": 4, "y": "z"]
        let pairs: KeyValuePairs<String, Int> = ["x": 5, "x": 6]
        #expect(Self.strings.string(forKeyPath: "a.plain", arguments: Arguments(texts)) == "[Ann]")
        #expect(Self.strings.string(forKeyPath: "a.plain", arguments: Arguments(values)) == "[3]")
        #expect(Self.strings.string(forKeyPath: "a.plain", arguments: Arguments(mixed)) == "[4]")
        // Of two of one name the last counts.
        #expect(Self.strings.string(forKeyPath: "a.plain", arguments: Arguments(pairs.map { $0 })) == "[6]")
    }

    @Test func withoutArgumentsAMessageIsStillFormatted() {
        #expect(Self.strings.string(forKeyPath: "a.outer", arguments: [:]) == "[{x}] and [{x}]")
        #expect(Self.strings.string(forKeyPath: "a.outer") == "<a.plain> and <a.plain>")
        #expect(Self.strings.string(forKeyPath: "no.such", default: "None", arguments: [:]) == "None")
    }

    @Test func theyReachTemplatesAndTrees() throws {
        let template = try Template("<a.plain> {x} <a.items x=1>")
        #expect(try template.render(with: Self.strings, arguments: ["x": 2]) == "[2] {x} 1 item")
        let markup = try Template("<a.plain>", kind: .markup)
        #expect(try markup.render(with: Self.strings, arguments: ["x": "<b>"]) == "[&lt;b&gt;]")
        let tree = try WidgetTree(json: Array(#"[{"arguments":{"x":1},"a":"<a.items>"},"<a.items>"]"#.utf8))
        #expect(
            try tree.render(with: Self.strings, arguments: ["x": 2])
                == Array(#"[{"arguments":{"x":1},"a":"1 item"},"2 items"]"#.utf8))
    }

    /// A source of one zone, an hour and a half east of Greenwich.
    struct OneZone: TimeZoneSource {
        func zoneInfo(named name: String) -> [UInt8]? {
            guard name == "Test/East" else { return nil }
            // TZif, version 1 (RFC 9636, section 3.1): no transitions, one local time type.
            let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
            let type: [UInt8] = [0x00, 0x00, 0x15, 0x18, 0, 0]
            return Array("TZif\0".utf8) + [UInt8](repeating: 0, count: 15) + counts + type + Array("EST\0".utf8)
        }
    }

    @Test(
        arguments: [
            (["x": "2026-03-01T23:30:00Z", "timezone": "Test/East"], "Mar 2, 2026, 01:00"),
            (["x": "2026-03-01T23:30:00Z", "timezone": "No/Where"], "Mar 1, 2026, 23:30"),
            (["x": "2026-03-01T23:30:00Z"], "Mar 1, 2026, 23:30"), (["x": "today"], "{x}"),
        ] as [(Arguments, String)])
    func datesAreShownInTheZoneThatIsNamed(_ arguments: Arguments, _ expected: String) throws {
        var options = CatalogOptions()
        options.timeZones = TimeZones(source: OneZone())
        let table = Table(tag: .english, messages: [("a.day", "{x, date, ::yMMMdHm}")])
        let strings = try #require(Catalog(tables: [table], options: options)).defaultStrings
        #expect(strings.string(forKeyPath: "a.day", arguments: arguments) == expected)
        #expect(try Template("<a.day>!").render(with: strings, arguments: arguments) == "\(expected)!")
        let tree = try WidgetTree(json: Array(#""<a.day>""#.utf8))
        #expect(try tree.render(with: strings, arguments: arguments) == Array("\"\(expected)\"".utf8))
    }

    /// What names no zone is passed over, and the next one around it counts.
    @Test(arguments: [
        (#""arguments":{"timezone":"No/Where"}"#, "<a.day>", "Mar 2, 2026, 01:00"),
        (#""b":1"#, "<a.day timezone=No/Where>", "Mar 2, 2026, 01:00"),
        (#""arguments":{"timezone":"UTC"}"#, "<a.day timezone=No/Where>", "Mar 1, 2026, 23:30"),
        (#""b":1"#, "<a.day timezone=UTC>", "Mar 1, 2026, 23:30"),
    ])
    func zonesThatThereAreNotArePassedOver(_ members: String, _ text: String, _ expected: String) throws {
        var options = CatalogOptions()
        options.timeZones = TimeZones(source: OneZone())
        let table = Table(tag: .english, messages: [("a.day", "{x, date, ::yMMMdHm}")])
        let strings = try #require(Catalog(tables: [table], options: options)).defaultStrings
        let outer = #"{"timezone":"Test/East","x":"2026-03-01T23:30:00Z"}"#
        let json = #"{"arguments":\#(outer),"in":{\#(members),"t":"\#(text)"}}"#
        let rendered = try WidgetTree(json: Array(json.utf8)).render(with: strings)
        #expect(String(decoding: rendered, as: UTF8.self).contains(#""t":"\#(expected)""#))
    }
}
