import Testing

@testable import Localization

@Suite struct TableJSONTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// One document for each table of the chain.
        var chain: [String]
        var nested: String
        var flat: String

        var testDescription: String { name }

        init(_ name: String, _ chain: [String], nested: String, flat: String) {
            self.name = name
            self.chain = chain
            self.nested = nested
            self.flat = flat
        }
    }

    static let cases: [Case] = [
        Case("nothing", ["{}"], nested: "{}", flat: "{}"),
        Case(
            "as it is", [#"{"a":"x","b":{"c":"y"}}"#], nested: #"{"a":"x","b":{"c":"y"}}"#,
            flat: #"{"a":"x","b.c":"y"}"#),
        Case(
            "dots are nesting", [#"{"a.b":"x","a.c":"y","d":"z","a.e.f":"w"}"#],
            nested: #"{"a":{"b":"x","c":"y","e":{"f":"w"}},"d":"z"}"#,
            flat: #"{"a.b":"x","a.c":"y","a.e.f":"w","d":"z"}"#),
        Case(
            "arrays", [#"{"a":["x",["y"],{"k":"z"}]}"#], nested: #"{"a":["x",["y"],{"k":"z"}]}"#,
            flat: #"{"a.0":"x","a.1.0":"y","a.2.k":"z"}"#),
    ]

    @Test(arguments: cases) func isWritten(_ test: Case) throws {
        let strings = try TableFixtures.strings(test.chain)
        #expect(strings.text() == test.nested)
        #expect(strings.text(TableSelection(shape: .flat)) == test.flat)
    }
}
