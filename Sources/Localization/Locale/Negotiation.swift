/// One negotiation: the ranges of a header against the tables of a selector.
struct Negotiation {
    private let selector: LanguageSelector
    private let ranges: [AcceptLanguage.Range]

    /// Prepares a negotiation; the ranges stand by falling weight.
    init(selector: LanguageSelector, ranges: [AcceptLanguage.Range]) {
        self.selector = selector
        self.ranges = ranges
    }

    /// The table to serve.
    var outcome: LanguageSelector.Outcome {
        guard !ranges.isEmpty else {
            return LanguageSelector.Outcome(index: selector.defaultIndex, isWanted: false, hasUsableRange: false)
        }
        let excluded = self.excluded
        if let index = wanted(excluded) {
            return LanguageSelector.Outcome(index: index, isWanted: true, hasUsableRange: true)
        }
        let fallback = firstUseful { !excluded.contains($0) } ?? selector.defaultIndex
        return LanguageSelector.Outcome(index: fallback, isWanted: false, hasUsableRange: true)
    }

    /// The default locale's table where it will do, else the first in byte order that will.
    private func firstUseful(where isUseful: (Int) -> Bool) -> Int? {
        isUseful(selector.defaultIndex) ? selector.defaultIndex : selector.available.indices.first(where: isUseful)
    }

    /// What the header chooses. `*` comes after the named ranges of its weight and before lower weights.
    private func wanted(_ excluded: Set<Int>) -> Int? {
        let wildcard = ranges.first { $0.isWildcard && $0.weight > 0 }
        // What is no language suits nobody; ICU would take `und` for English.
        let named = ranges.filter { $0.weight > 0 && $0.tag.map { $0.language != "und" } ?? false }
        var matching = RangeMatching(selector: selector, excluded: excluded)
        guard let wildcard else { return matching.best(of: named.compactMap(\.tag)) }
        let before = named.prefix { $0.weight >= wildcard.weight }
        if let index = matching.best(of: before.compactMap(\.tag)) { return index }
        if let index = firstUseful(where: { !excluded.contains($0) && mostSpecificRange(for: $0) == nil }) {
            return index
        }
        return matching.best(of: named.dropFirst(before.count).compactMap(\.tag))
    }

    /// The tables whose most specific range says "not this".
    private var excluded: Set<Int> {
        guard ranges.contains(where: { $0.weight == 0 }) else { return [] }
        let excludesOthers = ranges.contains { $0.isWildcard && $0.weight == 0 }
        return Set(
            selector.available.indices.filter { index in
                mostSpecificRange(for: index).map { $0.weight == 0 } ?? excludesOthers
            })
    }

    /// The longest range that is a prefix of a table's tag, subtag by subtag
    /// ([RFC 4647, section 3.3.1](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.1)); `*` aside.
    private func mostSpecificRange(for index: Int) -> AcceptLanguage.Range? {
        let table = selector.available[index].description.utf8
        var best: (length: Int, range: AcceptLanguage.Range)?
        for range in ranges {
            guard let prefix = range.tag?.description.utf8, prefix.count > best?.length ?? 0,
                table.starts(with: prefix),
                prefix.count == table.count || table.dropFirst(prefix.count).first == UInt8(ascii: "-")
            else { continue }
            best = (prefix.count, range)
        }
        return best?.range
    }
}
