/// Which of the service's listeners a request came in by.
public enum ListenerRole: Sendable, Hashable {
    case `public`
    /// The port of `--admin-port`.
    case admin
}

/// What is known of a request before its body: the request line, the header section and where it came from.
///
/// It does not change while anybody holds it, so it is an object: handing it on costs one reference, whatever it holds.
public final class RequestHead: Sendable {
    /// The request method.
    public let method: Method
    /// The request target as it stood on the wire: not decoded, with the query.
    public let target: [UInt8]
    /// The protocol version of the request line, as in `HTTP/1.1`.
    public let version: String
    /// The header section.
    public let fields: RequestFields
    /// The listener that accepted the connection.
    public let role: ListenerRole
    /// The address of the other end of the connection, numeric, without the port; empty where there is none.
    public let peer: String
    /// The index of the worker that serves the connection, from 0. State that a worker owns needs no lock.
    public let worker: Int
    /// Whether the header section on the wire held bytes that are not in `fields` (a folded line, a bare LF, a NUL):
    /// somebody between may have read another request in it, so the transport ends the connection after the answer.
    public let hasUnseenBytes: Bool
    /// A number that no other request of this process has: what the service names the request by in its log.
    public var sequence: UInt64 { unsafe number }
    // Unsafe: changed by `renew` alone, while nobody else has the head.
    @exclusivity(unchecked) private nonisolated(unsafe) var number: UInt64

    /// The bytes of memory that the handler counts for this request. It belongs to the handler, which is called by the
    /// connection's worker alone.
    // Unsafe: only that thread reads and writes it.
    @exclusivity(unchecked) package nonisolated(unsafe) var heldBytes = 0

    /// Creates a head; the transport fills in all of it, tests what they need.
    public init(
        method: Method, target: [UInt8], version: String = "HTTP/1.1", fields: RequestFields = RequestFields(),
        role: ListenerRole = .public, peer: String = "", worker: Int = 0, hasUnseenBytes: Bool = false,
        sequence: UInt64 = 0
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.role = role
        self.peer = peer
        self.worker = worker
        self.hasUnseenBytes = hasUnseenBytes
        unsafe number = sequence
    }

    /// Makes a head that is over the head of a request that repeats it, with another number, where nobody has kept it:
    /// a client that asks for the same again costs no new one.
    ///
    /// - Precondition: the new request has the fields of the old one and came by the same connection.
    /// - Returns: whether it was done; it is not where the rest differs or somebody else has the head.
    package static func renew(
        _ head: inout RequestHead?, method: Method, target: [UInt8], version: String, hasUnseenBytes: Bool,
        sequence: UInt64
    ) -> Bool {
        // Uniqueness first: there is no second thread then that could read the number.
        guard isKnownUniquelyReferenced(&head), let head, head.method == method, head.target == target,
            head.version == version, head.hasUnseenBytes == hasUnseenBytes
        else { return false }
        unsafe head.number = sequence
        return true
    }
}

/// The body of a request, read whole, or what kept it from being read.
public enum RequestBody: Sendable {
    case complete([UInt8])
    /// More than the limit that the handler had set on admission; the bytes were discarded.
    case exceeded(limit: Int)
}

/// One request, ready to be answered.
public struct Request: Sendable {
    /// The request line and header section.
    public var head: RequestHead
    /// The body; empty where the request had none.
    public var body: RequestBody

    /// Creates a request.
    public init(head: RequestHead, body: RequestBody = .complete([])) {
        self.head = head
        self.body = body
    }
}

extension RequestHead {
    /// The length of the body as `Content-Length` declares it; nil where it does not. The highest number where it is
    /// higher than that.
    public var declaredLength: Int? {
        guard fields.contains(.contentLength) else { return nil }
        // The first line's is the one; nil for both if it is no number.
        return unsafe fields.firstResult { known, _, value in
            known == .contentLength ? .some(unsafe Self.decimal(value)) : nil
        } ?? nil
    }

    private static func decimal(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
        if value.isEmpty { return nil }
        var length = 0
        for index in 0..<value.count {
            let digit = unsafe value[index] &- 0x30
            guard digit < 10 else { return nil }
            let (tenfold, overflows) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tenfold.addingReportingOverflow(Int(digit))
            if overflows || overflowsToo { return .max }
            length = sum
        }
        return length
    }
}
