/// A request header that the service acts on. The names of all others are kept, but have no constant.
///
/// Names are classified once, when a field is appended, so that looking one up on the hot path compares numbers, not
/// strings.
public enum KnownField: UInt8, Sendable, CaseIterable {
    case unknown = 0
    case accept, acceptEncoding, acceptLanguage, accessControlRequestHeaders, accessControlRequestMethod
    case authorization, connection, contentEncoding, contentLength, contentType, cookie, expect, host
    case ifNoneMatch, lastEventID, origin, traceparent, transferEncoding, userAgent, xForwardedFor, xRequestID

    /// The name in lower case.
    public var lowercasedName: String { staticName.description }

    /// The position of a name in `table`: different for each name there is, which `table` checks when it is built.
    private static func position(count: Int, first: UInt8, last: UInt8) -> Int {
        (count &+ Int(first | 0x20) &* 4 &+ Int(last | 0x20)) & 0x7F
    }

    private static let table: [KnownField] = {
        var table = [KnownField](repeating: .unknown, count: 128)
        for field in KnownField.allCases where field != .unknown {
            let name = Array(field.lowercasedName.utf8)
            let position = position(count: name.count, first: name[0], last: name[name.count - 1])
            precondition(table[position] == .unknown, "two field names share a position")
            table[position] = field
        }
        return table
    }()

    /// The names in lower case, in the order of the raw values; static, so that comparing costs no reference.
    private var staticName: StaticString {
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

    /// The constant for a name in any case, or `.unknown`.
    public init(name: Span<UInt8>) {
        self = unsafe name.withUnsafeBufferPointer { unsafe KnownField(name: $0) }
    }

    /// The constant for a name in any case, or `.unknown`, in memory that a transport holds.
    @unsafe public init(name: UnsafeBufferPointer<UInt8>) {
        self = .unknown
        guard let first = unsafe name.first, let last = unsafe name.last else { return }
        let candidate = Self.table[Self.position(count: name.count, first: first, last: last)]
        let expected = candidate.staticName
        if expected.utf8CodeUnitCount == name.count, unsafe Self.equal(name, expected.utf8Start) { self = candidate }
    }

    /// Whether a name is `expected`, which has letters in lower case and hyphens only, but for the case of letters.
    ///
    /// Eight bytes at a time: in a letter of `expected` bit 6 is set, and bit 5 may differ; a hyphen must be one.
    private static func equal(_ name: UnsafeBufferPointer<UInt8>, _ expected: UnsafePointer<UInt8>) -> Bool {
        let name = UnsafeRawBufferPointer(name)
        let expected = unsafe UnsafeRawPointer(expected)
        var offset = 0
        while offset &+ 8 <= name.count {
            let wanted = unsafe expected.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let found = unsafe name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if (found ^ wanted) & ~((wanted & 0x4040_4040_4040_4040) >> 1) != 0 { return false }
            offset &+= 8
        }
        while offset < name.count {
            let wanted = unsafe expected.load(fromByteOffset: offset, as: UInt8.self)
            if unsafe (name[offset] ^ wanted) & ~((wanted & 0x40) >> 1) != 0 { return false }
            offset &+= 1
        }
        return true
    }
}

/// The header section of one request: every field in the order of the wire, in one buffer.
///
/// Values are bytes as they arrived, without the white space around them. Nothing here may be copied into a response
/// header before it was parsed into a value type of its own.
public struct RequestFields: Sendable {
    /// One line: where its name and its value stand in `bytes`. A header section has less than 4 GB by far.
    private struct Entry {
        var known: KnownField
        var start: UInt32
        var middle: UInt32
        var end: UInt32

        var nameStart: Int { Int(start) }
        var valueStart: Int { Int(middle) }
        var valueEnd: Int { Int(end) }
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// One bit for each known field that is there: the hot path asks for several that most requests do not have.
    private var present: UInt32 = 0
    /// What `judge` found; nil where lines were added or taken away since.
    private var judgement: Judgement?

    private enum Judgement {
        case sound
        case faulty(FramingFault)
    }

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
        let known = unsafe KnownField(name: name)
        judgement = nil
        present |= 1 << UInt32(known.rawValue)
        entries.append(
            Entry(known: known, start: UInt32(nameStart), middle: UInt32(valueStart), end: UInt32(bytes.count)))
    }

    /// Takes out all lines but the first `count`, and keeps the memory for others.
    public mutating func keepFirst(_ count: Int) {
        guard count < entries.count else { return }
        bytes.removeLast(bytes.count - entries[count].nameStart)
        entries.removeLast(entries.count - count)
        present = entries.reduce(0) { $0 | 1 << UInt32($1.known.rawValue) }
        judgement = nil
    }

    /// Whether the line at `position`, if there is one, has this name and this value, byte by byte.
    ///
    /// The time that it takes tells the lengths alone, since a line may hold a token.
    @unsafe public func hasLine(
        at position: Int, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard position < entries.count else { return false }
        let entry = entries[position]
        guard entry.valueStart &- entry.nameStart == name.count, entry.valueEnd &- entry.valueStart == value.count
        else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe difference(start + entry.nameStart, UnsafeRawBufferPointer(name))
                | difference(start + entry.valueStart, UnsafeRawBufferPointer(value)) == 0
        }
    }

    /// Looks for faults in the framing once, for sections that are asked for it again and again.
    public mutating func judge() {
        if judgement != nil { return }
        judgement = framingFault(isOld: false).map { .faulty($0) } ?? .sound
    }

    /// The first fault in the framing in HTTP/1.1.
    var framingFault: FramingFault? {
        switch judgement {
        case .sound: nil
        case .faulty(let fault): fault
        case nil: framingFault(isOld: false)
        }
    }

    /// The first result of `body` that is not nil, line by line; for checks of every byte.
    @inline(__always)
    func firstResult<Result>(
        _ body: (KnownField, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Result?
    ) -> Result? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            for entry in entries {
                let name = unsafe UnsafeBufferPointer(rebasing: buffer[entry.nameStart..<entry.valueStart])
                let value = unsafe UnsafeBufferPointer(rebasing: buffer[entry.valueStart..<entry.valueEnd])
                if let result = unsafe body(entry.known, name, value) { return result }
            }
            return nil
        }
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
        guard contains(field) else { return 0 }
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
        guard contains(field) else { return nil }
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

/// The bits in which bytes differ from others, all of them looked at, eight bytes at a time.
@inline(__always)
private func difference(_ left: UnsafeRawPointer, _ right: UnsafeRawBufferPointer) -> UInt64 {
    var difference: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= right.count {
        difference |=
            unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset &+= 8
    }
    while offset < right.count {
        difference |= unsafe UInt64(left.load(fromByteOffset: offset, as: UInt8.self) ^ right[offset])
        offset &+= 1
    }
    return difference
}
