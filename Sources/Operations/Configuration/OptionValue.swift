/// Reads the values of options; each function says in its error what would have been right.
package enum OptionValue {
    /// `true`, `false` and the words that people write for them.
    package static func boolean(_ text: String) throws(UsageError) -> Bool {
        switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: throw UsageError("\(UsageError.quote(text)) is neither true nor false")
        }
    }

    /// One of a few words.
    package static func choice(_ text: String, of words: [String]) throws(UsageError) -> String {
        if words.contains(text) { return text }
        throw notOne(text, of: words)
    }

    /// One of the cases of a type, by their spellings.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        throw notOne(text, of: Choice.allCases.map(\.rawValue))
    }

    private static func notOne(_ text: String, of words: [String]) -> UsageError {
        let most = words.dropLast().joined(separator: ", ")
        let list = words.count == 2 ? "neither \(most) nor" : most.isEmpty ? "not" : "none of \(most) and"
        return UsageError("\(UsageError.quote(text)) is \(list) \(words.last ?? "anything")")
    }

    /// A whole number within a range.
    package static func integer(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text), range.contains(value) else {
            throw UsageError(
                "\(UsageError.quote(text)) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// A number of bytes: `1048576`, `1MiB`, `64K`. All units are powers of 1024.
    package static func bytes(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let shift: Int? =
            switch text.dropFirst(digits.count).lowercased() {
            case "", "b": 0
            case "k", "kb", "kib": 10
            case "m", "mb", "mib": 20
            case "g", "gb", "gib": 30
            default: nil
            }
        guard let shift, let count = Int(digits), count <= Int.max >> shift, range.contains(count << shift) else {
            throw UsageError(
                "\(UsageError.quote(text)) is not a size from \(describe(bytes: range.lowerBound)) to "
                    + "\(describe(bytes: range.upperBound)), such as 512KiB or 16MiB")
        }
        return count << shift
    }

    /// A time in seconds: `10`, `0.5`, `10s`, `500ms`, `2m`.
    package static func seconds(_ text: String, in range: ClosedRange<Double>) throws(UsageError) -> Double {
        let number = text.prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
        let factor: Double? =
            switch text.dropFirst(number.count) {
            case "", "s": 1
            case "ms": 0.001
            case "m": 60
            case "h": 3600
            default: nil
            }
        guard let factor, let value = Double(number), range.contains(value * factor) else {
            throw UsageError(
                "\(UsageError.quote(text)) is not a time from \(Int(range.lowerBound)) to \(Int(range.upperBound)) "
                    + "seconds, such as 10 or 500ms")
        }
        return value * factor
    }

    /// `FROM=TO`, neither of them empty.
    package static func pair(_ text: String) throws(UsageError) -> Configuration.Pair {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("\(UsageError.quote(text)) is not of the form FROM=TO")
        }
        return Configuration.Pair(from: String(parts[0]), to: String(parts[1]))
    }

    /// `NAME=VALUE` of a message's argument, neither of them empty; the value may hold anything.
    package static func argument(_ text: String) throws(UsageError) -> Configuration.Pair {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("\(UsageError.quote(text)) is not of the form NAME=VALUE")
        }
        guard !parts[1].isEmpty else {
            throw UsageError("\(UsageError.quote(text)) gives the argument no value")
        }
        return Configuration.Pair(from: String(parts[0]), to: String(parts[1]))
    }

    /// Text of one character or more, without controls.
    package static func text(_ text: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("the value is empty") }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw UsageError("\(UsageError.quote(text)) holds a control character")
        }
        return text
    }

    /// The start of every path: begins with `/`, a `/` at its end is dropped, and only what stands in a path as it is.
    package static func basePath(_ text: String) throws(UsageError) -> String {
        var path = text
        while path.hasSuffix("/") { path.removeLast() }
        let allowed = path.utf8.allSatisfy {
            ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || ($0 >= 0x30 && $0 <= 0x39) || "/-._~".utf8.contains($0)
        }
        guard text.hasPrefix("/"), allowed, !path.utf8.isEmpty || text == "/",
            !path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().contains(where: {
                $0.isEmpty || $0 == "." || $0 == ".."
            })
        else {
            throw UsageError("\(UsageError.quote(text)) is not a path such as /strings-service")
        }
        return path
    }

    /// An origin as browsers send it (RFC 6454, section 6.2), or `*`.
    package static func origin(_ text: String) throws(UsageError) -> String {
        if text == "*" || text == "null" { return text }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasSuffix(":"), parts[0].utf8.count > 1, parts[1].isEmpty, !parts[2].isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: ",") })
        else {
            throw UsageError("\(UsageError.quote(text)) is not an origin such as https://app.example.com, nor *")
        }
        return text.lowercased()
    }

    /// A number of bytes as `--help` shows it.
    package static func describe(bytes: Int) -> String {
        for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)]
        where bytes >= 1 << shift && bytes & (1 << shift - 1) == 0 {
            return "\(bytes >> shift) \(unit)"
        }
        return "\(bytes) bytes"
    }
}
