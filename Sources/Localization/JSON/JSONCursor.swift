internal import CScan

/// A position in a document, and what can be read there. After an error it stands at the error's place.
@safe struct JSONCursor {
    let base: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var position: UnsafePointer<UInt8>

    @inline(__always)
    init(base: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        unsafe self.base = base
        unsafe self.end = end
        unsafe position = base
    }

    /// The distance from the document's start.
    @inline(__always)
    var offset: Int { unsafe position - base }

    /// The byte here, or 0 at the end: no rule of JSON expects a 0, so one comparison settles both.
    @inline(__always)
    var byte: UInt8 { unsafe position < end ? position.pointee : 0 }

    @inline(__always)
    mutating func skipByteOrderMark() {
        if unsafe end - position >= 3, unsafe position[0] == 0xEF, unsafe position[1] == 0xBB,
            unsafe position[2] == 0xBF
        {
            unsafe position += 3
        }
    }

    @inline(__always)
    mutating func skipSpace() { unsafe position = cscan_space(position, end) }

    /// Reads a key with its colon and the white space behind it, and tells the visitor the key.
    @inline(__always)
    mutating func readKey<Visitor: JSONVisitor>(
        else reason: JSONSyntaxError.Reason, visitor: inout Visitor
    ) -> JSONSyntaxError.Reason? {
        guard byte == UInt8(ascii: "\"") else { return reason }
        if readPlainKey(visitor: &visitor) { return nil }
        unsafe position += 1
        var token = JSONStringToken(range: 0..<0, traits: [])
        if let reason = readString(into: &token) { return reason }
        visitor.key(token)
        skipSpace()
        guard byte == UInt8(ascii: ":") else { return .colon }
        unsafe position += 1
        skipSpace()
        return nil
    }

    /// How many bytes from a quote on there must be for a string to be read as a plain one, with what follows it.
    private static var plainRoom: Int { Int(CSCAN_PLAIN_STEP) + 8 }

    /// Reads a key that needs no closer look, with its colon and at most one space behind it; false, and nothing read,
    /// where it is another.
    @inline(__always)
    private mutating func readPlainKey<Visitor: JSONVisitor>(visitor: inout Visitor) -> Bool {
        guard unsafe end - position >= Self.plainRoom else { return false }
        let start = unsafe position + 1
        let count = unsafe cscan_plain(start)
        guard count < Int(CSCAN_PLAIN_STEP), unsafe start[count &+ 1] == UInt8(ascii: ":") else { return false }
        var next = unsafe start + (count &+ 2)
        if unsafe next.pointee == UInt8(ascii: " ") { unsafe next += 1 }
        guard unsafe next.pointee > 0x20 else { return false }
        let offset = unsafe start - base
        unsafe visitor.key(
            JSONStringToken(range: Range(uncheckedBounds: (offset, offset &+ count)), traits: []))
        unsafe position = next
        return true
    }

    /// Reads a string that needs no closer look, from its opening quote to its closing one; false, and nothing read,
    /// where it is another.
    @inline(__always)
    mutating func readPlainString<Visitor: JSONVisitor>(visitor: inout Visitor) -> Bool {
        guard unsafe end - position >= Self.plainRoom else { return false }
        let start = unsafe position + 1
        let count = unsafe cscan_plain(start)
        guard count < Int(CSCAN_PLAIN_STEP) else { return false }
        let offset = unsafe start - base
        unsafe visitor.string(
            JSONStringToken(range: Range(uncheckedBounds: (offset, offset &+ count)), traits: []))
        unsafe position = start + (count &+ 1)
        return true
    }

    /// Reads a string's body and its closing quote.
    @inline(__always)
    mutating func readString(into token: inout JSONStringToken) -> JSONSyntaxError.Reason? {
        let start = unsafe position
        var traits: UInt32 = 0
        unsafe position = cscan_string(position, end, &traits)
        if unsafe position == end || position.pointee != UInt8(ascii: "\"") {
            if let reason = unsafe readRestOfString(traits: &traits, start: start) { return reason }
        } else if traits & JSONStringTraits.notASCII.rawValue != 0 {
            if let reason = unsafe checkUTF8(from: start) { return reason }
        }
        token = unsafe JSONStringToken(
            range: Range(uncheckedBounds: (start - base, position - base)), traits: JSONStringTraits(rawValue: traits))
        unsafe position += 1
        return nil
    }

    /// Reads on from the first backslash, control or end in a string's body to its closing quote.
    @inline(never)
    private mutating func readRestOfString(
        traits: inout UInt32, start: UnsafePointer<UInt8>
    ) -> JSONSyntaxError.Reason? {
        var failure: JSONSyntaxError.Reason?
        scan: while true {
            switch unsafe position == end ? 0 : position.pointee {
            case UInt8(ascii: "\""):
                break scan
            case UInt8(ascii: "\\"):
                traits |= JSONStringTraits.escapes.rawValue
                unsafe position += 1
                failure = readEscape(traits: &traits)
                if failure != nil { break scan }
                unsafe position = cscan_string(position, end, &traits)
            default:
                failure = unsafe position == end ? .endOfString : .escapedControl
                break scan
            }
        }
        // Bytes before the place where the scan stopped come first.
        if traits & JSONStringTraits.notASCII.rawValue != 0, let reason = unsafe checkUTF8(from: start) {
            return reason
        }
        return failure
    }

    /// Reads an escape behind its backslash.
    @inline(__always)
    private mutating func readEscape(traits: inout UInt32) -> JSONSyntaxError.Reason? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            unsafe position += 1
        case UInt8(ascii: "u"):
            unsafe position += 1
            var unit: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = JSONText.hexadecimalDigit(byte) else { return .hexadecimalDigit }
                unit = unit << 4 | digit
                unsafe position += 1
            }
            if unit == 0x3C || unit == 0x7B { traits |= JSONStringTraits.mark.rawValue }
        default:
            return .escape
        }
        return nil
    }

    /// Checks the bytes from `start` to here; where they are not UTF-8 the cursor moves to that place.
    private mutating func checkUTF8(from start: UnsafePointer<UInt8>) -> JSONSyntaxError.Reason? {
        var isComplete = true
        let stop = unsafe cscan_utf8(start, position, &isComplete)
        if isComplete { return nil }
        unsafe position = stop
        return .utf8
    }

    /// Reads a number whose first byte is `-` or a digit.
    @inline(__always)
    mutating func readNumber() -> JSONSyntaxError.Reason? {
        if byte == UInt8(ascii: "-") { unsafe position += 1 }
        if byte == UInt8(ascii: "0") {
            unsafe position += 1
            // `01` is not two values beside one another: the digit is what cannot stand there.
            if byte &- UInt8(ascii: "0") < 10 { return .digit }
        } else if !readDigits() {
            return .digit
        }
        if byte == UInt8(ascii: ".") {
            unsafe position += 1
            if !readDigits() { return .digit }
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            unsafe position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { unsafe position += 1 }
            if !readDigits() { return .digit }
        }
        return nil
    }

    @inline(__always)
    private mutating func readDigits() -> Bool {
        let start = unsafe position
        unsafe position = cscan_digits(position, end)
        return unsafe position > start
    }

    /// Reads a name whose bytes, first one lowest, are `spelling`.
    @inline(__always)
    mutating func readLiteral(_ spelling: UInt64, count: Int) -> Bool {
        var rest = spelling
        for _ in 0..<count {
            guard byte == UInt8(truncatingIfNeeded: rest) else { return false }
            rest >>= 8
            unsafe position += 1
        }
        return true
    }
}
