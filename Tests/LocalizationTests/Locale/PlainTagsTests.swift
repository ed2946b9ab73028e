import Testing

@testable import Localization

/// The short way to a canonical tag leads where ICU's long one does.
@Suite struct PlainTagsTests {
    private static let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    private static let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

    private static func differing(_ texts: [[UInt8]]) -> [String] {
        texts.filter { text in
            guard let plain = PlainTags.canonical(text) else { return false }
            return plain != Likelihood.canonicalByICU(text)
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func everyLanguage() {
        let two = Self.letters.flatMap { first in Self.letters.map { [first, $0] } }
        let three = two.flatMap { start in Self.letters.map { start + [$0] } }
        #expect(Self.differing(two) == [])
        #expect(Self.differing(three) == [])
        #expect(two.count { PlainTags.canonical($0) != nil } > 600, "most are plain")
    }

    @Test func everyRegion() {
        let language = Array("de-".utf8)
        let letters = Self.letters.flatMap { first in Self.letters.map { language + [first, $0] } }
        let digits = Self.digits.flatMap { first in
            Self.digits.flatMap { second in Self.digits.map { language + [first, second, $0] } }
        }
        #expect(Self.differing(letters + digits) == [])
        #expect(letters.count { PlainTags.canonical($0) != nil } > 600, "most are plain")
    }

    @Test(arguments: [
        "zh-hant", "zh-hant-tw", "qq-qaai", "qq-zinh-419", "sr-latn-rs", "no-no", "und", "und-de", "und-latn", "sgn-br",
        "sgn", "en-uk", "es-419", "hy-am", "aa-er",
    ])
    func others(_ text: String) {
        #expect(Self.differing([Array(text.utf8)]) == [])
    }

    @Test(arguments: [
        "", "-", "en-", "en--us", "-en", "e", "engl", "en-us-x", "en-x-a", "ca-valencia", "zh-cmn", "zh-min-nan",
        "en-1994",
        "en-latn-latn", "en-us-gb", "iw", "sh", "en-uk", "de-840", "und-qaai", "sgn-br", "en-gb-oed",
    ])
    func notPlain(_ text: String) {
        #expect(PlainTags.canonical(Array(text.utf8)) == nil)
    }
}
