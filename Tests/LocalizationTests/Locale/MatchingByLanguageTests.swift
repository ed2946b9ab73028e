import Foundation
import Testing

@testable import Localization

/// The matching is split by language for speed alone: it finds what ICU finds among all tables.
@Suite struct MatchingByLanguageTests {
    @Test func splittingChangesNothing() throws {
        // No Russian table: what readers of Ukrainian are refused is another matter.
        let names = SelectorPropertyTests.tables.filter { !$0.hasPrefix("ru") }
        let available = try names.map { try #require(LanguageTag($0)) }.sorted()
        let preferred = try #require(available.firstIndex { $0.description == "en-GB" })
        let whole = try #require(
            LocaleMatcher(tags: available, indices: available.indices, preferred: preferred))
        let matching = MatchingByLanguage(
            available, preferred: preferred, refusals: Refusals([], available: available))
        let languages = Foundation.Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
        #expect(languages.count > 500)
        var matches = 0
        for language in languages {
            for rest in ["", "-Latn", "-Cyrl", "-Arab", "-Hant", "-Hant-MO", "-419", "-GB", "-AO", "-ME"] {
                guard let tag = LanguageTag(language + rest), tag.language != "und" else { continue }
                let found = matching.matcher(for: tag.language)?.match(tag)
                #expect(found == whole.match(tag), "\(tag)")
                matches += found == nil ? 0 : 1
            }
        }
        #expect(matches > 300)
    }

    @Test(
        arguments: [
            ("aa", 0), ("zz", 675), ("aaa", 676), ("zzz", LanguageCode.count - 1), ("a", nil), ("", nil), ("aaaa", nil),
            ("AA", nil), ("a1", nil), ("é", nil),
        ] as [(String, Int?)])
    func languageCodes(_ language: String, _ value: Int?) {
        #expect(LanguageCode(language)?.value == value)
    }
}
