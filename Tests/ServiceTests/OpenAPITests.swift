import Foundation
import HTTPCore
import Service
import TestSupport
import Testing

@Suite struct OpenAPITests {
    private static func document(_ configuration: ServiceConfiguration = ServiceConfiguration()) throws -> [String: Any]
    {
        let bench = try ServiceBench(configuration: configuration)
        let response = bench.answer("GET", "/openapi.json")
        #expect(response.status == 200)
        return try #require(try JSONSerialization.jsonObject(with: Data(response.body.array)) as? [String: Any])
    }

    @Test func namesEveryRoute() throws {
        var configuration = ServiceConfiguration()
        configuration.acceptsMissing = true
        configuration.tokens = TokenList([])
        configuration.tokens = nil
        configuration.console = .embedded
        let paths = try #require(try Self.document(configuration)["paths"] as? [String: Any])
        #expect(
            Set(paths.keys) == [
                "/", "/strings", "/strings/{locale}", "/strings/{locale}/{key}", "/locales/{locale}/{namespace}.json",
                "/locales/{locale}.json", "/i18n/{locale}.json", "/assets/i18n/{locale}.json", "/render", "/livez",
                "/readyz", "/events", "/openapi.json", "/status", "/missing", "/metrics",
                "/locales/add/{locale}/{namespace}",
            ])
    }

    @Test func hidesWhatIsNotThere() throws {
        var configuration = ServiceConfiguration()
        configuration.hasAdminListener = true
        configuration.console = .embedded
        let paths = try #require(try Self.document(configuration)["paths"] as? [String: Any])
        for path in ["/", "/status", "/missing", "/metrics", "/admin/reload"] { #expect(paths[path] == nil, "\(path)") }
        // The listener that serves them describes them.
        let bench = try ServiceBench(configuration: configuration)
        let response = bench.answer("GET", "/openapi.json", role: .admin)
        let own = try #require(try JSONSerialization.jsonObject(with: Data(response.body.array)) as? [String: Any])
        let all = try #require(own["paths"] as? [String: Any])
        for path in ["/", "/status", "/missing", "/metrics", "/admin/reload", "/render"] {
            #expect(all[path] != nil, "\(path)")
        }
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        let document = try Self.document()
        func check(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String {
                    var target: Any? = document
                    for part in reference.dropFirst(2).split(separator: "/") {
                        target = (target as? [String: Any])?[String(part)]
                    }
                    #expect(target != nil, "\(reference)")
                }
                for member in object.values { check(member) }
            } else if let array = value as? [Any] {
                for element in array { check(element) }
            }
        }
        check(document)
    }

    @Test func everyPlainRouteAnswersAsDescribed() throws {
        var configuration = ServiceConfiguration()
        configuration.console = .embedded
        let bench = try ServiceBench(configuration: configuration)
        let document = try Self.document(configuration)
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        for (path, operations) in paths where operations["get"] != nil {
            let target = path.replacingOccurrences(of: "{locale}", with: "fr")
                .replacingOccurrences(of: "{key}", with: "login.title").replacingOccurrences(
                    of: "{namespace}", with: "brand")
            let operation = try #require(operations["get"] as? [String: Any])
            let responses = try #require(operation["responses"] as? [String: Any])
            let response = bench.answer("GET", target)
            #expect(responses[String(response.status)] != nil, "\(target) answered \(response.status)")
            let content = try #require((responses["200"] as? [String: Any])?["content"] as? [String: Any])
            let type = try #require(response["Content-Type"]).prefix { $0 != ";" }
            #expect(content[String(type)] != nil, "\(target) is \(type)")
            #expect(bench.answer("HEAD", target).status == response.status)
        }
    }
}
