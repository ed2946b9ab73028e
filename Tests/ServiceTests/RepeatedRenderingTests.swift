import CatalogStore
import HTTPCore
import Localization
import Service
import TestSupport
import Testing

/// What is asked for again is answered from what the worker knows, and must be what it was.
@Suite struct RepeatedRenderingTests {
    private static let json = [("Content-Type", "application/json")]

    private static func render(
        _ bench: ServiceBench, _ body: String, _ target: String = "/render?locale=fr",
        _ headers: [(String, String)] = json
    ) -> Response {
        bench.answer("POST", target, headers, body: Array(body.utf8))
    }

    /// The fields but for the id, in order.
    private static func fields(_ response: Response) -> [ResponseField] {
        response.fields.filter { $0.name != "X-Request-Id" }
    }

    @Test func theSameDocumentGetsTheSameAnswerWithAnIdOfItsOwn() throws {
        let bench = try ServiceBench()
        let first = Self.render(bench, #"{"a": "<login.title>", "b": 1}"#)
        #expect(first.body.array == Array(#"{"a": "Se connecter", "b": 1}"#.utf8))
        var ids: Set<String> = []
        for _ in 0..<8 {
            let again = Self.render(bench, #"{"a": "<login.title>", "b": 1}"#)
            #expect(again.status == 200 && again.body.array == first.body.array)
            #expect(Self.fields(again) == Self.fields(first))
            let id = try #require(again["X-Request-Id"])
            #expect(ids.insert(id).inserted)
            // Between them, one that differs in a byte.
            #expect(
                Self.render(bench, #"{"a": "<login.title>", "b": 2}"#).body.array
                    == Array(#"{"a": "Se connecter", "b": 2}"#.utf8))
        }
        let brought = Self.render(
            bench, #"{"a": "<login.title>", "b": 1}"#, "/render?locale=fr", Self.json + [("X-Request-Id", "mine")])
        #expect(brought["X-Request-Id"] == "mine")
        let metrics = String(decoding: bench.answer("GET", "/metrics").body.array, as: UTF8.self)
        #expect(metrics.contains("\nparlance_renders_total 18\n"))
        #expect(metrics.contains("\nparlance_expansions_total 18\n"))
        #expect(metrics.contains("parlance_requests_total{route=\"render\",status=\"200\"} 18\n"))
    }

    /// What else a request may differ in, while its document stays the same.
    @Test func eachWayOfAskingHasItsOwnAnswer() throws {
        let bench = try ServiceBench()
        let document = "<login.title> & <cart.items count=2>"
        let ways: [(target: String, headers: [(String, String)])] = [
            ("/render?locale=fr", [("Content-Type", "text/plain")]),
            ("/render?locale=en", [("Content-Type", "text/plain")]),
            ("/render?locale=fr", [("Content-Type", "text/html")]),
            ("/render?locale=fr", [("Content-Type", "text/plain; charset=utf-8")]),
            ("/render?locale=fr", [("Content-Type", "image/png")]),
            ("/render?locale=fr", []),
            ("/render?locale=fr", [("Content-Type", "text/plain"), ("Content-Encoding", "gzip")]),
            ("/render?locale=fr&locale=en", [("Content-Type", "text/plain")]),
            ("/render", [("Content-Type", "text/plain"), ("Accept-Language", "fr")]),
            ("/render", [("Content-Type", "text/plain"), ("Accept-Language", "en")]),
            ("/render", [("Content-Type", "text/plain")]),
            ("/render?locale=fr&missing=empty", [("Content-Type", "text/plain")]),
        ]
        func answers() -> [Response] { ways.map { Self.render(bench, document, $0.target, $0.headers) } }
        let first = answers()
        #expect(Set(first.map(\.status)) == [200, 415])
        for _ in 0..<5 {
            for (again, expected) in zip(answers(), first) {
                #expect(again.status == expected.status && Self.fields(again) == Self.fields(expected))
                if expected.status == 200 { #expect(again.body.array == expected.body.array) }
            }
        }
    }

    @Test func whatIsWrongStaysWrong() throws {
        var configuration = ServiceConfiguration()
        configuration.maximumBody = 100
        let bench = try ServiceBench(configuration: configuration)
        for _ in 0..<5 {
            #expect(Self.render(bench, #"["<login.title>"]"#).status == 200)
            #expect(Self.render(bench, #"["<login.title>"#).status == 400)
            #expect(Self.render(bench, "\"" + String(repeating: "x", count: 100) + "\"").status == 413)
            let strict = Self.render(bench, #"["<no.such>"]"#, "/render?locale=fr&missing=error")
            #expect(strict.status == 422)
            let kept = Self.render(bench, #"["<no.such>"]"#)
            #expect(kept["Parlance-Missing"] == "\"no.such\"" && kept["Parlance-Missing-Count"] == "1")
        }
        let missing = String(decoding: bench.answer("GET", "/missing").body.array, as: UTF8.self)
        #expect(missing.contains(#""count":10"#))
    }

    @Test func aTokenIsDemandedEachTime() throws {
        var configuration = ServiceConfiguration()
        configuration.tokens = try ServiceBench.configuration(["--token", "secret"]).tokens
        let bench = try ServiceBench(configuration: configuration)
        let open = Self.json + [("Authorization", "Bearer secret")]
        for _ in 0..<5 {
            #expect(Self.render(bench, #"["<login.title>"]"#, "/render?locale=fr", open).status == 200)
            #expect(Self.render(bench, #"["<login.title>"]"#).status == 401)
        }
    }

    @Test func eachOriginSeesItsOwn() throws {
        let bench = try ServiceBench(
            configuration: ServiceBench.configuration([
                "--allow-origin", "https://a.example", "--allow-origin", "https://b.example",
            ]))
        for _ in 0..<5 {
            for origin in ["https://a.example", "https://b.example", "https://c.example"] {
                let answer = Self.render(
                    bench, #"["<login.title>"]"#, "/render?locale=fr", Self.json + [("Origin", origin)])
                #expect(answer["Access-Control-Allow-Origin"] == (origin.contains("c.") ? nil : origin))
                #expect(answer["Vary"] == "Origin")
            }
        }
    }

    @Test func aDrainingServiceEndsTheConnection() throws {
        let bench = try ServiceBench()
        for _ in 0..<5 { #expect(!Self.render(bench, #"["<login.title>"]"#).closesConnection) }
        bench.service.drain()
        let last = Self.render(bench, #"["<login.title>"]"#)
        #expect(last.status == 200 && last.closesConnection)
    }

    @Test func manyDocumentsReplaceEachOther() throws {
        let bench = try ServiceBench()
        for round in 0..<4 {
            for index in 0..<2000 {
                let answer = Self.render(bench, #"{"n": \#(index), "a": "<login.title>"}"#)
                guard answer.body.array == Array(#"{"n": \#(index), "a": "Se connecter"}"#.utf8) else {
                    Issue.record("document \(index) in round \(round)")
                    return
                }
            }
        }
    }
}
