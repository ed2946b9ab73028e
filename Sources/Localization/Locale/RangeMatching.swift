/// CLDR's matching of a list of ranges against the tables that a header leaves over.
struct RangeMatching {
    private let selector: LanguageSelector
    private let excluded: Set<Int>
    private let matcher: LocaleMatcher?
    private var remaining: [String: LocaleMatcher?] = [:]

    /// Prepares the matching; where the header excludes tables, a matcher among the others is built for it.
    init(selector: LanguageSelector, excluded: Set<Int>) {
        self.selector = selector
        self.excluded = excluded
        matcher =
            excluded.isEmpty ? selector.matcher : Self.matcher(in: selector, without: excluded)
    }

    /// The table that suits these tags best, the most wanted first.
    ///
    /// ICU takes part of what may lie between two locales away with each place in the list, and so sees nothing behind
    /// the tenth and little before it: the list is matched in groups, and a group in which nothing is found tag by tag.
    mutating func best(of tags: [LanguageTag]) -> Int? {
        var start = 0
        while start < tags.count {
            let group = tags[start..<min(start + LocaleMatcher.groupSize, tags.count)]
            if let index = match(group) { return index }
            for tag in group.dropFirst() {
                if let index = match(CollectionOfOne(tag)) { return index }
            }
            start += LocaleMatcher.groupSize
        }
        return nil
    }

    private mutating func match(_ tags: some Collection<LanguageTag>) -> Int? {
        guard selector.refusals.byLanguage.isEmpty || !tags.contains(where: isRefusing) else {
            return matchWithRefusals(tags)
        }
        guard let match = matcher?.match(tags) else { return nil }
        return exact(tags[tags.index(tags.startIndex, offsetBy: match.desired)]) ?? match.supported
    }

    /// The table with the very tag that a reader asks for. ICU takes `en` and `en-US` for the same and finds the first.
    private func exact(_ tag: LanguageTag) -> Int? {
        selector.byLanguage.exact[tag].flatMap { excluded.contains($0) ? nil : $0 }
    }

    /// Whether there is a table left that this reader is not to be given.
    private func isRefusing(_ tag: LanguageTag) -> Bool {
        guard let refusal = selector.refusals.byLanguage[tag.language] else { return false }
        return !refusal.tables.isSubset(of: excluded)
    }

    /// What ICU does with a list of desired locales, with a matcher of its own for each that refuses tables: the nearest
    /// pair counts, and each place further down costs what ICU takes for it.
    private mutating func matchWithRefusals(_ tags: some Collection<LanguageTag>) -> Int? {
        var limit = LocaleMatcher.threshold
        var best: Int?
        for tag in tags {
            guard limit > 0 else { break }
            if let matcher = isRefusing(tag) ? remainingMatcher(for: tag.language) : matcher,
                let match = matcher.match(CollectionOfOne(tag))
            {
                let distance = matcher.distance(from: tag, to: match.supported)
                if distance < limit {
                    best = exact(tag) ?? match.supported
                    limit = distance
                }
            }
            limit -= LocaleMatcher.demotion
        }
        return best
    }

    /// The matching among the tables that readers of a language may be given.
    private mutating func remainingMatcher(for language: String) -> LocaleMatcher? {
        guard let refusal = selector.refusals.byLanguage[language] else { return matcher }
        if excluded.isEmpty { return refusal.matcher }
        if let known = remaining[language] { return known }
        let matcher = Self.matcher(in: selector, without: excluded.union(refusal.tables))
        remaining[language] = .some(matcher)
        return matcher
    }

    private static func matcher(in selector: LanguageSelector, without excluded: Set<Int>) -> LocaleMatcher? {
        LocaleMatcher(
            tags: selector.available, indices: selector.available.indices.filter { !excluded.contains($0) },
            preferred: selector.defaultIndex)
    }
}
