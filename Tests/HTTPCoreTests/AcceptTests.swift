import HTTPCore
import Testing

@Suite struct AcceptTests {
    @Test(
        arguments: [
            (nil, false), ("", false), ("*/*", false), ("application/json", true),
            ("application/json, text/plain, */*", true),
            ("text/plain, application/json", true), ("application/json;q=0.9, text/plain", false),
            ("application/json;q=0.5, */*;q=0.4", true), ("application/json;q=0.4, */*;q=0.5", false),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false), ("image/png", false),
            ("APPLICATION/JSON", true), ("application/json;charset=utf-8", true), ("application/*", true),
            ("application/json;q=0", false), ("text/plain;q=0, */*", true), ("application/json;q=2", false),
            ("application/json ; q=0.5 , text/plain ; q=0.5", true), ("text/*, application/json;q=0.9", false),
            ("application/json;a=\"x,y;q=0\";q=1, text/plain;q=0.2", true), ("application", false), (",,,", false),
            ("application/json;q=.5,text/plain;q=0.4", true), ("application/json;q=abc", false),
            ("text/plain;q=0.0001, application/json;q=0", false), ("application/problem+json", false),
        ] as [(String?, Bool)])
    func choosesBetweenTextAndJSON(_ header: String?, _ prefersJSON: Bool) {
        #expect(Accept(header.map { Array($0.utf8)[...] }).prefersJSONToText == prefersJSON)
    }

    @Test(
        arguments: [
            (nil, [.identity]), ("", [.identity]), ("gzip", [.gzip, .identity]),
            ("gzip, br", [.brotli, .gzip, .identity]),
            ("gzip, deflate, br, zstd", [.brotli, .gzip, .identity]),
            ("gzip;q=1, br;q=0.5", [.gzip, .brotli, .identity]),
            ("br;q=0", [.identity]), ("*", [.brotli, .gzip, .identity]), ("*;q=0", []), ("identity;q=0", []),
            ("identity;q=0, gzip", [.gzip]), ("*;q=0, identity", [.identity]), ("GZIP", [.gzip, .identity]),
            ("x-gzip", [.gzip, .identity]), ("identity, gzip;q=0.5", [.identity, .gzip]), ("gzip;q=nan", [.identity]),
            ("*;q=0, gzip", [.gzip]),
        ] as [(String?, [ContentCoding])])
    func ordersCodings(_ header: String?, _ expected: [ContentCoding]) {
        #expect(AcceptEncoding(header.map { Array($0.utf8)[...] }).preferences == expected)
    }

    @Test func survivesHostileHeaders() {
        for header in [
            String(repeating: ",", count: 16_000), String(repeating: "\"", count: 16_001),
            String(repeating: "a/b;q=", count: 3000), String(repeating: ";", count: 16_000),
            String(repeating: "\\", count: 16_000), "\"" + String(repeating: "\\", count: 16_001),
        ] {
            #expect(!Accept(Array(header.utf8)[...]).prefersJSONToText)
            #expect(AcceptEncoding(Array(header.utf8)[...]).preferences == [.identity])
        }
    }
}

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("\"abc\"", true), ("W/\"abc\"", true), ("*", true), (" * ", true), ("\"x\", \"abc\"", true),
        ("\"x\",W/\"abc\",\"y\"", true), (" ,, \"abc\"", true), ("abc", false), ("\"abd\"", false), ("\"abc", false),
        ("", false), ("\"a,b\", \"abc\"", true), ("**", false), ("\"x\" abc", false), ("w/\"abc\"", false),
    ])
    func comparesConditions(_ header: String, _ matches: Bool) {
        #expect(IfNoneMatch(Array(header.utf8)[...]).matches(EntityTag(opaque: "abc")) == matches)
    }

    @Test func readsALongListInOnePass() {
        let header = String(repeating: "\"x\",", count: 4000) + "\"abc\""
        #expect(IfNoneMatch(Array(header.utf8)[...]).matches(EntityTag(opaque: "abc")))
    }
}

@Suite struct MediaTypeTests {
    @Test(
        arguments: [
            ("text/html", "text/html", nil), ("Text/HTML; Charset=UTF-8", "text/html", "utf-8"),
            ("application/json;charset=\"utf-8\"", "application/json", "utf-8"),
            ("a/b;c=d;charset=x;charset=y", "a/b", "x"),
            ("a/b;", "a/b", nil), ("a/b; ;c=d", "a/b", nil),
            (" application/vnd.x+json ", "application/vnd.x+json", nil),
            ("a/b;charset=\"u\\tf\"", "a/b", "utf"),
        ] as [(String, String, String?)])
    func reads(_ header: String, _ essence: String, _ charset: String?) {
        let type = MediaType(Array(header.utf8)[...])
        #expect(type?.essence == essence)
        #expect(type?.charset == charset)
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "text/html, text/plain", "te xt/html", "a/b;c", "a/b;c=", "a/b;c=\"x",
        "a/b;c=\"\\",
        "a/b;=c", "a/b c=d", "a/b;c=d e", "a/b\r\nX: y",
    ])
    func refuses(_ header: String) {
        #expect(MediaType(Array(header.utf8)[...]) == nil)
    }
}

@Suite struct CredentialsTests {
    @Test(
        arguments: [
            ("Bearer abc", "abc"), ("bearer  a.b-c_d~e+f/g==", "a.b-c_d~e+f/g=="), ("Basic abc", nil), ("Bearer", nil),
            ("Bearer ", nil), ("Bearer a b", nil), ("Bearer a\u{e9}", nil), ("abc", nil),
        ] as [(String, String?)])
    func readsBearerTokens(_ header: String, _ token: String?) {
        #expect(BearerToken(authorization: Array(header.utf8)[...])?.bytes == token.map { Array($0.utf8) })
    }

    @Test func comparesTokens() throws {
        let token = try #require(BearerToken(Array("secret".utf8)))
        for (other, isEqual) in [
            ("secret", true), ("secreT", false), ("secretsecret", false), ("s", false), ("Tecret", false),
        ] {
            #expect(try token.equals(#require(BearerToken(Array(other.utf8)))) == isEqual)
        }
    }

    @Test(arguments: [
        ("abc-123", true), ("A.b_c~d+e/f=g:h@i", true), ("", false), ("a b", false), ("a\r\nb", false), ("é", false),
        (String(repeating: "a", count: 128), true), (String(repeating: "a", count: 129), false), ("a\"b", false),
    ])
    func readsRequestIDs(_ value: String, _ isWellFormed: Bool) {
        #expect((RequestID(Array(value.utf8)[...]) != nil) == isWellFormed)
    }

    @Test func makesRequestIDs() {
        #expect(RequestID(1, 255).description == "000000000000000100000000000000ff")
        #expect(
            RequestID(0x0123_4567_89ab_cdef, .max).description == "0123456789abcdef" + String(repeating: "f", count: 16)
        )
        #expect(RequestID(0x9a09_0a90_f900_009f, 10).description == "9a090a90f900009f000000000000000a")
    }

    @Test(arguments: [
        (CacheControl.noCache, false, "no-cache"), (.noStore, true, "no-store"),
        (.maxAge(5), false, "public, max-age=5"),
        (.maxAge(5), true, "private, max-age=5"), (.versioned, false, "public, max-age=31536000, immutable"),
    ])
    func writesCacheControl(_ policy: CacheControl, _ isPrivate: Bool, _ value: String) {
        #expect(policy.value(isPrivate: isPrivate) == value)
    }
}
