import Testing

@testable import Localization

@Suite("Limits, several locales, hostile input") struct LimitsTests {
    static let table = strings(["a.b": "12345", "x.y": "é\"<"])

    static func limits(output: Int = 1 << 20, expansions: Int = 10_000) -> RenderLimits {
        var limits = RenderLimits()
        limits.maximumOutput = output
        limits.maximumExpansions = expansions
        return limits
    }

    static func failure(_ text: String, _ limits: RenderLimits, locales: Int = 1) throws -> RenderLimitError? {
        let document = try Document(Array(text.utf8), kind: .text)
        do throws(RenderFailure) {
            if locales == 1 {
                _ = try document.render(strings: table, limits: limits)
            } else {
                _ = try document.render(locales: (0..<locales).map { ("l\($0)", table) }, limits: limits)
            }
            return nil
        } catch {
            guard case .limit(let limit) = error else { throw error }
            return limit
        }
    }

    @Test func limitsHoldToTheByteAndTheMessage() throws {
        #expect(try Self.failure("<a.b><a.b>", Self.limits(output: 10)) == nil)
        #expect(try Self.failure("<a.b><a.b>", Self.limits(output: 9)) == .output)
        #expect(try Self.failure("<a.b>x", Self.limits(output: 5)) == .output)
        #expect(try Self.failure("plain", Self.limits(output: 5)) == nil)
        #expect(try Self.failure("plain", Self.limits(output: 4)) == .output)
        #expect(try Self.failure("<a.b><a.b><no.such>", Self.limits(expansions: 2)) == nil)
        #expect(try Self.failure("<a.b><a.b>", Self.limits(expansions: 1)) == .expansions)
        // Over all locales together.
        #expect(try Self.failure("<a.b>", Self.limits(expansions: 3), locales: 3) == nil)
        #expect(try Self.failure("<a.b>", Self.limits(expansions: 2), locales: 3) == .expansions)
        #expect(
            try Self.failure("<a.b>", Self.limits(output: #"{"l0":"12345","l1":"12345"}"#.utf8.count), locales: 2)
                == nil)
        #expect(
            try Self.failure("<a.b>", Self.limits(output: #"{"l0":"12345","l1":"12345"}"#.utf8.count - 1), locales: 2)
                == .output)
    }

    @Test func severalLocalesStandInOneObject() throws {
        let other = strings(["a.b": "Zwölf"])
        let text = try Document(Array("\u{FEFF}<a.b>\n\"<x.y>\"".utf8), kind: .text)
        let both = try text.render(locales: [("en", Self.table), ("d\"e", other)])
        #expect(
            String(decoding: both.output, as: UTF8.self)
                == "{\"en\":\"\u{FEFF}12345\\n\\\"é\\\"<\\\"\",\"d\\\"e\":\"\u{FEFF}Zwölf\\n\\\"<x.y>\\\"\"}")
        #expect(both.expansions == 3 && both.missing.count == 1)
        #expect(text.places(of: both.missing).map(\.locale) == [1])
        let tree = try Document(Array("\u{FEFF} [\"<x.y>\"]".utf8), kind: .widgetTree)
        let trees = try tree.render(locales: [("en", Self.table), ("de", other)])
        #expect(String(decoding: trees.output, as: UTF8.self) == #"{"en": ["é\"<"],"de": ["<x.y>"]}"#)
        let markup = try Document(Array("<x.y>".utf8), kind: .markup)
        #expect(
            String(decoding: try markup.render(locales: [("en", Self.table)]).output, as: UTF8.self)
                == #"{"en":"é&quot;&lt;"}"#)
    }

    /// What a caller who means harm repeats. Each costs about what harmless text costs; the benchmark prints how much.
    static let repeated = [
        "<", "{", "\\", "\\<", "\\{", "<a.b x=\"", "<a.b x='", "<a.b x=\"<a.b y='", "<a.", "<a.b x=1 ", "<a.b ",
        "<a.b>", "<a.b x=\"\" ", "@", "<@",
        "<é", "<a.b x=&#", "{a.b x=\"", "<my key n=\"", "<x {y ", "\t<", "<a.b x=\"{a.b y='<a.b z=\"",
    ]

    @Test(.timeLimit(.minutes(2)), arguments: repeated)
    func muchOfAnythingIsLinear(_ unit: String) throws {
        let text = String(repeating: unit, count: (1 << 16) / unit.utf8.count)
        for kind in [Document.Kind.text, .markup] {
            let document = try MissingTests.document(text, kind, .both)
            if unit != "<a.b>" {
                let rendering = try document.render(strings: Corpora.emptyStrings)
                #expect(unit.contains("\\") || rendering.output == Array(text.utf8))
            }
        }
        // One string, and as many strings as there are units.
        var quoted: [UInt8] = []
        JSONText.appendQuoted(text, to: &quoted)
        _ = try Document(quoted, kind: .widgetTree).render(strings: Corpora.emptyStrings)
        var one: [UInt8] = []
        JSONText.appendQuoted(unit, to: &one)
        one.append(UInt8(ascii: ","))
        let count = (1 << 16) / one.count
        let array = [UInt8(ascii: "[")] + Array(repeatElement(one, count: count).joined()) + Array("0]".utf8)
        let rendering = try MissingTests.document(String(decoding: array, as: UTF8.self), .widgetTree, .both)
            .render(strings: Corpora.emptyStrings)
        #expect(unit.contains("\\") || rendering.output == array)
    }

    @Test(.timeLimit(.minutes(1)))
    func manyArgumentsAndManyScopesAreLinear() throws {
        let table = strings(["m.m": "{zz}"])
        let arguments = (0..<5_000).map { "\"a\($0)\":\($0)" }.joined(separator: ",")
        let texts = repeatElement("\"<m.m>\"", count: 3_000).joined(separator: ",")
        let wide = "{\"arguments\":{\(arguments)},\"t\":[\(texts)]}"
        #expect(try rendering(Array(wide.utf8), as: .widgetTree, with: table).expansions == 3_000)
        let opening = String(repeating: "{\"arguments\":{\"a\":1},\"c\":", count: 500)
        let deep = "\(opening)[\(texts)]\(String(repeating: "}", count: 500))"
        #expect(try rendering(Array(deep.utf8), as: .widgetTree, with: table).expansions == 3_000)
    }
}
