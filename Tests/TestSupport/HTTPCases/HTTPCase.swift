import Foundation
public import Testing

/// One request and the answer that it gets, as data: run in memory and over a socket alike.
public struct HTTPCase: Sendable, CustomTestStringConvertible {
    /// What the body of an answer is.
    public enum Body: Sendable {
        /// These bytes.
        case exactly(String)
        /// A JSON document that means the same, whatever the order of its members.
        case json(String)
        /// A JSON object with at least these members.
        case members(String)
        /// Some text with this in it.
        case containing(String)
        /// Nothing at all.
        case empty
        /// Something, or not.
        case anything
    }

    /// What the case shows.
    public var name: String
    /// The flags that the service was started with, as on the command line.
    public var flags: [String] = []
    /// The method.
    public var method: String
    /// The target as it stands on the wire.
    public var target: String
    /// The header lines, without `Host`.
    public var headers: [(name: String, value: String)]
    /// The body of the request.
    public var body: [UInt8]

    /// The status of the answer.
    public var status: Int
    /// What the answer's header section has of the fields in `checkedFields`: a value, `*` for any.
    public var expectedHeaders: [String: String]
    /// What the body of the answer is.
    public var expectedBody: Body

    /// What a failing test shows.
    public var testDescription: String { "\(name): \(method) \(target)" }

    /// The fields of which an answer has exactly those that a case names. Others depend on the catalog or the transport.
    public static let checkedFields = [
        "Content-Type", "Content-Language", "Content-Encoding", "Vary", "Cache-Control", "ETag", "Allow", "Retry-After",
        "Parlance-Missing", "Parlance-Missing-Count", "Parlance-Version", "WWW-Authenticate", "X-Request-Id",
        "X-Content-Type-Options", "Access-Control-Allow-Origin", "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers", "Access-Control-Expose-Headers", "Access-Control-Max-Age",
    ]

    /// A case, written as it would be sent: `"GET /strings/fr"`, `["Accept: */*"]`.
    public init(_ name: String, flags: [String] = [], _ request: String, body: String = "", _ answer: Answer) {
        self.init(name, flags: flags, request, [], bytes: Array(body.utf8), answer)
    }

    /// The same with header lines.
    public init(
        _ name: String, flags: [String] = [], _ request: String, _ headers: [String], body: String = "",
        _ answer: Answer
    ) {
        self.init(name, flags: flags, request, headers, bytes: Array(body.utf8), answer)
    }

    /// A case whose body is no text.
    public init(
        _ name: String, flags: [String] = [], _ request: String, _ headers: [String], bytes: [UInt8],
        _ answer: Answer
    ) {
        self.name = name
        self.flags = flags
        let space = request.firstIndex(of: " ")!
        method = String(request[..<space])
        target = String(request[request.index(after: space)...])
        self.headers = headers.map { line in
            let colon = line.firstIndex(of: ":")!
            return (
                String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
        }
        self.body = bytes
        status = answer.status
        expectedHeaders = answer.headers
        expectedBody = answer.body
    }

    /// An answer as a case writes it.
    public struct Answer: Sendable {
        /// The status.
        public var status: Int
        /// The checked fields.
        public var headers: [String: String]
        /// The body.
        public var body: Body

        /// Any answer; `X-Content-Type-Options` is on all of them.
        public init(_ status: Int, _ headers: [String: String] = [:], _ body: Body) {
            self.status = status
            self.headers = headers.merging(["X-Content-Type-Options": "nosniff"]) { given, _ in given }
            self.body = body
        }

        /// The same with other fields; an empty value takes one away.
        public func with(_ changes: [String: String]) -> Answer {
            var answer = self
            for (name, value) in changes { answer.headers[name] = value.isEmpty ? nil : value }
            return answer
        }

        /// A message as text.
        public static func text(_ text: String, _ language: String, negotiated: Bool = false) -> Answer {
            Answer(
                200,
                [
                    "Content-Type": "text/plain; charset=utf-8", "Content-Language": language, "ETag": "*",
                    "Cache-Control": "no-cache", "Parlance-Version": "*",
                    "Vary": negotiated ? "Accept, Accept-Language" : "Accept",
                ], .exactly(text))
        }

        /// A message as a JSON string.
        public static func string(_ json: String, _ language: String, negotiated: Bool = false) -> Answer {
            Answer(
                200,
                [
                    "Content-Type": "application/json", "Content-Language": language, "ETag": "*",
                    "Cache-Control": "no-cache", "Parlance-Version": "*",
                    "Vary": "Accept, Accept-Encoding" + (negotiated ? ", Accept-Language" : ""),
                ], .exactly(json))
        }

        /// A table or a part of one.
        public static func table(_ json: String, _ language: String, negotiated: Bool = false) -> Answer {
            Answer(
                200,
                [
                    "Content-Type": "application/json", "Content-Language": language, "ETag": "*",
                    "Cache-Control": "no-cache", "Parlance-Version": "*",
                    "Vary": "Accept-Encoding" + (negotiated ? ", Accept-Language" : ""),
                ], .exactly(json))
        }

        /// A problem of a kind, with at least these members.
        public static func problem(_ status: Int, _ kind: String, _ members: String = "") -> Answer {
            let first = "\"type\":\"/problems/\(kind)\",\"status\":\(status)"
            return Answer(
                status,
                ["Content-Type": "application/problem+json", "Cache-Control": "no-store", "X-Request-Id": "*"],
                .members("{\(first)\(members.isEmpty ? "" : ",")\(members)}"))
        }

        /// A rendered document.
        public static func rendered(
            _ body: String, _ language: String, type: String = "application/json", negotiated: Bool = false
        ) -> Answer {
            Answer(
                200,
                [
                    "Content-Type": type, "Content-Language": language, "Cache-Control": "no-store",
                    "Parlance-Version": "*", "X-Request-Id": "*",
                ].merging(negotiated ? ["Vary": "Accept-Language"] : [:]) { given, _ in given }, .exactly(body))
        }
    }

    /// Checks an answer against the case: its status, every checked field, its body, and what holds for all answers.
    public func check(
        status: Int, headers: [(name: String, value: String)], body: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let shown =
            "\(testDescription) answered \(status) \(headers) \(String(decoding: body.prefix(600), as: UTF8.self))"
        #expect(status == self.status, "\(shown)", sourceLocation: sourceLocation)
        for field in Self.checkedFields {
            let values = headers.filter { $0.name.lowercased() == field.lowercased() }.map(\.value)
            #expect(values.count <= 1, "\(field) stands twice: \(shown)", sourceLocation: sourceLocation)
            switch expectedHeaders[field] {
            case nil: #expect(values.isEmpty, "\(field) is there: \(shown)", sourceLocation: sourceLocation)
            case "*": #expect(values.first?.isEmpty == false, "\(field): \(shown)", sourceLocation: sourceLocation)
            case let value: #expect(values.first == value, "\(field): \(shown)", sourceLocation: sourceLocation)
            }
        }
        if let tag = headers.first(where: { $0.name.lowercased() == "etag" })?.value {
            #expect(
                tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 2, "\(shown)", sourceLocation: sourceLocation)
        }
        if method == "HEAD" || status == 304 || status == 204 { return }
        #expect(Self.matches(body, expectedBody), "\(shown)", sourceLocation: sourceLocation)
    }

    /// Whether a body is as expected.
    public static func matches(_ body: [UInt8], _ expected: Body) -> Bool {
        switch expected {
        case .exactly(let text): body == Array(text.utf8)
        case .json(let text): json(body).map { $0.isEqual(json(Array(text.utf8))) } ?? false
        case .members(let text): contains(json(body), json(Array(text.utf8)))
        case .containing(let text): String(decoding: body, as: UTF8.self).contains(text)
        case .empty: body.isEmpty
        case .anything: true
        }
    }

    private static func json(_ bytes: [UInt8]) -> NSObject? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
    }

    /// Whether an object has all members of another; the members' own objects need not have more either.
    private static func contains(_ value: NSObject?, _ part: NSObject?) -> Bool {
        guard let object = value as? [String: Any], let wanted = part as? [String: Any] else { return false }
        return wanted.allSatisfy { name, expected in
            guard let actual = object[name] as? NSObject, let expected = expected as? NSObject else { return false }
            return actual.isEqual(expected)
        }
    }
}
