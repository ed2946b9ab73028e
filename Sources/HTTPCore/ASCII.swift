/// Small questions about bytes that several header parsers ask.
enum ASCII {
    /// The byte in lower case where it is an ASCII letter.
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Whether the bytes equal a name in lower case, in any case of their own.
    static func equal(_ bytes: some Collection<UInt8>, _ lowercasedName: StaticString) -> Bool {
        guard bytes.count == lowercasedName.utf8CodeUnitCount else { return false }
        var index = 0
        for byte in bytes {
            guard unsafe lowercased(byte) == lowercasedName.utf8Start[index] else { return false }
            index += 1
        }
        return true
    }

    /// The text without spaces and tabs at its ends.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    /// Space or tab (RFC 9110, section 5.6.3).
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A character of a token (RFC 9110, section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // In this order: "!#$%&'*+-.^_`|~".
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether there is at least one byte and all are characters of a token.
    static func isToken(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { isToken($0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are this text, letter for letter.
    @inline(__always)
    package func isSpelled(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }
}
