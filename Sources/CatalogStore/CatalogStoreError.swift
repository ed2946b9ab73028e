public import Localization

/// Why a store could not start.
public struct CatalogStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's spelling, as in `no-default-table`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no locales folder, or it cannot be read.
        public static let folder = Code(rawValue: "folder")
        /// No table serves the default locale.
        public static let noDefaultTable = Code(rawValue: "no-default-table")
        /// The store was started or stopped before.
        public static let used = Code(rawValue: "used")
        /// The system refused a thread or a file descriptor.
        public static let system = Code(rawValue: "system")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened and what to do about it, in one line.
    public var reason: String
    /// The canonical tags of the locales that were found, in byte order.
    public var foundLocales: [String]

    /// What is wrong with the files, as many problems as the limit allows.
    public var problems: [Problem]
    /// How many problems there are in all.
    public var problemCount: Int

    /// Creates an error.
    public init(
        code: Code, reason: String, foundLocales: [String] = [], problems: [Problem] = [], problemCount: Int = 0
    ) {
        self.code = code
        self.reason = reason
        self.foundLocales = foundLocales
        self.problems = problems
        self.problemCount = problemCount
    }

    /// The reason.
    public var description: String { reason }
}
