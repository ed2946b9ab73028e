/// What is wrong with how a request is framed: two readers of it could see two different requests, or it asks for
/// what cannot be done before its body is read. The connection ends after the answer.
public enum FramingFault: Sendable, Hashable, CaseIterable {
    /// The method is no token (RFC 9110, section 9.1).
    case method
    /// The target is empty or holds a space or a control character (RFC 9112, section 3).
    case target
    /// The version is none of HTTP/1 (RFC 9112, section 2.3).
    case version
    /// A field name is no token; a space before the colon makes it one (RFC 9112, section 5.1).
    case fieldName
    /// A field value holds a control character (RFC 9110, section 5.5).
    case fieldValue
    /// More than one `Content-Length`, or one that is no number (RFC 9112, section 6.3).
    case contentLength
    /// `Content-Length` beside `Transfer-Encoding` (RFC 9112, section 6.1).
    case twoLengths
    /// `Transfer-Encoding` in a version that has none (RFC 9112, section 6.1).
    case transferEncodingVersion
    /// More than one `Transfer-Encoding`.
    case repeatedTransferEncoding
    /// A transfer coding other than `chunked` (RFC 9112, section 6.1).
    case transferCoding
    /// No `Host` in HTTP/1.1 (RFC 9112, section 3.2).
    case missingHost
    /// More than one `Host`, or one that is no host (RFC 9112, section 3.2).
    case host
    /// An expectation other than `100-continue` (RFC 9110, section 10.1.1).
    case expectation

    /// The status to answer with: 400, 417 or 501.
    public var status: Int {
        switch self {
        case .transferCoding: 501
        case .expectation: 417
        default: 400
        }
    }

    /// One sentence that names the fault.
    public var detail: String {
        switch self {
        case .method: "The request method is no token."
        case .target: "The request target is empty or holds a space or a control character."
        case .version: "The protocol version is not one of HTTP/1."
        case .fieldName: "A header field's name is no token; there is no space before its colon."
        case .fieldValue: "A header field's value holds a control character."
        case .contentLength: "Content-Length stands more than once or is no number."
        case .twoLengths: "Content-Length and Transfer-Encoding exclude each other."
        case .transferEncodingVersion: "HTTP/1.0 has no Transfer-Encoding."
        case .repeatedTransferEncoding: "Transfer-Encoding stands more than once."
        case .transferCoding: "The only transfer coding is chunked."
        case .missingHost: "HTTP/1.1 demands a Host."
        case .host: "Host stands more than once or is no host."
        case .expectation: "The only expectation is 100-continue."
        }
    }
}

extension RequestHead {
    /// The first fault in how this request is framed, or nil where there is none.
    public func framingFault() -> FramingFault? {
        if case .other(let token) = method, token.isEmpty || !token.utf8.allSatisfy(tokenBytes.contains) {
            return .method
        }
        if unsafe target.isEmpty || target.withUnsafeBufferPointer({ unsafe holdsByte(below: 0x21, $0) }) {
            return .target
        }
        if version == "HTTP/1.1" { return fields.framingFault }
        let isOld = version == "HTTP/1.0"
        if !isOld, !(version.utf8.count == 8 && version.hasPrefix("HTTP/1.")) { return .version }
        return fields.framingFault(isOld: isOld)
    }
}

extension RequestFields {
    /// The first fault of a header section: of HTTP/1.0, or of any later version.
    func framingFault(isOld: Bool) -> FramingFault? {
        lineFault() ?? lengthFault(isOld: isOld) ?? hostFault(isOld: isOld) ?? expectationFault()
    }

    /// A name or a value with a character that it may not have.
    private func lineFault() -> FramingFault? {
        unsafe firstResult { known, name, value in
            // A name that is known is a token.
            if known == .unknown, unsafe name.isEmpty || !tokenBytes.containsAll(of: name) { return .fieldName }
            if unsafe holdsByte(below: 0x20, value), unsafe value.contains(where: isControlByte) { return .fieldValue }
            return nil
        }
    }

    private func lengthFault(isOld: Bool) -> FramingFault? {
        let codings = count(of: .transferEncoding)
        if let length = first(.contentLength) {
            if codings > 0 { return .twoLengths }
            if count(of: .contentLength) > 1 || !isDecimal(length) { return .contentLength }
        }
        if codings > 0 {
            if isOld { return .transferEncodingVersion }
            if codings > 1 { return .repeatedTransferEncoding }
            if !ASCII.equal(first(.transferEncoding) ?? [], "chunked") { return .transferCoding }
        }
        return nil
    }

    private func hostFault(isOld: Bool) -> FramingFault? {
        let count = count(of: .host)
        if count == 0 { return isOld ? nil : .missingHost }
        if count > 1 { return .host }
        return unsafe firstResult { known, _, value in
            unsafe known == .host && !hostBytes.containsAll(of: value) ? .host : nil
        }
    }

    private func expectationFault() -> FramingFault? {
        guard let value = first(.expect) else { return nil }
        return count(of: .expect) > 1 || !ASCII.equal(value, "100-continue") ? .expectation : nil
    }
}

/// Whether some byte is below `limit` (at most 0x80) or is DEL, eight bytes at a time.
///
/// Subtracting the limit from each byte of a word borrows into its top bit where the byte is smaller; of a byte that
/// has its top bit set itself that says nothing, and it is not smaller.
private func holdsByte(below limit: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    if raw.count < 8 { return unsafe raw.contains { $0 < limit || $0 == 0x7F } }
    // The last word may reach back into the one before it.
    let last = raw.count &- 8
    var offset = 0
    while true {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let deleted = word ^ (ones &* 0x7F)
        if ((word &- ones &* UInt64(limit)) & ~word | (deleted &- ones) & ~deleted) & tops != 0 { return true }
        if offset == last { return false }
        offset = min(offset &+ 8, last)
    }
}

/// A control character other than the tab, which a field value may not have (RFC 9110, section 5.5).
private func isControlByte(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || byte == 0x7F
}

/// Characters of ASCII, one bit each: 64 of them in each word.
private struct ByteSet {
    let low: UInt64
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        (byte < 64 ? low : byte < 128 ? high : 0) &>> UInt64(byte) & 1 != 0
    }

    @inline(__always)
    func containsAll(of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count, unsafe contains(bytes[index]) { index &+= 1 }
        return index == bytes.count
    }
}

/// The characters of a token (RFC 9110, section 5.6.2): letters, digits and ``!#$%&'*+-.^_`|~``.
private let tokenBytes = ByteSet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)

/// The characters of a host with a port (RFC 3986, section 3.2.2), which has no user, path, query or fragment: letters,
/// digits and `!$%&'()*+,-.:;=[]_~`.
private let hostBytes = ByteSet(low: 0x2FFF_7FF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE)

private func isDecimal(_ value: ArraySlice<UInt8>) -> Bool {
    !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
}
