import Compression
import Foundation
import Testing

/// The decoders are Python's and Debian's, not ours: a coding is right when others read it.
@Suite struct ContentCodingTests {
    static let samples: [[UInt8]] = [
        [],
        [0x7B, 0x7D],
        Array(String(repeating: "{\"login.title\": \"Se connecter\"}, ", count: 2_000).utf8),
        (0..<70_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) },
    ]

    @Test(arguments: samples)
    func gzipIsReadByGzip(_ sample: [UInt8]) throws {
        let encoded = try #require(ContentCoding.gzip.encode(sample))
        #expect(try run("gzip", ["-dc"], input: encoded) == sample)
    }

    @Test(arguments: samples)
    func brotliIsReadByBrotli(_ sample: [UInt8]) throws {
        let encoded = try #require(ContentCoding.brotli.encode(sample))
        #expect(try run("brotli", ["-dc"], input: encoded) == sample)
    }

    @Test(arguments: ContentCoding.allCases)
    func theSameInputGivesTheSameBytes(_ coding: ContentCoding) {
        #expect(coding.encode(Self.samples[2]) == coding.encode(Self.samples[2]))
    }

    @Test func textShrinks() throws {
        for coding in ContentCoding.allCases {
            #expect(try #require(coding.encode(Self.samples[2])).count < Self.samples[2].count / 20)
        }
    }

    private func run(_ tool: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "coding-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let decoded = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) is installed and reads the coding")
        return [UInt8](decoded)
    }
}
