import Testing

@testable import Localization

/// The rules of negotiation that the shared cases leave open.
@Suite struct NegotiationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var header: String?
        var available: [String]
        var fallback = "en"
        var refused: [String: String] = [:]
        /// Nil is 406 in a strict request.
        var expected: String?
        var isStrict = false

        var testDescription: String { "\(header ?? "no header") among \(available)" }
    }

    @Test(arguments: [
        // Exclusion: the longest prefix decides; key fallback is another matter.
        Case(header: "en;q=0", available: ["en", "fr"], expected: "fr"),
        Case(header: "en;q=0, fr;q=0", available: ["en", "fr"], expected: "en"),
        Case(header: "en-GB;q=0, en", available: ["en", "en-GB"], expected: "en"),
        Case(header: "en-US;q=0, en-GB", available: ["en", "en-GB"], fallback: "en-GB", expected: "en-GB"),
        Case(header: "fr, fr-CA;q=0", available: ["en", "fr-CA"], expected: "en"),
        Case(header: "fr-CH, fr;q=0", available: ["de", "en", "fr"], expected: "en"),
        Case(header: "es-MX, es-419;q=0", available: ["en", "es", "es-419"], expected: "es"),
        Case(header: "en;q=0, enm", available: ["en", "enm"], expected: "enm"),
        Case(header: "iw;q=0", available: ["he", "ar"], fallback: "he", expected: "ar"),
        Case(header: "*;q=0", available: ["en", "fr"], expected: "en"),
        Case(header: "fr, *;q=0", available: ["en", "fr"], expected: "fr"),
        Case(header: "*;q=0, de;q=0.1", available: ["de-AT", "en"], expected: "de-AT"),
        Case(header: "gsw, de;q=0", available: ["de", "en", "fr"], expected: "en"),
        // `*` takes the default locale unless a range names it, else the first table that no range names.
        Case(header: "*;q=0.8, en;q=0.5", available: ["en", "fr"], expected: "fr"),
        Case(header: "*, en;q=0.5, de;q=0.4", available: ["de", "en", "fr", "it"], expected: "fr"),
        Case(header: "*;q=0.8, en;q=0.5", available: ["en", "en-GB"], expected: "en"),
        Case(header: "*;q=0.8, en-GB;q=0.5", available: ["en", "fr"], expected: "en"),
        Case(header: "sv, *;q=0.5, fr;q=0.3", available: ["de", "en", "fr"], expected: "en"),
        Case(header: "sv, fr;q=0.6, *;q=0.5", available: ["de", "en", "fr"], expected: "fr"),
        Case(header: "*, fr;q=0", available: ["en", "fr"], fallback: "fr", expected: "en"),
        Case(header: "uk, *;q=0.1", available: ["en", "ru"], expected: "en"),
        // Strict: only where the header has a range that can be read, and none chooses.
        Case(header: nil, available: ["en", "fr"], expected: "en", isStrict: true),
        Case(header: "", available: ["en", "fr"], expected: "en", isStrict: true),
        Case(header: "%%%, fr;q=x", available: ["en", "fr"], expected: "en", isStrict: true),
        Case(header: "sv", available: ["en", "fr"], expected: nil, isStrict: true),
        Case(header: "en;q=0", available: ["en", "fr"], expected: nil, isStrict: true),
        Case(header: "x1", available: ["en", "fr"], expected: nil, isStrict: true),
        Case(header: "x-elvish", available: ["en", "fr"], expected: nil, isStrict: true),
        Case(header: "sv, *", available: ["en", "fr"], expected: "en", isStrict: true),
        Case(header: "sv, en;q=0.1", available: ["en", "fr"], expected: "en", isStrict: true),
        Case(header: "zh-TW", available: ["en", "zh-Hans"], expected: nil, isStrict: true),
        // The refuse list: by language, and only for the range that refuses.
        Case(header: "uk-UA", available: ["en", "ru-UA"], expected: "en"),
        Case(header: "uk", available: ["en", "ru", "uk"], expected: "uk"),
        Case(header: "uk, ru;q=0.1", available: ["en", "ru"], expected: "ru"),
        Case(header: "uk, en;q=0.2, ru;q=0.1", available: ["en", "ru"], expected: "en"),
        Case(header: "be, uk, en", available: ["en", "ru"], expected: "en"),
        Case(header: "be, uk", available: ["en", "ru"], expected: "ru"),
        Case(header: "uk", available: ["de", "ru"], fallback: "ru", expected: "ru"),
        Case(header: "uk", available: ["de", "ru"], fallback: "ru", expected: nil, isStrict: true),
        Case(header: "ca", available: ["en", "es"], expected: "es"),
        Case(header: "ca", available: ["en", "es"], refused: ["ca": "es"], expected: "en"),
        Case(header: "ca-AD, fr", available: ["en", "es", "fr"], refused: ["ca": "es"], expected: "fr"),
        Case(header: "ca, es-MX", available: ["en", "es"], refused: ["ca": "es"], expected: "es"),
        Case(header: "uk, en;q=0", available: ["en", "fr", "ru"], expected: "fr"),
        Case(header: "uk, be;q=0.5, en;q=0", available: ["en", "fr", "ru"], expected: "ru"),
        Case(header: "uk, ru;q=0", available: ["en", "ru"], fallback: "ru", expected: "en"),
        Case(header: "sh", available: ["en", "sr"], refused: ["sh": "sr", "nonsense-": "en", "": ""], expected: "sr"),
        // The very tag wins over what CLDR takes for the same.
        Case(header: "en-US", available: ["en", "en-US"], expected: "en-US"),
        Case(header: "en", available: ["en", "en-US"], fallback: "en-US", expected: "en"),
        Case(header: "en-US, en;q=0.9", available: ["en-GB", "en-US"], fallback: "en-GB", expected: "en-US"),
        Case(header: "es-ES", available: ["en", "es", "es-ES"], expected: "es-ES"),
        Case(header: "ca-ES-valencia", available: ["ca", "ca-ES-valencia", "en"], expected: "ca-ES-valencia"),
        Case(header: "zh-Hant-TW", available: ["en", "zh-Hant", "zh-TW"], expected: "zh-Hant"),
        Case(header: "en-US, en-US;q=0", available: ["en", "en-US"], expected: "en-US"),
        // The tenth wish counts as much as the first.
        Case(header: "qaa,qab,qac,qad,qae,qaf,qag,qah,qai,be", available: ["en", "ru"], expected: "ru"),
        Case(header: "qaa,qab,qac,qad,qae,qaf,qag,qah,qai,qaj,be", available: ["en", "ru"], expected: "ru"),
        Case(header: "qaa,qab,qac,qad,qae,qaf,qag,qah,qai,be,de", available: ["de", "en", "ru"], expected: "ru"),
        // What is no language suits nobody.
        Case(header: "und", available: ["en", "fr"], fallback: "fr", expected: "fr"),
        Case(header: "root, und-Latn", available: ["de", "en"], fallback: "de", expected: "de"),
        Case(header: "fr", available: ["en", "und"], expected: "en"),
        Case(header: "en", available: ["und"], fallback: "und", expected: "und"),
    ])
    func choice(_ test: Case) throws {
        let (selector, names) = try selector(
            named: test.available, default: test.fallback, refused: test.refused.map { ($0.key, $0.value) })
        for _ in 1...2 {
            let choice = negotiate(selector, test.header, strict: test.isStrict)
            if let expected = test.expected {
                #expect(choice == .table(try #require(names.firstIndex(of: expected))))
            } else {
                #expect(choice == .notAcceptable)
            }
        }
    }

    @Test func lengthIsCountedAsReceived() throws {
        let (selector, _) = try selector(named: ["en", "fr"], default: "en")
        let longest = "fr" + String(repeating: " ", count: 4094)
        #expect(negotiate(selector, longest) == .table(1))
        #expect(negotiate(selector, longest + " ") == .headerTooLarge)
        #expect(negotiate(selector, longest + " ", strict: true) == .headerTooLarge)
    }

    @Test func outcomeTellsWhatTheHeaderDid() throws {
        let (selector, _) = try selector(named: ["en", "fr"], default: "en")
        func outcome(_ header: String) -> LanguageSelector.Outcome? {
            let bytes = Array(header.utf8)
            return selector.outcome(of: bytes.span)
        }
        #expect(outcome("fr") == .init(index: 1, isWanted: true, hasUsableRange: true))
        #expect(outcome("sv") == .init(index: 0, isWanted: false, hasUsableRange: true))
        #expect(outcome("%") == .init(index: 0, isWanted: false, hasUsableRange: false))
        #expect(outcome(String(repeating: ",", count: 4097)) == nil)
    }

    @Test(
        arguments: [
            ("en-US", ["de", "en"], "en"), ("en", ["de", "en-US"], "en-US"), ("en-US", ["en", "en-US"], "en-US"),
            ("pt-BR", ["en", "pt"], "pt"), ("zh-TW", ["zh", "zh-Hant"], "zh-Hant"), ("en", ["de", "en-GB"], nil),
            ("zh", ["en", "zh-Hant"], nil), ("en-GB", ["en", "fr"], nil), ("und", ["en"], nil),
        ] as [(String, [String], String?)])
    func defaultLocale(_ wanted: String, _ available: [String], _ expected: String?) throws {
        let tags = try available.map { try #require(LanguageTag($0)) }
        let selector = LanguageSelector(available: tags, defaultLocale: try #require(LanguageTag(wanted)))
        #expect(selector.map { available[$0.defaultIndex] } == expected)
    }

    @Test func nothingIsAvailable() throws {
        #expect(LanguageSelector(available: [], defaultLocale: try #require(LanguageTag("en"))) == nil)
    }
}
