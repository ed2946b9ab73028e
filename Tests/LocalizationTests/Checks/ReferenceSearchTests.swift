import Localization
import Testing

@Suite struct ReferenceSearchTests {
    private func problems(_ tables: [(tag: String, messages: [(String, String)])]) throws -> [Problem] {
        let english = try #require(LanguageTag("en"))
        let made = tables.compactMap { table in
            LanguageTag(table.tag).map { Table(tag: $0, messages: table.messages) }
        }
        let catalog = try #require(Catalog(tables: made, options: CatalogOptions(defaultLocale: english)))
        return CatalogCheck.findings(in: catalog).problems.filter { $0.code == .referenceCycle }
    }

    /// A chain each of whose messages leads back to its beginning as well: a circle of every length.
    @Test func countsTheCirclesOfALongChain() throws {
        let count = 30_000
        var messages: [(String, String)] = (0..<count - 1).map { ("a.m\($0)", "<a.m\($0 + 1)> <a.m0>") }
        messages.append(("a.m\(count - 1)", "the end"))
        let found = try problems([("en", messages)])
        #expect(found.count == count - 1)
        #expect(found.allSatisfy { $0.keyPath == "a.m0" })
        // The longest is closed first.
        #expect(found[0].reason.hasSuffix(", a.m15, …"))
        #expect(found[count - 3].reason.hasSuffix("circle: a.m0, a.m1, a.m0"))
        #expect(found[count - 2].reason.hasSuffix("circle: a.m0, a.m0"))
    }

    /// French `a.b` leads through English `a.c` back to itself; English has no circle of its own.
    @Test func namesTheMessageOfTheTableThatHasTheCircle() throws {
        let found = try problems([
            ("en", [("a.b", "plain"), ("a.c", "<a.d>"), ("a.d", "<a.b>")]), ("fr", [("a.b", "<a.c>")]),
        ])
        #expect(found.map(\.keyPath) == ["a.b"])
        #expect(found.first?.reason.hasSuffix("circle: a.b, a.c, a.d, a.b") == true)
    }

    /// A circle within English is not told again for French, which only leads into it.
    @Test func leavesACircleToTheTableThatItIsIn() throws {
        let found = try problems([("en", [("a.b", "<a.c>"), ("a.c", "<a.b>")]), ("fr", [("a.x", "<a.b>")])])
        #expect(found.count == 1)
    }
}
