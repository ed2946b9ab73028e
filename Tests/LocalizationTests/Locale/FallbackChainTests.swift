import Localization
import Testing

/// The chains that the shared cases leave open.
@Suite struct FallbackChainTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var available: [String]
        var fallback = "en"
        var entries: [(from: String, to: String)] = []
        /// The chain; its first is the locale.
        var expected: [String]

        var testDescription: String { "\(expected[0]) among \(available) with \(entries)" }
    }

    @Test(arguments: [
        // Scripts.
        Case(available: ["en", "sr", "sr-Latn", "sr-ME"], expected: ["sr-ME", "sr-Latn", "en"]),
        Case(available: ["en", "sr", "sr-Cyrl-RS"], expected: ["sr-Cyrl-RS", "sr", "en"]),
        Case(available: ["en", "sr", "sr-Cyrl", "sr-Cyrl-BA"], expected: ["sr-Cyrl-BA", "sr-Cyrl", "sr", "en"]),
        Case(available: ["en", "zh", "zh-Hans"], expected: ["zh-Hans", "zh", "en"]),
        Case(available: ["en", "zh", "zh-Hant"], fallback: "zh", expected: ["zh-Hant", "zh"]),
        Case(available: ["az", "az-Cyrl", "en"], expected: ["az-Cyrl", "en"]),
        Case(available: ["en", "pa", "pa-PK"], expected: ["pa-PK", "en"]),
        // CLDR's own steps to another tag.
        Case(available: ["en", "nn", "no"], expected: ["nn", "no", "en"]),
        Case(available: ["en", "en-IN", "hi", "hi-Latn"], expected: ["hi-Latn", "en-IN", "en"]),
        Case(available: ["en", "fr", "ht"], expected: ["ht", "fr", "en"]),
        // Extensions and variants fall off first.
        Case(available: ["de", "de-x-informal", "en"], expected: ["de-x-informal", "de", "en"]),
        Case(available: ["de", "de-AT", "de-AT-1996", "en"], expected: ["de-AT-1996", "de-AT", "de", "en"]),
        Case(
            available: ["en", "es-419", "es-MX", "es-MX-u-co-trad"],
            expected: ["es-MX-u-co-trad", "es-MX", "es-419", "en"]),
        // What maximises to the same fills a step once.
        Case(available: ["en", "zh-CN", "zh-Hans"], expected: ["zh-CN", "zh-Hans", "en"]),
        Case(available: ["en", "zh-CN", "zh-Hans"], expected: ["zh-Hans", "zh-CN", "en"]),
        Case(available: ["en", "zh", "zh-CN", "zh-Hans"], expected: ["zh-CN", "zh", "en"]),
        Case(available: ["en-US", "en-GB"], fallback: "en", expected: ["en-GB", "en-US"]),
        // The default locale's own chain ends the others.
        Case(
            available: ["es", "es-419", "es-MX", "fr"], fallback: "es-MX", expected: ["fr", "es-MX", "es-419", "es"]),
        Case(available: ["es", "es-419", "es-MX", "fr"], fallback: "es-MX", expected: ["es", "es-MX", "es-419"]),
        Case(available: ["en", "und"], expected: ["und", "en"]),
        Case(available: ["en", "mul"], fallback: "mul", expected: ["mul"]),
        // --fallback, after the parents and before the default locale.
        Case(available: ["ca", "en", "es"], entries: [("ca", "es")], expected: ["ca", "es", "en"]),
        Case(available: ["ca", "ca-AD", "en", "es"], entries: [("ca", "es")], expected: ["ca-AD", "ca", "es", "en"]),
        Case(available: ["ca-AD", "en", "es"], entries: [("ca", "es")], expected: ["ca-AD", "es", "en"]),
        Case(
            available: ["ca", "en", "es", "es-419"], entries: [("ca", "es-MX")], expected: ["ca", "es-419", "es", "en"]),
        Case(available: ["en", "gl", "pt"], entries: [("gl", "pt-BR")], expected: ["gl", "pt", "en"]),
        Case(available: ["en", "es", "pt"], entries: [("pt-BR", "es")], expected: ["pt", "es", "en"]),
        Case(available: ["en", "es", "pt", "pt-PT"], entries: [("pt-BR", "es")], expected: ["pt-PT", "pt", "en"]),
        Case(
            available: ["de", "en", "fr", "rm"], entries: [("rm", "fr"), ("rm", "de")],
            expected: ["rm", "fr", "de", "en"]),
        Case(
            available: ["de", "en", "fr", "rm"], entries: [("rm", "fr"), ("fr", "de")],
            expected: ["rm", "fr", "de", "en"]),
        Case(available: ["de", "en", "fr"], entries: [("fr", "de"), ("de", "fr")], expected: ["fr", "de", "en"]),
        Case(available: ["de", "en", "fr"], entries: [("fr", "fr")], expected: ["fr", "en"]),
        Case(available: ["en", "fr"], entries: [("fr", "it")], expected: ["fr", "en"]),
        Case(available: ["de", "en", "fr"], entries: [("en", "de")], expected: ["fr", "en", "de"]),
    ])
    func chain(_ test: Case) throws {
        let fallbacks = try test.entries.map { entry in
            (from: try #require(LanguageTag(entry.from)), to: try #require(LanguageTag(entry.to)))
        }
        let (selector, names) = try selector(named: test.available, default: test.fallback, fallbacks: fallbacks)
        let start = try #require(names.firstIndex(of: test.expected[0]))
        #expect(selector.chain(from: start).map { names[$0] } == test.expected)
    }

    @Test func everyChainBeginsWithItselfAndEndsWithTheDefaults() throws {
        let available = [
            "de", "en", "en-001", "es", "es-419", "es-MX", "fr", "hi-Latn", "nb", "nn", "no", "pt-PT", "zh-TW",
        ]
        let (selector, names) = try selector(named: available, default: "es-MX")
        for index in names.indices {
            let chain = selector.chain(from: index)
            #expect(chain.first == index)
            #expect(Set(chain).count == chain.count)
            #expect(Set(chain).isSuperset(of: selector.chain(from: selector.defaultIndex)))
        }
    }
}
