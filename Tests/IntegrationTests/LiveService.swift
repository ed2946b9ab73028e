import Foundation
import Synchronization
import TestSupport
import Testing

/// The built program, serving a folder on a port of the system's choice, on loopback. It is ended by its own process
/// identifier, at the latest when this object goes.
final class LiveService: Sendable {
    struct DidNotStart: Error, CustomStringConvertible {
        var description: String
    }

    let port: UInt16
    private let program: RunningProgram

    /// Starts the program and waits until it listens. `locales` is the folder.
    init(locales: String, _ flags: [String] = [], environment: [String: String] = [:]) throws {
        program = try RunningProgram(
            ["serve", "--port", "0", "--locales", locales, "--log-format", "json"] + flags, environment: environment)
        let limit = Date().addingTimeInterval(60)
        while true {
            if let line = program.errorLines.first(where: { $0.contains("\"message\":\"listening\"") }),
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let number = object["port"] as? Int
            {
                port = UInt16(number)
                return
            }
            guard program.isRunning, Date() < limit else {
                program.kill()
                throw DidNotStart(description: program.errorLines.joined(separator: "\n"))
            }
            usleep(2_000)
        }
    }

    /// The process's identifier.
    var processIdentifier: Int32 { program.processIdentifier }

    /// The lines of the log so far.
    var log: [String] { program.errorLines }

    /// A new connection.
    func connect(timeoutSeconds: Int = 20) throws -> RawConnection {
        try RawConnection(port: port, timeoutSeconds: timeoutSeconds)
    }

    /// One request on a connection of its own.
    func request(
        _ method: String, _ target: String, _ fields: [(String, String)] = [], body: [UInt8] = []
    ) throws -> RawResponse {
        try connect().request(method, target, fields: fields, body: body)
    }

    /// The text of an answer to GET.
    func text(_ target: String, _ fields: [(String, String)] = []) throws -> String {
        try request("GET", target, fields).text
    }

    /// Sends a signal.
    func signal(_ number: Int32) { kill(processIdentifier, number) }

    /// Ends the service as an operator does, and returns its exit status.
    func stop() -> Int32 {
        signal(SIGTERM)
        return program.wait()
    }

    /// Waits for the service to end by itself.
    func wait() -> Int32 { program.wait() }
}

/// The built program, running; what it prints is gathered.
final class RunningProgram: Sendable {
    /// The program beside the bundle of these tests.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let bundle = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The bundle itself is run, or the toolchain's runner runs it and names it in its arguments.
        let candidates = [bundle] + CommandLine.arguments.filter { $0.contains(".xctest") }
        for candidate in candidates {
            let path = URL(filePath: candidate).deletingLastPathComponent().appending(path: "parlance").path
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        return "parlance"
    }()

    /// The programs that run, so that none outlives the tests, whatever still holds it then.
    private static let running: Mutex<Set<Int32>> = {
        atexit { RunningProgram.endAll() }
        return Mutex([])
    }()

    private static func endAll() {
        for identifier in running.withLock({ $0 }) { Glibc.kill(identifier, SIGKILL) }
    }

    private let process = Process()
    /// What came out of one of the program's ends.
    private final class Gathered: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private let output = Gathered()
    private let errors = Gathered()
    private let readers = DispatchGroup()

    /// Starts the program; by a shell where there is a script for it, in which it is `"$0" "$@"`.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil, script: String? = nil
    ) throws {
        process.executableURL = URL(filePath: script == nil ? Self.path : "/bin/bash")
        process.arguments = (script.map { ["-c", $0, Self.path] } ?? []) + arguments
        // Nothing of the tester's own settings, save what the sanitizers read.
        var variables = ProcessInfo.processInfo.environment.filter {
            $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "PATH" || $0.key == "LD_LIBRARY_PATH"
        }
        variables.merge(environment) { _, given in given }
        process.environment = variables
        let outputPipe = Pipe()
        let errorPipe = Pipe()
        let inputPipe = Pipe()
        process.standardOutput = outputPipe
        process.standardError = errorPipe
        process.standardInput = inputPipe
        // Its own identifier may be another's once it has ended and was waited for.
        process.terminationHandler = { ended in
            Self.running.withLock { _ = $0.remove(ended.processIdentifier) }
        }
        try process.run()
        Self.running.withLock { _ = $0.insert(process.processIdentifier) }
        if !process.isRunning { Self.running.withLock { _ = $0.remove(process.processIdentifier) } }
        gather(outputPipe.fileHandleForReading, into: output)
        gather(errorPipe.fileHandleForReading, into: errors)
        if let input { try inputPipe.fileHandleForWriting.write(contentsOf: Data(input)) }
        try inputPipe.fileHandleForWriting.close()
    }

    deinit { kill() }

    private func gather(_ handle: FileHandle, into gathered: Gathered) {
        let descriptor = handle.fileDescriptor
        readers.enter()
        let thread = Thread { [readers] in
            // The handle closes its descriptor when it goes: it is held until here.
            withExtendedLifetime(handle) {
                var chunk = [UInt8](repeating: 0, count: 64 << 10)
                while true {
                    let count = read(descriptor, &chunk, chunk.count)
                    if count < 0 && errno == EINTR { continue }
                    if count <= 0 { break }
                    gathered.bytes.withLock { $0 += chunk[..<count] }
                }
            }
            readers.leave()
        }
        thread.start()
    }

    var processIdentifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// Waits for the end, a minute at most, and returns the exit status; -1 where it had to be killed.
    func wait() -> Int32 {
        let limit = Date().addingTimeInterval(60)
        while process.isRunning {
            if Date() > limit {
                kill()
                return -1
            }
            usleep(2_000)
        }
        readers.wait()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    /// What went to standard output.
    var outputText: String { String(decoding: output.bytes.withLock { $0 }, as: UTF8.self) }

    /// The whole lines that went to standard error.
    var errorLines: [String] {
        let text = errors.bytes.withLock { $0 }
        guard let end = text.lastIndex(of: 0x0A) else { return [] }
        return String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map { String($0) }
    }
}

/// Runs the program to its end.
func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil, script: String? = nil
) throws -> (status: Int32, output: String, errors: [String]) {
    let program = try RunningProgram(arguments, environment: environment, input: input, script: script)
    let status = program.wait()
    return (status, program.outputText, program.errorLines)
}

/// Waits until something holds; false where it never did within a generous time.
func eventually(seconds: Double = 20, _ condition: () throws -> Bool) rethrows -> Bool {
    let limit = Date().addingTimeInterval(seconds)
    while true {
        if try condition() { return true }
        if Date() > limit { return false }
        usleep(5_000)
    }
}
