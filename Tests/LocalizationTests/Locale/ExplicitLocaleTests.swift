import Localization
import Testing

/// Locales that a path or a query names: only tables of the same language will do.
@Suite struct ExplicitLocaleTests {
    @Test(
        arguments: [
            // The very tag, in any spelling.
            ("fr", ["en", "fr"], "fr"), ("FR", ["en", "fr"], "fr"), ("pt_br", ["pt-BR", "pt-PT"], "pt-BR"),
            ("iw", ["en", "he"], "he"), ("en-US", ["en", "en-US"], "en-US"), ("en", ["en", "en-US"], "en"),
            ("de-x-informal", ["de", "de-x-informal"], "de-x-informal"), ("und", ["en", "und"], "und"),
            // The nearest of the language.
            ("fr-CA", ["en", "fr"], "fr"), ("en-GB", ["en", "fr"], "en"), ("es-MX", ["es", "es-419"], "es-419"),
            ("pt", ["pt-BR", "pt-PT"], "pt-BR"), ("en", ["en-GB", "fr"], "en-GB"), ("en-AU", ["en", "en-GB"], "en-GB"),
            ("fr-u-co-phonebk", ["en", "fr"], "fr"), ("fr-x-a", ["en", "fr"], "fr"), ("und-DE", ["de", "en"], "de"),
            ("und-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
            // Norwegian is one; so are Serbian and what was Serbo-Croatian.
            ("no", ["en", "nb"], "nb"), ("nb", ["en", "no"], "no"), ("nn", ["en", "nb"], "nb"),
            ("nn", ["en", "no"], "no"),
            ("nb", ["en", "nn"], "nn"), ("no", ["nb", "nn"], "nb"), ("sh", ["en", "sr"], "sr"),
            ("sh", ["sr", "sr-Latn"], "sr-Latn"), ("sr-Latn", ["en", "sr"], "sr"),
            ("sr", ["en", "sr-Latn"], "sr-Latn"),
            ("cmn-Hans", ["en", "zh"], "zh"), ("tl", ["en", "fil"], "fil"),
            // The script changes only where its readers read both.
            ("zh-TW", ["en", "zh-Hans"], nil), ("zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
            ("zh-HK", ["zh", "zh-TW"], "zh-TW"),
            ("zh", ["en", "zh-Hant"], nil), ("az-Cyrl", ["az", "en"], nil), ("en-Shaw", ["en", "fr"], nil),
            // Never another language, however near.
            ("ca", ["en", "es"], nil), ("uk", ["en", "ru"], nil), ("da", ["en", "nb"], nil),
            ("gsw", ["de", "en"], nil),
            ("af", ["en", "nl"], nil), ("arz", ["ar", "en"], nil), ("yue", ["en", "zh-Hant"], nil), ("de", ["en"], nil),
            ("und", ["en", "fr"], nil), ("mul", ["en", "fr"], nil), ("qaa", ["en", "fr"], nil),
            // No tags.
            ("", ["en"], nil), ("english", ["en"], nil), ("auto", ["en"], nil), ("*", ["en"], nil),
            ("en-", ["en"], nil),
            ("en\0", ["en"], nil), ("../en", ["en"], nil), ("en.json", ["en"], nil), ("i-klingon", ["en", "tlh"], nil),
        ] as [(String, [String], String?)])
    func explicit(_ name: String, _ available: [String], _ expected: String?) throws {
        let (selector, names) = try selector(named: available, default: available[0])
        let found = LocalizationTests.explicit(selector, name)
        #expect(found.map { names[$0] } == expected)
        #expect(LocalizationTests.explicit(selector, name) == found, "the same when asked again")
        if let tag = LanguageTag(name) { #expect(selector.explicit(tag) == found) }
    }

    @Test func aHeaderAndANameOfTheSameBytesAreNotMixedUp() throws {
        let (selector, names) = try selector(named: ["de", "en", "fr"], default: "en")
        #expect(negotiate(selector, "gsw") == .table(0))
        #expect(LocalizationTests.explicit(selector, "gsw") == nil)
        #expect(negotiate(selector, "gsw") == .table(0))
        #expect(names == ["de", "en", "fr"])
    }

    @Test func overlongNamesFindNothing() throws {
        let (selector, _) = try selector(named: ["en"], default: "en")
        let name = "en-x" + String(repeating: "-a", count: 1 << 20)
        #expect(LocalizationTests.explicit(selector, name) == nil)
    }
}
