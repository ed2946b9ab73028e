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
        unsafe position += 1
        let count = plainCount()
        if count < Int(CSCAN_PLAIN_STEP), unsafe position[count &+ 1] == UInt8(ascii: ":") {
            // At most one space behind the colon; where there is more, the key is read once more.
            var next = unsafe position + (count &+ 2)
            if unsafe next.pointee == UInt8(ascii: " ") { unsafe next += 1 }
            if unsafe next.pointee > 0x20 {
                visitor.key(plainToken(count))
                unsafe position = next
                return nil
            }
        }
        var token = JSONStringToken(range: 0..<0, traits: [])
        if let reason = readString(into: &token, plain: count) { return reason }
        visitor.key(token)
        skipSpace()
        guard byte == UInt8(ascii: ":") else { return .colon }
        unsafe position += 1
        skipSpace()
        return nil
    }

    /// Reads a value that is a string, from its opening quote to its closing one, and tells the visitor.
    @inline(__always)
    mutating func readString<Visitor: JSONVisitor>(visitor: inout Visitor) -> JSONSyntaxError.Reason? {
        unsafe position += 1
        let count = plainCount()
        if count < Int(CSCAN_PLAIN_STEP) {
            visitor.string(plainToken(count))
            unsafe position += count &+ 1
            return nil
        }
        var token = JSONStringToken(range: 0..<0, traits: [])
        if let reason = readString(into: &token, plain: count) { return reason }
        visitor.string(token)
        return nil
    }

    /// What `cscan_plain` says of the string whose body begins here; near the end of the document nothing.
    ///
    /// Behind a plain string there are as many bytes as may be looked at for a colon, a space and a value.
    @inline(__always)
    private func plainCount() -> Int {
        guard unsafe end - position >= Int(CSCAN_PLAIN_STEP) + 8 else { return Int(CSCAN_NOTICED) }
        return unsafe cscan_plain(position)
    }

    /// A string of so many bytes that begins here.
    @inline(__always)
    private func plainToken(_ count: Int) -> JSONStringToken {
        JSONStringToken(range: unsafe Range(uncheckedBounds: (offset, offset &+ count)), traits: [])
    }

    /// Reads a string's body and its closing quote.
    ///
    /// - Parameter plain: what `plainCount` says of it.
    @inline(__always)
    private mutating func readString(into token: inout JSONStringToken, plain: Int) -> JSONSyntaxError.Reason? {
        let start = unsafe position
        var traits: UInt32 = 0
        // What was looked at is not looked at again.
        unsafe position = cscan_string(
            position + (plain == Int(CSCAN_PLAIN_STEP) ? plain : 0), end, &traits)
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
