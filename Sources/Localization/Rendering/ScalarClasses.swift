/// The classes of characters that placeholders are made of.
enum ScalarClasses {
    /// One scalar of UTF-8 text and how many bytes it takes.
    ///
    /// - Precondition: the text is UTF-8 and `offset` is where a scalar begins.
    @inline(__always)
    static func scalar(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int) {
        let lead = unsafe UInt32(text[offset])
        func rest(_ index: Int) -> UInt32 { unsafe UInt32(text[offset + index] & 0x3F) }
        if lead < 0x80 { return (lead, 1) }
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | rest(1), 2) }
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
        return ((lead & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }

    /// Whether a key's segment may hold this: a letter, a mark or a decimal digit (general categories L, M and Nd),
    /// `_` or `-`.
    static func isKeyScalar(_ value: UInt32) -> Bool {
        if value < 0x80 { return isASCIIKeyByte(UInt8(value)) }
        guard let scalar = Unicode.Scalar(value) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber:
            return true
        default:
            return false
        }
    }

    /// Whether a key's segment may hold this ASCII byte.
    @inline(__always)
    static func isASCIIKeyByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }

    /// Whether an argument's name may hold this: anything but Unicode's Pattern_Syntax and Pattern_White_Space (UAX #31;
    /// both sets never change), as ICU has it.
    static func isArgumentNameScalar(_ value: UInt32) -> Bool {
        PatternCharacters.isIdentifier(value)
    }

    /// Whether Unicode calls this White_Space.
    static func isWhiteSpace(_ value: UInt32) -> Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether this separates attributes: space, tab, CR, LF.
    @inline(__always)
    static func isAttributeSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// The text without Unicode White_Space at both ends.
    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var start = 0
        while start < text.count {
            let (value, length) = unsafe scalar(at: start, in: text)
            guard isWhiteSpace(value) else { break }
            start += length
        }
        var end = text.count
        while end > start {
            var last = end - 1
            while last > start, unsafe text[last] & 0xC0 == 0x80 { last -= 1 }
            guard isWhiteSpace(unsafe scalar(at: last, in: text).value) else { break }
            end = last
        }
        return start..<end
    }
}
