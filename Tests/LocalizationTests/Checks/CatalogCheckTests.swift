@testable import Localization
import Testing

@Suite("What a check of messages finds")
struct CatalogCheckTests {
    private func findings(
        _ tables: [(tag: String, messages: [(path: String, text: String)])], syntax: MessageSyntax = .icu
    ) throws -> [Problem] {
        var options = CatalogOptions(defaultLocale: try #require(LanguageTag("en")))
        options.messageSyntax = syntax
        let made = try tables.map { table in
            Table(tag: try #require(LanguageTag(table.tag)), messages: table.messages)
        }
        let catalog = try #require(Catalog(tables: made, options: options))
        return CatalogCheck.findings(in: catalog).problems
    }

    private func codes(_ english: String, _ other: String, _ tag: String = "fr") throws -> [String] {
        try findings([("en", [("a.b", english)]), (tag, [("a.b", other)])]).map(\.code.rawValue)
    }

    @Test("A catalog in order has no findings")
    func clean() throws {
        #expect(
            try findings([
                ("en", [("a.b", "Hello {name}, <b>{n, plural, one {#} other {#}}</b>"), ("a.c", "<a.b>")]),
                ("de", [("a.b", "Hallo {name}: <b>{n, plural, one {#} other {#}}</b>"), ("a.c", "x <a.b>")]),
            ]) == [])
    }

    @Test(
        "Each kind of mistake",
        arguments: [
            ("Hi {name}", "Salut {nom}", "different-arguments"), ("Hi {name}", "Salut", "different-arguments"),
            ("Hi", "Salut {name}", "different-arguments"), ("<b>Hi</b>", "<b>Salut<b>", "different-markup"),
            ("Hi", "<i>Salut</i>", "different-markup"), ("<0>Hi</0>", "Salut", "different-markup"),
            ("Hi", "Salut {", "message-syntax"),
            ("{n, plural, one {1} other {2}}", "{n, plural, one {1} other {2}}", "missing-category"),
            (
                "{n, plural, one {1} other {2}}", "{n, plural, one {1} few {2} many {3} other {4}}",
                "unused-category"
            ),
            ("Hi", "<no.such>", "broken-reference"), ("Hi", "<a.b>", "reference-cycle"),
            (
                "{n, plural, one {1} other {{g, select, other {2}}}}",
                "{n, plural, one {1} many {1} other {{g, select, other {#}}}}", "literal-number-sign"
            ),
            ("{g, select, other {1}}", "{g, select, f {1} other {# and #}}", "literal-number-sign"),
        ])
    func kinds(english: String, french: String, code: String) throws {
        #expect(try codes(english, french) == [code])
    }

    @Test("The default locale's own messages are checked too")
    func ownMistakes() throws {
        let found = try findings([("en", [("a.b", "{n, plural, few {1} other {2}}")])])
        #expect(found.map(\.code) == [.missingCategory, .unusedCategory])
        #expect(found[0].reason == "a.b: the plural of {n} has no branch for one, which en needs")
    }

    @Test("Exact branches stand for a category whose only number they are")
    func exactBranches() throws {
        let english = "{n, plural, =0 {none} =1 {one} other {#}}"
        #expect(try codes(english, "{n, plural, =1 {one} many {#} other {#}}", "fr") == ["missing-category"])
        #expect(try findings([("en", [("a.b", english)])]) == [])
        #expect(
            try findings([
                ("en", [("a.b", english)]), ("ru", [("a.b", "{n, plural, =1 {а} few {б} many {в} other {г}}")]),
            ])
            .map(\.code) == [.missingCategory])
    }

    @Test("Keys that are missing or extra, and variants that need not repeat")
    func keys() throws {
        let found = try findings([
            ("en", [("a", "A"), ("b", "B")]), ("fr", [("a", "A"), ("c", "C")]), ("fr-CA", [("a", "Â")]),
            ("en-GB", []),
        ])
        #expect(
            found.map { "\($0.code.rawValue) \($0.keyPath ?? "") \($0.reason)" } == [
                "extra-key c c: the default locale has no message at this key path",
                "missing-key b b: fr lacks this message", "missing-key b b: fr-CA lacks this message",
            ])
    }

    @Test("Without a message syntax only keys are compared")
    func plain() throws {
        #expect(
            try findings([("en", [("a", "{x")]), ("fr", [("a", "<b>{y")])], syntax: .none) == [])
    }
}
