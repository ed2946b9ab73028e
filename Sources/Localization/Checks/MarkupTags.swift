/// The markup tags in a text, by their names: enough to see that a translation lost one or left one open.
enum MarkupTags {
    /// Adds the tags of a text, as in `<b>`, `</b>`; attributes do not count. Placeholders, which have a dot in their
    /// name, are none.
    static func collect(from text: [UInt8], into tags: inout Set<String>) {
        var index = 0
        while let start = text[index...].firstIndex(of: 0x3C) {
            var end = start + 1
            let isClosing = end < text.count && text[end] == 0x2F
            if isClosing { end += 1 }
            let nameStart = end
            while end < text.count, isNameByte(text[end], isFirst: end == nameStart) { end += 1 }
            index = end
            // What follows a tag's name; a dot makes it a key path.
            guard end > nameStart, end < text.count, [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(text[end]) else {
                continue
            }
            let name = String(decoding: text[nameStart..<end], as: UTF8.self)
            tags.insert(isClosing ? "</\(name)>" : "<\(name)>")
        }
    }

    /// What one text has or lacks beside another, as the end of a sentence; nil where their tags are the same.
    static func difference(_ own: Set<String>, _ expected: Set<String>) -> String? {
        let lacking = expected.subtracting(own).sorted()
        let extra = own.subtracting(expected).sorted()
        var parts: [String] = []
        if !lacking.isEmpty { parts.append("lacks \(lacking.joined(separator: ", "))") }
        if !extra.isEmpty { parts.append("has \(extra.joined(separator: ", ")) beyond it") }
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }

    /// Letters, then also digits and hyphens (custom elements), and numbers alone (`<0>`, as component libraries write).
    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || (!isFirst && (byte == 0x2D || byte == 0x3A))
    }
}
