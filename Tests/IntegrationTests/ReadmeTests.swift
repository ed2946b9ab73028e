import Foundation
import TestSupport
import Testing

/// What the README shows is what happens.
@Suite("The README")
struct ReadmeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var command: String
        var output: String
        var testDescription: String { command }
    }

    private static let text =
        (try? String(contentsOf: SharedData.projectFolder.appending(path: "README.md"), encoding: .utf8)) ?? ""

    /// The commands of the `console` blocks with the output below them.
    static let examples: [Example] = text.components(separatedBy: "```console\n").dropFirst().compactMap { block in
        guard let end = block.range(of: "\n```") else { return nil }
        let lines = block[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("$ ") else { return nil }
        return Example(command: String(first.dropFirst(2)), output: lines.dropFirst().joined(separator: "\n"))
    }

    @Test("Each command gives the output that stands below it, against the demo")
    func commands() throws {
        #expect(Self.examples.count >= 4)
        let service = try LiveService(locales: SharedData.projectFolder.appending(path: "locales").path)
        for example in Self.examples {
            #expect(example.command.contains("localhost:8080"))
            let command = example.command.replacingOccurrences(of: "localhost:8080", with: "localhost:\(service.port)")
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", command.replacingOccurrences(of: "curl ", with: "curl -sS --max-time 20 ")]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(String(decoding: output, as: UTF8.self) == example.output, "\(example.command)")
        }
        #expect(service.stop() == 0)
    }

    @Test("Each file that it links to is there")
    func links() throws {
        let pattern = /\]\(([^):#]+)\)/
        let links = Self.text.matches(of: pattern).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links where !link.hasPrefix("http") {
            let path = SharedData.projectFolder.appending(path: link).path
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
        }
    }
}
