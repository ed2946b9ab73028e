internal import Synchronization

/// The tables that readers of a language may be given, worked out when a language is first asked for.
///
/// ICU goes through all tables for each locale that it is asked about; most languages reach none or one of them. What
/// is found out is kept: a matcher for each language that reaches a table, of which CLDR knows a few hundred, and one
/// bit for each of the others, of which there are 18,252. Strangers cannot make it grow.
final class MatchingByLanguage: Sendable {
    private let available: [LanguageTag]
    private let preferred: Int
    private let refusals: Refusals
    /// One tag for each language of the tables, and which tables it stands for.
    private let languages: LocaleMatcher?
    private let tables: [[Int]]
    private let known = Mutex(Known())

    private struct Known {
        var matchers: [String: LocaleMatcher] = [:]
        var unreached = [UInt64](repeating: 0, count: (LanguageCode.count + 63) / 64)
    }

    /// Prepares the matching among these tags; `preferred` wins among equally near ones.
    init(_ available: [LanguageTag], preferred: Int, refusals: Refusals) {
        self.available = available
        self.preferred = preferred
        self.refusals = refusals
        let grouped = Dictionary(grouping: available.indices) { available[$0].language }.sorted { $0.key < $1.key }
        tables = grouped.map(\.value)
        languages = LocaleMatcher(
            tags: grouped.map { Self.bare($0.key) }, indices: grouped.indices.filter { grouped[$0].key != "und" })
    }

    /// The matching for readers of a language; nil where no table is near enough, or none that they may be given.
    func matcher(for language: String) -> LocaleMatcher? {
        guard let code = LanguageCode(language) else { return nil }
        let (matcher, isKnown) = known.withLock { known in
            let matcher = known.matchers[language]
            return (matcher, matcher != nil || known.unreached[code.value / 64] >> (code.value % 64) & 1 == 1)
        }
        if isKnown { return matcher }
        let found = LocaleMatcher(tags: available, indices: reached(by: language), preferred: preferred)
        known.withLock { known in
            if let found {
                known.matchers[language] = found
            } else {
                known.unreached[code.value / 64] |= 1 << (code.value % 64)
            }
        }
        return found
    }

    /// The tables whose language is near enough, whatever script and region add to the distance.
    private func reached(by language: String) -> [Int] {
        guard let languages else { return [] }
        let distances = languages.distances(from: Self.bare(language))
        let refused = refusals.tables[language] ?? []
        return zip(languages.indices, distances).lazy
            .filter { $0.1 < LocaleMatcher.threshold }
            .flatMap { self.tables[$0.0] }
            .filter { !refused.contains($0) }
            .sorted()
    }

    /// A language with the same script and region as every other, so that it alone makes the distance.
    private static func bare(_ language: String) -> LanguageTag {
        LanguageTag(canonical: "\(language)-Latn-US")
    }
}

/// A language of two or three letters as a number.
struct LanguageCode {
    /// How many there are.
    static let count = 26 * 26 + 26 * 26 * 26

    /// 0 up to ``count``.
    let value: Int

    /// Nil for anything but two or three letters in lower case.
    init?(_ language: String) {
        var value = 0
        var letters = 0
        for byte in language.utf8 {
            guard byte &- UInt8(ascii: "a") < 26 else { return nil }
            value = value * 26 + Int(byte &- UInt8(ascii: "a"))
            letters += 1
            guard letters <= 3 else { return nil }
        }
        guard letters >= 2 else { return nil }
        self.value = letters == 2 ? value : 26 * 26 + value
    }
}
