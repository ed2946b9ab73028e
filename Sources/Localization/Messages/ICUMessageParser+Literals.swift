extension ICUMessageParser {
    /// Writes the steps of the literal text since the last step, references in it included.
    mutating func flushLiterals(isInPlural: Bool) throws(MessageSyntaxError) {
        guard !literals.isEmpty else { return }
        defer { literals.removeAll(keepingCapacity: true) }
        if outline != nil { noteRun(isInPlural: isInPlural) }
        let mayRefer = literals.contains { unsafe text[$0].contains(0x3C) }
        if !mayRefer {
            let size = literals.reduce(0) { $0 + $1.count }
            // Each piece but one takes a step of eight bytes: in many small pieces, the text itself takes less.
            if literals.count == 1 || size > 64 + 8 * literals.count {
                for range in literals { builder.append(text: range) }
                return
            }
        } else if literals.count == 1 {
            let range = literals[0]
            unsafe appendResolved(UnsafeBufferPointer(rebasing: text[range]), base: range.lowerBound)
            return
        }
        let joined = joinedLiterals
        let base = builder.addToPool(joined)
        unsafe joined.withUnsafeBufferPointer { unsafe appendResolved($0, base: base) }
    }

    private var joinedLiterals: [UInt8] {
        var joined: [UInt8] = []
        for range in literals { unsafe joined.append(contentsOf: text[range]) }
        return joined
    }

    private mutating func noteRun(isInPlural: Bool) {
        let run = MessageOutline.Run(
            source: runStart..<index, pieces: literals, text: joinedLiterals, isInPlural: isInPlural)
        outline!.runs.append(run)
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
                builder.append(text: (base + start)..<(base + position))
                start = position + 1
                position = match.end
            } else if byte == 0x3C, let match = unsafe PlaceholderSyntax.placeholder(at: position, in: bytes) {
                builder.append(text: (base + start)..<(base + position))
                builder.append(MessageStep.reference)
                builder.append(place: (base + position)..<(base + match.end))
                builder.append(place: (base + match.key.lowerBound)..<(base + match.key.upperBound))
                position = match.end
                start = position
            } else {
                position += 1
            }
        }
        builder.append(text: (base + start)..<(base + bytes.count))
    }
}
