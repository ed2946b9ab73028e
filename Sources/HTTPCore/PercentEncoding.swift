/// Percent-encoding (RFC 3986, section 2.1), strict on the way in: outside data becomes UTF-8 without NUL or nothing.
public enum PercentEncoding {
    /// Why encoded text was refused.
    public enum Failure: Error, Sendable, Hashable {
        /// A `%` that two hexadecimal digits do not follow.
        case badEscape
        /// A NUL, as `%00` or by itself.
        case nul
        /// The decoded bytes are no UTF-8.
        case notUTF8

        /// What to tell the client.
        public var reason: String {
            switch self {
            case .badEscape: "it has a % that two hexadecimal digits do not follow"
            case .nul: "it holds a NUL"
            case .notUTF8: "its bytes are not UTF-8"
            }
        }
    }

    /// Decodes one path segment or one side of a query parameter.
    ///
    /// - Parameter plusIsSpace: true in a query, where forms write a space as `+`; in a path a plus is a plus.
    public static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) throws(Failure) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = text.startIndex
        var isASCII = true
        while index < text.endIndex {
            var byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard text.endIndex - index > 2, let high = digit(text[index + 1]), let low = digit(text[index + 2])
                else { throw .badEscape }
                byte = high << 4 | low
                index += 3
            } else {
                if plusIsSpace, byte == UInt8(ascii: "+") { byte = 0x20 }
                index += 1
            }
            if byte == 0 { throw .nul }
            if byte >= 0x80 { isASCII = false }
            decoded.append(byte)
        }
        if !isASCII, (try? UTF8Span(validating: decoded.span)) == nil { throw .notUTF8 }
        return decoded
    }

    /// Encodes text for use as one path segment: `pchar` of RFC 3986, section 3.3, stays as it is.
    public static func encodeSegment(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var encoded: [UInt8] = []
        for byte in bytes { append(byte, escaping: !isSegmentCharacter(byte), to: &encoded) }
        return encoded
    }

    /// Appends one byte, as it is or as an escape.
    public static func append(_ byte: UInt8, escaping: Bool, to output: inout [UInt8]) {
        guard escaping else { return output.append(byte) }
        let digits: StaticString = "0123456789ABCDEF"
        output.append(UInt8(ascii: "%"))
        unsafe output.append(digits.utf8Start[Int(byte >> 4)])
        unsafe output.append(digits.utf8Start[Int(byte & 15)])
    }

    /// Whether a byte is a `pchar` that needs no escape: unreserved, sub-delims, `:` or `@`.
    public static func isSegmentCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // In this order: "-._~", "!$&'()*+,;=", ":@".
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D, 0x3A, 0x40:
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
