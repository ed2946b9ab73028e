/// Why a text is no JSON document (RFC 8259), and where.
package struct JSONSyntaxError: Error, Hashable {
    /// What was expected.
    package enum Reason: Hashable, Sendable {
        case value
        case valueOrEndOfArray
        case keyOrEndOfObject
        case keyAfterComma
        case colon
        case commaOrEndOfObject
        case commaOrEndOfArray
        case endOfDocument
        case digit
        case literal
        case escape
        case hexadecimalDigit
        case escapedControl
        case endOfString
        case utf8
        /// Not more than this many arrays and objects inside one another.
        case depth(Int)
    }

    /// The first byte that no valid document could have there, from 0; behind the last byte where the text is cut off.
    package let offset: Int
    /// What was expected there.
    package let reason: Reason
    /// Whether a value was being read there, and not what stands between values or in a key.
    let isInValue: Bool
    /// Whether the text ended there.
    package let isCutOff: Bool
}

extension JSONSyntaxError: CustomStringConvertible {
    /// What is said of bytes that are not UTF-8, in JSON or elsewhere.
    static let notUTF8 = "the bytes are not UTF-8; save the document in that encoding"

    /// What is wrong and what to do about it, in one sentence without a final stop.
    package var description: String {
        isCutOff ? "the document ends too early: \(expectation)" : expectation
    }

    private var expectation: String {
        switch reason {
        case .value:
            "expected a value (an object, an array, a string in double quotes, a number, true, false or null)"
        case .valueOrEndOfArray: "expected a value or \"]\""
        case .keyOrEndOfObject: "expected a key in double quotes or \"}\""
        case .keyAfterComma: "expected a key in double quotes; no comma may follow the last member"
        case .colon: "expected \":\" between a key and its value"
        case .commaOrEndOfObject: "expected \",\" or \"}\" after a member"
        case .commaOrEndOfArray: "expected \",\" or \"]\" after an element"
        case .endOfDocument: "expected nothing after the document's one value"
        case .digit: "expected a digit; a number has no leading zero or plus, and digits on both sides of its point"
        case .literal: "expected true, false or null, in lower case"
        case .escape: "expected one of \" \\ / b f n r t u after a backslash; write a backslash itself as \\\\"
        case .hexadecimalDigit: "expected four hexadecimal digits after \\u"
        case .escapedControl: "a control character in a string must be escaped, as in \\n"
        case .endOfString: "expected the string's closing quote"
        case .utf8: Self.notUTF8
        case .depth(let limit): "arrays and objects nest deeper than \(limit)"
        }
    }
}
