/// The tables by name, for requests that say which locale they want.
struct ExplicitLocales {
    /// The tables by their very tags.
    let exact: [LanguageTag: Int]
    private let groups: [String: LocaleMatcher]
    private let spellings: SpellingTable

    /// Prepares the search among these tags.
    init(_ available: [LanguageTag], preferred: Int) {
        exact = Dictionary(zip(available, available.indices)) { first, _ in first }
        spellings = SpellingTable(available.map { Array($0.description.utf8) })
        let indices = Dictionary(grouping: available.indices) { Self.group(of: available[$0]) }
        groups = indices.compactMapValues {
            LocaleMatcher(tags: available, indices: $0, preferred: $0.contains(preferred) ? preferred : nil)
        }
    }

    /// The table whose canonical tag is spelled so.
    func index(spelled name: Span<UInt8>) -> Int? { spellings.index(of: name) }

    /// The table with this tag, else the nearest of the same language, by CLDR's matching: the script changes only
    /// where CLDR says that readers read both.
    func index(for tag: LanguageTag) -> Int? {
        if let index = exact[tag] { return index }
        let plain = tag.withoutExtensions
        if let index = exact[plain] { return index }
        // `und-DE` is German; the matcher would take it for no language at all.
        let desired = plain.language == "und" ? plain.maximized : plain
        guard desired.language != "und", let matcher = groups[Self.group(of: desired)] else { return nil }
        return matcher.match(desired)
    }

    /// The language under which a tag is found; Norwegian, by its three names, is one.
    private static func group(of tag: LanguageTag) -> String {
        let language = tag.language
        return language == "nb" || language == "nn" ? "no" : language
    }
}
