import CatalogStore
import HTTPCore
import Localization
import Operations
import Service
import TestSupport
import Testing

@Suite struct LimitTests {
    private static func head(_ length: Int, _ sequence: UInt64, _ more: [(String, String)] = []) -> RequestHead {
        RequestHead(
            method: .post, target: Array("/render?locale=fr".utf8),
            fields: RequestFields(
                [("Host", "x"), ("Content-Length", String(length)), ("Content-Type", "text/plain")] + more),
            sequence: sequence)
    }

    private static func isRead(_ admission: Admission) -> Bool {
        if case .read(let limit) = admission { limit > 0 } else { false }
    }

    @Test func bodiesTogetherAreBounded() throws {
        var configuration = ServiceConfiguration()
        configuration.maximumMemory = 2000
        let service = try ServiceBench(configuration: configuration).service
        let first = Self.head(1000, 1)
        let second = Self.head(1000, 2)
        #expect(Self.isRead(service.admit(first)))
        #expect(Self.isRead(service.admit(second)))
        let third = Self.head(1, 3)
        #expect(!Self.isRead(service.admit(third)))
        guard case .once(let refusal) = service.respond(to: Request(head: third, body: .exceeded(limit: 0))) else {
            Issue.record("a third body is refused")
            return
        }
        #expect(refusal.status == 503)
        #expect(refusal["Retry-After"] == "1")
        let outcome = Outcome(status: 200, sentBytes: 0, duration: 0, completed: true)
        service.finished(third, outcome)
        #expect(!Self.isRead(service.admit(Self.head(1, 4))))
        service.finished(first, outcome)
        let fifth = Self.head(1000, 5)
        #expect(Self.isRead(service.admit(fifth)))
        service.finished(fifth, outcome)
        // What was given back is not given back again.
        service.finished(fifth, outcome)
        service.finished(second, outcome)
        // A length that no machine has does not overflow the sum.
        #expect(!Self.isRead(service.admit(Self.head(.max, 6))))
        #expect(Self.isRead(service.admit(Self.head(2000, 7))))
    }

    /// Whoever begins bodies and does not go on takes no memory from the others.
    @Test func aBodyTakesTheMemoryOfWhatHasCome() throws {
        let service = try ServiceBench().service
        for sequence in 0..<1000 {
            #expect(Self.isRead(service.admit(Self.head(1 << 20, UInt64(2 * sequence)))))
            let chunked = RequestHead(
                method: .post, target: Array("/render".utf8),
                fields: RequestFields([("Host", "x"), ("Transfer-Encoding", "chunked")]),
                sequence: UInt64(2 * sequence + 1))
            #expect(Self.isRead(service.admit(chunked)))
            #expect(service.hold(1, of: chunked))
        }
    }

    @Test func aBodyThatGrowsBeyondTheMemoryIsRefusedAndHoldsNothing() throws {
        var configuration = ServiceConfiguration()
        configuration.maximumMemory = 300_000
        let service = try ServiceBench(configuration: configuration).service
        let first = Self.head(1 << 20, 1)
        let second = Self.head(1 << 20, 2)
        let outcome = Outcome(status: 200, sentBytes: 0, duration: 0, completed: true)
        #expect(Self.isRead(service.admit(first)))
        #expect(Self.isRead(service.admit(second)))
        #expect(service.hold(16_000, of: first) && service.hold(16_000, of: second))
        #expect(service.hold(200_000, of: first))
        #expect(!service.hold(100_000, of: second))
        // A refused one is not begun again, and has given back what it held.
        #expect(!service.hold(100_001, of: second))
        #expect(service.hold(290_000, of: first))
        guard case .once(let refusal) = service.respond(to: Request(head: second, body: .exceeded(limit: 1 << 20)))
        else {
            Issue.record("it is refused")
            return
        }
        #expect(refusal.status == 503)
        service.finished(second, outcome)
        service.finished(first, outcome)
        let third = Self.head(1 << 20, 3)
        #expect(Self.isRead(service.admit(third)))
        #expect(service.hold(300_000, of: third))
    }

    /// Nobody without a token takes memory from those who have one.
    @Test func bodiesWithoutATokenCostNoMemory() throws {
        var configuration = try ServiceBench.configuration(["--token", "secret"])
        configuration.maximumMemory = 2000
        let service = try ServiceBench(configuration: configuration).service
        for sequence in 0..<10 {
            let stranger = Self.head(1000, UInt64(sequence))
            #expect(!Self.isRead(service.admit(stranger)))
            guard case .once(let answer) = service.respond(to: Request(head: stranger, body: .exceeded(limit: 0)))
            else {
                Issue.record("a stranger is answered")
                return
            }
            #expect(answer.status == 401)
        }
        let known = RequestHead(
            method: .post, target: Array("/render".utf8),
            fields: RequestFields([
                ("Host", "x"), ("Content-Length", "2000"), ("Authorization", "Bearer secret"),
            ]))
        #expect(Self.isRead(service.admit(known)))
    }

    @Test func outputsTogetherAreBounded() throws {
        var configuration = ServiceConfiguration()
        configuration.maximumMemory = 150_000
        let bench = try ServiceBench(configuration: configuration)
        let body = Array(String(repeating: "x", count: 70_000).utf8)
        #expect(bench.answer("POST", "/render?locale=fr", [("Content-Type", "text/plain")], body: body).status == 200)
        let doubled = bench.answer("POST", "/render?locale=fr&locale=en", [("Content-Type", "text/plain")], body: body)
        #expect(doubled.status == 503)
        #expect(doubled["Retry-After"] == "1")
        #expect(bench.answer("POST", "/render?locale=fr", [("Content-Type", "text/plain")], body: body).status == 200)
    }

    @Test(
        arguments: [
            ([("Content-Length", "1"), ("Content-Length", "1")], 400), ([("Transfer-Encoding", "gzip")], 501),
            ([("Expect", "tea")], 417), ([("Host", "x"), ("Host", "x")], 400), ([("A b", "x")], 400),
        ] as [([(String, String)], Int)])
    func badFramingIsRefused(_ fields: [(String, String)], _ status: Int) throws {
        let service = try ServiceBench().service
        let all = fields.contains { $0.0 == "Host" } ? fields : fields + [("Host", "x")]
        let head = RequestHead(method: .get, target: Array("/livez".utf8), fields: RequestFields(all))
        guard case .refuse(let refusal) = service.admit(head) else {
            Issue.record("it was admitted")
            return
        }
        #expect(refusal.status == status)
        #expect(refusal.closesConnection)
        #expect(refusal["Content-Type"] == "application/problem+json")
        #expect(refusal["X-Request-Id"] != nil)
        #expect(refusal["X-Content-Type-Options"] == "nosniff")
    }

    @Test func administrationLeavesThePublicPort() throws {
        var configuration = ServiceConfiguration()
        configuration.hasAdminListener = true
        let bench = try ServiceBench(configuration: configuration)
        for target in ["/status", "/metrics", "/missing"] {
            #expect(bench.answer("GET", target).status == 404)
            #expect(bench.answer("GET", target, role: .admin).status == 200)
        }
        #expect(bench.answer("POST", "/admin/reload").status == 404)
        #expect(bench.answer("POST", "/admin/reload", role: .admin).status == 202)
        #expect(bench.answer("GET", "/strings/fr/title", role: .admin).status == 200)
    }

    @Test func missingKeysAreCountedAndBounded() throws {
        let bench = try ServiceBench()
        for _ in 0..<3 { _ = bench.answer("GET", "/strings/fr/no.such") }
        _ = bench.answer("GET", "/strings/en/other.key?default=x")
        _ = bench.answer(
            "POST", "/render?locale=fr", [("Content-Type", "text/plain")], body: Array("<in.body> <cart.greeting>".utf8)
        )
        let list = String(decoding: bench.answer("GET", "/missing").body.array, as: UTF8.self)
        #expect(
            list
                == #"{"missing":[{"locale":"fr","key":"no.such","count":3},{"locale":"en","key":"other.key","count":1},"#
                + #"{"locale":"fr","key":"in.body","count":1}],"dropped":0}"#)
        for index in 0..<10_010 { _ = bench.answer("GET", "/strings/fr/x.\(index)") }
        let text = String(decoding: bench.answer("GET", "/missing").body.array, as: UTF8.self)
        #expect(text.hasSuffix(#""dropped":13}"#))
    }

    @Test func metricsCountByRouteAndStatus() throws {
        let bench = try ServiceBench()
        for _ in 0..<2 { _ = bench.answer("GET", "/strings/fr/title") }
        _ = bench.answer("GET", "/strings/fr/no.such")
        _ = bench.answer("GET", "/a/b/c/d")
        _ = bench.answer(
            "POST", "/render?locale=fr&locale=en", [("Content-Type", "text/plain")], body: Array("<login.title>".utf8))
        let text = String(decoding: bench.answer("GET", "/metrics").body.array, as: UTF8.self)
        for line in [
            #"parlance_requests_total{route="path",status="200"} 2"#,
            #"parlance_requests_total{route="path",status="404"} 1"#,
            #"parlance_requests_total{route="other",status="404"} 1"#,
            #"parlance_requests_total{route="render",status="200"} 1"#,
            "parlance_renders_total 2", "parlance_expansions_total 2",
        ] {
            #expect(text.contains("\(line)\n"), "\(line)")
        }
    }

    @Test func placesAreShownWhereTheyMayBe() throws {
        var configuration = ServiceConfiguration()
        configuration.showsPlaces = false
        let bench = try ServiceBench(configuration: configuration)
        func shows(_ role: ListenerRole) -> Bool {
            String(decoding: bench.answer("GET", "/status", role: role).body.array, as: UTF8.self).contains(
                "\"problems\":")
        }
        #expect(!shows(.public))
        #expect(shows(.admin))
    }

    @Test func hostileRequestsAreAnswered() throws {
        let bench = try ServiceBench()
        let slashes = "/strings/" + String(repeating: "/", count: 16_000)
        #expect(bench.answer("GET", slashes).status == 404)
        let query = "/strings/fr/title?" + (0..<900).map { "parameter\($0)=\($0)" }.joined(separator: "&")
        #expect(bench.answer("GET", query).status == 200)
        let keys = "/strings/fr?" + (0..<900).map { "key=k\($0)" }.joined(separator: "&")
        #expect(bench.answer("GET", keys).body.array == Array("{}".utf8))
        for unit in ["<", "<a.b x=\"", "{\"a\":", "[", "\\<", "<a.b", "&#"] {
            let body = Array(String(repeating: unit, count: (1 << 17) / unit.utf8.count).utf8)
            for type in ["text/plain", "text/html", "application/json"] {
                let status = bench.answer("POST", "/render?locale=fr", [("Content-Type", type)], body: body).status
                #expect(status == 200 || type == "application/json" && status == 400)
            }
        }
    }

    @Test func nothingOfARequestReachesAHeaderLine() throws {
        let bench = try ServiceBench()
        for target in [
            "/strings/fr/a%0D%0AX-Evil:1", "/strings/a%0D%0AX-Evil:1/b", "/strings/auto/title?locale=a%0D%0AX-Evil:1",
            "/strings/fr/cart.greeting?arg.a%0D%0AX-Evil:1=", "/strings/fr/title?v=%0D%0AX-Evil:1",
        ] {
            let response = bench.answer("GET", target, [("Accept-Language", "fr")])
            for field in response.fields { #expect(!field.value.contains("Evil"), "\(target)") }
        }
        let body = Array("<a.b\u{2028}c> <evil.ü>".utf8)
        let response = bench.answer("POST", "/render?locale=fr", [("Content-Type", "text/plain")], body: body)
        #expect(response["Parlance-Missing"]?.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } == true)
    }
}
