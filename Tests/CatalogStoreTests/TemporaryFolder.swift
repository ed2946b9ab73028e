import Foundation
import Synchronization

/// A folder below the system's temporary one that goes away with this object.
final class TemporaryFolder: Sendable {
    let path: String

    /// What lies at a path.
    enum Entry {
        case text(String)
        case bytes([UInt8])
        case link(String)
        case folder
        case pipe
    }

    init(_ entries: KeyValuePairs<String, Entry> = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "parlance-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // For whoever reads it as somebody else, whatever the mask of this process is.
        chmod(path, 0o755)
        for (name, entry) in entries { try add(entry, at: name) }
    }

    deinit {
        _ = try? Self.run(["/bin/chmod", "-R", "u+rwx", path])
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The absolute path of something inside.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func add(_ entry: Entry, at name: String) throws {
        let manager = FileManager.default
        let file = self(name)
        try manager.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        switch entry {
        case .text(let text): try Data(text.utf8).write(to: URL(filePath: file))
        case .bytes(let bytes): try Data(bytes).write(to: URL(filePath: file))
        case .link(let target): try manager.createSymbolicLink(atPath: file, withDestinationPath: target)
        case .folder: try manager.createDirectory(atPath: file, withIntermediateDirectories: true)
        case .pipe: guard mkfifo(file, 0o644) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    /// Writes into the file that is there, as `cp` and `>` do.
    func overwrite(_ name: String, _ text: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: self(name)))
        defer { try? handle.close() }
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }

    /// Renames; what has the new name is replaced.
    func move(_ name: String, to other: String) throws {
        guard rename(self(name), self(other)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Runs a shell command inside and returns what it printed; throws where it fails.
    @discardableResult
    func shell(_ command: String) throws -> String {
        try Self.run(["/bin/bash", "-euc", "cd '\(path)'; \(command)"])
    }

    struct CommandFailure: Error {
        var command: [String]
        var status: Int32
        var output: String
    }

    @discardableResult
    static func run(_ command: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure(command: command, status: process.terminationStatus, output: output)
        }
        return output
    }
}

/// Waits until something holds, and says how long that took; nil where it never did within a generous time.
func timeUntil(_ limit: Duration = .seconds(15), _ condition: () -> Bool) -> Duration? {
    let clock = ContinuousClock()
    let start = clock.now
    while !condition() {
        if clock.now - start > limit { return nil }
        usleep(2_000)
    }
    return clock.now - start
}
