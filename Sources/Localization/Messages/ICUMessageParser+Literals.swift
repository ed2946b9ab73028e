extension ICUMessageParser {
    /// Writes the steps of the literal text since the last step, references in it included.
    mutating func flushLiterals() throws(MessageSyntaxError) {
        guard !literals.isEmpty else { return }
        defer { literals.removeAll(keepingCapacity: true) }
        let hasReferences = literals.contains { unsafe text[$0].contains(0x3C) }
        if literals.count == 1 && !hasReferences {
            appendLiteral(literals[0])
            return
        }
        let total = literals.reduce(0) { $0 + $1.count }
        if !hasReferences && total > 64 + 8 * literals.count {
            // Few and long: the steps take less room than the text would.
            for range in literals { appendLiteral(range) }
            return
        }
        if literals.count == 1 {
            let range = literals[0]
            unsafe appendResolved(UnsafeBufferPointer(rebasing: text[range]), base: range.lowerBound)
            return
        }
        var joined: [UInt8] = []
        joined.reserveCapacity(total)
        for range in literals { unsafe joined.append(contentsOf: text[range]) }
        let base = builder.addToPool(joined)
        unsafe joined.withUnsafeBufferPointer { unsafe appendResolved($0, base: base) }
    }

    private mutating func appendLiteral(_ range: Range<Int>) {
        if range.isEmpty { return }
        builder.append(MessageStep.literal, range.lowerBound)
        builder.append(word: range.count)
    }

    /// Writes literal text, with its references as steps and without the backslashes that make placeholders literal.
    private mutating func appendResolved(_ bytes: UnsafeBufferPointer<UInt8>, base: Int) {
        var start = 0
        var position = 0
        while position < bytes.count {
            let byte = unsafe bytes[position]
            if byte == 0x5C, unsafe position + 1 < bytes.count && bytes[position + 1] == 0x3C,
                let match = unsafe PlaceholderSyntax.placeholder(at: position + 1, in: bytes)
            {
                appendLiteral((base + start)..<(base + position))
                start = position + 1
                position = match.end
            } else if byte == 0x3C, let match = unsafe PlaceholderSyntax.placeholder(at: position, in: bytes) {
                appendLiteral((base + start)..<(base + position))
                builder.append(MessageStep.reference, base + position)
                builder.append(word: match.end - position)
                builder.append(word: base + match.key.lowerBound)
                builder.append(word: match.key.count)
                position = match.end
                start = position
            } else {
                position += 1
            }
        }
        appendLiteral((base + start)..<(base + bytes.count))
    }
}
