import Foundation
import TestSupport
import Testing

/// What the commands do where what they print goes nowhere.
@Suite("The output of the command")
struct CommandOutputTests {
    private static let demo = SharedData.projectFolder.appending(path: "locales").path

    static let commands = [
        ["get", "--locales", demo, "fr", "login.title"], ["render", "--locales", demo, "--locale", "fr", "-"],
        ["check", demo], ["check", "--json", demo], ["--help"], ["--version"], ["check", "--help"],
    ]

    private func run(_ arguments: [String], script: String) throws -> (
        status: Int32, output: String, errors: [String]
    ) {
        try IntegrationTests.run(arguments, input: Array("<login.title>".utf8), script: script)
    }

    @Test("A full disk is told, and is no success", arguments: commands)
    func full(arguments: [String]) throws {
        let result = try run(arguments, script: #"exec "$0" "$@" >/dev/full"#)
        #expect(result.status == 1, "\(result)")
        #expect(result.errors == ["parlance: standard output: No space left on device"])
    }

    @Test("A closed output is told, and is no success", arguments: commands)
    func closed(arguments: [String]) throws {
        let result = try run(arguments, script: #"exec "$0" "$@" >&-"#)
        #expect(result.status == 1, "\(result)")
        #expect(result.errors == ["parlance: standard output: Bad file descriptor"])
    }

    @Test("A limit on the size of files is told, and does not kill", arguments: commands)
    func limited(arguments: [String]) throws {
        let folder = try ScratchFolder([])
        let script = #"ulimit -f 0; exec "$0" "$@" >"# + "'\(folder.path)/output'"
        let result = try run(arguments, script: script)
        #expect(result.status == 1, "\(result)")
        #expect(result.errors == ["parlance: standard output: File too large"])
    }

    @Test("A reader that had enough is no failure")
    func pipe() throws {
        // More than a pipe holds: the program still writes when the reader goes.
        let input = Array(String(repeating: "<login.title> and no more\n", count: 40_000).utf8)
        let folder = try ScratchFolder([("page.txt", String(decoding: input, as: UTF8.self))])
        let result = try run(
            ["render", "--locales", Self.demo, "--locale", "fr", folder.path + "/page.txt"],
            script: #""$0" "$@" | head -c 11; exit ${PIPESTATUS[0]}"#)
        #expect(result.status == 0 && result.errors.isEmpty && result.output == "Se connecte", "\(result)")
    }

    @Test("A service whose output is closed serves, and says so in its log")
    func service() throws {
        let program = try RunningProgram(
            ["serve", "--port", "0", "--locales", Self.demo, "--log-format", "json"],
            script: #"exec "$0" "$@" >&-"#)
        #expect(
            eventually {
                program.errorLines.contains {
                    $0.contains("standard output cannot be written") && $0.contains("Bad file descriptor")
                }
            })
        #expect(program.isRunning)
        kill(program.processIdentifier, SIGTERM)
        #expect(program.wait() == 0)
    }
}
