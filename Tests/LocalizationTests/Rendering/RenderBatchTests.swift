import Testing

@testable import Localization

/// Many placeholders in one text: they are found, looked up and copied in batches, whose bounds nobody may notice.
@Suite struct RenderBatchTests {
    /// The parts that texts are made of, each with what becomes of it.
    private static let parts: [(source: String, answer: String)] = {
        let longKey = "k." + String(repeating: "n", count: 61)
        return [
            ("<a.b>", "short"), ("<a.empty-not>", ""), ("<a.long>", String(repeating: "long ", count: 900)),
            ("\\<a.b>", "<a.b>"), ("<a.c name=\"Ann\">", "Hello, Ann"), ("<a.none>", "<a.none>"), ("<b>", "<b>"),
            ("<a..b>", "<a..b>"), ("<.a>", "<.a>"), ("<a.>", "<a.>"), ("< é <", "< é <"), ("<a.b/>", "short"),
            ("<\(longKey)>", "63 bytes"), ("<\(longKey)n>", "64 bytes"), ("<\(longKey)nn>", "65 bytes"),
            ("<a.fifteen-bytes>", "15"), ("<a.ümlaut>", "umlaut"), ("<@a.b>", "<@a.b>"), ("<<a.b>>", "<short>"),
            (" between ", " between "),
        ]
    }()

    private static func strings() throws -> Strings {
        let longKey = "k." + String(repeating: "n", count: 61)
        let messages = [
            ("a.b", "short"), ("a.empty-not", ""), ("a.long", String(repeating: "long ", count: 900)),
            ("a.c", "Hello, {name}"), (longKey, "63 bytes"), (longKey + "n", "64 bytes"), (longKey + "nn", "65 bytes"),
            ("a.fifteen-bytes", "15"), ("a.ümlaut", "umlaut"),
        ]
        let tag = try #require(LanguageTag("en"))
        return Strings(chain: [
            Table(tag: tag, messages: messages.map { (path: $0.0, text: $0.1) }, keepsEmptyStrings: true)
        ])
    }

    @Test(arguments: [1, 2, 31, 32, 33, 64, 127, 128, 129, 257, 1000])
    func partsAreRenderedWhereverTheyStand(count: Int) throws {
        let strings = try Self.strings()
        var generator = SeededGenerator(seed: UInt64(count))
        for _ in 0..<8 {
            var source = ""
            var answer = ""
            for _ in 0..<count {
                let part = Self.parts[Int(generator.next() % UInt64(Self.parts.count))]
                source += part.source
                answer += part.answer
                source += " "
                answer += " "
            }
            #expect(try Template(source).render(with: strings) == answer)
        }
    }

    @Test(arguments: parts.map(\.source))
    func aPartAloneIsRendered(source: String) throws {
        let answer = Self.parts.first { $0.source == source }?.answer
        #expect(try Template(source).render(with: Self.strings()) == answer)
    }

    /// The limit counts what is written, wherever the memory for it ends.
    @Test func theOutputMayBeAsLongAsTheLimitAndNoLonger() throws {
        let strings = try Self.strings()
        let template = try Template(String(repeating: "<a.long>", count: 40))
        var limits = RenderLimits()
        limits.maximumOutput = 40 * 4500
        #expect(try template.renderUTF8(with: strings, limits: limits).count == 40 * 4500)
        limits.maximumOutput -= 1
        #expect(throws: RenderLimitError.output) { try template.renderUTF8(with: strings, limits: limits) }
    }

    /// Messages that are their text and messages that are more count alike.
    @Test func expansionsAreCountedWhicheverWayTheyAreMade() throws {
        let strings = try Self.strings()
        let template = try Template(String(repeating: "<a.b><a.c name=x>", count: 50))
        var limits = RenderLimits()
        limits.maximumExpansions = 100
        #expect(try template.renderUTF8(with: strings, limits: limits).count == 50 * 13)
        limits.maximumExpansions = 99
        #expect(throws: RenderLimitError.expansions) { try template.renderUTF8(with: strings, limits: limits) }
    }
}
