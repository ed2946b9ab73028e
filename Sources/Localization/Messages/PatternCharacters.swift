/// The characters that the message syntax tells apart: Pattern_White_Space and Pattern_Syntax of UAX #31, which Unicode
/// promises never to change.
enum PatternCharacters {
    /// Pattern_White_Space.
    static func isWhiteSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x85, 0x200E, 0x200F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Pattern_Syntax.
    static func isSyntax(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60, 0x7B...0x7E, 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1,
            0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2010...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
            0x2190...0x245F, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020,
            0x3030,
            0xFD3E, 0xFD3F, 0xFE45, 0xFE46:
            true
        default: false
        }
    }

    /// Whether a character may stand in an argument's name.
    static func isIdentifier(_ scalar: UInt32) -> Bool { !isWhiteSpace(scalar) && !isSyntax(scalar) }

    /// The scalar at an index of UTF-8 and the count of its bytes. A byte that begins none counts as one of its own, of
    /// the value U+FFFD.
    @inline(__always)
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, count: Int) {
        let first = unsafe text[index]
        if first < 0x80 { return (UInt32(first), 1) }
        let count = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
        guard count > 0, text.count - index >= count else { return (0xFFFD, 1) }
        var value = UInt32(first) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
        for next in 1..<count {
            let byte = unsafe text[index + next]
            guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, count)
    }

    /// The text without white space before it.
    static func withoutLeadingSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while !text.isEmpty {
            let (value, count) = unsafe text.withUnsafeBufferPointer { unsafe scalar(in: $0, at: 0) }
            guard isWhiteSpace(value) else { break }
            text = text.dropFirst(count)
        }
        return text
    }

    /// The text without white space before and behind it.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = withoutLeadingSpace(text)
        while !text.isEmpty {
            // Back to where the last character begins.
            let tail = text.suffix(4)
            let start = tail.lastIndex { $0 & 0xC0 != 0x80 } ?? text.endIndex - 1
            let (value, count) = unsafe text[start...].withUnsafeBufferPointer { unsafe scalar(in: $0, at: 0) }
            guard isWhiteSpace(value), start + count == text.endIndex else { break }
            text = text[..<start]
        }
        return text
    }
}
