import Synchronization

/// One field of a response's header section. Both parts are checked when the field is made: what could end the line
/// early or start another never reaches the wire.
public struct ResponseField: Sendable, Hashable {
    /// The field's name, in the case in which it is sent.
    public let name: String
    /// The field's value.
    public let value: String

    /// A field whose name and value the programmer wrote, or that a value type has formatted.
    ///
    /// - Precondition: the name is a token (RFC 9110, section 5.1) and the value holds no control character.
    public init(_ name: String, _ value: String) {
        precondition(!name.isEmpty && Self.isToken(name), "a response field's name is a token")
        precondition(Self.isPlain(value), "a response field's value holds no control character")
        self.name = name
        self.value = value
    }

    /// The field that names the request. An id holds nothing that would have to be looked for.
    public init(_ id: RequestID) {
        name = "X-Request-Id"
        value = id.description
    }

    private static func isToken(_ name: String) -> Bool {
        !holds(name) { ($0 <= 0x20 ? 1 : 0) | ($0 >= 0x7F ? 1 : 0) | ($0 == UInt8(ascii: ":") ? 1 : 0) }
    }

    private static func isPlain(_ value: String) -> Bool {
        !holds(value) { ($0 < 0x20 ? 1 : 0) & ($0 == 0x09 ? 0 : 1) | ($0 == 0x7F ? 1 : 0) }
    }

    /// Whether some byte of a text is marked with a 1; all are looked at, many at a time.
    @inline(__always)
    private static func holds(_ text: String, _ mark: (UInt8) -> UInt8) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var found: UInt8 = 0
            for index in 0..<bytes.count { unsafe found |= mark(bytes[index]) }
            return found != 0
        }
    }
}

/// Immutable bytes at one address, freed when the last holder lets go: what a transport can send without a copy.
@safe public final class SharedBytes: Sendable {
    // Unsafe: a pointer is not Sendable; the bytes behind this one are never written after `init`.
    private nonisolated(unsafe) let storage: UnsafeRawBufferPointer

    /// Copies the bytes of an array into a block of their own.
    public init(_ bytes: [UInt8]) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        unsafe block.copyBytes(from: bytes)
        unsafe storage = UnsafeRawBufferPointer(block)
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// The number of bytes.
    public var count: Int { unsafe storage.count }

    /// The bytes; the pointer stays valid as long as this object is held.
    @unsafe public var buffer: UnsafeRawBufferPointer { unsafe storage }

    /// A copy of the bytes.
    public var array: [UInt8] { unsafe Array(storage) }
}

/// The content of a response.
public enum ResponseBody: Sendable {
    case none
    /// Bytes made for this answer; a transport may copy them.
    case bytes([UInt8])
    /// Bytes that many answers share; a transport sends them where they are.
    case shared(SharedBytes)

    /// The number of bytes.
    public var count: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .shared(let bytes): bytes.count
        }
    }

    /// A copy of the bytes, for tests and for rare paths.
    public var array: [UInt8] {
        switch self {
        case .none: []
        case .bytes(let bytes): bytes
        case .shared(let bytes): bytes.array
        }
    }
}

/// An answer made for one request.
///
/// `Content-Length`, `Date` and the connection's own fields are the transport's; everything else stands in `fields`.
/// For a HEAD request the handler answers as for GET: the transport sends the header section alone, with the length
/// that the content would have. The same holds for a 304: it carries the content of the 200 that it stands for, and
/// its length alone is sent (RFC 9110, section 8.6); one without content would say that the length is 0.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// The header section, in order.
    public var fields: [ResponseField]
    /// The content.
    public var body: ResponseBody
    /// Whether the connection ends after this answer (`Connection: close`).
    public var closesConnection: Bool

    /// Creates an answer.
    public init(
        status: Int, fields: [ResponseField] = [], body: ResponseBody = .none, closesConnection: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.closesConnection = closesConnection
    }

    /// The value of the first field of this name, in any case.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }
}

/// The form in which a transport keeps a prepared response, made once and kept in its slot. Transports subclass it.
open class TransportForm: @unchecked Sendable {
    // Unchecked: an open class cannot be checked; subclasses hold immutable state only.

    /// For subclasses.
    public init() {}
}

/// An answer that is built once and sent many times, by any worker.
///
/// The slot holds the transport's own form of it, so that a hot answer costs no header list and no copy.
@safe public final class PreparedResponse: Sendable {
    /// The answer.
    public let response: Response
    /// What the handler wants to be told when this answer was sent, so that it need not find it out again.
    public let mark: UInt8?
    /// The address of a retained `TransportForm`, or 0. An `AtomicLazyReference` is not specialised for the type here
    /// and looks up metadata at each load.
    private let slot = Atomic<UInt>(0)

    /// Wraps an answer that will not change.
    public init(_ response: Response, mark: UInt8? = nil) {
        self.response = response
        self.mark = mark
    }

    deinit {
        unsafe form(at: slot.load(ordering: .acquiring))?.release()
    }

    /// The transport's form of this answer, or nil where none was made yet.
    public var transportForm: TransportForm? {
        unsafe form(at: slot.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Keeps the transport's form; of two workers that race the first wins, and both get its form.
    public func keep(_ form: TransportForm) -> TransportForm {
        // Released in `deinit`, or here when another was kept before.
        let kept = unsafe Unmanaged.passRetained(form)
        let (isKept, first) = unsafe slot.compareExchange(
            expected: 0, desired: UInt(bitPattern: kept.toOpaque()), ordering: .acquiringAndReleasing)
        if isKept { return form }
        unsafe kept.release()
        return unsafe self.form(at: first)?.takeUnretainedValue() ?? form
    }

    @inline(__always)
    private func form(at address: UInt) -> Unmanaged<TransportForm>? {
        guard let opaque = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<TransportForm>.fromOpaque(opaque)
    }
}
