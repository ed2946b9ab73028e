/// Which table fills a step of a fallback chain: the one with that tag, else one with the same likely subtags.
struct LocaleFilling {
    /// The tags that have tables.
    let available: [LanguageTag]
    private let exact: [LanguageTag: Int]
    private let maximized: [LanguageTag: [Int]]

    /// Prepares the search among these tags.
    init(_ available: [LanguageTag]) {
        self.available = available
        exact = Dictionary(zip(available, available.indices)) { first, _ in first }
        maximized = Dictionary(grouping: available.indices) { available[$0].maximized }
    }

    /// The table for a step: of several with the same likely subtags the first.
    func index(for tag: LanguageTag) -> Int? {
        exact[tag] ?? maximized[tag.maximized]?.first
    }

    /// The table for a step, other than these; nil also where the one with the very tag is among them.
    func index(for tag: LanguageTag, unless taken: [Int]) -> Int? {
        if let index = exact[tag] { return taken.contains(index) ? nil : index }
        return maximized[tag.maximized]?.first { !taken.contains($0) }
    }
}
