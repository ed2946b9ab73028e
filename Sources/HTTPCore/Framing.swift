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
        if case .other(let token) = method, !token.utf8.allSatisfy(isTokenByte) || token.isEmpty { return .method }
        if target.isEmpty || target.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { return .target }
        let isOld = version == "HTTP/1.0"
        if !isOld, version != "HTTP/1.1", !(version.utf8.count == 8 && version.hasPrefix("HTTP/1.")) { return .version }
        var (lengths, codings, hosts, expectations) = (0, 0, 0, 0)
        for position in 0..<fields.count {
            let name = fields.name(at: position)
            if name.isEmpty || !name.allSatisfy(isTokenByte) { return .fieldName }
            if fields.value(at: position).contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
                return .fieldValue
            }
            switch fields.known(at: position) {
            case .contentLength: lengths += 1
            case .transferEncoding: codings += 1
            case .host: hosts += 1
            case .expect: expectations += 1
            default: break
            }
        }
        if lengths > 0 {
            if codings > 0 { return .twoLengths }
            guard lengths == 1, let value = fields.first(.contentLength), isDecimal(value) else {
                return .contentLength
            }
        }
        if codings > 0 {
            if isOld { return .transferEncodingVersion }
            if codings > 1 { return .repeatedTransferEncoding }
            if !equals(fields.first(.transferEncoding), ignoringCaseOf: "chunked") { return .transferCoding }
        }
        if hosts == 0, !isOld { return .missingHost }
        if hosts > 1 { return .host }
        if hosts == 1, let value = fields.first(.host), !value.allSatisfy(isHostByte) { return .host }
        if expectations > 0,
            expectations > 1 || !equals(fields.first(.expect), ignoringCaseOf: "100-continue")
        {
            return .expectation
        }
        return nil
    }
}

/// A character of a token (RFC 9110, section 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
}

/// A character that a host with a port may hold (RFC 3986, section 3.2.2): no user, path, query or fragment.
private func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x3A, 0x3B, 0x3D, 0x5B, 0x5D, 0x5F,
        0x7E:
        true
    default: byte >= 0x80
    }
}

private func isDecimal(_ value: ArraySlice<UInt8>) -> Bool {
    !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
}

private func equals(_ value: ArraySlice<UInt8>?, ignoringCaseOf expected: StaticString) -> Bool {
    guard let value, value.count == expected.utf8CodeUnitCount else { return false }
    return expected.withUTF8Buffer { expected in
        for (index, byte) in zip(expected.indices, value) {
            let lowered = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if unsafe lowered != expected[index] { return false }
        }
        return true
    }
}
