/// Text from elsewhere on a line of its own.
package enum VisibleText {
    /// The text with its controls, and what else would break a line, written as `\u{a}`.
    package static func line(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: text += "\\u{\(String(scalar.value, radix: 16))}"
        default: text.unicodeScalars.append(scalar)
        }
    }
}
