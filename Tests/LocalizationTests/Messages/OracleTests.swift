import Foundation
import Localization
import TestSupport
import Testing

@Suite("ICU's own answers", .enabled(if: SharedData.isPresent, SharedData.absence))
struct OracleTests {
    @Test("2,000 random patterns, errors included")
    func oracle() throws {
        let object = try MessageCases.object("icu-oracle.json") as! [String: Any]
        let cases = object["cases"] as! [[String: Any]]
        #expect(cases.count == 2000)
        var failures: [String] = []
        for item in cases {
            let pattern = item["pattern"] as! String
            let locale = item["locale"] as! String
            let expected = (item["expected"] ?? item["error"]) as! String
            let actual = MessageCases.format(
                pattern, locale: locale, MessageCases.arguments(item["args"] as! [String: Any]))
            if actual != expected { failures.append("\(locale) \(pattern)\n  \(expected)\n  \(actual)") }
        }
        #expect(failures.isEmpty, "\(failures.count) differ: \(failures.prefix(3).joined(separator: "\n"))")
    }

    @Test("40 golden cases")
    func golden() throws {
        let object = try MessageCases.object("golden.json") as! [String: Any]
        let cases = object["cases"] as! [[String: Any]]
        #expect(cases.count == 40)
        for item in cases {
            var expected = (item["expected"] ?? item["error"]) as! String
            if let at = expected.firstIndex(of: "@") { expected = String(expected[..<at]) }
            let actual = MessageCases.format(
                item["pattern"] as! String, locale: item["locale"] as! String,
                MessageCases.arguments(item["args"] as! [String: Any]))
            #expect(actual == expected, "\(item["id"]!): \(item["note"]!)")
        }
    }
}
