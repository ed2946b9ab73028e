import Foundation
import Localization
import TestSupport
import Testing

/// Runs the examples of `docs/negotiation.md` as they stand there.
@Suite struct NegotiationDocumentTests {
    /// A row of one of its tables.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The cells, trimmed.
        var cells: [String]

        var testDescription: String { cells.joined(separator: " | ") }

        /// What stands in backticks in a cell.
        func codes(_ column: Int) -> [String] {
            cells[column].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }

        /// The only thing in backticks in a cell; nil where there is none.
        func code(_ column: Int) -> String? { codes(column).first }
    }

    static let document = try? String(
        contentsOf: SharedData.projectFolder.appending(path: "docs/negotiation.md"), encoding: .utf8)

    static let headers = rows(under: "A header")
    static let names = rows(under: "A locale in the path or the query")
    static let chains = rows(under: "A key that the table lacks")
    static let files = rows(under: "Names on disk")

    /// The rows of the table under a heading.
    private static func rows(under heading: String) -> [Row] {
        let lines = (document ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0 == "## \(heading)" }) else { return [] }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }.dropFirst(2).map {
            let cells = $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            return Row(cells: cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    @Test func everyTableIsThere() {
        #expect(Self.headers.count >= 30)
        #expect(Self.names.count >= 10)
        #expect(Self.chains.count >= 9)
        #expect(Self.files.count >= 9)
    }

    @Test(arguments: headers) func header(_ row: Row) throws {
        let tables = row.codes(0)
        let (selector, names) = try selector(named: tables, default: tables[0])
        let header = try #require(row.code(1))
        let answer = try #require(row.code(2))
        let expected = try #require(names.firstIndex(of: answer))
        #expect(negotiate(selector, header) == .table(expected))
        let strict: LanguageSelector.Choice = row.cells[3] == "406" ? .notAcceptable : .table(expected)
        #expect(negotiate(selector, header, strict: true) == strict)
        #expect(row.cells[3] == "406" || row.code(3) == answer)
    }

    @Test(arguments: names) func name(_ row: Row) throws {
        let tables = row.codes(0)
        let (selector, names) = try selector(named: tables, default: tables[0])
        let found = explicit(selector, try #require(row.code(1)))
        #expect(found.map { names[$0] } == row.code(2))
        #expect(row.code(2) != nil || row.cells[2] == "nothing")
    }

    @Test(arguments: chains) func chain(_ row: Row) throws {
        let tables = row.codes(0)
        let fallbacks = try row.codes(1).map { entry in
            let sides = entry.split(separator: "=")
            return (from: try #require(LanguageTag(sides[0])), to: try #require(LanguageTag(sides[1])))
        }
        let (selector, names) = try selector(named: tables, default: tables[0], fallbacks: fallbacks)
        let locale = try #require(row.code(2))
        let start = try #require(names.firstIndex(of: locale))
        #expect(selector.chain(from: start).map { names[$0] } == row.codes(3))
    }

    @Test(arguments: files) func file(_ row: Row) throws {
        let name = try #require(row.code(0))
        #expect(LanguageTag(fileName: Array(name.utf8))?.description == row.code(1))
        #expect(row.code(1) != nil || row.cells[1] == "none")
    }
}
