/// The grammar of RFC 5646, narrowed to languages of two or three letters.
///
/// ICU alone would take `package` and `login` for languages, and five to eight letters are reserved for registrations
/// that nobody has made.
enum LanguageTagSyntax {
    /// Tags from before the grammar that do not follow it and begin with two or three letters.
    private static let irregular = ["en-gb-oed", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de"].map { Array($0.utf8) }

    /// The text in lower case with `-` between its subtags; nil where it is empty or too long, or where a byte is
    /// neither a letter, a digit nor a separator.
    static func separated(_ text: [UInt8]) -> [UInt8]? {
        guard !text.isEmpty, text.count <= LanguageTag.maximumLength else { return nil }
        var result = text
        for index in result.indices {
            let byte = result[index]
            if byte == UInt8(ascii: "_") {
                result[index] = UInt8(ascii: "-")
            } else if isLetter(byte) {
                result[index] = byte | 0x20
            } else if !isDigit(byte), byte != UInt8(ascii: "-") {
                return nil
            }
        }
        return result
    }

    /// Whether subtags in lower case, joined by `-`, follow the grammar.
    static func isWellFormed(_ text: [UInt8]) -> Bool {
        var subtags = SubtagReader(text)
        guard let language = subtags.take(where: { (2...3).contains($0.count) && $0.areLetters }) else { return false }
        if language.count <= 3 {
            var extended = 0
            while extended < 3, subtags.take(where: { $0.count == 3 && $0.areLetters }) != nil { extended += 1 }
        }
        _ = subtags.take { $0.count == 4 && $0.areLetters }
        _ = subtags.take { ($0.count == 2 && $0.areLetters) || ($0.count == 3 && $0.areDigits) }
        while subtags.take(where: { (5...8).contains($0.count) || ($0.count == 4 && $0.beginsWithDigit) }) != nil {}
        while subtags.take(where: { $0.count == 1 && !$0.isPrivateUse }) != nil {
            guard subtags.take(where: { (2...8).contains($0.count) }) != nil else { return false }
            while subtags.take(where: { (2...8).contains($0.count) }) != nil {}
        }
        if subtags.take(where: { $0.isPrivateUse }) != nil {
            guard subtags.take(where: { (1...8).contains($0.count) }) != nil else { return false }
            while subtags.take(where: { (1...8).contains($0.count) }) != nil {}
        }
        return subtags.isAtEnd || irregular.contains(text)
    }

    /// Whether a byte is an ASCII letter.
    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether a byte is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

/// Reads the subtags of a text one after the other.
private struct SubtagReader {
    /// What the grammar asks about one subtag.
    struct Subtag {
        var count = 0
        var areLetters = true
        var areDigits = true
        var beginsWithDigit = false
        var isPrivateUse = false
    }

    private let text: [UInt8]
    private var position = 0
    private var next: Subtag?

    init(_ text: [UInt8]) {
        self.text = text
        next = read()
    }

    /// Whether every subtag was taken.
    var isAtEnd: Bool { next == nil }

    /// Takes the next subtag where it suits.
    mutating func take(where suits: (Subtag) -> Bool) -> Subtag? {
        guard let subtag = next, suits(subtag) else { return nil }
        next = read()
        return subtag
    }

    /// Reads up to the next separator; an empty subtag, also one behind a last separator, suits nothing.
    private mutating func read() -> Subtag? {
        guard position <= text.count else { return nil }
        var subtag = Subtag()
        while position < text.count, text[position] != UInt8(ascii: "-") {
            let byte = text[position]
            let isDigit = LanguageTagSyntax.isDigit(byte)
            if subtag.count == 0 {
                subtag.beginsWithDigit = isDigit
                subtag.isPrivateUse = byte == UInt8(ascii: "x")
            } else {
                subtag.isPrivateUse = false
            }
            subtag.areDigits = subtag.areDigits && isDigit
            subtag.areLetters = subtag.areLetters && !isDigit
            subtag.count += 1
            position += 1
        }
        position += 1
        return subtag
    }
}
