import Localization
import Synchronization

/// A file that was read, on its way to becoming a record.
final class FileReading: Sendable {
    let file: FoundFile
    /// When its bytes were read, in nanoseconds since 1970.
    private let readTime: Int64
    /// The bytes until they are parsed, or why there are none.
    private let bytes: Mutex<Result<[UInt8], Problem>>

    init(_ file: FoundFile, readTime: Int64, _ bytes: Result<[UInt8], Problem>) {
        self.file = file
        self.readTime = readTime
        self.bytes = Mutex(bytes)
    }

    /// Parses the bytes, unless they are what the record has already, and lets go of them: those of all files together
    /// need not be in memory until the last one is parsed.
    func record(
        after previous: FileRecord?, allowance: ProblemAllowance
    ) -> (record: FileRecord, wasParsed: Bool) {
        let taken = bytes.withLock { bytes in
            let taken = bytes
            bytes = .success([])
            return taken
        }
        switch taken {
        case .failure(let problem):
            let record = FileRecord(file: file, readTime: 0, hash: nil, content: previous?.content, failure: problem)
            return (record, false)
        case .success(let bytes):
            return record(of: bytes, after: previous, allowance)
        }
    }

    private func record(
        of bytes: [UInt8], after previous: FileRecord?, _ allowance: ProblemAllowance
    ) -> (record: FileRecord, wasParsed: Bool) {
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        if var record = previous, record.hash == hash, record.file.signature.size == bytes.count {
            record.file = file
            record.readTime = readTime
            return (record, false)
        }
        var record = FileRecord(file: file, readTime: readTime, hash: hash, content: previous?.content)
        do throws(Problem) {
            record.content = try TableFile(
                bytes: bytes.span, path: file.path.text, keyPrefix: String(decoding: file.keyPrefix, as: UTF8.self),
                allowance: allowance)
        } catch {
            record.failure = error
        }
        return (record, true)
    }
}
