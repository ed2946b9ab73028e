/// The chains in which tables fill in for one another, key by key, worked out once per catalog.
///
/// A chain holds the locale, its CLDR parents, then what `--fallback` says of these, then the default locale's chain.
struct FallbackChains {
    /// For each table the tables that are asked for a key, itself first.
    let chains: [[Int]]

    /// Works out the chain of each table.
    init(filling: LocaleFilling, defaultIndex: Int, fallbacks: [(from: LanguageTag, to: LanguageTag)]) {
        let entries = fallbacks.map { Entry(from: $0.from, maximized: $0.from.maximized, to: $0.to) }
        let available = filling.available
        chains = available.indices.map { index in
            var walk = Walk(filling: filling, entries: entries)
            walk.visit(available[index])
            if index != defaultIndex { walk.visit(available[defaultIndex]) }
            return walk.chain
        }
    }

    private struct Entry {
        var from: LanguageTag
        var maximized: LanguageTag
        var to: LanguageTag
    }

    /// Follows one locale to its end.
    private struct Walk {
        let filling: LocaleFilling
        let entries: [Entry]
        private(set) var chain: [Int] = []
        private var followed: Set<Int> = []

        init(filling: LocaleFilling, entries: [Entry]) {
            self.filling = filling
            self.entries = entries
        }

        /// Adds a locale with its parents, then those that fill in for any of them.
        mutating func visit(_ tag: LanguageTag) {
            var waiting = [tag]
            while let start = waiting.popLast() {
                let steps = Array(sequence(first: start, next: ParentLocales.parent(of:)))
                for step in steps {
                    if let index = filling.index(for: step, unless: chain) { chain.append(index) }
                }
                // The last one stands on top: what is said of the nearest step, and first, is followed first.
                waiting.append(contentsOf: targets(of: steps).reversed())
            }
        }

        /// What `--fallback` says of these steps, the nearest first; each entry is followed once.
        ///
        /// An entry for `pt-BR` holds for a table called `pt`, which is the same, but not for what merely has it
        /// among its parents.
        private mutating func targets(of steps: [LanguageTag]) -> [LanguageTag] {
            var targets: [LanguageTag] = []
            for (position, step) in steps.enumerated() {
                let maximized = position == 0 ? step.maximized : nil
                for (number, entry) in entries.enumerated() where entry.from == step || entry.maximized == maximized {
                    if followed.insert(number).inserted { targets.append(entry.to) }
                }
            }
            return targets
        }
    }
}
