import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

/// Bytes that a client sends, and what it gets.
struct WireCase: Sendable, CustomTestStringConvertible {
    /// One answer of those that come.
    struct Answer: Sendable {
        var status: Int
        /// A part of the content.
        var contains: String
        var isToHead = false
    }

    var name: String
    var request: String
    var answers: [Answer]
    /// Whether the connection ends after the last answer, by the server's will.
    var closes: Bool

    var testDescription: String { name }

    init(_ name: String, _ request: String, _ answers: [Answer], closes: Bool = false) {
        (self.name, self.request, self.answers, self.closes) = (name, request, answers, closes)
    }

    /// A case with one answer.
    init(_ name: String, _ request: String, _ status: Int, _ contains: String = "", closes: Bool = false) {
        self.init(name, request, [Answer(status: status, contains: contains)], closes: closes)
    }
}

private let host = "Host: localhost\r\n"

/// What reaches the handler and is served.
private let served: [WireCase] = [
    WireCase("a plain GET", "GET /head HTTP/1.1\r\n\(host)\r\n", 200, "GET /head HTTP/1.1\nHost=localhost\n"),
    WireCase("where it came from", "GET /head HTTP/1.1\r\n\(host)\r\n", 200, "peer=127.0.0.1 role=public unseen=false"),
    WireCase("no space after the colon", "GET /head HTTP/1.1\r\nHost:localhost\r\n\r\n", 200, "unseen=false"),
    WireCase("no value", "GET /head HTTP/1.1\r\n\(host)X:\r\nY: \r\n\r\n", 200, "unseen=false"),
    WireCase("much white space", "GET /head HTTP/1.1\r\nHost:\t  localhost \t\r\n\r\n", 200, "unseen=false"),
    WireCase("an unknown method", "BREW /head HTTP/1.1\r\n\(host)\r\n", 200, "BREW /head"),
    WireCase("methods are case-sensitive", "get /head HTTP/1.1\r\n\(host)\r\n", 200, "get /head"),
    WireCase("asterisk form", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", 404, "*"),
    WireCase("absolute form", "GET http://localhost/head HTTP/1.1\r\n\(host)\r\n", 404, "http://localhost/head"),
    WireCase("authority form", "CONNECT localhost:443 HTTP/1.1\r\n\(host)\r\n", 404, "localhost:443"),
    WireCase("a later minor version", "GET /head HTTP/1.2\r\n\(host)\r\n", 200, "GET /head HTTP/1.2"),
    WireCase("HTTP/1.0 ends the connection", "GET /head HTTP/1.0\r\n\r\n", 200, "GET /head HTTP/1.0", closes: true),
    WireCase("HTTP/1.0 kept alive", "GET /head HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", 200),
    WireCase("the client closes", "GET /head HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 200, closes: true),
    WireCase("the handler closes", "GET /close HTTP/1.1\r\n\(host)\r\n", 200, "x", closes: true),
    WireCase(
        "the target is not decoded", "GET /head?a=%00&b=%2F%zz;%C3%A9 HTTP/1.1\r\n\(host)\r\n", 200,
        "%00&b=%2F%zz;%C3%A9"),
    WireCase("%00 in the path", "GET /a%00b HTTP/1.1\r\n\(host)\r\n", 404, "/a%00b"),
    WireCase("%2F in the path", "GET /a%2Fb HTTP/1.1\r\n\(host)\r\n", 404, "/a%2Fb"),
    WireCase("a bare question mark", "GET /head? HTTP/1.1\r\n\(host)\r\n", 200, "GET /head? "),
    WireCase("two question marks", "GET /head?a?b HTTP/1.1\r\n\(host)\r\n", 200, "GET /head?a?b "),
    WireCase("bytes beyond ASCII in the target", "GET /é HTTP/1.1\r\n\(host)\r\n", 404, "/é"),
    WireCase(
        "a repeated field", "GET /head HTTP/1.1\r\n\(host)Accept-Language: fr\r\nX: 1\r\naccept-language: de\r\n\r\n",
        200, "Accept-Language=fr\nX=1\naccept-language=de\n"),
    WireCase("an empty value", "GET /head HTTP/1.1\r\n\(host)Accept:\r\n\r\n", 200, "Accept=\n"),
    WireCase("spaces around a value", "GET /head HTTP/1.1\r\n\(host)A:  b \t\r\n\r\n", 200, "A=b\n"),
    WireCase("an empty Host", "GET /head HTTP/1.1\r\nHost: \r\n\r\n", 200),
    WireCase("empty lines before the request", "\r\n\r\nGET /head HTTP/1.1\r\n\(host)\r\n", 200),
    WireCase("a body with its length", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 4\r\n\r\nbody", 200, "body"),
    WireCase("a body on a GET", "GET /echo HTTP/1.1\r\n\(host)Content-Length: 4\r\n\r\nbody", 200, "body"),
    WireCase("a body of nothing", "POST /length HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", 200, "0"),
    WireCase("no body at all", "POST /length HTTP/1.1\r\n\(host)\r\n", 200, "0"),
    WireCase("a body in HTTP/1.0", "POST /echo HTTP/1.0\r\nContent-Length: 4\r\n\r\nbody", 200, "body", closes: true),
    WireCase(
        "chunks",
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n", 200,
        "abc0123456789"),
    WireCase(
        "chunked in any case", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        200, "abc"),
    WireCase(
        "chunk extensions and trailers",
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n", 200, "abc"),
    WireCase(
        "trailers are no header fields",
        "POST /head HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n", 200,
        "Transfer-Encoding=chunked\npeer"),
    WireCase(
        "100-continue", "POST /echo HTTP/1.1\r\n\(host)Expect: 100-continue\r\nContent-Length: 4\r\n\r\nbody",
        [.init(status: 100, contains: ""), .init(status: 200, contains: "body")]),
    WireCase(
        "100-Continue in any case",
        "POST /echo HTTP/1.1\r\n\(host)Expect: 100-Continue\r\nContent-Length: 4\r\n\r\nbody",
        [.init(status: 100, contains: ""), .init(status: 200, contains: "body")]),
    WireCase(
        "100-continue without a body, and another request behind it",
        "POST /length HTTP/1.1\r\n\(host)Expect: 100-continue\r\nContent-Length: 0\r\n\r\nGET /a HTTP/1.1\r\n\(host)\r\n",
        [.init(status: 100, contains: ""), .init(status: 200, contains: "0"), .init(status: 404, contains: "/a")]),
    WireCase(
        "100-continue on a GET, and another request behind it",
        "GET /prepared HTTP/1.1\r\n\(host)Expect: 100-continue\r\n\r\nGET /a HTTP/1.1\r\n\(host)\r\n",
        [
            .init(status: 100, contains: ""), .init(status: 200, contains: "prepared"),
            .init(status: 404, contains: "/a"),
        ]),
    WireCase(
        "100-continue in HTTP/1.0 is ignored",
        "POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody", 200, "body", closes: true),
    WireCase("HEAD", "HEAD /head HTTP/1.1\r\n\(host)\r\n", [.init(status: 200, contains: "", isToHead: true)]),
    WireCase(
        "HEAD, then GET", "HEAD /prepared HTTP/1.1\r\n\(host)\r\nGET /prepared HTTP/1.1\r\n\(host)\r\n",
        [.init(status: 200, contains: "", isToHead: true), .init(status: 200, contains: "prepared")]),
    WireCase(
        "304 has no content", "GET /304 HTTP/1.1\r\n\(host)\r\nGET /prepared HTTP/1.1\r\n\(host)\r\n",
        [.init(status: 304, contains: ""), .init(status: 200, contains: "prepared")]),
    WireCase(
        "204 has no content", "GET /204 HTTP/1.1\r\n\(host)\r\nGET /prepared HTTP/1.1\r\n\(host)\r\n",
        [.init(status: 204, contains: ""), .init(status: 200, contains: "prepared")]),
    WireCase(
        "three at once",
        "GET /a HTTP/1.1\r\n\(host)\r\nPOST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabcGET /c HTTP/1.1\r\n\(host)\r\n",
        [.init(status: 404, contains: "/a"), .init(status: 200, contains: "abc"), .init(status: 404, contains: "/c")]),
    WireCase(
        "what follows a close is not read", "GET /close HTTP/1.1\r\n\(host)\r\nGET /a HTTP/1.1\r\n\(host)\r\n", 200,
        "x", closes: true),
    WireCase(
        "900 query parameters",
        "GET /head?\((0..<900).map { "p\($0)=\($0)" }.joined(separator: "&")) HTTP/1.1\r\n\(host)\r\n", 200,
        "p899=899 HTTP/1.1"),
    WireCase(
        "a cookie of 8 KB", "GET /head HTTP/1.1\r\n\(host)Cookie: a=\(String(repeating: "x", count: 8190))\r\n\r\n",
        200, "Cookie=a=xxx"),
    WireCase(
        "8 KB of cookies",
        "GET /head HTTP/1.1\r\n\(host)Cookie: \((0..<40).map { "cookie\($0)=\(String(repeating: "v", count: 190))" }.joined(separator: "; "))\r\n\r\n",
        200, "Cookie=cookie0=vvv"),
    WireCase("a target of 8 KB", "GET /\(String(repeating: "t", count: 8000)) HTTP/1.1\r\n\(host)\r\n", 404, "/ttttt"),
    WireCase(
        "a hundred fields", "GET /head HTTP/1.1\r\n\(host)\((0..<100).map { "X-\($0): \($0)\r\n" }.joined())\r\n", 200,
        "X-99=99\n"),
]

/// What the library lets through and the framing check refuses: always with the end of the connection.
private let refused: [WireCase] = [
    WireCase(
        "two Content-Length", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400,
        "Content-Length"),
    WireCase(
        "two equal Content-Length", "POST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        400, "Content-Length"),
    WireCase(
        "Content-Length with Transfer-Encoding",
        "POST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "exclude"
    ),
    WireCase(
        "Transfer-Encoding with Content-Length",
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400, "exclude"
    ),
    WireCase(
        "a foreign Transfer-Encoding", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\nabc", 501,
        "chunked"),
    WireCase(
        "gzip, chunked", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501,
        "chunked"),
    WireCase("xchunked", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    WireCase("identity", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: identity\r\n\r\n", 501),
    WireCase(
        "a vertical tab before chunked",
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n", 400, "control"),
    WireCase("an empty Transfer-Encoding", "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: \r\n\r\n", 501),
    WireCase(
        "two Transfer-Encoding",
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
        "more than once"),
    WireCase(
        "Transfer-Encoding in HTTP/1.0", "POST /echo HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400, "HTTP/1.0"),
    WireCase(
        "both lengths in HTTP/1.0",
        "POST /echo HTTP/1.0\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", 400, "exclude"),
    WireCase("no Host", "GET /head HTTP/1.1\r\n\r\n", 400, "Host"),
    WireCase("two Host", "GET /head HTTP/1.1\r\n\(host)\(host)\r\n", 400, "Host"),
    WireCase("a Host with a path", "GET /head HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "Host"),
    WireCase("a Host with a user", "GET /head HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "Host"),
    WireCase("a space before the colon", "GET /head HTTP/1.1\r\n\(host)X : a\r\n\r\n", 400, "name"),
    WireCase(
        "a space before Content-Length's colon", "POST /head HTTP/1.1\r\n\(host)Content-Length : 3\r\n\r\nabc", 400,
        "name"),
    WireCase("a field name that is no token", "GET /head HTTP/1.1\r\n\(host)X(y): a\r\n\r\n", 400, "name"),
    WireCase("a method that is no token", "G@T /head HTTP/1.1\r\n\(host)\r\n", 400, "method"),
    WireCase("a space in the target", "GET /head a HTTP/1.1\r\n\(host)\r\n", 400, "target"),
    WireCase("a tab in the target", "GET /head\ta HTTP/1.1\r\n\(host)\r\n", 400, "target"),
    WireCase("a control character in the target", "GET /head\u{01} HTTP/1.1\r\n\(host)\r\n", 400, "target"),
    WireCase(
        "another expectation", "POST /echo HTTP/1.1\r\n\(host)Expect: 200-ok\r\nContent-Length: 3\r\n\r\nabc", 417,
        "100-continue"),
    WireCase("a bare CR in a value", "GET /head HTTP/1.1\r\n\(host)X: a\rY: b\r\n\r\n", 400, "control"),
].map { WireCase($0.name, $0.request, $0.answers, closes: true) }

/// What the library hides: served, and the connection ends, since somebody before us may have read it otherwise.
private let hidden: [WireCase] = [
    WireCase("bare LF", "GET /head HTTP/1.1\nHost: localhost\n\n", 200, "unseen=true"),
    WireCase("one bare LF", "GET /head HTTP/1.1\r\nHost: localhost\n\r\n", 200, "unseen=true"),
    WireCase("NUL in the target", "GET /head\0x HTTP/1.1\r\n\(host)\r\n", 200, "unseen=true"),
    WireCase("NUL in the query", "GET /head?a=\0b HTTP/1.1\r\n\(host)\r\n", 200, "unseen=true"),
    WireCase("NUL in a value", "GET /head HTTP/1.1\r\n\(host)X: a\0b\r\n\r\n", 200, "unseen=true"),
    WireCase("a line without a name", "GET /head HTTP/1.1\r\n\(host): a\r\n\r\n", 200, "unseen=true"),
    WireCase("a folded line", "GET /head HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", 200, "unseen=true"),
    WireCase(
        "a folded line that makes a length", "POST /echo HTTP/1.1\r\n\(host)Content-: 3\r\n Length\r\n\r\nabc", 200,
        "abc"),
    WireCase("a bare LF for a missing space", "GET /head HTTP/1.1\r\nX:  a\n\(host)\r\n", 200, "unseen=true"),
].map { WireCase($0.name, $0.request, $0.answers, closes: true) }

@Suite struct WireTests {
    @Test(arguments: served + refused + hidden)
    func answers(_ wire: WireCase) throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send(wire.request)
            for (index, expected) in wire.answers.enumerated() {
                let answer = try client.readResponse(toHead: expected.isToHead)
                #expect(answer.status == expected.status)
                #expect(answer.text.contains(expected.contains), "\(answer.text.prefix(400))")
                if answer.status >= 200 {
                    #expect(answer.closes == (wire.closes && index == wire.answers.count - 1))
                    #expect(answer.count(of: "date") == 1)
                    // One length, that of the 200 in a 304, and none where there can be no content.
                    #expect(answer.count(of: "content-length") == (answer.status == 204 ? 0 : 1))
                    if answer.status == 304 { #expect(answer["content-length"] == "8") }
                    #expect(answer.count(of: "transfer-encoding") == 0)
                }
            }
            if wire.closes {
                #expect(client.isEnded())
            } else {
                #expect(try client.request("GET", "/prepared").text == "prepared")
            }
        }
        #expect(handler.finishedRecords.count == handler.admittedCount)
    }

    /// What a request with the framing faults of the table becomes when the fault is not refused: nothing waits.
    @Test func foreignCodingIsRefusedBeforeItsBody() throws {
        try withServer(EchoHandler()) { server in
            let client = try RawConnection(port: server.port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n")
            #expect(try client.readResponse().status == 501)
            #expect(client.isEnded())
        }
    }
}

/// What libmicrohttpd answers by itself. The handler sees none of it; another release of the library may differ.
@Suite struct LibraryAnswerTests {
    static func page(_ title: String, _ text: String) -> String {
        "<html><head><title>\(title)</title></head><body>\(text)</body></html>"
    }

    /// The status line, whether the header section comes twice, the page.
    static let cases: [(request: String, status: String, isDoubled: Bool, page: String)] = [
        ("POST / HTTP/1.1\r\n\(host)Content-Length: abc\r\n\r\n", "400 Bad Request", true, badLength),
        ("POST / HTTP/1.1\r\n\(host)Content-Length: +3\r\n\r\nabc", "400 Bad Request", true, badLength),
        ("POST / HTTP/1.1\r\n\(host)Content-Length: -3\r\n\r\nabc", "400 Bad Request", true, badLength),
        ("POST / HTTP/1.1\r\n\(host)Content-Length: 3, 3\r\n\r\nabc", "400 Bad Request", true, badLength),
        ("POST / HTTP/1.1\r\n\(host)Content-Length: \r\n\r\nabc", "400 Bad Request", true, badLength),
        (
            "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", "413 Content Too Large", true,
            longLength
        ),
        ("GET / HTTP/1.1\r\n\(host)colon\r\n\r\n", "400 Bad Request", false, malformed),
        ("GET /\r\n\r\n", "400 Bad Request", false, malformed),
        ("POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "400 Bad Request", false, badChunk),
        ("GET / HTTP/2.0\r\n\(host)\r\n", "505 HTTP Version Not Supported", false, badVersion),
        ("GET / ICY/1.0\r\n\(host)\r\n", "400 Bad Request", false, malformed),
        ("GET /\(String(repeating: "t", count: 40_000)) HTTP/1.1\r\n\(host)\r\n", "414 URI Too Long", false, tooBig),
        (
            "GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "t", count: 40_000))\r\n\r\n",
            "431 Request Header Fields Too Large", false, tooBig
        ),
        (
            "GET / HTTP/1.1\r\n\(host)Cookie: \(String(repeating: "a=b; ", count: 1600))\r\n\r\n",
            "431 Request Header Fields Too Large", true, tooBig
        ),
    ]
    static let badLength = page(
        "Request malformed", "Your HTTP request has wrong value for <b>Content-Length</b> header.")
    static let longLength = page(
        "Request content too large", "Your HTTP request has too large value for <b>Content-Length</b> header.")
    static let malformed = page("Request malformed", "Your HTTP request was syntactically incorrect.")
    static let badChunk = page("Request malformed", "Your HTTP chunked encoding was syntactically incorrect.")
    static let badVersion = page(
        "Requested HTTP version is not supported", "Requested HTTP version is not supported.")
    static let tooBig = page(
        "Request too big", "Your HTTP header was too big for the memory constraints of this webserver.")

    @Test(arguments: cases)
    func isPinned(_ wire: (request: String, status: String, isDoubled: Bool, page: String)) throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send(wire.request)
            let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
            let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("Date: ") }
            let section = [
                "HTTP/1.1 \(wire.status)", "Connection: close", "Content-Length: \(wire.page.utf8.count)", "",
            ]
            #expect(lines.map(String.init) == section + (wire.isDoubled ? section : []) + [wire.page])
        }
        // A bad chunk is found when the head was admitted long since.
        #expect(handler.finishedRecords.count == handler.admittedCount)
        #expect(handler.finishedRecords.allSatisfy { $0.outcome.status == 0 })
    }
}
