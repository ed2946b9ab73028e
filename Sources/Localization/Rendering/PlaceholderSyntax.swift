/// A placeholder as it stands in a text.
struct Placeholder: Hashable {
    /// Its first byte, `<` or `{`.
    let start: Int
    /// The bytes of its key path.
    let key: Range<Int>
    /// What lies between its key path and its closing bracket: white space and attributes, or nothing.
    let attributes: Range<Int>
    /// The first byte behind it.
    let end: Int
}

/// The grammar of placeholders, `<cart.items count=3>` or, in the ancestor's spelling, `{cart.items count=3}`.
///
/// `docs/rendering.md` has it in ABNF. Texts are valid UTF-8. Whatever the text, trying each of its brackets in turn
/// costs time linear in its length: a bracket can stand inside a quoted value alone, and of the attempts that began
/// before it no two can stand in the same kind of quotes there, so that no byte is seen by more than three attempts.
enum PlaceholderSyntax {
    /// The longest placeholder in bytes, brackets included.
    static let maximumLength = 4096

    /// Which brackets a placeholder has.
    enum Brackets: Sendable, Hashable {
        /// `<…>`, also `<…/>`.
        case angles
        /// `{…}`.
        case braces

        @inline(__always)
        var opening: UInt8 { self == .angles ? UInt8(ascii: "<") : UInt8(ascii: "{") }
        @inline(__always)
        var closing: UInt8 { self == .angles ? UInt8(ascii: ">") : UInt8(ascii: "}") }
    }

    /// The placeholder that begins at `start`, the offset of an opening bracket; nil where there is none.
    static func placeholder(
        at start: Int, in text: UnsafeBufferPointer<UInt8>, brackets: Brackets = .angles
    ) -> Placeholder? {
        let limit = min(text.count, start + maximumLength)
        guard let keyEnd = unsafe endOfDottedKey(from: start + 1, in: text, limit: limit), keyEnd < limit else {
            return nil
        }
        var position = keyEnd
        if unsafe text[position] != brackets.closing {
            guard let end = unsafe endOfAttributes(from: position, in: text, limit: limit, brackets: brackets) else {
                return nil
            }
            position = end
        }
        let attributesEnd = position
        if brackets == .angles, position < limit, unsafe text[position] == UInt8(ascii: "/") { position += 1 }
        guard position < limit, unsafe text[position] == brackets.closing else { return nil }
        if brackets == .braces, unsafe belongsToAnotherLanguage(start: start, end: position + 1, in: text) {
            return nil
        }
        return Placeholder(
            start: start, key: start + 1..<keyEnd, attributes: keyEnd..<attributesEnd, end: position + 1)
    }

    /// Whether braces are those of another template language: `{{x.y}}`, `${x.y}`, `@{x.y}`, `#{x.y}`, `%{x.y}`.
    private static func belongsToAnotherLanguage(start: Int, end: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard start > 0 else { return false }
        switch unsafe text[start - 1] {
        case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "%"): return true
        case UInt8(ascii: "{"): return unsafe end < text.count && text[end] == UInt8(ascii: "}")
        default: return false
        }
    }

    /// The end of a key path with at least one dot; nil where none begins at `start`.
    private static func endOfDottedKey(from start: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
        var position = start
        var hasDot = false
        while true {
            if position < limit, unsafe text[position] == UInt8(ascii: "@") { position += 1 }
            let segment = position
            while position < limit {
                let byte = unsafe text[position]
                if ScalarClasses.isASCIIKeyByte(byte) {
                    position += 1
                } else if byte >= 0x80 {
                    let (value, length) = unsafe ScalarClasses.scalar(at: position, in: text)
                    guard ScalarClasses.isKeyScalar(value) else { return nil }
                    position += length
                } else {
                    break
                }
            }
            if position == segment || position >= limit { return nil }
            if unsafe text[position] == UInt8(ascii: ".") {
                hasDot = true
                position += 1
            } else {
                return hasDot ? position : nil
            }
        }
    }

    /// The end of white space and attributes that begin at `start`, where the closing bracket must stand, or `/`
    /// before it; nil where something else stands there.
    static func endOfAttributes(
        from start: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int, brackets: Brackets
    ) -> Int? {
        var position = start
        while true {
            let space = position
            while position < limit, unsafe ScalarClasses.isAttributeSpace(text[position]) { position += 1 }
            guard position < limit else { return nil }
            let byte = unsafe text[position]
            if byte == brackets.closing || byte == UInt8(ascii: "/") { return position }
            guard position > space,
                let attribute = unsafe attribute(at: position, in: text, limit: limit, brackets: brackets)
            else { return nil }
            position = attribute.end
        }
    }

    /// One attribute, `name=value`.
    struct Attribute: Hashable {
        let name: Range<Int>
        /// The value without its quotes.
        let value: Range<Int>
        /// The first byte behind it.
        let end: Int
    }

    /// The attribute that begins at `start`; nil where none does.
    static func attribute(
        at start: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int, brackets: Brackets
    ) -> Attribute? {
        guard let nameEnd = unsafe endOfName(from: start, in: text, limit: limit), nameEnd + 1 < limit,
            unsafe text[nameEnd] == UInt8(ascii: "=")
        else { return nil }
        let quote = unsafe text[nameEnd + 1]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = nameEnd + 2
            guard value < limit else { return nil }
            guard let length = unsafe text[value..<limit].firstIndex(of: quote) else { return nil }
            return Attribute(name: start..<nameEnd, value: value..<length, end: length + 1)
        }
        let value = nameEnd + 1
        var position = value
        word: while position < limit {
            let byte = unsafe text[position]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
                break word
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                if brackets == .braces { break word }
            case UInt8(ascii: "/"):
                if brackets == .angles, position + 1 < limit, unsafe text[position + 1] == brackets.closing {
                    break word
                }
            default:
                if ScalarClasses.isAttributeSpace(byte) { break word }
            }
            position += 1
        }
        return position == value ? nil : Attribute(name: start..<nameEnd, value: value..<position, end: position)
    }

    /// The end of an attribute's name: an argument name as ICU has it, which may also hold `-`. A name that begins with
    /// a digit is a number without leading zeros.
    private static func endOfName(from start: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int? {
        var position = start
        while position < limit {
            let byte = unsafe text[position]
            if ScalarClasses.isASCIIKeyByte(byte) {
                position += 1
                continue
            }
            let (value, length) = unsafe ScalarClasses.scalar(at: position, in: text)
            guard ScalarClasses.isArgumentNameScalar(value) else { break }
            position += length
        }
        if position == start { return nil }
        if unsafe text[start] &- UInt8(ascii: "0") < 10 {
            guard unsafe text[start] != UInt8(ascii: "0") || position == start + 1, position - start <= 9 else {
                return nil
            }
            guard unsafe text[start..<position].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        }
        return position
    }
}
