import CatalogStore
import Compression
import Foundation
import HTTPCore
import Localization
import Service
import TestSupport
import Testing

@Suite struct ConsoleTests {
    private static func bench(_ change: (inout ServiceConfiguration) throws -> Void = { _ in }) throws -> ServiceBench {
        var configuration = ServiceConfiguration()
        configuration.console = .embedded
        try change(&configuration)
        return try ServiceBench(configuration: configuration)
    }

    private static let html = String(decoding: ConsolePage.embedded.html, as: UTF8.self)

    /// What stands between two texts, each of which the page has once.
    private static func text(between start: String, and end: String) throws -> String {
        let pieces = html.components(separatedBy: start)
        try #require(pieces.count == 2, "the page has one \(start)")
        let rest = pieces[1].components(separatedBy: end)
        try #require(rest.count == 2, "the page has one \(end)")
        return rest[0]
    }

    private static func directives(_ policy: String) -> [String: String] {
        var result: [String: String] = [:]
        for directive in policy.components(separatedBy: "; ") {
            let parts = directive.split(separator: " ", maxSplits: 1).map(String.init)
            result[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return result
    }

    @Test func isAPageOfItsOwn() throws {
        let answer = try Self.bench().answer("GET", "/")
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer["Content-Language"] == "en")
        #expect(answer["Cache-Control"] == "no-cache")
        #expect(answer["Vary"] == "Accept-Encoding")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Referrer-Policy"] == "no-referrer")
        #expect(answer.body.array == ConsolePage.embedded.html)
    }

    @Test func thePolicyNamesTheBytesThatArePermitted() throws {
        let answer = try Self.bench().answer("GET", "/")
        let policy = Self.directives(try #require(answer["Content-Security-Policy"]))
        func source(_ text: String) -> String {
            let digest = Data(SHA256.digest(of: Array(text.utf8).span).bytes)
            return "'sha256-\(digest.base64EncodedString())'"
        }
        #expect(policy["default-src"] == "'none'")
        #expect(try policy["style-src"] == source(Self.text(between: "<style>", and: "</style>")))
        #expect(try policy["script-src"] == source(Self.text(between: "<script type=\"module\">", and: "</script>")))
        #expect(policy["connect-src"] == "'self'")
        for directive in ["base-uri", "form-action", "frame-ancestors", "trusted-types"] {
            #expect(policy[directive] == "'none'")
        }
        #expect(policy["img-src"] == "data:")
        #expect(policy["require-trusted-types-for"] == "'script'")
    }

    @Test func needsNothingFromElsewhere() throws {
        for scheme in ["http:", "https:", "ws://", "wss:", "url(", "@import", "//cdn"] {
            #expect(!Self.html.contains(scheme), "\(scheme)")
        }
        // Every attribute that loads something.
        for match in Self.html.matches(of: /\s(?:src|href|action|formaction|poster|srcset)="([^"]*)"/) {
            #expect(match.1.hasPrefix("#") || match.1.hasPrefix("data:image/png;base64,"), "\(match.1)")
        }
        // What the policy would refuse anyway.
        #expect(Self.html.firstMatch(of: /\s(?:style|on[a-z]+)="/) == nil)
    }

    /// No text is ever taken for markup or for a program, and the parser of HTML reads the script to its end.
    @Test(arguments: [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser",
        "createContextualFragment", "setHTML", "<!--", "</script", "\r",
    ])
    func theScriptNeverHas(_ text: String) throws {
        let script = try Self.text(between: "<script type=\"module\">", and: "</script>")
        #expect(!script.contains(text))
    }

    @Test func revalidates() throws {
        let bench = try Self.bench()
        let first = bench.answer("GET", "/")
        let tag = try #require(first["ETag"])
        let again = bench.answer("GET", "/", [("If-None-Match", tag)])
        #expect(again.status == 304)
        for field in ["ETag", "Vary", "Cache-Control"] { #expect(again[field] == first[field]) }
        #expect(bench.answer("GET", "/", [("If-None-Match", "\"x\"")]).status == 200)
        #expect(bench.answer("HEAD", "/").fields == first.fields)
        #expect(bench.answer("POST", "/", body: [1])["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test(arguments: [("gzip", "gzip"), ("br", "br"), ("gzip, deflate, br, zstd", "br")])
    func isCompressed(_ accepted: String, _ coding: String) async throws {
        let bench = try Self.bench()
        var coded = bench.answer("GET", "/", [("Accept-Encoding", accepted)])
        while coded["Content-Encoding"] == nil {
            #expect(coded.body.array == ConsolePage.embedded.html)
            try await Task.sleep(for: .milliseconds(2))
            coded = bench.answer("GET", "/", [("Accept-Encoding", accepted)])
        }
        #expect(coded["Content-Encoding"] == coding)
        let compression: Compression.ContentCoding = coding == "gzip" ? .gzip : .brotli
        #expect(coded.body.array == compression.encode(ConsolePage.embedded.html))
        #expect(coded["Content-Security-Policy"] == ConsolePage.embedded.contentSecurityPolicy)
    }

    @Test func isOpenBehindAToken() throws {
        let bench = try Self.bench { $0.tokens = TokenList([try #require(BearerToken(Array("secret".utf8)))]) }
        #expect(bench.answer("GET", "/").status == 200)
        #expect(bench.answer("GET", "/strings").status == 401)
    }

    @Test func standsBelowTheBasePath() throws {
        let bench = try Self.bench { $0.basePath = Array("/i18n".utf8) }
        #expect(bench.answer("GET", "/i18n/").status == 200)
        #expect(bench.answer("GET", "/").status == 404)
    }

    @Test func movesToTheAdminPort() throws {
        let bench = try Self.bench { $0.hasAdminListener = true }
        #expect(bench.answer("GET", "/").status == 404)
        #expect(bench.answer("GET", "/", role: .admin).status == 200)
    }

    /// It tells why there is nothing to show.
    @Test func isThereBeforeTheFirstCatalog() throws {
        var configuration = ServiceConfiguration()
        configuration.console = .embedded
        let options = CatalogOptions(defaultLocale: try #require(LanguageTag("en")))
        let store = CatalogStore(CatalogStoreConfiguration(folder: "/nowhere", options: options))
        let bench = ServiceBench(ParlanceService(store: store, configuration: configuration))
        #expect(bench.answer("GET", "/").status == 200)
        #expect(bench.answer("GET", "/strings").status == 503)
    }
}
