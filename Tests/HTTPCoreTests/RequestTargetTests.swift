import HTTPCore
import Testing

@Suite struct RequestTargetTests {
    private static func text(_ slice: ArraySlice<UInt8>?) -> String? {
        slice.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("/", "/", nil), ("/strings/fr?a=b", "/strings/fr", "a=b"), ("/a?b?c", "/a", "b?c"), ("//", "//", nil),
            ("/a%2Fb", "/a%2Fb", nil), ("http://host/strings?x", "/strings", "x"), ("HTTPS://host:80", "/", nil),
            ("http://host?q", "/", "q"), ("/?", "/", ""),
        ] as [(String, String, String?)])
    func splits(_ target: String, _ path: String, _ query: String?) throws {
        let target = try #require(RequestTarget(Array(target.utf8)))
        #expect(target.form == .path)
        #expect(Self.text(target.path) == path)
        #expect(Self.text(target.query) == query)
    }

    @Test(arguments: ["", "strings", "host:443", "**", "http://", "http:///strings", "ftp://host/", "?a=b", "http:/x"])
    func refuses(_ target: String) {
        #expect(RequestTarget(Array(target.utf8)) == nil)
    }

    @Test func readsAsterisk() {
        #expect(RequestTarget(Array("*".utf8))?.form == .asterisk)
    }

    @Test(
        arguments: [
            ("/", "", [""]), ("/strings", "", ["strings"]), ("/a//b", "", ["a", "", "b"]), ("/a/", "", ["a", ""]),
            ("/l10n/strings/fr", "/l10n", ["strings", "fr"]), ("/l10n", "/l10n", nil), ("/l10nx/strings", "/l10n", nil),
            ("/strings", "/l10n", nil), ("/a%2Fb/c", "", ["a%2Fb", "c"]), ("/1/2/3/4/5", "", ["1", "2", "3", "4/5"]),
        ] as [(String, String, [String]?)])
    func findsSegments(_ target: String, _ base: String, _ expected: [String]?) throws {
        let target = try #require(RequestTarget(Array(target.utf8)))
        let segments = target.segments(below: Array(base.utf8), maximum: 4)
        #expect(segments?.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("a.b", "a.b"), ("a+b", "a+b"), ("%2F%5c%2C%23%20", "/\\,# "), ("caf%C3%A9", "café"),
        ("café", "café"),
    ])
    func decodes(_ text: String, _ expected: String) throws {
        #expect(try PercentEncoding.decode(Array(text.utf8)[...]) == Array(expected.utf8))
    }

    @Test func readsPlusAsSpaceInQueries() throws {
        #expect(try PercentEncoding.decode(Array("a+b%2B".utf8)[...], plusIsSpace: true) == Array("a b+".utf8))
    }

    @Test(
        arguments: [
            ("%", .badEscape), ("%4", .badEscape), ("%zz", .badEscape), ("a%4", .badEscape), ("%+1", .badEscape),
            ("%00", .nul), ("a\0", .nul), ("%ff", .notUTF8), ("%C3", .notUTF8), ("%ED%A0%80", .notUTF8),
            ("%C0%AF", .notUTF8), ("%F4%90%80%80", .notUTF8),
        ] as [(String, PercentEncoding.Failure)])
    func refuses(_ text: String, _ failure: PercentEncoding.Failure) {
        #expect(throws: failure) { try PercentEncoding.decode(Array(text.utf8)[...]) }
    }

    @Test func encodesWhatIsNoSegmentCharacter() {
        let encoded = PercentEncoding.encodeSegment(Array("a/b c%\"é\\~!$&'()*+,;=:@{}\r\n".utf8))
        #expect(String(decoding: encoded, as: UTF8.self) == "a%2Fb%20c%25%22%C3%A9%5C~!$&'()*+,;=:@%7B%7D%0D%0A")
    }
}
