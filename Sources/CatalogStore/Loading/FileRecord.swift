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

/// The bytes of a file that was looked at, on their way to becoming a record.
struct FileReading: Sendable {
    var file: FoundFile
    var readTime: Int64
    /// The bytes, or why there are none.
    var bytes: Result<[UInt8], Unreadable>

    struct Unreadable: Error {
        var problem: Problem
    }

    /// Parses the bytes, unless they are what the record has already.
    func record(after previous: FileRecord?) -> (record: FileRecord, wasParsed: Bool) {
        switch bytes {
        case .failure(let unreadable):
            let record = FileRecord(
                file: file, readTime: 0, hash: nil, content: previous?.content, failure: unreadable.problem)
            return (record, false)
        case .success(let bytes):
            var hasher = Hasher()
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            let hash = hasher.finalize()
            if var record = previous, record.hash == hash, record.file.signature.size == bytes.count {
                record.file = file
                record.readTime = readTime
                return (record, false)
            }
            var record = FileRecord(file: file, readTime: readTime, hash: hash, content: previous?.content)
            do {
                record.content = try TableFile(
                    bytes: bytes.span, path: file.path.text, keyPrefix: String(decoding: file.keyPrefix, as: UTF8.self))
            } catch {
                record.failure = error
            }
            return (record, true)
        }
    }
}
