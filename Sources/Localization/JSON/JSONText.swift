internal import CScan

/// Strings between their JSON spelling (RFC 8259, section 7) and plain UTF-8.
package enum JSONText {
    /// The value of a hexadecimal digit, or nil.
    @inline(__always)
    static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// One escape of a string that the scanner has accepted, with what it spells.
    struct Escape {
        /// The bytes of its spelling: two, six, or twelve for a surrogate pair.
        let length: Int
        /// What it spells; U+FFFD for a lone surrogate.
        let scalar: UInt32
        /// Whether it is half of a surrogate pair without the other half.
        let isLoneSurrogate: Bool
    }

    /// Reads the escape at `position`, which is its backslash.
    ///
    /// - Precondition: the scanner has accepted the string.
    static func escape(at position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Escape {
        let letter = unsafe position[1]
        switch letter {
        case UInt8(ascii: "b"): return Escape(length: 2, scalar: 0x08, isLoneSurrogate: false)
        case UInt8(ascii: "f"): return Escape(length: 2, scalar: 0x0C, isLoneSurrogate: false)
        case UInt8(ascii: "n"): return Escape(length: 2, scalar: 0x0A, isLoneSurrogate: false)
        case UInt8(ascii: "r"): return Escape(length: 2, scalar: 0x0D, isLoneSurrogate: false)
        case UInt8(ascii: "t"): return Escape(length: 2, scalar: 0x09, isLoneSurrogate: false)
        case UInt8(ascii: "u"): break
        default: return Escape(length: 2, scalar: UInt32(letter), isLoneSurrogate: false)
        }
        let first = unsafe unit(at: position + 2)
        guard first & 0xF800 == 0xD800 else { return Escape(length: 6, scalar: first, isLoneSurrogate: false) }
        if first < 0xDC00, unsafe end - position >= 12, unsafe position[6] == UInt8(ascii: "\\"),
            unsafe position[7] == UInt8(ascii: "u")
        {
            let second = unsafe unit(at: position + 8)
            if second & 0xFC00 == 0xDC00 {
                let scalar = 0x1_0000 + ((first & 0x3FF) << 10 | second & 0x3FF)
                return Escape(length: 12, scalar: scalar, isLoneSurrogate: false)
            }
        }
        return Escape(length: 6, scalar: 0xFFFD, isLoneSurrogate: true)
    }

    private static func unit(at position: UnsafePointer<UInt8>) -> UInt32 {
        var unit: UInt32 = 0
        for index in 0..<4 { unit = unsafe unit << 4 | (hexadecimalDigit(position[index]) ?? 0) }
        return unit
    }

    /// Appends the text that a string's bytes, those between its quotes, spell. A lone surrogate becomes U+FFFD.
    ///
    /// - Precondition: the scanner has accepted the string.
    /// - Returns: whether there was a lone surrogate.
    @discardableResult
    package static func appendDecoded(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
        guard var position = bytes.baseAddress else { return false }
        let end = unsafe position + bytes.count
        var hasLoneSurrogate = false
        while true {
            let backslash = unsafe cscan_find(position, end, UInt8(ascii: "\\"), UInt8(ascii: "\\"))
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: position, count: backslash - position))
            if unsafe backslash == end { return hasLoneSurrogate }
            let escape = unsafe escape(at: backslash, end: end)
            hasLoneSurrogate = hasLoneSurrogate || escape.isLoneSurrogate
            append(scalar: escape.scalar, to: &output)
            unsafe position = backslash + escape.length
        }
    }

    /// Appends a scalar's UTF-8.
    ///
    /// - Precondition: it is a Unicode scalar value.
    package static func append(scalar: UInt32, to output: inout [UInt8]) {
        switch scalar {
        case 0..<0x80:
            output.append(UInt8(scalar))
        case 0x80..<0x800:
            output.append(UInt8(0xC0 | scalar >> 6))
            output.append(UInt8(0x80 | scalar & 0x3F))
        case 0x800..<0x1_0000:
            output.append(UInt8(0xE0 | scalar >> 12))
            output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            output.append(UInt8(0x80 | scalar & 0x3F))
        default:
            output.append(UInt8(0xF0 | scalar >> 18 & 0x07))
            output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
            output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            output.append(UInt8(0x80 | scalar & 0x3F))
        }
    }

    /// Appends text as it stands between the quotes of a JSON string: minimally escaped, raw UTF-8.
    ///
    /// Escaped are `"` and `\`, the controls that have a letter by it, other controls as `\u00xx` in lower case.
    package static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard var position = text.baseAddress else { return }
        let end = unsafe position + text.count
        var traits: UInt32 = 0
        while true {
            let stop = unsafe cscan_string(position, end, &traits)
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: position, count: stop - position))
            if unsafe stop == end { return }
            appendEscape(of: unsafe stop.pointee, to: &output)
            unsafe position = stop + 1
        }
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
            output.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
            output.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0x0F
            output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }

    /// Appends a JSON string, quotes and all.
    package static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        unsafe appendEscaped(text, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends a JSON string, quotes and all.
    package static func appendQuoted(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in unsafe appendQuoted(bytes, to: &output) }
    }
}
