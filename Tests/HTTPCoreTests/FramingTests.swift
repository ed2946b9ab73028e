import HTTPCore
import Testing

@Suite struct FramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var target = "/"
        var version = "HTTP/1.1"
        var fields: [(String, String)]
        var fault: FramingFault?
        var testDescription: String { "\(method) \(target) \(version) \(fields) -> \(String(describing: fault))" }
    }

    private static let host = ("Host", "localhost:8080")
    private static let faults: [([(String, String)], FramingFault?)] = [
        ([host], nil),
        ([("hOsT", "")], nil),
        ([("Host", "[::1]:8080")], nil),
        ([], .missingHost),
        ([host, host], .host),
        ([("Host", "a/b")], .host),
        ([("Host", "user@a")], .host),
        ([("Host", "a b")], .host),
        ([("Host", "a?b")], .host),
        ([host, ("Content-Length", "0")], nil),
        ([host, ("content-length", "12")], nil),
        ([host, ("Content-Length", "12"), ("Content-Length", "12")], .contentLength),
        ([host, ("Content-Length", "")], .contentLength),
        ([host, ("Content-Length", "+1")], .contentLength),
        ([host, ("Content-Length", "1, 1")], .contentLength),
        ([host, ("Content-Length", "0x1")], .contentLength),
        ([host, ("Content-Length", "1"), ("Transfer-Encoding", "chunked")], .twoLengths),
        ([host, ("Transfer-Encoding", "chunked"), ("CONTENT-LENGTH", "1")], .twoLengths),
        ([host, ("Transfer-Encoding", "chunked")], nil),
        ([host, ("transfer-encoding", "CHUNKED")], nil),
        ([host, ("Transfer-Encoding", "chunked ")], .transferCoding),
        ([host, ("Transfer-Encoding", "chunked,")], .transferCoding),
        ([host, ("Transfer-Encoding", "gzip, chunked")], .transferCoding),
        ([host, ("Transfer-Encoding", "")], .transferCoding),
        ([host, ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip")], .repeatedTransferEncoding),
        ([host, ("Expect", "100-continue")], nil),
        ([host, ("Expect", "100-Continue")], nil),
        ([host, ("Expect", "")], .expectation),
        ([host, ("Expect", "100-continue, x")], .expectation),
        ([host, ("Expect", "100-continue"), ("Expect", "100-continue")], .expectation),
        ([host, ("Content-Length ", "1")], .fieldName),
        ([host, ("", "1")], .fieldName),
        ([host, ("a b", "1")], .fieldName),
        ([host, ("é", "1")], .fieldName),
        ([host, ("X", "é\t~")], nil),
        ([host, ("X", "a\rb")], .fieldValue),
        ([host, ("X", "\u{7F}")], .fieldValue),
    ]

    private static let lines: [Case] = [
        Case(version: "HTTP/1.0", fields: [], fault: nil),
        Case(version: "HTTP/1.0", fields: [host, host], fault: .host),
        Case(version: "HTTP/1.0", fields: [("Content-Length", "3")], fault: nil),
        Case(version: "HTTP/1.0", fields: [("Transfer-Encoding", "chunked")], fault: .transferEncodingVersion),
        Case(version: "HTTP/1.0", fields: [("Transfer-Encoding", "gzip")], fault: .transferEncodingVersion),
        Case(
            version: "HTTP/1.0", fields: [("Content-Length", "3"), ("Transfer-Encoding", "chunked")], fault: .twoLengths
        ),
        Case(version: "HTTP/1.2", fields: [host], fault: nil),
        Case(version: "HTTP/1.2", fields: [], fault: .missingHost),
        Case(version: "HTTP/2.0", fields: [host], fault: .version),
        Case(version: "HTTP/1.10", fields: [host], fault: .version),
        Case(version: "http/1.1", fields: [host], fault: .version),
        Case(method: "BREW", fields: [host], fault: nil),
        Case(method: "M-SEARCH", fields: [host], fault: nil),
        Case(method: "", fields: [host], fault: .method),
        Case(method: "G@T", fields: [host], fault: .method),
        Case(method: "GÉT", fields: [host], fault: .method),
        Case(target: "", fields: [host], fault: .target),
        Case(target: "*", fields: [host], fault: nil),
        Case(target: "/a b", fields: [host], fault: .target),
        Case(target: "/a\tb", fields: [host], fault: .target),
        Case(target: "/\u{7F}", fields: [host], fault: .target),
        Case(target: "/é?%00", fields: [host], fault: nil),
    ]

    @Test(arguments: faults.map { Case(fields: $0.0, fault: $0.1) } + lines)
    func finds(_ wanted: Case) {
        let head = RequestHead(
            method: Method(wanted.method), target: Array(wanted.target.utf8), version: wanted.version,
            fields: RequestFields(wanted.fields))
        #expect(head.framingFault() == wanted.fault)
    }

    @Test(arguments: FramingFault.allCases)
    func eachHasAStatusAndASentence(_ fault: FramingFault) {
        #expect([400, 417, 501].contains(fault.status))
        #expect(fault.detail.hasSuffix("."))
    }
}
