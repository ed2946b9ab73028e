internal import CScan

/// Reads a JSON document once from start to end: strict RFC 8259, UTF-8 checked, no recursion, nothing allocated.
package enum JSONScanner {
    /// How deep a widget tree or any other posted document may nest.
    package static let documentDepth = 512

    /// Tells the visitor every part of the document, in order.
    ///
    /// - Parameters:
    ///   - input: the whole document.
    ///   - depthLimit: how many arrays and objects may stand inside one another; the next one is an error.
    ///   - allowsByteOrderMark: whether the document may begin with U+FEFF, which is passed over; else it is an error.
    /// - Throws: the first thing that no valid document could have where it stands.
    package static func scan<Visitor: JSONVisitor>(
        _ input: UnsafeBufferPointer<UInt8>, depthLimit: Int = documentDepth, allowsByteOrderMark: Bool = true,
        visitor: inout Visitor
    ) throws(JSONSyntaxError) {
        // One byte a level: whether it is an object. Typed throws do not pass through the closure, so the error is
        // carried out beside it.
        var failure: JSONSyntaxError?
        unsafe withUnsafeTemporaryAllocation(of: Bool.self, capacity: max(depthLimit, 1)) { levels in
            guard let base = input.baseAddress else {
                failure = JSONSyntaxError(offset: 0, reason: .value, isInValue: true, isCutOff: true)
                return
            }
            var cursor = unsafe JSONCursor(base: base, end: base + input.count)
            if allowsByteOrderMark { cursor.skipByteOrderMark() }
            if let (reason, isInValue) = unsafe run(
                &cursor, levels: levels.baseAddress!, depthLimit: depthLimit, visitor: &visitor)
            {
                let isCutOff = unsafe cursor.position == cursor.end
                // Text in another encoding, UTF-16 say, fails at its first bytes: what helps is to say so.
                let isUTF8 = isCutOff || cursor.byte < 0x80 || cursor.byte &- 0xC2 < 0x33
                failure = JSONSyntaxError(
                    offset: cursor.offset, reason: isUTF8 ? reason : .utf8, isInValue: isInValue, isCutOff: isCutOff)
            }
        }
        if let failure { throw failure }
    }

    /// Reads to the end; on an error the cursor stands at its place.
    @inline(__always)
    private static func run<Visitor: JSONVisitor>(
        _ cursor: inout JSONCursor, levels: UnsafeMutablePointer<Bool>, depthLimit: Int, visitor: inout Visitor
    ) -> (reason: JSONSyntaxError.Reason, isInValue: Bool)? {
        var depth = 0
        var isObject = false
        var expected = JSONSyntaxError.Reason.value
        cursor.skipSpace()
        while true {
            // Here a value begins.
            let start = cursor.offset
            switch cursor.byte {
            case UInt8(ascii: "\""):
                if let reason = cursor.readString(visitor: &visitor) { return (reason, true) }
            case UInt8(ascii: "{"):
                if depth == depthLimit { return (.depth(depthLimit), true) }
                unsafe levels[depth] = isObject
                depth += 1
                isObject = true
                unsafe cursor.position += 1
                visitor.beginObject(at: start)
                cursor.skipSpace()
                if cursor.byte == UInt8(ascii: "}") { break }
                if let reason = cursor.readKey(else: .keyOrEndOfObject, visitor: &visitor) {
                    return (reason, false)
                }
                expected = .value
                continue
            case UInt8(ascii: "["):
                if depth == depthLimit { return (.depth(depthLimit), true) }
                unsafe levels[depth] = isObject
                depth += 1
                isObject = false
                unsafe cursor.position += 1
                visitor.beginArray(at: start)
                cursor.skipSpace()
                if cursor.byte == UInt8(ascii: "]") { break }
                expected = .valueOrEndOfArray
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if let reason = cursor.readNumber() { return (reason, true) }
                visitor.number(unsafe Range(uncheckedBounds: (start, cursor.offset)))
            case UInt8(ascii: "t"):
                if !cursor.readLiteral(0x6575_7274, count: 4) { return (.literal, true) }
                visitor.literal(.true, at: start)
            case UInt8(ascii: "f"):
                if !cursor.readLiteral(0x65_736C_6166, count: 5) { return (.literal, true) }
                visitor.literal(.false, at: start)
            case UInt8(ascii: "n"):
                if !cursor.readLiteral(0x6C6C_756E, count: 4) { return (.literal, true) }
                visitor.literal(.null, at: start)
            default:
                return (expected, true)
            }
            // Here a value has ended, or an empty array or object is about to.
            afterValue: while true {
                cursor.skipSpace()
                if depth == 0 {
                    return unsafe cursor.position == cursor.end ? nil : (.endOfDocument, false)
                }
                if cursor.byte == UInt8(ascii: ",") {
                    unsafe cursor.position += 1
                    cursor.skipSpace()
                    if isObject {
                        if let reason = cursor.readKey(else: .keyAfterComma, visitor: &visitor) {
                            return (reason, false)
                        }
                    }
                    expected = .value
                    break afterValue
                }
                if cursor.byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    let offset = cursor.offset
                    if isObject { visitor.endObject(at: offset) } else { visitor.endArray(at: offset) }
                    unsafe cursor.position += 1
                    depth -= 1
                    isObject = unsafe levels[depth]
                    continue afterValue
                }
                return (isObject ? .commaOrEndOfObject : .commaOrEndOfArray, false)
            }
        }
    }
}
