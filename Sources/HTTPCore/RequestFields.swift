/// A request header that the service acts on. The names of all others are kept, but have no constant.
///
/// Names are classified once, when a field is appended, so that looking one up on the hot path compares bytes, not
/// strings.
public enum KnownField: UInt8, Sendable, CaseIterable {
    case unknown = 0
    case accept, acceptEncoding, acceptLanguage, accessControlRequestHeaders, accessControlRequestMethod
    case authorization, connection, contentEncoding, contentLength, contentType, cookie, expect, host
    case ifNoneMatch, lastEventID, origin, traceparent, transferEncoding, userAgent, xForwardedFor, xRequestID

    /// The name in lower case.
    public var lowercasedName: String {
        switch self {
        case .unknown: ""
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .acceptLanguage: "accept-language"
        case .accessControlRequestHeaders: "access-control-request-headers"
        case .accessControlRequestMethod: "access-control-request-method"
        case .authorization: "authorization"
        case .connection: "connection"
        case .contentEncoding: "content-encoding"
        case .contentLength: "content-length"
        case .contentType: "content-type"
        case .cookie: "cookie"
        case .expect: "expect"
        case .host: "host"
        case .ifNoneMatch: "if-none-match"
        case .lastEventID: "last-event-id"
        case .origin: "origin"
        case .traceparent: "traceparent"
        case .transferEncoding: "transfer-encoding"
        case .userAgent: "user-agent"
        case .xForwardedFor: "x-forwarded-for"
        case .xRequestID: "x-request-id"
        }
    }

    /// The names in lower case, as bytes, grouped by length: a name is compared with at most a few of its length.
    private static let namesByLength: [[(field: KnownField, name: [UInt8])]] = {
        var table = [[(field: KnownField, name: [UInt8])]](repeating: [], count: 40)
        for field in KnownField.allCases where field != .unknown {
            let name = Array(field.lowercasedName.utf8)
            table[name.count].append((field, name))
        }
        return table
    }()

    /// The constant for a name in any case, or `.unknown`.
    public init(name: Span<UInt8>) {
        self = .unknown
        guard name.count < Self.namesByLength.count else { return }
        for candidate in Self.namesByLength[name.count] {
            var index = 0
            while index < name.count, (name[index] | (name[index] &- 0x41 < 26 ? 0x20 : 0)) == candidate.name[index] {
                index += 1
            }
            if index == name.count {
                self = candidate.field
                return
            }
        }
    }
}

/// The header section of one request: every field in the order of the wire, in one buffer.
///
/// Values are bytes as they arrived, without the white space around them. Nothing here may be copied into a response
/// header before it was parsed into a value type of its own.
public struct RequestFields: Sendable {
    private struct Entry {
        var known: KnownField
        var nameStart: Int
        var valueStart: Int
        var valueEnd: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// One bit for each known field that is there: the hot path asks for several that most requests do not have.
    private var present: UInt32 = 0

    /// An empty header section with room for `capacity` bytes.
    public init(capacity: Int = 0) {
        if capacity > 0 {
            bytes.reserveCapacity(capacity)
            entries.reserveCapacity(16)
        }
    }

    /// The fields given, for tests and for callers that have strings.
    public init(_ fields: [(String, String)]) {
        for (name, value) in fields {
            append(name: Array(name.utf8).span, value: Array(value.utf8).span)
        }
    }

    /// Adds one field line.
    public mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        unsafe name.withUnsafeBufferPointer { name in
            unsafe value.withUnsafeBufferPointer { value in unsafe append(name: name, value: value) }
        }
    }

    /// Adds one field line from memory that a transport holds.
    @unsafe public mutating func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        let nameStart = bytes.count
        unsafe bytes.append(contentsOf: name)
        let valueStart = bytes.count
        unsafe bytes.append(contentsOf: value)
        let known = unsafe KnownField(name: name.span)
        present |= 1 << UInt32(known.rawValue)
        entries.append(
            Entry(known: known, nameStart: nameStart, valueStart: valueStart, valueEnd: bytes.count))
    }

    /// The bytes of all names and values, without what stands between them.
    public var byteCount: Int { bytes.count }

    /// The number of field lines.
    public var count: Int { entries.count }

    /// Which field the line at `position` carries.
    public func known(at position: Int) -> KnownField { entries[position].known }

    /// The name of the line at `position`, as it arrived.
    public func name(at position: Int) -> ArraySlice<UInt8> {
        bytes[entries[position].nameStart..<entries[position].valueStart]
    }

    /// The value of the line at `position`, as it arrived.
    public func value(at position: Int) -> ArraySlice<UInt8> {
        bytes[entries[position].valueStart..<entries[position].valueEnd]
    }

    /// Whether some line carries this field.
    public func contains(_ field: KnownField) -> Bool {
        present & 1 << UInt32(field.rawValue) != 0
    }

    /// How many lines carry this field.
    public func count(of field: KnownField) -> Int {
        var count = 0
        for entry in entries where entry.known == field { count += 1 }
        return count
    }

    /// The value of the first line of this field, or nil where there is none.
    public func first(_ field: KnownField) -> ArraySlice<UInt8>? {
        guard contains(field) else { return nil }
        for entry in entries where entry.known == field {
            return bytes[entry.valueStart..<entry.valueEnd]
        }
        return nil
    }

    /// All lines of this field joined with `, ` (RFC 9110, section 5.3), or nil where there is none.
    public func joined(_ field: KnownField) -> ArraySlice<UInt8>? {
        var result: ArraySlice<UInt8>?
        for entry in entries where entry.known == field {
            let value = bytes[entry.valueStart..<entry.valueEnd]
            if result == nil {
                result = value
            } else {
                result?.append(contentsOf: [0x2C, 0x20])
                result?.append(contentsOf: value)
            }
        }
        return result
    }

    /// The first line's value as text, with bytes that are no UTF-8 replaced; for logs and rare paths.
    public func text(_ field: KnownField) -> String? {
        first(field).map { String(decoding: $0, as: UTF8.self) }
    }
}
