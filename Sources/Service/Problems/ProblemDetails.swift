import HTTPCore

/// What went wrong with a request, for programs and for people (RFC 9457).
///
/// Everything in it was made by the service or has passed through a value type; it never holds a path of the disk.
struct ProblemDetails: Error {
    /// A kind of problem: its `type` never changes, so that programs can tell kinds apart.
    struct Kind: Sendable, Hashable {
        /// The last part of the `type`, a relative reference.
        let slug: String
        /// One line that is the same for every problem of the kind.
        let title: String
        /// The status code.
        let status: Int
    }

    /// The value of a member beside those of the standard.
    enum Value: Sendable {
        case string(String)
        case integer(Int)
        case strings([String])
        /// JSON text, made by a `JSONWriter`.
        case json([UInt8])
    }

    /// The kind.
    var kind: Kind
    /// What happened this time and what to do about it.
    var detail: String
    /// Members beside those of the standard, in order.
    var members: [(name: String, value: Value)] = []
    /// Header fields beside the usual ones.
    var fields: [ResponseField] = []
    /// Whether the connection ends after the answer.
    var closesConnection = false

    init(
        _ kind: Kind, _ detail: String, members: [(name: String, value: Value)] = [], fields: [ResponseField] = [],
        closesConnection: Bool = false
    ) {
        self.kind = kind
        self.detail = detail
        self.members = members
        self.fields = fields
        self.closesConnection = closesConnection
    }

    /// The answer.
    var response: Response {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "/problems/\(kind.slug)")
            writer.member("title", kind.title)
            writer.member("status", kind.status)
            writer.member("detail", detail)
            for member in members {
                switch member.value {
                case .string(let value): writer.member(member.name, value)
                case .integer(let value): writer.member(member.name, value)
                case .strings(let values): writer.member(member.name, values)
                case .json(let value):
                    writer.name(member.name.utf8)
                    writer.raw(value)
                }
            }
        }
        return Response(
            status: kind.status,
            fields: [.nosniff, ResponseField("Content-Type", "application/problem+json"), .noStore] + fields,
            body: .bytes(writer.bytes), closesConnection: closesConnection)
    }
}

extension ProblemDetails.Kind {
    static let badTarget = Self(slug: "bad-target", title: "The request target cannot be read", status: 400)
    static let badParameter = Self(slug: "bad-parameter", title: "A query parameter has a bad value", status: 400)
    static let badMessage = Self(slug: "bad-request", title: "The request is malformed", status: 400)
    static let badBody = Self(slug: "bad-body", title: "The body cannot be read", status: 400)
    static let unknownLocale = Self(slug: "unknown-locale", title: "There is no such locale", status: 404)
    static let unknownLocaleParameter = Self(
        slug: "unknown-locale", title: "There is no such locale", status: 400)
    static let notFound = Self(slug: "not-found", title: "There is nothing at this address", status: 404)
    static let missingKey = Self(slug: "missing-key", title: "There is no such key", status: 404)
    static let methodNotAllowed = Self(
        slug: "method-not-allowed", title: "The method is not allowed here", status: 405)
    static let noAcceptableLocale = Self(
        slug: "no-acceptable-locale", title: "No locale is acceptable to the reader", status: 406)
    static let noAcceptableCoding = Self(
        slug: "no-acceptable-coding", title: "No content coding is acceptable to the client", status: 406)
    static let unauthorized = Self(slug: "unauthorized", title: "A token is needed", status: 401)
    static let bodyTooLarge = Self(slug: "body-too-large", title: "The body is too large", status: 413)
    static let targetTooLong = Self(slug: "target-too-long", title: "The request target is too long", status: 414)
    static let unsupportedMediaType = Self(
        slug: "unsupported-media-type", title: "The body has a type that is not rendered", status: 415)
    static let expectationFailed = Self(
        slug: "expectation-failed", title: "The expectation cannot be met", status: 417)
    static let missingMessages = Self(
        slug: "missing-messages", title: "Placeholders refer to messages that do not exist", status: 422)
    static let renderLimit = Self(slug: "render-limit", title: "The rendering is too large", status: 422)
    static let headerTooLarge = Self(slug: "header-too-large", title: "A header is too large", status: 431)
    static let internalFault = Self(slug: "internal-fault", title: "The service is at fault", status: 500)
    static let notImplemented = Self(slug: "not-implemented", title: "This is not implemented", status: 501)
    static let notReady = Self(slug: "not-ready", title: "The service is not ready", status: 503)
    static let overloaded = Self(slug: "overloaded", title: "The service has too much to do", status: 503)

    /// Every kind, for the documents and their tests.
    static let all: [Self] = [
        badTarget, badParameter, badMessage, badBody, unknownLocale, unknownLocaleParameter, notFound, missingKey,
        methodNotAllowed, noAcceptableLocale, noAcceptableCoding, unauthorized, bodyTooLarge, targetTooLong,
        unsupportedMediaType, expectationFailed, missingMessages, renderLimit, headerTooLarge, internalFault,
        notImplemented,
        notReady, overloaded,
    ]
}

extension ResponseField {
    /// Browsers take the media type as it is given.
    static let nosniff = ResponseField("X-Content-Type-Options", "nosniff")
    /// Nobody keeps the answer.
    static let noStore = ResponseField("Cache-Control", "no-store")
}
