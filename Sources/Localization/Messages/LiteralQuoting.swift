/// Literal text as ICU MessageFormat spells it.
enum LiteralQuoting {
    /// Whether this byte means something where no apostrophe quotes it.
    @inline(__always)
    static func isSpecial(_ byte: UInt8, isInPlural: Bool) -> Bool {
        byte == 0x7B || byte == 0x7D || (isInPlural && byte == 0x23)
    }

    /// The text with no more apostrophes than it needs: `Joe's` stays, `{` is `'{'`.
    static func minimal(_ text: [UInt8], isInPlural: Bool) -> [UInt8] {
        quoted(text, isInPlural: isInPlural) { next in
            next == 0x27 || next.map { isSpecial($0, isInPlural: isInPlural) } ?? false
        }
    }

    /// The text with every apostrophe doubled: it reads as just that text, whatever stands around it.
    static func safe(_ text: [UInt8], isInPlural: Bool) -> [UInt8] {
        quoted(text, isInPlural: isInPlural) { _ in true }
    }

    private static func quoted(
        _ text: [UInt8], isInPlural: Bool, doublesApostrophe: (_ next: UInt8?) -> Bool
    ) -> [UInt8] {
        var result: [UInt8] = []
        var isOpen = false
        for (index, byte) in text.enumerated() {
            if byte == 0x27 {
                let next = index + 1 < text.count ? text[index + 1] : nil
                result.append(byte)
                if isOpen || doublesApostrophe(next) { result.append(byte) }
                continue
            }
            let isSpecial = isSpecial(byte, isInPlural: isInPlural)
            if isSpecial != isOpen {
                result.append(0x27)
                isOpen = isSpecial
            }
            result.append(byte)
        }
        if isOpen { result.append(0x27) }
        return result
    }

    /// The literal text that a piece of a message spells; nil where it holds more than literal text.
    ///
    /// - Parameter next: the byte behind the piece, nil at the message's end.
    static func literal(_ source: [UInt8], next: UInt8?, isInPlural: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        func byte(_ index: Int) -> UInt8? { index < source.count ? source[index] : index == source.count ? next : nil }
        while index < source.count {
            let current = source[index]
            index += 1
            if isSpecial(current, isInPlural: isInPlural) { return nil }
            guard current == 0x27 else {
                result.append(current)
                continue
            }
            guard let following = byte(index), following == 0x27 || isSpecial(following, isInPlural: isInPlural) else {
                result.append(current)
                continue
            }
            // What follows must belong to the piece itself.
            if index == source.count { return nil }
            if following == 0x27 {
                result.append(following)
                index += 1
                continue
            }
            var isClosed = false
            while index < source.count {
                let quoted = source[index]
                index += 1
                if quoted != 0x27 {
                    result.append(quoted)
                } else if byte(index) == 0x27 {
                    if index == source.count { return nil }
                    result.append(quoted)
                    index += 1
                } else {
                    isClosed = true
                    break
                }
            }
            if !isClosed && next != nil { return nil }
        }
        return result
    }
}
