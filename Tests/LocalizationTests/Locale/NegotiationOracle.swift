import CICU
import Localization

/// The rules of negotiation written down a second time, as plainly as they can be and without a thought for speed.
///
/// It answers which tables are right: where two are equally near, either may be.
struct NegotiationOracle {
    var available: [LanguageTag]
    var defaultIndex: Int
    var refused: [(desired: String, supported: String)] = []

    /// A range of the header.
    private struct Range {
        var name: String
        var weight: Int
    }

    /// The tables that are right for a header of ASCII text.
    func tables(for header: String) -> Set<Int> {
        let ranges = ranges(of: header)
        let open = Set(available.indices).subtracting(excluded(by: ranges))
        let wanted = ranges.filter { $0.weight > 0 }
        let star = wanted.first { $0.name == "*" }
        let before = wanted.filter { $0.name != "*" && $0.weight >= star?.weight ?? 0 }
        let after = wanted.filter { $0.name != "*" && $0.weight < star?.weight ?? 0 }
        if let match = match(before.map(\.name), among: open) { return match }
        if star != nil {
            let unnamed = open.filter { table in !ranges.contains { names($0.name, table) } }
            if unnamed.contains(defaultIndex) { return [defaultIndex] }
            if let first = unnamed.min() { return [first] }
        }
        if let match = match(after.map(\.name), among: open) { return match }
        if open.contains(defaultIndex) { return [defaultIndex] }
        return [open.min() ?? defaultIndex]
    }

    /// The tables that are right for a locale that is asked for by name; empty where there is none.
    func tables(named tag: LanguageTag) -> Set<Int> {
        if let exact = available.firstIndex(of: tag) { return [exact] }
        let related = available.indices.filter { group(available[$0]) == group(tag) }
        guard group(tag) != "und" else { return [] }
        let distances = related.map { distance(tag.description, $0) }
        guard let least = distances.min(), least < 50 else { return [] }
        return Set(zip(related, distances).filter { $0.1 == least }.map(\.0))
    }

    private func group(_ tag: LanguageTag) -> String {
        ["nb", "nn"].contains(tag.language) ? "no" : tag.language
    }

    /// The readable ranges by weight and place, each once.
    private func ranges(of header: String) -> [Range] {
        var ranges: [Range] = []
        for element in header.split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
            guard parts[0] == "*" || isRange(parts[0]), parts[0].utf8.count <= 64 else { continue }
            var weight: Int? = 1000
            for parameter in parts.dropFirst() {
                let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
                guard sides[0].lowercased() == "q" else { continue }
                weight = sides.count == 2 ? thousandths(sides[1]) : nil
                if weight == nil { break }
            }
            guard let weight else { continue }
            let name = canonical(parts[0])
            if let known = ranges.firstIndex(where: { $0.name == name }) {
                ranges[known].weight = max(ranges[known].weight, weight)
            } else {
                ranges.append(Range(name: name, weight: weight))
            }
        }
        return ranges.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element)
    }

    private func isRange(_ text: String) -> Bool {
        text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
            .allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    }

    private func canonical(_ range: String) -> String {
        let subtags = range.split { $0 == "-" || $0 == "_" }.prefix { $0.count > 1 || $0 == "*" }
        return LanguageTag(subtags.joined(separator: "-"))?.description ?? range.lowercased()
    }

    private func thousandths(_ text: String) -> Int? {
        let sides = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.joined().allSatisfy({ "0123456789".contains($0) }), !sides.joined().isEmpty else { return nil }
        let fraction = sides.count == 2 ? String(sides[1]) : ""
        let whole = Int(sides[0].isEmpty ? "0" : String(sides[0])) ?? 2
        let isPositive = whole > 0 || fraction.contains { $0 != "0" }
        guard whole == 0 || (whole == 1 && fraction.allSatisfy { $0 == "0" }) else { return nil }
        let digits = Int((fraction + "000").prefix(3)) ?? 0
        return isPositive ? max(1, whole * 1000 + digits) : 0
    }

    private func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(String(text.drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
    }

    private func names(_ range: String, _ table: Int) -> Bool {
        available[table].description == range || available[table].description.hasPrefix(range + "-")
    }

    private func excluded(by ranges: [Range]) -> [Int] {
        available.indices.filter { table in
            let naming = ranges.filter { $0.name != "*" && names($0.name, table) }.max { $0.name.count < $1.name.count }
            return (naming ?? ranges.first { $0.name == "*" })?.weight == 0
        }
    }

    /// The nearest tables for the nearest of the first ten names, else of the next ten; a name of a later place is
    /// farther by 5 for each. What is no language takes no place.
    private func match(_ names: [String], among open: Set<Int>) -> Set<Int>? {
        let names = names.filter { LanguageTag($0).map { $0.language != "und" } ?? false }
        for start in stride(from: 0, to: names.count, by: 10) {
            let group = names[start..<min(start + 10, names.count)].map { nearest($0, among: open) }
            let costs = group.enumerated().map { ($1?.distance ?? 1000) + 5 * Double($0) }
            if let least = costs.min(), least < 50 { return group[costs.firstIndex(of: least)!]?.tables }
            if let first = group.compactMap({ $0 }).first { return first.tables }
        }
        return nil
    }

    private func nearest(_ name: String, among open: Set<Int>) -> (tables: Set<Int>, distance: Double)? {
        guard let tag = LanguageTag(name) else { return nil }
        if let exact = available.firstIndex(of: tag), open.contains(exact) { return ([exact], 0) }
        let allowed = open.filter { table in
            available[table].language != "und"
                && !refused.contains { $0.desired == tag.language && $0.supported == available[table].language }
        }
        let distances = allowed.map { (table: $0, distance: distance(name, $0)) }
        guard let least = distances.map(\.distance).min(), least < 50 else { return nil }
        return (Set(distances.filter { $0.distance == least }.map(\.table)), least)
    }

    private func distance(_ desired: String, _ table: Int) -> Double {
        let supported = available[table].description.utf8.map { CChar($0) } + [0]
        guard let matcher = parlance_locale_matcher_create(supported, 1, -1) else { return 100 }
        defer { parlance_locale_matcher_destroy(matcher) }
        let tag = desired.utf8.map { CChar($0) }
        var distance = 100.0
        parlance_locale_matcher_distances(matcher, tag, tag.count, &distance)
        return distance
    }
}
