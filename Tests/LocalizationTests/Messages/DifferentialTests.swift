import ICUReference
import Testing

@testable import Localization

/// Random patterns, mostly right.
struct PatternGenerator {
    var random: SeededGenerator

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }

    mutating func message(depth: Int) -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in piece(depth: depth) }.joined()
    }

    private mutating func space() -> String { pick(["", "", " ", "\n ", "\u{200E}", "\u{2028}"]) }

    private mutating func piece(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &random) {
        case 0: pick(["text", "é", "日本", "👍", " ", "<b>", "|", "\\", "#", "%"])
        case 1: pick(["'", "''", "'{x'", "'}'", "it's", "'#'", "'{''}'", "'{"])
        case 2: "{\(space())\(pick(["n", "m", "s", "g", "miss", "ünï_1", "0", "12"]))\(space())}"
        case 3:
            "{n\(space()),\(space())number\(pick(["", ",integer", ", ", ",percent", ",::.00", ",#,##0.0", ", integer "]))}"
        case 4: pick(["}", "{", "{}", "{n", "{01}", "{n,}", "{n,plural}", "{n,foo}", "{n}"])
        case 5: pick(["a", "b", "c"])
        case 6: "{d,\(pick(["date", "time"]))\(pick(["", ",short", ",long", ",yyyy-MM-dd", ",::yMMMd"]))}"
        case 7, 8: choice(pick(["plural", "selectordinal", "PLURAL"]), of: pick(["n", "m"]), depth: depth)
        case 9: choice("select", of: pick(["g", "s", "n"]), depth: depth)
        default: "{g, select, other{\(message(depth: depth - 1))}}"
        }
    }

    private mutating func choice(_ type: String, of name: String, depth: Int) -> String {
        var result = "{\(space())\(name)\(space()),\(type),\(space())"
        if type != "select" { result += pick(["", "", "offset:1 ", "offset: 2", "offset:0.5 ", "offset:-1 "]) }
        let keys =
            type == "select"
            ? ["female", "male", "a", "true"] : ["zero", "one", "two", "few", "many", "=0", "=1", "=1.5", "=-2"]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            result += "\(pick(keys))\(space()){\(message(depth: depth - 1))}\(space())"
        }
        if Int.random(in: 0..<20, using: &random) > 0 { result += "other\(space()){\(message(depth: depth - 1))}" }
        return result + "}"
    }
}

@Suite("Beside ICU on random input")
struct DifferentialTests {
    static let locales = [
        "en", "de", "fr", "ru", "ar", "ar-EG", "hi", "ja", "lt", "cy", "ga", "mt", "sl", "he", "fa", "mr", "ne", "my",
        "dz",
        "sv", "nb", "de-CH", "de-AT", "en-IN", "en-ZA", "fr-CH", "pt-PT", "zh-Hant", "th", "bn", "ur", "lv", "gv", "br",
        "ff-Adlm",
    ]
    static let numbers = [
        "0", "1", "2", "3", "5", "11", "21", "101", "111", "1.5", "0.5", "-1", "-2", "1.0004", "2.9999", "-0.0001",
        "0.0005",
        "0.0015", "0.9995", "100000", "1000000", "1234567.891", "0.1", "123456789012", "9007199254740993",
    ]
    static let dates: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (1_772_373_909_000, "2026-03-01T14:05:09Z"),
        (951_782_399_000, "2000-02-28T23:59:59Z"),
        (-14_182_940_000, "1969-07-20T20:17:40Z"),
    ]

    @Test("Patterns of all kinds in many locales: results and refusals", arguments: 0..<8)
    func patterns(seed: UInt64) {
        var generator = PatternGenerator(random: SeededGenerator(seed: seed))
        var refused = 0
        for _ in 0..<400 {
            let pattern = generator.message(depth: 3)
            let locale = generator.pick(Self.locales)
            let date = generator.pick(Self.dates)
            let arguments: [(String, ReferenceValue)] = [
                ("n", .number(generator.pick(Self.numbers))), ("m", .number(generator.pick(Self.numbers))),
                ("s", .text(generator.pick(["Bob", "", "{n}", "'", "#"]))),
                ("g", .text(generator.pick(["female", "male", "a", "zzz"]))), ("d", .date(date.0, date.1)),
            ]
            let icu = Reference.format(pattern, locale: locale, arguments)
            let formatter: MessageFormatter
            do {
                formatter = try MessageFormatter(pattern, locale: LanguageTag(locale)!)
            } catch {
                refused += 1
                #expect(!icu.isFormatted, "\(locale) \(pattern): ICU has \(icu.text), here \(error.reason)")
                continue
            }
            if !icu.isFormatted {
                // ICU gives up where an argument has the wrong type; here the rest is shown.
                #expect(
                    icu.text == "U_ILLEGAL_ARGUMENT_ERROR" || icu.text == "U_INVALID_FORMAT_ERROR"
                        || icu.text == "U_ARGUMENT_TYPE_MISMATCH", "\(locale) \(pattern): ICU refuses with \(icu.text)")
                continue
            }
            // Selecting by a number is ours alone.
            if pattern.contains("n,select") { continue }
            var values: [String: ArgumentValue] = [:]
            for (name, value) in arguments { values[name] = value.value }
            #expect(formatter.string(Arguments(values)) == icu.text, "\(locale) \(pattern) \(arguments)")
        }
        #expect(refused > 20 && refused < 350)
    }

    /// From 2^53 on ICU rounds, and from eighteen digits on its operands differ from one another.
    @Test("Categories of numbers of many digits", arguments: Self.locales)
    func manyDigits(_ locale: String) throws {
        var random = SeededGenerator(seed: 18)
        var numbers = (0..<60).map { _ in
            var number = (0..<Int.random(in: 15...25, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }.joined().drop { $0 == "0" }
            if Bool.random(using: &random) {
                number = number.dropLast(7) + "000000\(Int.random(in: 0...3, using: &random))"
            }
            return String(number) + (Int.random(in: 0..<6, using: &random) == 0 ? ".0" : "")
        }
        for power in 15...22 {
            let zeros = String(repeating: "0", count: power - 1)
            numbers += ["1\(zeros)0", "1\(zeros)1", "9\(zeros)2", "1\(zeros.dropLast(6))1000000"]
        }
        numbers += ["999999999999999999", "2087608058291172412", "9223372036854775807", "18446744073709551615"]
        for type in ["plural", "selectordinal"] {
            let pattern = "{n,\(type),zero{zero}one{one}two{two}few{few}many{many}other{other}}"
            let formatter = try MessageFormatter(pattern, locale: #require(LanguageTag(locale)))
            for number in numbers {
                let value = ReferenceValue.number(number)
                let icu = Reference.format(pattern, locale: locale, [("n", value)])
                #expect(formatter.string(Arguments(["n": value.value])) == icu.text, "\(locale) \(type) \(number)")
            }
        }
    }

    @Test("Every character counts for a name as ICU has it")
    func patternCharacters() {
        for value in 0..<UInt32(0x11_0000) {
            let isSyntax = icu_reference_is_pattern_syntax(Int32(value))
            let isSpace = icu_reference_is_pattern_white_space(Int32(value))
            if PatternCharacters.isSyntax(value) != isSyntax || PatternCharacters.isWhiteSpace(value) != isSpace {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("Random text and broken patterns are refused or accepted as ICU does, and never crash", arguments: 0..<4)
    func mutations(seed: UInt64) {
        var generator = PatternGenerator(random: SeededGenerator(seed: 1000 + seed))
        let alphabet = Array("{}{}''#,,<>\\. nplural select other one=0offset:1 number date::é日".unicodeScalars)
        for turn in 0..<1500 {
            var scalars: [Unicode.Scalar]
            if turn % 2 == 0 {
                scalars = (0..<Int.random(in: 0...40, using: &generator.random)).map { _ in generator.pick(alphabet) }
            } else {
                scalars = Array(generator.message(depth: 3).unicodeScalars)
                for _ in 0..<Int.random(in: 1...3, using: &generator.random) where !scalars.isEmpty {
                    let index = Int.random(in: 0..<scalars.count, using: &generator.random)
                    switch Int.random(in: 0..<3, using: &generator.random) {
                    case 0: scalars.remove(at: index)
                    case 1: scalars.insert(generator.pick(alphabet), at: index)
                    default: scalars[index] = generator.pick(alphabet)
                    }
                }
            }
            var pattern = ""
            pattern.unicodeScalars.append(contentsOf: scalars)
            let icu = Reference.format(pattern, locale: "en", [])
            let formatter = try? MessageFormatter(pattern, locale: LanguageTag("en")!)
            #expect((formatter != nil) == icu.isFormatted, "\(pattern): ICU has \(icu.text)")
            if let formatter, icu.isFormatted { #expect(formatter.string() == icu.text, "\(pattern)") }
        }
    }

    @Test("A pattern nested 100,000 deep is a clear error")
    func nesting() {
        let depth = 100_000
        let pattern = String(repeating: "{n,plural,other{", count: depth) + String(repeating: "}}", count: depth)
        #expect {
            try MessageFormatter(pattern, locale: LanguageTag("en")!)
        } throws: { error in
            (error as? MessageSyntaxError)?.code == .limit
        }
        let short = String(repeating: "{n,plural,other{", count: 4000)
        #expect {
            try MessageFormatter(short, locale: LanguageTag("en")!)
        } throws: { error in
            (error as? MessageSyntaxError)?.reason == "branches nest deeper than 32 levels"
        }
    }

    @Test("Bytes that are no UTF-8 do no harm")
    func bytes() {
        var random = SeededGenerator(seed: 7)
        let formatters = MessageFormatters(locale: .of(LanguageTag("en")!))
        for _ in 0..<3000 {
            var bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes = Array("{n, plural, other{".utf8) + bytes + Array("}}".utf8) }
            unsafe bytes.withUnsafeBufferPointer { bytes in
                _ = try? unsafe MessageSyntax.icu.compile(bytes, formatters: formatters)
            }
        }
    }
}
