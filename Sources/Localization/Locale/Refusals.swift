/// Which tables the readers of a language are never given, whatever CLDR says.
struct Refusals {
    /// CLDR 42 gave Ukrainian readers Russian; it has thought better of it since.
    private static let builtIn = [(desired: "uk", supported: "ru")]

    /// The refused tables by the reader's language; only where there are any.
    let tables: [String: Set<Int>]

    /// Prepares the refusals among these tables; a language that is no tag refuses nothing.
    init(_ refused: [(desired: String, supported: String)], available: [LanguageTag]) {
        var tables: [String: Set<Int>] = [:]
        for pair in Self.builtIn + refused {
            guard let desired = LanguageTag(pair.desired)?.language,
                let supported = LanguageTag(pair.supported)?.language, desired != supported
            else { continue }
            let matching = available.indices.filter { available[$0].language == supported }
            if !matching.isEmpty { tables[desired, default: []].formUnion(matching) }
        }
        self.tables = tables
    }
}
