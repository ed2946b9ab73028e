import Localization
import Operations

/// Findings as text and as JSON.
enum CheckReport {
    /// A line each, `file:line:column: code: reason`, and a closing line; none that says "No problems" where the tables
    /// could not be loaded, which is told elsewhere.
    static func text(_ found: ProblemTally, failure: String? = nil) -> String {
        if found.count == 0 { return failure == nil ? "No problems\n" : "" }
        var text = ""
        for finding in found.problems { text += line(finding) + "\n" }
        text += found.count == 1 ? "1 problem" : "\(found.count) problems"
        let rest = found.count - found.problems.count
        return text + (rest == 0 ? "\n" : ", \(rest) of them not listed\n")
    }

    /// One JSON object: `{"problems":[{"code":…,"file":…,"line":…,"column":…,"key":…,"reason":…}],"count":…}`, and
    /// `"failure"` where the tables could not be loaded; `"omitted"` tells how many of them are not listed.
    static func json(_ found: ProblemTally, failure: String? = nil) -> String {
        let objects = found.problems.map { finding -> String in
            var members = ["\"code\":\(quote(finding.code.rawValue))", "\"file\":\(quote(finding.file))"]
            if let line = finding.line { members.append("\"line\":\(line)") }
            if let column = finding.column { members.append("\"column\":\(column)") }
            if let key = finding.keyPath { members.append("\"key\":\(quote(key))") }
            members.append("\"reason\":\(quote(finding.reason))")
            return "{" + members.joined(separator: ",") + "}"
        }
        let list = objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
        let end = failure.map { ",\"failure\":\(quote($0))" } ?? ""
        let rest = found.count - found.problems.count
        let omitted = rest == 0 ? "" : "\"omitted\":\(rest),"
        return "{\"count\":\(found.count),\(omitted)\"problems\":\(list)\(end)}\n"
    }

    /// A finding's line; controls in names and reasons are made visible, so that it is one.
    private static func line(_ finding: Problem) -> String {
        var place = VisibleText.line(finding.file)
        if let line = finding.line {
            place += ":\(line)"
            if let column = finding.column { place += ":\(column)" }
        }
        return "\(place): \(finding.code.rawValue): \(VisibleText.line(finding.reason))"
    }

    private static func quote(_ text: String) -> String {
        var quoted: [UInt8] = []
        JSONText.appendQuoted(text, to: &quoted)
        return String(decoding: quoted, as: UTF8.self)
    }
}
