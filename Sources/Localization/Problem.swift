/// Something wrong in a table, told to the person who can mend it: where it stands and what to do.
public struct Problem: Error, Sendable, Hashable {
    /// What kind of problem it is; stable, for programs that filter.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's spelling, as in `duplicate-key`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is no JSON (RFC 8259), or its text is no UTF-8.
        public static let syntax = Code(rawValue: "syntax")
        /// The file is JSON, but no object.
        public static let notAnObject = Code(rawValue: "not-an-object")
        /// The file nests deeper, or is larger, than a table may be.
        public static let limit = Code(rawValue: "limit")
        /// One key stands twice in one object; the last counts.
        public static let duplicateKey = Code(rawValue: "duplicate-key")
        /// One key path is defined by two sources of a locale; the later one counts.
        public static let duplicatePath = Code(rawValue: "duplicate-path")
        /// A string holds half of a surrogate pair.
        public static let loneSurrogate = Code(rawValue: "lone-surrogate")
        /// The file or folder is named like no locale and was skipped.
        public static let notALocale = Code(rawValue: "not-a-locale")
        /// The file could not be read, or leads out of the locales folder.
        public static let unreadable = Code(rawValue: "unreadable")
        /// A message does not parse and is served as it stands.
        public static let messageSyntax = Code(rawValue: "message-syntax")
        /// A message refers to a key path that is no message.
        public static let brokenReference = Code(rawValue: "broken-reference")
        /// Messages refer to one another in a circle.
        public static let referenceCycle = Code(rawValue: "reference-cycle")
    }

    /// What kind of problem it is.
    public var code: Code
    /// The file, relative to the locales folder, with `/` between its parts.
    public var file: String
    /// The line, from 1, where it is known.
    public var line: Int?
    /// The column, from 1, in Unicode scalars, where it is known.
    public var column: Int?
    /// What is wrong and what to do about it, in one sentence without a final stop.
    public var reason: String
    /// The key path concerned, where there is one.
    public var keyPath: String?

    /// Creates a problem.
    public init(
        code: Code, file: String, line: Int? = nil, column: Int? = nil, reason: String, keyPath: String? = nil
    ) {
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
        self.keyPath = keyPath
    }
}

extension Problem {
    /// The same wherever it stands: a line more at the top of a file makes no new problem of it.
    package var withoutPlace: Problem {
        var problem = self
        problem.line = nil
        problem.column = nil
        // A reason may name another place.
        problem.reason.removeAll(where: \.isNumber)
        return problem
    }
}

extension Problem: CustomStringConvertible {
    /// `fr.json:3:14: reason`, the form that editors and CI understand.
    public var description: String {
        var place = file
        if let line {
            place += ":\(line)"
            if let column { place += ":\(column)" }
        }
        return "\(place): \(reason)"
    }
}

extension Problem {
    /// A key or key path as a problem shows it: in quotes, escaped so that it stays on its line, and cut where it is
    /// longer than anybody reads.
    static func quoted(_ key: some Collection<UInt8>) -> String {
        let limit = 120
        var bytes = Array(key.prefix(limit))
        if key.count > limit {
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0x80 { bytes.removeLast() }
            bytes.append(contentsOf: "…".utf8)
        }
        var text: [UInt8] = []
        unsafe bytes.withUnsafeBufferPointer { unsafe JSONText.appendQuoted($0, to: &text) }
        return String(decoding: text, as: UTF8.self)
    }
}
