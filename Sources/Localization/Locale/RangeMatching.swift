/// CLDR's matching of a list of ranges against the tables that a header leaves over.
///
/// It does with a list what ICU does: the nearest pair of a range and a table counts, and each place further down costs
/// as much as a difference of region. ICU itself is asked about one range at a time, among the tables that readers of
/// its language may be given.
struct RangeMatching {
    /// How many ranges are weighed against each other: behind the tenth, the places alone would cost too much.
    private static let groupSize = 10
    /// What the next place costs, of the distance of 50 that may lie between two locales.
    private static let demotion = 5.0

    private let selector: LanguageSelector
    private let excluded: Set<Int>
    /// The matching without the excluded tables, for languages that reach one of them.
    private var remaining: [String: LocaleMatcher?] = [:]

    /// Prepares the matching.
    init(selector: LanguageSelector, excluded: Set<Int>) {
        self.selector = selector
        self.excluded = excluded
    }

    /// The table that suits these tags best, the most wanted first.
    mutating func best(of tags: [LanguageTag]) -> Int? {
        var start = 0
        while start < tags.count {
            let end = min(start + Self.groupSize, tags.count)
            if let index = bestOfGroup(tags[start..<end]) { return index }
            start = end
        }
        return nil
    }

    /// The nearest of a group; where its place costs each range too much, the first that matches at all.
    private mutating func bestOfGroup(_ tags: ArraySlice<LanguageTag>) -> Int? {
        var limit = LocaleMatcher.threshold
        var nearest: Int?
        var first: Int?
        for tag in tags where limit > 0 {
            if let match = match(tag) {
                first = first ?? match.index
                if match.distance < limit {
                    nearest = match.index
                    limit = match.distance
                }
            }
            limit -= Self.demotion
        }
        return nearest ?? first
    }

    /// The table for one tag, and how far they are apart.
    private mutating func match(_ tag: LanguageTag) -> (index: Int, distance: Double)? {
        // ICU takes `en` and `en-US` for the same and would find the first.
        if let index = selector.explicitLocales.exact[tag], !excluded.contains(index) {
            return (index, 0)
        }
        guard let matcher = matcher(for: tag.language) else { return nil }
        let plain = tag.withoutVariants
        guard let index = matcher.match(plain), let position = matcher.indices.firstIndex(of: index) else { return nil }
        return (index, matcher.distances(from: plain)[position])
    }

    private mutating func matcher(for language: String) -> LocaleMatcher? {
        guard let matcher = selector.matching.matcher(for: language) else { return nil }
        guard matcher.indices.contains(where: excluded.contains) else { return matcher }
        if let known = remaining[language] { return known }
        let others = LocaleMatcher(
            tags: selector.available, indices: matcher.indices.filter { !excluded.contains($0) },
            preferred: selector.defaultIndex)
        remaining[language] = .some(others)
        return others
    }
}
