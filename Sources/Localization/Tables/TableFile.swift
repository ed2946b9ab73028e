/// One file of a table, parsed: what a locale's table is built from, kept so that a file that did not change is never
/// parsed again.
///
/// ```swift
/// let file = try TableFile(bytes: bytes.span, path: "fr/shop/cart.json", keyPrefix: "shop.cart")
/// let table = Table(tag: french, files: [file])
/// ```
@safe public final class TableFile: Sendable {
    /// How large a file may be, in bytes.
    public static let maximumSize = 64 << 20
    /// How deep its objects and arrays may nest.
    public static let maximumDepth = 64
    /// How many values, and segments of keys with dots, a file may hold: what a table costs grows with them.
    static let maximumValues = 1 << 23
    /// How large its tape may be: far beyond what any file needs whose keys do not multiply.
    static let maximumTape = 4 * maximumSize
    /// How long all key paths together may be: the flat table has each of them in full.
    static let maximumPaths = 512 << 20
    /// How many segments a key path is cut into at most; the last one keeps the dots of the rest, so that a key of a
    /// million dots is no tree of a million levels. Messages are found at deeper key paths, subtrees are not.
    static let maximumSegments = 64
    /// How many segments the prefix may have.
    static let maximumPrefixSegments = 32

    /// The file, relative to the locales folder, with `/` between its parts.
    public let path: String
    /// The key path under which everything in the file stands; empty for the root.
    public let keyPrefix: String
    /// The SHA-256 of the file's bytes.
    package let digest: SHA256.Digest
    /// The size of the file in bytes.
    public let size: Int
    /// What is wrong in it without keeping it from being served, at most 100.
    public let problems: [Problem]
    /// How many problems there are in all.
    public let problemCount: Int
    /// How many problems were counted only, by their kind.
    package let omittedProblems: [Problem.Code: Int]

    /// The prefix's bytes, then the records (see `Tape`).
    nonisolated(unsafe) let tape: UnsafeBufferPointer<UInt8>
    /// Where the records begin.
    let firstRecord: Int
    /// How many values it holds, containers included.
    let valueCount: Int

    /// Parses a file (RFC 8259, UTF-8 with or without a byte order mark, an object at the top).
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: its path relative to the locales folder; it names the file in problems, and of two files that define
    ///     one key path the later one in byte order of its path counts.
    ///   - keyPrefix: the key path under which its keys stand, as in `shop.cart`; empty for the root.
    /// - Throws: what keeps the file from being served, with its place.
    public convenience init(bytes: Span<UInt8>, path: String, keyPrefix: String) throws(Problem) {
        try self.init(bytes: bytes, path: path, keyPrefix: keyPrefix, allowance: nil)
    }

    /// Parses a file, and keeps more of its problems than the first 100 as long as the allowance lasts.
    package init(
        bytes: Span<UInt8>, path: String, keyPrefix: String, allowance: ProblemAllowance?
    ) throws(Problem) {
        let parsed = try TableFileParser.parse(
            bytes, path: path, keyPrefix: Array(keyPrefix.utf8), found: ProblemTally(allowance: allowance))
        self.path = path
        self.keyPrefix = keyPrefix
        digest = Self.digest(of: bytes)
        size = bytes.count
        problems = parsed.found.problems
        problemCount = parsed.found.count
        omittedProblems = parsed.found.omitted
        valueCount = parsed.valueCount
        firstRecord = keyPrefix.utf8.count
        // A copy without what the writer kept in reserve, which would stay for as long as the file is served. Behind it
        // stand a few bytes more, so that its last text is copied as fast as the others.
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: parsed.tape.count + Self.tapePadding)
        unsafe copy.initialize(repeating: 0)
        _ = unsafe copy.update(fromContentsOf: parsed.tape)
        unsafe tape = UnsafeBufferPointer(start: copy.baseAddress, count: parsed.tape.count)
    }

    /// The bytes behind a tape that may be read, and mean nothing.
    static let tapePadding = 32

    deinit { unsafe UnsafeMutablePointer(mutating: tape.baseAddress!).deallocate() }

    /// The SHA-256 of a file's bytes: equal digests mean that a file need not be parsed again.
    package static func digest(of bytes: Span<UInt8>) -> SHA256.Digest { SHA256.digest(of: bytes) }

    /// Whether it holds what the other one does, under the same key paths and the same name.
    func isInterchangeable(with other: TableFile) -> Bool {
        self === other || (digest == other.digest && path == other.path && keyPrefix == other.keyPrefix)
    }

    /// What a program says instead of a file: these messages, each under its key path.
    convenience init(messages: [(path: String, text: String)]) {
        var json: [UInt8] = [UInt8(ascii: "{")]
        for (index, message) in messages.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            JSONText.appendQuoted(message.path, to: &json)
            json.append(UInt8(ascii: ":"))
            JSONText.appendQuoted(message.text, to: &json)
        }
        json.append(UInt8(ascii: "}"))
        do {
            try self.init(bytes: json.span, path: "", keyPrefix: "")
        } catch {
            preconditionFailure("messages are a valid table unless they are too many: \(error)")
        }
    }
}
