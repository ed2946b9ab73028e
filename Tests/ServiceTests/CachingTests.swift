import CatalogStore
import Compression
import Foundation
import HTTPCore
import Localization
import Service
import TestSupport
import Testing

@Suite struct CachingTests {
    @Test(arguments: [
        "/strings/fr/title", "/strings/fr", "/strings/fr/colors", "/strings", "/strings/auto/title", "/i18n/fr.json",
    ])
    func revalidates(_ target: String) throws {
        let bench = try ServiceBench()
        let first = bench.answer("GET", target)
        let tag = try #require(first["ETag"])
        for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\" , W/\(tag),\"y\"", "*"] {
            let again = bench.answer("GET", target, [("If-None-Match", condition)])
            #expect(again.status == 304)
            // The transport sends the length of it alone, as it stands in the 200.
            #expect(again.body.count == first.body.count)
            for field in ["ETag", "Vary", "Cache-Control", "Parlance-Version"] { #expect(again[field] == first[field]) }
        }
        #expect(bench.answer("GET", target, [("If-None-Match", "\"x\(tag.dropFirst())")]).status == 200)
    }

    /// undici waits for the content that a 304 does not have, and would hold the connection.
    @Test(arguments: ["/strings/fr/title", "/strings/fr", "/strings"], [[], [("X-Request-Id", "a")]])
    func endsTheConnectionOfWhoWaits(_ target: String, _ more: [(String, String)]) throws {
        let bench = try ServiceBench()
        for (agent, closes) in [("node", true), ("undici", true), ("node-fetch/1.0", false), ("curl/7.88.1", false)] {
            let again = bench.answer("GET", target, [("If-None-Match", "*"), ("User-Agent", agent)] + more)
            #expect(again.status == 304 && again.closesConnection == closes)
            #expect(!bench.answer("GET", target, [("User-Agent", agent)] + more).closesConnection)
        }
    }

    @Test func tagsAreTheSameOnEveryReplica() throws {
        let replicas = try [ServiceBench(), ServiceBench()]
        for target in ["/strings/fr/title", "/strings/fr", "/strings", "/strings/fr?shape=flat"] {
            let tags = Set(replicas.map { $0.answer("GET", target)["ETag"] })
            #expect(tags.count == 1)
            #expect(Set(replicas.map { $0.answer("GET", target)["Parlance-Version"] }).count == 1)
        }
    }

    @Test func everyRepresentationHasItsOwnTag() throws {
        let bench = try ServiceBench()
        let tags = [
            ("/strings/fr/title", "*/*"), ("/strings/fr/title", "application/json"), ("/strings/en/title", "*/*"),
            ("/strings/fr", "*/*"), ("/strings/fr?shape=flat", "*/*"), ("/strings/fr?fallback=none", "*/*"),
            ("/strings/en", "*/*"), ("/strings/fr?key=title", "*/*"),
        ].map { bench.answer("GET", $0.0, [("Accept", $0.1)])["ETag"] }
        #expect(Set(tags).count == tags.count)
    }

    @Test func theCurrentVersionIsImmutable() throws {
        let bench = try ServiceBench()
        let version = try #require(bench.answer("GET", "/strings")["Parlance-Version"])
        let answer = bench.answer("GET", "/strings/fr/title?v=\(version)")
        #expect(answer["Cache-Control"] == "public, max-age=31536000, immutable")
        let tag = try #require(answer["ETag"])
        let again = bench.answer("GET", "/strings/fr/title?v=\(version)", [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(again["Cache-Control"] == "public, max-age=31536000, immutable")
        let negotiated = bench.answer("GET", "/strings/auto/title?v=\(version)")
        #expect(negotiated["Cache-Control"] == "no-cache")
        #expect(
            bench.answer("GET", "/strings/auto/title?locale=fr&v=\(version)")["Cache-Control"]
                == answer["Cache-Control"])
    }

    /// A table of some kilobytes, which is compressed.
    private static let large = (0..<400).map { "\"key\($0)\":\"the message number \($0)\"" }.joined(separator: ",")

    /// Whole tables and whatever part of one.
    private static let largeTargets = [
        "/strings/en", "/strings/en?shape=flat", "/strings/en/login", "/strings/en?prefix=login",
        "/strings/en?key=login.key1&key=login",
    ]

    @Test(
        arguments: [("gzip", "gzip"), ("br", "br"), ("gzip, br", "br"), ("gzip;q=1, br;q=0.1", "gzip")], largeTargets)
    func compressesOffTheRequestPath(_ accepted: (header: String, coding: String), _ target: String) async throws {
        let (accepted, coding) = accepted
        let bench = try ServiceBench(files: [("en.json", "{\"login\":{\(Self.large)}}")])
        let identity = bench.answer("GET", target)
        #expect(identity["Content-Encoding"] == nil)
        #expect(identity["Vary"] == "Accept-Encoding")
        var coded = bench.answer("GET", target, [("Accept-Encoding", accepted)])
        // Identity until it is ready; a worker must not keep that answer.
        while coded["Content-Encoding"] == nil {
            #expect(coded.body.array == identity.body.array)
            try await Task.sleep(for: .milliseconds(2))
            coded = bench.answer("GET", target, [("Accept-Encoding", accepted)])
        }
        #expect(coded["Content-Encoding"] == coding)
        #expect(coded["ETag"] != identity["ETag"])
        #expect(coded.body.count < identity.body.count / 2)
        let compression: Compression.ContentCoding = coding == "gzip" ? .gzip : .brotli
        #expect(coded.body.array == compression.encode(identity.body.array))
        let tag = try #require(coded["ETag"])
        #expect(
            bench.answer("GET", target, [("Accept-Encoding", accepted), ("If-None-Match", tag)]).status == 304)
        #expect(bench.answer("GET", target, [("If-None-Match", tag)]).status == 200)
        #expect(bench.answer("GET", target, [("Accept-Encoding", "\(coding);q=0")])["Content-Encoding"] == nil)
    }

    @Test func aFullCacheBeginsAnew() throws {
        let bench = try ServiceBench()
        for index in 0..<10_000 {
            let answer = bench.answer("GET", "/strings/fr/title?n=\(index)")
            guard answer.status == 200, answer.body.count == 8 else {
                Issue.record("request \(index) was answered \(answer.status)")
                return
            }
        }
    }

    @Test func workersBeyondTheConfigurationAreServed() throws {
        let bench = try ServiceBench()
        for worker in [0, 1, 7, -1, .max] {
            #expect(bench.answer("GET", "/strings/fr/title", worker: worker).status == 200)
        }
    }

    @Test func manyThreadsOnOneWorkerAreServed() async throws {
        let bench = try ServiceBench()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { index in
                        bench.answer("GET", "/strings/fr/title?n=\(index % 50)").body.count == 8
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
