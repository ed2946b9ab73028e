/// Reads the attributes of a placeholder as arguments.
enum PlaceholderAttributes {
    /// The arguments that `attributes`, white space and attributes that the grammar has accepted, spell.
    ///
    /// - Parameter isMarkup: whether character references in values are read, as an HTML serializer writes them.
    static func arguments(
        in attributes: UnsafeBufferPointer<UInt8>, brackets: PlaceholderSyntax.Brackets, isMarkup: Bool
    ) -> [Argument] {
        var arguments: [Argument] = []
        var position = 0
        while true {
            while position < attributes.count, unsafe ScalarClasses.isAttributeSpace(attributes[position]) {
                position += 1
            }
            guard position < attributes.count,
                let attribute = unsafe PlaceholderSyntax.attribute(
                    at: position, in: attributes, limit: attributes.count, brackets: brackets)
            else { return arguments }
            let name = unsafe Array(attributes[attribute.name])
            var value = unsafe Array(attributes[attribute.value])
            if isMarkup, value.contains(UInt8(ascii: "&")) { value = withoutReferences(value) }
            arguments.append(Argument(name: name, value: .string(value)))
            position = attribute.end
        }
    }

    /// The text with the five entities of XML and character references read; anything else stays as it is.
    static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "&"), let (scalar, end) = reference(at: position, in: text) {
                JSONText.append(scalar: scalar, to: &output)
                position = end
            } else {
                output.append(text[position])
                position += 1
            }
        }
        return output
    }

    /// The longest reference: `&#x` with leading zeros is cut there, so that reading many stays linear.
    private static let maximumReference = 12

    private static func reference(at start: Int, in text: [UInt8]) -> (scalar: UInt32, end: Int)? {
        let limit = min(text.count, start + maximumReference)
        guard let semicolon = text[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = text[start + 1..<semicolon]
        let end = semicolon + 1
        switch name {
        case _ where name.elementsEqual("amp".utf8): return (0x26, end)
        case _ where name.elementsEqual("lt".utf8): return (0x3C, end)
        case _ where name.elementsEqual("gt".utf8): return (0x3E, end)
        case _ where name.elementsEqual("quot".utf8): return (0x22, end)
        case _ where name.elementsEqual("apos".utf8): return (0x27, end)
        default: break
        }
        guard name.first == UInt8(ascii: "#") else { return nil }
        var digits = name.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        if isHexadecimal { digits = digits.dropFirst() }
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = JSONText.hexadecimalDigit(byte), isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + digit
            if value > 0x10_FFFF { return nil }
        }
        guard value != 0, Unicode.Scalar(value) != nil else { return nil }
        return (value, end)
    }
}
