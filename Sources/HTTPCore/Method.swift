/// A request method (RFC 9110, section 9). Methods that the service never serves keep their spelling.
public enum Method: Sendable, Hashable {
    case get, head, post, put, patch, delete, options
    /// Any other token, as it stood on the wire.
    case other(String)

    /// Reads a method token; methods are case-sensitive (RFC 9110, section 9.1).
    public init(_ token: String) {
        switch token {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other(token)
        }
    }

    /// Reads a method token in memory that a transport holds.
    @unsafe public init(_ token: UnsafeBufferPointer<UInt8>) {
        // What nearly all requests have needs no string.
        if unsafe token.isSpelled("GET") {
            self = .get
        } else if unsafe token.isSpelled("POST") {
            self = .post
        } else {
            self.init(unsafe String(decoding: token, as: UTF8.self))
        }
    }

    /// The token as it stands on the wire.
    public var token: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other(let token): token
        }
    }
}
