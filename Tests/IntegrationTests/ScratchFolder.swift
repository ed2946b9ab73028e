import Foundation
import TestSupport

/// A folder of tables that goes away with this object.
final class ScratchFolder: Sendable {
    let path: String

    init(_ files: [(path: String, text: String)] = []) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "parlance-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for file in files { try write(file.text, to: file.path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Puts a whole file in the place of another, as editors and deployments do.
    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// Copies a file or a folder.
    func copy(_ source: URL, to name: String) throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: source, to: url)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }
}

/// Every regular file below a folder, in order of their paths.
func filesBelow(_ folder: URL) throws -> [URL] {
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    var files: [URL] = []
    while let url = enumerator?.nextObject() as? URL {
        if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true { files.append(url) }
    }
    return files.sorted { $0.path < $1.path }
}
