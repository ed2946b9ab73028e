import Testing

@testable import Localization

/// The memory of choices: right, bounded, and of use under a flood.
@Suite struct SelectionCacheTests {
    private static func outcome(_ index: Int) -> LanguageSelector.Outcome {
        LanguageSelector.Outcome(index: index, isWanted: index % 2 == 0, hasUsableRange: index % 3 == 0)
    }

    @Test func remembersWhatWasPutIn() {
        let cache = SelectionCache()
        let text = Array("fr, en;q=0.5".utf8)
        #expect(cache.outcome(of: text.span, kind: .header) == nil)
        cache.insert(Self.outcome(6), of: text.span, kind: .header)
        #expect(cache.outcome(of: text.span, kind: .header) == Self.outcome(6))
        #expect(cache.outcome(of: text.span, kind: .name) == nil)
        #expect(cache.statistics == (1, 2))
    }

    @Test func emptyTextsAreTexts() {
        let cache = SelectionCache()
        let text: [UInt8] = []
        cache.insert(Self.outcome(3), of: text.span, kind: .header)
        #expect(cache.outcome(of: text.span, kind: .header) == Self.outcome(3))
    }

    @Test func longTextsAreNotRemembered() {
        let cache = SelectionCache()
        for (length, isKept) in [(SelectionCache.maximumLength, true), (SelectionCache.maximumLength + 1, false)] {
            let text = [UInt8](repeating: 0x61, count: length)
            cache.insert(Self.outcome(1), of: text.span, kind: .header)
            #expect((cache.outcome(of: text.span, kind: .header) != nil) == isKept)
        }
    }

    @Test func aFloodNeitherGrowsItNorMixesItUp() {
        let cache = SelectionCache()
        var kept = 0
        for number in 0..<20_000 {
            let text = Array("header \(number)".utf8)
            cache.insert(Self.outcome(number), of: text.span, kind: .header)
            #expect(cache.outcome(of: text.span, kind: .header) == Self.outcome(number))
        }
        for number in 0..<20_000 {
            let text = Array("header \(number)".utf8)
            guard let outcome = cache.outcome(of: text.span, kind: .header) else { continue }
            kept += 1
            #expect(outcome == Self.outcome(number))
        }
        #expect(kept <= SelectionCache.capacity)
        #expect(kept > SelectionCache.capacity / 2)
    }

    @Test func whatIsInUseOutlivesAFlood() {
        let cache = SelectionCache()
        let usual = Array("fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7".utf8)
        cache.insert(Self.outcome(2), of: usual.span, kind: .header)
        var losses = 0
        for number in 0..<20_000 {
            if cache.outcome(of: usual.span, kind: .header) == nil {
                losses += 1
                cache.insert(Self.outcome(2), of: usual.span, kind: .header)
            }
            let other = Array("header \(number)".utf8)
            cache.insert(Self.outcome(number), of: other.span, kind: .header)
        }
        #expect(losses <= 20)
    }
}
