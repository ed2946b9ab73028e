/// Why a message does not parse, and where.
public struct MessageSyntaxError: Error, Sendable, Hashable {
    /// What kind of mistake it is; stable, for programs that filter.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's spelling, as in `unmatched-braces`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Something stands where the syntax has no place for it.
        public static let unexpected = Code(rawValue: "unexpected")
        /// A `{` has no `}`.
        public static let unmatchedBraces = Code(rawValue: "unmatched-braces")
        /// A `plural`, `selectordinal` or `select` has no branch `other`.
        public static let missingOther = Code(rawValue: "missing-other")
        /// An argument has a type that there is not, or not here.
        public static let unknownType = Code(rawValue: "unknown-type")
        /// A number or date style that ICU refuses.
        public static let badStyle = Code(rawValue: "bad-style")
        /// The message is longer, nests deeper or has more branches than a message may.
        public static let limit = Code(rawValue: "limit")
    }

    /// What kind of mistake it is.
    public var code: Code
    /// Where it is, in bytes from 0.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int
    /// What is wrong and what to do about it, in one sentence without a final stop.
    public var reason: String

    /// Finds line and column of an offset in a message's text.
    init(_ code: Code, at offset: Int, in text: UnsafeBufferPointer<UInt8>, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
        line = 1
        column = 1
        for index in 0..<min(offset, text.count) {
            let byte = unsafe text[index]
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
