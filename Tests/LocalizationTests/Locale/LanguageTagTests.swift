import Localization
import TestSupport
import Testing

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("pt_br", "pt-BR"), ("PT-br", "pt-BR"), ("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro"), ("tl", "fil"),
        ("sh", "sr-Latn"), ("en-UK", "en-GB"), ("no", "no"), ("nb-no", "nb-NO"), ("zh-cmn-Hans", "zh-Hans"),
        ("zh-min-nan", "nan"), ("cmn", "zh"), ("en-GB-oed", "en-GB-oxendict"), ("art-lojban", "jbo"),
        ("sgn-BE-FR", "sfb"), ("ZH_hant_tw", "zh-Hant-TW"), ("es-419", "es-419"), ("ca-es-VALENCIA", "ca-ES-valencia"),
        ("sl-rozaj-biske-1994", "sl-1994-biske-rozaj"), ("ar-u-nu-latn", "ar-u-nu-latn"),
        ("DE-X-Informal", "de-x-informal"), ("en-US-POSIX", "en-US-u-va-posix"), ("src", "sc"), ("mul", "mul"),
        ("und", "und"), ("kab-KAB", "kab"), ("qqq", "qqq"),
    ])
    func canonical(_ text: String, _ expected: String) {
        #expect(LanguageTag(text)?.description == expected)
    }

    @Test(arguments: [
        "", "e", "-", "_", "en-", "-en", "en--US", "en_", "e1", "1en", "english", "package", "login", "root",
        "x-pirate",
        "i-klingon", "ca@valencia", "en.US", "en US", " en", "en\n", "en\0", "é", "ｅｎ", "en-u", "en-u-", "en-x",
        "en-a-b",
        "en-toolongsubtag", "en-abc-def-ghi-jkl", "en-Latn-Cyrl", "en-US-GB", "en-1", "en-12", "en-aaaaa-aaaaa", "auto",
        "*", "en-*",
    ])
    func refused(_ text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func lengthIsLimited() {
        let extensions = String(repeating: "-abcdefgh", count: 13)
        #expect(LanguageTag("en-x\(extensions)") != nil)
        #expect(LanguageTag("en-x\(extensions)-abcdefgh") == nil)
        #expect(LanguageTag(String(repeating: "en-", count: 1 << 20)) == nil)
    }

    @Test(
        arguments: [
            ("en", "en", nil, nil), ("zh-Hant-TW", "zh", "Hant", "TW"), ("es-419", "es", nil, "419"),
            ("sr-Latn", "sr", "Latn", nil), ("ca-ES-valencia", "ca", nil, "ES"), ("de-1996", "de", nil, nil),
            ("de-CH-1996", "de", nil, "CH"), ("en-x-us-latn", "en", nil, nil), ("en-u-rg-gbzzzz", "en", nil, nil),
            ("und-DE", "und", nil, "DE"), ("fil-PH", "fil", nil, "PH"),
        ] as [(String, String, String?, String?)])
    func parts(_ text: String, language: String, script: String?, region: String?) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.language == language)
        #expect(tag.script == script)
        #expect(tag.region == region)
    }

    @Test(arguments: [
        ("en", "en-Latn-US"), ("zh-TW", "zh-Hant-TW"), ("zh", "zh-Hans-CN"), ("sr-ME", "sr-Latn-ME"), ("und", "und"),
        ("und-DE", "de-Latn-DE"), ("mul", "mul"), ("pt", "pt-Latn-BR"),
    ])
    func maximized(_ text: String, _ expected: String) throws {
        #expect(try #require(LanguageTag(text)).maximized.description == expected)
    }

    @Test(arguments: [("en-Latn-US", "en"), ("zh-Hant-TW", "zh-TW"), ("pt-BR", "pt"), ("en-GB", "en-GB")])
    func minimized(_ text: String, _ expected: String) throws {
        #expect(try #require(LanguageTag(text)).minimized.description == expected)
    }

    @Test(arguments: [
        ("ar-u-nu-latn", "ar"), ("de-x-informal", "de"), ("en-US-u-va-posix", "en-US"), ("fr-CA", "fr-CA"),
        ("en-t-fr-x-a", "en"),
    ])
    func withoutExtensions(_ text: String, _ expected: String) throws {
        #expect(try #require(LanguageTag(text)).withoutExtensions.description == expected)
    }

    @Test(arguments: [
        ("fr", "français", "French", false), ("de-CH", "Deutsch (Schweiz)", "German (Switzerland)", false),
        ("ar", "العربية", "Arabic", true), ("he", "עברית", "Hebrew", true), ("ja", "日本語", "Japanese", false),
        ("az-Arab", "azərbaycan (ərəb)", "Azerbaijani (Arabic)", true),
        ("pa-Arab-PK", "پنجابی (عربی, پاکستان)", "Punjabi (Arabic, Pakistan)", true),
        ("ur", "اردو", "Urdu", true), ("qaa", "qaa", "qaa", false), ("en", "English", "English", false),
    ])
    func names(_ text: String, own: String, english: String, isRightToLeft: Bool) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.nameInItself == own)
        #expect(tag.nameInEnglish == english)
        #expect(tag.isRightToLeft == isRightToLeft)
    }

    @Test func equalMeaningIsEqual() {
        #expect(LanguageTag("iw") == LanguageTag("he"))
        #expect(LanguageTag("pt_BR").hashValue == LanguageTag("pt-br").hashValue)
    }

    @Test func sortsByBytes() throws {
        let tags = try ["zh", "en-GB", "en", "es-419", "en-x-a"].map { try #require(LanguageTag($0)) }
        #expect(tags.sorted().map(\.description) == ["en", "en-GB", "en-x-a", "es-419", "zh"])
    }
}
