/// The value of the header `Parlance-Missing`: a list of strings (RFC 9651, section 3.1).
package enum MissingHeader {
    /// The longest value in bytes.
    package static let maximumLength = 1024

    /// Writes key paths as a list, in order; those that no longer fit are left out. Nil where none is left.
    ///
    /// Such a list is ASCII: what may not stand in a path segment (RFC 3986, `pchar`) is percent-encoded, `"`, `\` and
    /// `%` too, so that no key can end the string or the header's line.
    package static func value(keys: [[UInt8]]) -> String? {
        var value: [UInt8] = []
        for key in keys {
            let separator = value.isEmpty ? 0 : 2
            // The shortest entry that could fit is one character and its quotes.
            if value.count + separator + 3 > maximumLength { break }
            let length = key.reduce(2) { length, byte in length + (isPlain(byte) ? 1 : 3) }
            if value.count + separator + length > maximumLength { continue }
            if separator > 0 { value.append(contentsOf: ", ".utf8) }
            value.append(UInt8(ascii: "\""))
            for byte in key {
                if isPlain(byte) {
                    value.append(byte)
                } else {
                    value.append(UInt8(ascii: "%"))
                    value.append(hexadecimalDigit(byte >> 4))
                    value.append(hexadecimalDigit(byte & 0x0F))
                }
            }
            value.append(UInt8(ascii: "\""))
        }
        return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }

    /// RFC 3986, section 3.3: unreserved, sub-delims, `:` and `@`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
