import CICU
import Foundation
import TestSupport
import Testing

/// ICU's own test data against our wrapper of its matcher and of its canonicalisation.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct MatcherConformanceTests {
    /// One line of `localeMatcherTest.txt` with the parameters that hold for it.
    struct MatchCase: Sendable {
        var line: Int
        var supported: [String]
        var fallback: String?
        var desired: [String]
        var expected: String
    }

    /// The default-mode cases: those that set neither `@favor` nor `@threshold`.
    static func matchCases() throws -> [MatchCase] {
        var cases: [MatchCase] = []
        var parameters: [String: String] = [:]
        for (number, line) in try lines("localeMatcherTest.txt") {
            if line.hasPrefix("**") {
                parameters = [:]
            } else if line.hasPrefix("@") {
                let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(trimmed)
                parameters[parts[0]] = parts.count > 1 ? parts[1] : nil
            } else if let arrow = line.range(of: ">>"), parameters["favor"] == nil, parameters["threshold"] == nil {
                let match = line[arrow.upperBound...].split(separator: "|", omittingEmptySubsequences: false)[0]
                cases.append(
                    MatchCase(
                        line: number, supported: list(parameters["supported"] ?? ""), fallback: parameters["default"],
                        desired: list(line[..<arrow.lowerBound]), expected: trimmed(match)))
            }
        }
        return cases
    }

    @Test func matcher() throws {
        let cases = try Self.matchCases()
        #expect(cases.count == 498)
        let differing = cases.filter { Self.bestMatch($0) != Self.canonical($0.expected) }
        // `91` is no tag, and the wrapper refuses the list; without it, it answers as expected.
        #expect(
            differing.map { "\($0.desired.joined(separator: ",")) among \($0.supported.joined(separator: ","))" } == [
                "sa among 91,en,hi"
            ])
        for var test in differing {
            test.supported.removeAll { Self.canonical($0).isEmpty }
            #expect(Self.bestMatch(test) == Self.canonical(test.expected))
        }
    }

    @Test func canonicalization() throws {
        let cases = try Self.lines("localeCanonicalization.txt").compactMap { _, line -> (String, String)? in
            let parts = line.split(separator: ";").map { Self.trimmed($0).replacing("_", with: "-") }
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        #expect(cases.count == 1769)
        var differing: [String: String] = [:]
        for (source, expected) in cases {
            let canonical = Self.canonical(source)
            if canonical != expected { differing[source] = "\(canonical) for \(expected)" }
        }
        // The file is of a later CLDR than ICU 72's: codes that were retired since.
        let later = [
            "ajp": "apc", "gom": "kok", "kgm": "plu", "nom": "cbr", "pmk": "crr", "prp": "gu", "szd": "umi",
            "tmk": "tdg", "tpw": "tpn", "xss": "zko", "zkb": "kjh",
        ]
        var known = ["sgn-NO": "nsl for nsi"]
        for (old, new) in later {
            known[old] = "\(old) for \(new)"
            known["\(old)-Adlm-AC-fonipa"] = "\(old)-Adlm-AC-fonipa for \(new)-Adlm-AC-fonipa"
        }
        #expect(differing == known)
    }

    /// The lines of a file with their numbers, without comments and empty ones.
    private static func lines(_ name: String) throws -> [(Int, String)] {
        let text = String(decoding: try SharedData.bytes("conformance/locale/icu/\(name)"), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { offset, line in
            let content = trimmed(line.prefix { $0 != "#" })
            return content.isEmpty ? nil : (offset + 1, content)
        }
    }

    /// What the wrapper finds; where nothing is near enough, the default, as ICU's tests have it.
    private static func bestMatch(_ test: MatchCase) -> String {
        let supported = test.supported
        guard let fallback = test.fallback ?? supported.first else { return canonical("null") }
        let preferred = test.fallback == nil ? 0 : supported.firstIndex(of: fallback) ?? -1
        let matcher = parlance_locale_matcher_create(packed(supported), supported.count, Int32(preferred))
        guard let matcher else { return "refused" }
        defer { parlance_locale_matcher_destroy(matcher) }
        let match = parlance_locale_matcher_match(matcher, packed(test.desired), test.desired.count)
        return canonical(match.supported < 0 ? fallback : supported[Int(match.supported)])
    }

    private static func canonical(_ tag: String) -> String {
        let characters = tag.utf8.map { CChar($0) }
        var buffer = [CChar](repeating: 0, count: 200)
        let length = parlance_locale_canonicalize(characters, characters.count, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(length, 0)).map { UInt8($0) }, as: UTF8.self)
    }

    private static func packed(_ tags: [String]) -> [CChar] {
        tags.flatMap { $0.utf8.map { CChar($0) } + [0] }
    }

    private static func list(_ text: some StringProtocol) -> [String] {
        text.split(separator: ",").map { trimmed($0) }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespaces)
    }
}
