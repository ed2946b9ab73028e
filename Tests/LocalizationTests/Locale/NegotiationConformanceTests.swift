import Foundation
import Localization
import TestSupport
import Testing

/// The shared negotiation cases and fallback chains, through the selector.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct NegotiationConformanceTests {
    struct NegotiationCase: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var available: [String]
        var `default`: String
        var header: String?
        var expected: String
        var why: String

        var testDescription: String { "\(id): \(why)" }
    }

    struct ChainCase: Decodable, Sendable, CustomTestStringConvertible {
        var locale: String
        var available: [String]
        var `default`: String
        var expected: [String]
        var why: String

        var testDescription: String { "\(locale) of \(available): \(why)" }
    }

    static let negotiations: [NegotiationCase] = cases("conformance/locale/negotiation.json")
    static let chains: [ChainCase] = cases("conformance/locale/fallback-chains.json")

    private static func cases<Case: Decodable>(_ path: String) -> [Case] {
        guard SharedData.isPresent else { return [] }
        return try! JSONDecoder().decode([Case].self, from: Data(SharedData.bytes(path)))
    }

    @Test func everyCaseIsThere() {
        #expect(Self.negotiations.count == 68)
        #expect(Self.chains.count == 17)
    }

    @Test(arguments: negotiations) func negotiation(_ test: NegotiationCase) throws {
        let (selector, names) = try selector(named: test.available, default: test.default)
        switch negotiate(selector, test.header) {
        case .table(let index): #expect(names[index] == test.expected)
        case .headerTooLarge: #expect(test.expected == "431")
        case .notAcceptable: Issue.record("nothing is refused unless the request is strict")
        }
    }

    @Test(arguments: chains) func fallback(_ test: ChainCase) throws {
        let (selector, names) = try selector(named: test.available, default: test.default)
        let start = try #require(names.firstIndex(of: test.locale))
        #expect(selector.chain(from: start).map { names[$0] } == test.expected)
    }
}
