import Testing

@testable import Localization

/// What holds for every header, tried on random ones and on those that mean harm.
@Suite struct SelectorPropertyTests {
    static let tables = [
        "af", "ar", "az", "az-Cyrl", "be", "ca", "cs", "da", "de", "de-AT", "de-x-informal", "en", "en-001", "en-AU",
        "en-GB", "en-US", "es", "es-419", "es-ES", "es-MX", "fil", "fr", "fr-CA", "gl", "gsw", "he", "hi", "hi-Latn",
        "id",
        "ja", "kk", "mul", "nb", "nl", "nn", "no", "pt", "pt-AO", "pt-BR", "pt-PT", "ro", "ru", "ru-UA", "sr",
        "sr-Cyrl",
        "sr-Latn", "sv", "uk", "und", "yue", "zh", "zh-Hans", "zh-Hant", "zh-HK", "zh-TW",
    ]
    static let otherRanges = [
        "*", "*", "iw", "sh", "tl", "mo", "in-ID", "en-UK", "EN_us", "zh-Hant-HK", "zh-cmn-Hans", "nb-NO", "no-NO",
        "es-AR",
        "uk-UA", "be-BY", "qaa", "x1", "root", "en-u-ca-gregory", "de-CH-1996", "ca-ES-valencia", "x-elvish", "en-",
        "a b",
        "fr@euro", "und-DE", "sr-ME", "pt-CV", "de_x_informal",
    ]
    static let weights = [
        "", "", "", ";q=1", ";q=0", ";q=0.9", ";q=0.8", ";q=0.8", ";q=.5", ";Q=0.3", "; q=0.1", ";q=0.0001", ";q=1.1",
        ";q=",
        ";q=x", ";a=b;q=0.7", ";q=0.123456", ";q = 0.4",
    ]

    private static func header(_ dice: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...14, using: &dice)
        return (0..<count).map { _ in
            (Bool.random(using: &dice) ? tables : otherRanges).randomElement(using: &dice)!
                + weights.randomElement(using: &dice)!
        }.joined(separator: [",", ", ", " ,\t"].randomElement(using: &dice)!)
    }

    private static let refused: [(desired: String, supported: String)] = [
        ("ca", "es"), ("be", "ru"), ("gsw", "de"), ("nn", "da"),
    ]

    @Test(arguments: 101...140) func theRulesWrittenTwiceAgree(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let names = Self.tables.shuffled(using: &dice).prefix(Int.random(in: 1...9, using: &dice))
        let fallback = names.randomElement(using: &dice)!
        let refused = seed % 2 == 0 ? Self.refused : []
        let (selector, _) = try selector(named: Array(names), default: fallback, refused: refused)
        let oracle = NegotiationOracle(
            available: selector.available, defaultIndex: selector.defaultIndex,
            refused: refused + [(desired: "uk", supported: "ru")])
        for _ in 0..<40 {
            let header = Self.header(&dice)
            let expected = oracle.tables(for: header)
            guard case .table(let index) = negotiate(selector, header) else {
                Issue.record("no table for \(header)")
                continue
            }
            #expect(
                expected.contains(index), "\(header) among \(selector.available) by default \(fallback), \(refused)")
        }
        for name in Self.tables + Self.otherRanges {
            guard let tag = LanguageTag(name), tag.language != "und" else { continue }
            let expected = oracle.tables(named: tag.withoutExtensions)
            let found = explicit(selector, name)
            if let exact = selector.available.firstIndex(of: tag) {
                #expect(found == exact)
            } else {
                #expect(found.map(expected.contains) ?? expected.isEmpty, "\(name) among \(selector.available)")
            }
        }
    }

    @Test(arguments: 1...8) func randomBytesChooseSomeTable(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let (selector, names) = try selector(named: ["de", "en", "es-419", "fr", "zh-Hant"], default: "en")
        let likely = Array("enfrdzh-_,;q=01.9* \t".utf8)
        for _ in 0..<400 {
            let header = (0..<Int.random(in: 0...300, using: &dice)).map { _ in
                Int.random(in: 0...3, using: &dice) == 0
                    ? UInt8.random(in: 0...255, using: &dice) : likely.randomElement(using: &dice)!
            }
            guard case .table(let index) = negotiate(selector, bytes: header) else {
                Issue.record("no table for \(header)")
                continue
            }
            #expect(names.indices.contains(index))
            #expect(negotiate(selector, bytes: header) == .table(index), "remembered as it was chosen")
            let name = Array(header.prefix(20))
            #expect(selector.explicit(name.span).map(names.indices.contains) != false)
        }
    }

    @Test(arguments: 1...20) func anExcludedTableIsChosenOnlyWhereAllAre(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let (selector, names) = try selector(
            named: ["ar", "de", "en", "fr", "nl", "zh-Hant"], default: ["de", "en"].randomElement(using: &dice)!)
        let others = ["*", "gsw", "af", "en-UK", "fr-CH", "sv", "zh-TW", "lb", "ca;q=0.2", "*;q=0.1"]
        for _ in 0..<30 {
            let excluded = Set(names.shuffled(using: &dice).prefix(Int.random(in: 1...6, using: &dice)))
            let wanted = others.shuffled(using: &dice).prefix(4)
            let header = (wanted + excluded.map { "\($0);q=0" }).shuffled(using: &dice).joined(separator: ",")
            guard case .table(let index) = negotiate(selector, header) else { continue }
            #expect(excluded.count == names.count || !excluded.contains(names[index]), "\(header) among \(names)")
        }
    }

    @Test(arguments: [
        ("commas", String(repeating: ",", count: 4096), 1), ("NULs", String(repeating: "\0", count: 4096), 1),
        ("ranges", (0..<1000).map { "q\($0 % 10)" }.joined(separator: ",") + ",fr", 2),
        ("one long tag, then French", "en" + String(repeating: "-abcdefgh", count: 450) + ",fr", 2),
        ("en- again and again", String(repeating: "en-", count: 1364) + ",fr", 2),
        ("bytes above 0x7F", String(repeating: "é", count: 2046) + ",fr", 2),
        ("a long weight", "fr;q=0." + String(repeating: "0", count: 4000) + "1", 2),
        ("many weights", "fr" + String(repeating: ";q=0.5", count: 682), 2),
        ("many exclusions", (0..<550).map { "q\($0 % 10);q=0" }.joined(separator: ",") + ",fr,en;q=0", 2),
        ("stars", String(repeating: "*,", count: 2047), 1),
        ("nothing but spaces", String(repeating: " ", count: 4096), 1),
    ])
    func harmfulHeaders(_ name: String, _ header: String, _ expected: Int) throws {
        let (selector, _) = try selector(named: ["de", "en", "fr"], default: "en")
        #expect(header.utf8.count <= 4096)
        #expect(negotiate(selector, header) == .table(expected), "\(name)")
    }

    /// Sixteen threads ask for the same and for different things, while the cache fills and overflows.
    @Test func threadsGetTheAnswersOfOne() async throws {
        let (selector, _) = try selector(named: Self.tables, default: "en", refused: Self.refused)
        let (alone, _) = try LocalizationTests.selector(named: Self.tables, default: "en", refused: Self.refused)
        var dice = SeededGenerator(seed: 7)
        let headers = (0..<300).map { _ in Self.header(&dice) } + ["fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7"]
        let expected = headers.map { negotiate(alone, $0) }
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    (0..<600).count { number in
                        let place = (number &* 31 &+ task &* 17) % headers.count
                        return negotiate(selector, headers[place]) != expected[place]
                    }
                }
            }
            for await differing in group { #expect(differing == 0) }
        }
    }
}
