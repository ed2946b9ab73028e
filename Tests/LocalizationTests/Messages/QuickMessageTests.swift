import Testing

@testable import Localization

/// The short way for common messages says what the long one does.
@Suite("Common messages, the short way and the long one")
struct QuickMessageTests {
    private static let patterns = [
        "text only, it''s '{quoted}'", "Hello, {name}!", "{name}{n}{name}", "{absent}", "{n}",
        "{n, plural, one {# item} other {# items}}", "{n, plural, =0 {none} =1 {one} other {# and {name}}}",
        "{n, plural, offset:1 =1 {only {name}} one {{name} and #} other {{name} and # others}}",
        "{n, plural, offset:-2 one {#} two {#} few {#} many {#} zero {#} other {#}}",
        "{n, plural, offset:1.5 other {#}}",
        "{n, plural, zero {z #} one {o #} two {t #} few {f #} many {m #} other {#}}",
        "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
        "{g, select, female {she {n, plural, one {#} other {#s}}} true {yes} 5 {five} other {they {n}}}",
        "{n, plural, other {{g, select, female {# {n, plural, other {#}} #} other {#}}}} {n}",
        "{n, plural, one {{n, number}} other {{n, number, integer} #}}", "{n, plural, other {'#' #}}",
        "{a_name_of_more_than_eight} {a_name_of_more_than_nine}", String(repeating: "{name} ", count: 100),
        String(repeating: "x", count: 470) + "{n}{n}{n}{n}{n}", String(repeating: "é", count: 400),
    ]
    private static let values: [ArgumentValue] = [
        "female", "5", "0007", "12.0", "", "-3", "<a.b> {n}", 0, 1, 2, 5, 11, 22, 999, 1000, 1234567, -1,
        .integer(.min),
        .integer(.max), .number(Array("3".utf8)), .number(Array("2.50".utf8)), .number(Array("1e3".utf8)), true, false,
        .unusable, .string([UInt8](repeating: 0x79, count: 479)), .string([UInt8](repeating: 0x79, count: 481)),
    ]

    @Test("Every pattern with every value", arguments: ["en", "ru", "ar", "hi", "pl", "ff-Adlm", "mr"])
    func agreement(tag: String) throws {
        let locale = try #require(LanguageTag(tag))
        for pattern in Self.patterns {
            let message = try MessageFormatter(pattern, locale: locale)
            for value in Self.values {
                for name in ["Ann", "a name of many more letters than sixteen"] {
                    let scope = ArgumentScope(
                        [
                            Argument(name: Array("name".utf8), value: .string(Array(name.utf8))),
                            Argument(name: Array("n".utf8), value: value),
                            Argument(name: Array("a_name_of_more_than_eight".utf8), value: 8),
                        ], in: ArgumentScope([Argument(name: Array("g".utf8), value: value)]))
                    var short = Array("before ".utf8)
                    var long = short
                    message.format(scope, into: &short)
                    unsafe message.write(scope.memory, into: &long)
                    #expect(short == long, "\(pattern) with \(value) in \(tag)")
                }
            }
        }
    }

    /// Small numbers; then what is near a thousand, a million, the largest that is written shortly, and others.
    private static let numbers: [Int64] = {
        var numbers = Array(Int64(-3)...2003)
        for power: Int64 in [10_000, 100_000, 1_000_000, 1_000_000_000, 1_000_000_000_000_000] {
            for factor: Int64 in [1, 2, 3, 11, 20, 100] {
                for difference: Int64 in [-1001, -1000, -1, 0, 1, 2, 11, 100, 1000] {
                    numbers.append(power * factor + difference)
                }
            }
        }
        var random = SeededGenerator(seed: 9)
        for digits in 4...18 {
            let end = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
            for _ in 0..<20 { numbers.append(Int64.random(in: end / 10..<end, using: &random)) }
        }
        return numbers
    }()

    @Test(
        "Every small number, and large ones",
        arguments: [
            "en", "ru", "ar", "fa", "pl", "cy", "ff-Adlm", "fr", "sl", "hi", "mr", "es", "pt-PT", "it", "kw", "br",
            "gv",
            "de-CH", "my", "lt", "shi", "ca", "uk", "ne", "dz",
        ])
    func numbers(tag: String) throws {
        let locale = try #require(LanguageTag(tag))
        let branches = "zero {z #} one {o #} two {t #} few {f #} many {m #} other {#}"
        for type in ["plural", "selectordinal"] {
            let message = try MessageFormatter("{n, \(type), \(branches)} {n}", locale: locale)
            for number in Self.numbers {
                let scope = ArgumentScope([Argument(name: Array("n".utf8), value: .integer(number))])
                var short: [UInt8] = []
                var long: [UInt8] = []
                message.format(scope, into: &short)
                unsafe message.write(scope.memory, into: &long)
                #expect(short == long, "\(number) in \(tag)")
            }
        }
    }
}

@Suite("Arguments that are made for one message")
struct StackArgumentTests {
    /// So few that the stack holds them; more arguments, or more text, than it does; so many that there is an index.
    @Test(
        "Whatever their number and size, the message is that of the same arguments in a scope",
        arguments: [
            (0, 4), (1, 4), (6, 9), (7, 4), (6, 100), (1, 5000), (16, 40), (17, 4), (40, 90),
        ])
    func likeAScope(count: Int, size: Int) throws {
        let names = (0..<count).map { Array("n\($0)".utf8) }
        let values = (0..<count).map { [UInt8](repeating: UInt8(0x61 + $0 % 26), count: size) }
        let countName = Array("count".utf8)
        func write(_ writer: inout ArgumentWriter) {
            for (name, value) in zip(names, values) { writer.add(name.span, string: value.span) }
            writer.add(countName.span, integer: Int64(count))
            if let first = names.first { writer.add(first.span, boolean: true) }
        }
        let pattern = (0...count).reversed().map { "{n\($0)}" }.joined(separator: ", ")
        for pattern in [pattern, "{count, plural, one {# name} other {# names}} {n0}", "only text"] {
            let message = try MessageFormatter(pattern, locale: .english)
            var expected: [UInt8] = []
            message.format(Arguments(write), into: &expected)
            var array = Array("before ".utf8)
            message.format(into: &array, arguments: write)
            #expect(array == Array("before ".utf8) + expected)
            for room in [0, expected.count - 1, expected.count, expected.count + 100] where room >= 0 {
                let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
                defer { unsafe memory.deallocate() }
                var span = unsafe OutputSpan(buffer: memory, initializedCount: 0)
                let fits = message.format(into: &span, arguments: write)
                let written = unsafe span.finalize(for: memory)
                #expect(fits == (room >= expected.count))
                #expect(unsafe Array(memory[..<written]) == (fits ? expected : []))
            }
        }
    }
}

@Suite("Many arguments")
struct ArgumentIndexTests {
    private func names(_ count: Int) -> [[UInt8]] { (0..<count).map { Array("n\(100_000 + $0)".utf8) } }

    @Test(
        "Whatever their number, each is found, and the last of one name counts",
        arguments: [0, 1, 16, 17, 32, 33, 1000])
    func found(count: Int) {
        let names = names(count)
        var arguments = names.enumerated().map { Argument(name: $1, value: .integer(-Int64($0))) }
        arguments += names.enumerated().map { Argument(name: $1, value: .integer(Int64($0))) }
        arguments.append(Argument(name: [], value: "no name"))
        let outer = ArgumentScope([
            Argument(name: Array("outer".utf8), value: 7), Argument(name: Array("n100000".utf8), value: "hidden"),
        ])
        let scope = ArgumentScope(arguments, in: outer)
        for (index, name) in names.enumerated() {
            #expect(value(name, in: scope) == Int64(index))
        }
        #expect(value(Array("outer".utf8), in: scope) == 7)
        #expect(value(Array("n200000".utf8), in: scope) == nil)
        #expect(value(Array("x".utf8), in: scope) == nil)
    }

    @Test("A search among tens of thousands looks at few")
    func probes() throws {
        let names = names(60_000)
        let scope = ArgumentScope(names.map { Argument(name: $0, value: 1) })
        let present = try names.map { try #require(ArgumentIndex.probes(for: $0, in: scope)) }
        let absent = try (0..<60_000).map {
            try #require(ArgumentIndex.probes(for: Array("m\(100_000 + $0)".utf8), in: scope))
        }
        // Half full at most: one and a half on average, two and a half where there is none.
        #expect(present.reduce(0, +) < 3 * names.count)
        #expect(absent.reduce(0, +) < 4 * names.count)
        #expect(try #require(present.max()) < 500)
    }

    private func value(_ name: [UInt8], in scope: ArgumentScope) -> Int64? {
        unsafe name.withUnsafeBufferPointer {
            unsafe ArgumentView.find($0, mark: NameMark.mark(of: $0), in: scope.memory)?.integer
        }
    }
}

@Suite("References that are noted at load are those that are followed")
struct ReferenceAgreementTests {
    @Test(
        "Apostrophes that quote vanish, inside a key too",
        arguments: [
            ("'{<a'b.c>", "ab.c"), ("'{<'ab.c>", "ab.c"), ("'{<ab'.c>", "ab.c"), ("'{<ab.'c>", "ab.c"),
            ("'{<ab.c'>", "ab.c"), ("'{<@a'b.c x=1>", "@ab.c"), ("<ab.c x='{'>", "ab.c"),
        ])
    func quoting(text: String, key: String) throws {
        try check(text)
        let expand = Expansion([("x.y", text)])
        #expect(try expand("x.y").missing == [key])
    }

    @Test("Random texts")
    func random() throws {
        var random = SeededGenerator(seed: 5)
        let alphabet = Array("<<>>''{a.b.@ \\=#/\"é".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 4...24, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            try check(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The references in the program are those of the outline, and the quick look promises them.
    private func check(_ text: String) throws {
        let formatters = MessageFormatters(locale: .of(LanguageTag("en")!))
        let bytes = Array(text.utf8)
        try unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let builder = try? unsafe MessageSyntax.icu.compile(bytes, formatters: formatters) else { return }
            let outline = try unsafe MessageSyntax.icu.outline(of: bytes, formatters: formatters)
            var followed: [[UInt8]] = []
            var position = 0
            let words = builder.words
            while words[position] & 0xFF != MessageStep.end {
                let kind = words[position] & 0xFF
                if kind == MessageStep.reference {
                    let start = Int(words[position + 4])
                    let isPooled = start & MessageBytes.poolBit != 0
                    let source = unsafe isPooled ? builder.pool : Array(bytes)
                    let place = isPooled ? (start ^ MessageBytes.poolBit) - words.count * 4 : start
                    let path = source[place...].prefix(Int(words[position + 5]))
                    followed.append(Array(path))
                }
                if kind == MessageStep.plural || kind == MessageStep.select { return }
                position += MessageStep.size(of: kind)
            }
            #expect(outline.references == followed, "\(text)")
            if !followed.isEmpty { #expect(unsafe MessageReferences.mayStand(in: bytes), "\(text)") }
        }
    }
}
