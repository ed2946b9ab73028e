import Testing

@testable import Localization

/// A chain of tables and what a placeholder in it becomes.
struct Expansion {
    let strings: Strings
    var limits = RenderLimits()
    var clock = MessageClock.utc

    /// Tables as pairs of tag and messages, the reader's first.
    init(_ tables: [(tag: String, messages: [(String, String)])], syntax: MessageSyntax = .icu) {
        strings = Strings(
            chain: tables.map { table in
                Table(tag: LanguageTag(table.tag)!, messages: table.messages.map { (path: $0.0, text: $0.1) })
            }, syntax: syntax)
    }

    init(_ messages: [(String, String)]) { self.init([("en", messages)]) }

    struct Result: Equatable {
        var text: String
        var missing: [String]
        var count: Int
    }

    func callAsFunction(
        _ path: String, _ arguments: [String: ArgumentValue] = [:], in outer: ArgumentScope? = nil,
        escaping: Escaping = .none
    ) throws -> Result {
        let path = Array(path.utf8)
        let message = try #require(unsafe path.withUnsafeBufferPointer { unsafe strings.message(at: $0) })
        let scope = ArgumentScope(arguments.map { Argument(name: Array($0.utf8), value: $1) }, in: outer)
        // The first time compiles the programs; the second finds them ready, and may go a shorter way.
        let first = try expand(message, path, scope, escaping)
        #expect(try expand(message, path, scope, escaping) == first)
        return first
    }

    private func expand(
        _ message: MessageReference, _ path: [UInt8], _ scope: ArgumentScope, _ escaping: Escaping
    ) throws -> Result {
        var expander = Expander(strings: strings, limits: limits, clock: clock)
        var output: [UInt8] = []
        try unsafe path.withUnsafeBufferPointer { path throws(RenderLimitError) in
            unsafe try expander.expand(message, at: path, arguments: scope, escaping: escaping, into: &output)
        }
        return Result(
            text: String(decoding: output, as: UTF8.self),
            missing: expander.missing.keys.map { String(decoding: $0, as: UTF8.self) },
            count: expander.missing.count)
    }
}

@Suite("Messages in their tables")
struct ExpanderTests {
    @Test("A plain message is its text")
    func plain() throws {
        let expand = Expansion([("a.b", "Plain # } text")])
        #expect(try expand("a.b") == .init(text: "Plain # } text", missing: [], count: 0))
    }

    @Test("A missing argument shows as its name, and so does an unusable one")
    func missing() throws {
        let expand = Expansion([("a.b", "{x} {n, plural, other {#}} {s, select, other {}} {d, date} {m, number} {x}")])
        #expect(
            try expand("a.b")
                == .init(
                    text: "{x} {n} {s} {d} {m} {x}",
                    missing: ["a.b{x}", "a.b{n}", "a.b{s}", "a.b{d}", "a.b{m}"], count: 6))
        let unusable: [String: ArgumentValue] = ["x": .unusable, "n": "many", "s": .unusable, "d": "today", "m": true]
        #expect(try expand("a.b", unusable).text == "{x} {n} {s} {d} {m} {x}")
        #expect(try expand("a.b", ["n": true, "d": 5]).text == "{x} {n} {s} {d} {m} {x}")
    }

    @Test("An unusable value hides an outer one of its name")
    func hiding() throws {
        let expand = Expansion([("a.b", "{x} {y}")])
        let outer = ArgumentScope([
            Argument(name: Array("x".utf8), value: "outer"), Argument(name: Array("y".utf8), value: "outer"),
        ])
        #expect(try expand("a.b", ["x": .unusable], in: outer).text == "{x} outer")
        #expect(try expand("a.b", ["x": "inner"], in: outer).text == "inner outer")
    }

    @Test("Of two arguments of one name the last counts")
    func duplicates() throws {
        let expand = Expansion([("a.b", "{x}")])
        let twice = ArgumentScope([
            Argument(name: Array("x".utf8), value: "first"), Argument(name: Array("x".utf8), value: "last"),
        ])
        #expect(try expand("a.b", in: twice).text == "last")
    }

    @Test("Strings stay strings where they are shown, and count as numbers with their digits")
    func strings() throws {
        let expand = Expansion([
            ("t.phone", "{phone}"), ("t.count", "{n, plural, one {# item} other {# items}}"),
            ("t.number", "{n, number}"), ("t.integer", "{n, number, integer}"),
        ])
        #expect(try expand("t.phone", ["phone": "0612345678"]).text == "0612345678")
        #expect(try expand("t.count", ["n": "1"]).text == "1 item")
        #expect(try expand("t.count", ["n": "1.0"]).text == "1.0 items")
        #expect(try expand("t.count", ["n": .number(Array("1.0".utf8))]).text == "1 item")
        #expect(try expand("t.count", ["n": "1.23456"]).text == "1.23456 items")
        #expect(try expand("t.count", ["n": .number(Array("1.23456".utf8))]).text == "1.235 items")
        #expect(try expand("t.count", ["n": .number(Array("1e3".utf8))]).text == "1,000 items")
        #expect(try expand("t.number", ["n": "1234.50"]).text == "1,234.50")
        #expect(try expand("t.integer", ["n": "2.5"]).text == "2")
        #expect(try expand("t.number", ["n": .integer(.min)]).text == "-9,223,372,036,854,775,808")
    }

    @Test("Numbers and booleans are shown and select")
    func selecting() throws {
        let expand = Expansion([("t.s", "{v} {v, select, true {yes} false {no} 3 {three} other {else}}")])
        #expect(try expand("t.s", ["v": true]).text == "true yes")
        #expect(try expand("t.s", ["v": false]).text == "false no")
        #expect(try expand("t.s", ["v": 3]).text == "3 three")
        #expect(try expand("t.s", ["v": .number(Array("3.0".utf8))]).text == "3 three")
        #expect(try expand("t.s", ["v": 4]).text == "4 else")
    }

    @Test("A message is formatted by the rules of the locale that supplied it")
    func supplyingLocale() throws {
        let expand = Expansion([
            ("fr", [("a.own", "{n} {n, plural, one {un} other {des}} <a.there>")]),
            ("en", [("a.there", "{n} {n, plural, one {one} other {many}}")]),
        ])
        let number = ArgumentValue.number(Array("1234.5".utf8))
        #expect(try expand("a.own", ["n": number]).text == "1\u{202F}234,5 des 1,234.5 many")
        #expect(try expand("a.own", ["n": 0]).text == "0 un 0 many")
    }

    @Test("A message that does not parse is shown as it stands, references and all")
    func unparsable() throws {
        let expand = Expansion([("a.b", "{{x}} <c.d>"), ("c.d", "D"), ("e.f", #"^\w{5,10}$"#)])
        #expect(try expand("a.b", ["x": "1"]).text == "{{x}} <c.d>")
        #expect(try expand("e.f").text == #"^\w{5,10}$"#)
        #expect(try expand("e.f", escaping: .json).text == #"^\\w{5,10}$"#)
    }

    @Test("Without a syntax messages are their text")
    func noSyntax() throws {
        let expand = Expansion([("en", [("a.b", "{x} <c.d> it''s"), ("c.d", "D")])], syntax: .none)
        #expect(try expand("a.b", ["x": "1"]) == .init(text: "{x} <c.d> it''s", missing: [], count: 0))
    }

    @Test("Messages over the limits are shown as they stand")
    func limits() throws {
        let deep = { (depth: Int) in
            String(repeating: "{n, select, other {", count: depth) + "x" + String(repeating: "}}", count: depth)
        }
        let wide = { (count: Int) in
            "{n, select, " + (1..<count).map { "k\($0) {}" }.joined(separator: " ") + " other {o}}"
        }
        let long = { (count: Int) in "{n}" + String(repeating: "x", count: count - 3) }
        let expand = Expansion([
            ("deep.ok", deep(32)), ("deep.no", deep(33)), ("deep.far", deep(100_000)), ("wide.ok", wide(256)),
            ("wide.no", wide(257)), ("long.ok", long(65536)), ("long.no", long(65537)),
            ("plain.long", String(repeating: "x", count: 70000)),
        ])
        #expect(try expand("deep.ok", ["n": 1]).text == "x")
        #expect(try expand("deep.no", ["n": 1]).text == deep(33))
        #expect(try expand("deep.far", ["n": 1]).text == deep(100_000))
        #expect(try expand("wide.ok", ["n": 1]).text == "o")
        #expect(try expand("wide.no", ["n": 1]).text == wide(257))
        #expect(try expand("long.ok", ["n": 1]).text.hasPrefix("1xx"))
        #expect(try expand("long.no", ["n": 1]).text.hasPrefix("{n}xx"))
        #expect(try expand("plain.long").text.utf8.count == 70000)
    }
}
