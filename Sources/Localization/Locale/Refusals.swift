/// Which tables the readers of a language are never given, whatever CLDR says.
struct Refusals {
    /// CLDR 42 gave Ukrainian readers Russian; it has thought better of it since.
    private static let builtIn = [(desired: "uk", supported: "ru")]

    /// What one language's readers are left with.
    struct Refusal {
        /// The tables that they are not given.
        var tables: Set<Int>
        /// The matching among the others; nil where there are none.
        var matcher: LocaleMatcher?
    }

    /// By the reader's language; only where there is a table to refuse.
    let byLanguage: [String: Refusal]

    /// Prepares the refusals among these tables; a language that is no tag refuses nothing.
    init(_ refused: [(desired: String, supported: String)], available: [LanguageTag], preferred: Int) {
        var tables: [String: Set<Int>] = [:]
        for pair in Self.builtIn + refused {
            guard let desired = LanguageTag(pair.desired)?.language,
                let supported = LanguageTag(pair.supported)?.language,
                desired != supported
            else { continue }
            let matching = available.indices.filter { available[$0].language == supported }
            if !matching.isEmpty { tables[desired, default: []].formUnion(matching) }
        }
        byLanguage = tables.mapValues { tables in
            let others = available.indices.filter { !tables.contains($0) }
            return Refusal(
                tables: tables, matcher: LocaleMatcher(tags: available, indices: others, preferred: preferred))
        }
    }
}
