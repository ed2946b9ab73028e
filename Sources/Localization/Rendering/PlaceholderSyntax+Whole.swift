extension PlaceholderSyntax {
    /// A string of a widget tree that is a placeholder in whole, so that its key may hold nearly any character.
    struct WholePlaceholder: Hashable {
        /// What stands between the brackets, where that may be a key by itself; it is tried first.
        let content: Range<Int>?
        /// The same as a key with attributes or `/` behind it, where it can be read so.
        let placeholder: Placeholder?
    }

    /// Reads a whole string as a placeholder; nil where it is none.
    ///
    /// Between angles a key holds anything but `<`, `>` and controls, between braces anything but `{` and `}`. As a key
    /// with attributes, the key ends at the first white space after which everything is attributes. Braces may have
    /// Unicode White_Space around them.
    static func wholePlaceholder(
        _ text: UnsafeBufferPointer<UInt8>, brackets: Brackets
    ) -> WholePlaceholder? {
        let range = brackets == .braces ? unsafe ScalarClasses.trimmed(text) : 0..<text.count
        guard range.count >= 3, range.count <= maximumLength, unsafe text[range.lowerBound] == brackets.opening,
            unsafe text[range.upperBound - 1] == brackets.closing
        else { return nil }
        let content = range.lowerBound + 1..<range.upperBound - 1
        // How far a key may reach.
        var keyLimit = content.lowerBound
        while keyLimit < content.upperBound, unsafe mayStand(at: keyLimit, in: text, brackets: brackets) {
            keyLimit += 1
        }
        let isKey = keyLimit == content.upperBound
        let split = unsafe splitAttributes(content, keyLimit: keyLimit, in: text, brackets: brackets)
        if !isKey, split == nil { return nil }
        let placeholder = split.map { split in
            Placeholder(
                start: range.lowerBound, key: content.lowerBound..<split.keyEnd,
                attributes: split.keyEnd..<split.attributesEnd, end: range.upperBound)
        }
        return WholePlaceholder(content: isKey ? content : nil, placeholder: placeholder)
    }

    private static func mayStand(at offset: Int, in text: UnsafeBufferPointer<UInt8>, brackets: Brackets) -> Bool {
        let byte = unsafe text[offset]
        if byte == brackets.opening || byte == brackets.closing { return false }
        if brackets == .braces { return true }
        // U+0080 to U+009F are C2 80 to C2 9F.
        if byte == 0xC2 { return unsafe text[offset + 1] >= 0xA0 }
        return byte >= 0x20 && byte != 0x7F
    }

    /// Where a key ends that has attributes or `/` behind it: at the first white space after which everything is
    /// attributes, or before the `/`.
    ///
    /// Each white space is followed by at most one attribute, and an attribute ends at the first quote of its kind, so
    /// finding them all is linear; whether one leads to the end is then settled from the last to the first.
    private static func splitAttributes(
        _ content: Range<Int>, keyLimit: Int, in text: UnsafeBufferPointer<UInt8>, brackets: Brackets
    ) -> (keyEnd: Int, attributesEnd: Int)? {
        var end = content.upperBound
        let isClosed = unsafe text[end - 1] == UInt8(ascii: "/") && brackets == .angles
        if isClosed { end -= 1 }
        // Most strings that begin and end with brackets are markup, whose first tag holds no white space.
        let key = unsafe UnsafeBufferPointer(rebasing: text[content.lowerBound..<min(keyLimit + 1, end)])
        if unsafe !key.contains(where: ScalarClasses.isAttributeSpace), keyLimit < end || !isClosed { return nil }
        // The beginnings of white space, each with the place behind the attribute that follows it.
        var spaces: [(start: Int, next: Int)] = []
        var position = content.lowerBound
        while position < end {
            guard unsafe ScalarClasses.isAttributeSpace(text[position]) else {
                position += 1
                continue
            }
            let start = position
            while position < end, unsafe ScalarClasses.isAttributeSpace(text[position]) { position += 1 }
            if position == end {
                spaces.append((start, end))
            } else if let attribute = unsafe attribute(
                at: position, in: text, limit: content.upperBound + 1, brackets: brackets), attribute.end <= end
            {
                spaces.append((start, attribute.end))
            }
        }
        var keyEnd = isClosed && keyLimit >= end ? end : nil
        var leading: Set<Int> = [end]
        for space in spaces.reversed() where leading.contains(space.next) {
            leading.insert(space.start)
            // The key has at least one character, all of which a key may hold.
            if space.start > content.lowerBound, space.start <= keyLimit { keyEnd = space.start }
        }
        guard let keyEnd, keyEnd > content.lowerBound else { return nil }
        return (keyEnd, end)
    }
}
