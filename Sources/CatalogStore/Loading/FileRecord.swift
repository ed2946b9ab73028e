import Localization

/// What is known of one file: its last good content, and how the file lies there now.
struct FileRecord: Sendable {
    /// The file as it was seen.
    var file: FoundFile
    /// When its bytes were read, in nanoseconds since 1970; 0 where they were not.
    var readTime: Int64
    /// A hash of its bytes; nil where they were not read.
    var hash: Int?
    /// What it held when it last was good; nil where it never was.
    var content: TableFile?
    /// What is wrong with the bytes that lie there now, so that they are not served.
    var failure: Problem?

    /// Whether a file with this signature must have the bytes that were read.
    func isCurrent(_ signature: FileSignature) -> Bool {
        hash != nil && file.signature == signature && !signature.isTooYoung(at: readTime)
    }
}
