public import Foundation
public import Testing

/// The conformance data and corpora that may lie beside the checkout. They are read in place and never copied.
///
/// Suites that need them carry `.enabled(if: SharedData.isPresent, SharedData.absence)`, so that a run without them
/// says plainly what it skipped.
public enum SharedData {
    /// The top folder of the checkout.
    public static let projectFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder beside the checkout.
    public static let folder = projectFolder.deletingLastPathComponent().appending(path: "shared")

    /// Whether the folder is there.
    public static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "conformance").path)

    /// What a skipped suite says.
    public static let absence: Comment = "skipped: there is no ../shared beside this checkout"

    /// A file or folder below it, as in `conformance/locale/negotiation.json`.
    public static func url(_ path: String) -> URL { folder.appending(path: path) }

    /// The bytes of a file below it.
    public static func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: url(path))) }
}
