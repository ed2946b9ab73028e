import Localization

/// Findings as text and as JSON.
enum CheckReport {
    /// A line each, `file:line:column: code: reason`, and a closing line; none that says "No problems" where the tables
    /// could not be loaded, which is told elsewhere.
    static func text(_ findings: [Problem], failure: String? = nil) -> String {
        if findings.isEmpty, failure != nil { return "" }
        var text = ""
        for finding in findings { text += line(finding) + "\n" }
        let noun = findings.count == 1 ? "problem" : "problems"
        return text + (findings.isEmpty ? "No problems\n" : "\(findings.count) \(noun)\n")
    }

    /// One JSON object: `{"problems":[{"code":…,"file":…,"line":…,"column":…,"key":…,"reason":…}],"count":…}`, and
    /// `"failure"` where the tables could not be loaded.
    static func json(_ findings: [Problem], failure: String? = nil) -> String {
        let objects = findings.map { finding -> String in
            var members = ["\"code\":\(quote(finding.code.rawValue))", "\"file\":\(quote(finding.file))"]
            if let line = finding.line { members.append("\"line\":\(line)") }
            if let column = finding.column { members.append("\"column\":\(column)") }
            if let key = finding.keyPath { members.append("\"key\":\(quote(key))") }
            members.append("\"reason\":\(quote(finding.reason))")
            return "{" + members.joined(separator: ",") + "}"
        }
        let list = objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
        let end = failure.map { ",\"failure\":\(quote($0))" } ?? ""
        return "{\"count\":\(findings.count),\"problems\":\(list)\(end)}\n"
    }

    /// A finding's line; controls in names and reasons are made visible, so that it is one.
    private static func line(_ finding: Problem) -> String {
        var place = visible(finding.file)
        if let line = finding.line {
            place += ":\(line)"
            if let column = finding.column { place += ":\(column)" }
        }
        return "\(place): \(finding.code.rawValue): \(visible(finding.reason))"
    }

    private static func visible(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func quote(_ text: String) -> String {
        var quoted: [UInt8] = []
        JSONText.appendQuoted(text, to: &quoted)
        return String(decoding: quoted, as: UTF8.self)
    }
}
