/// The place of a message in its table: segments joined by dots, as in `login.title`.
///
/// Key paths match byte for byte; a segment may hold any character, and a key with dots is the same path as nesting.
/// They are for programs that build or pass on key paths; where one is written out, a string will do.
///
/// ```swift
/// let login: MessageKeyPath = "login"
/// strings.string(forKeyPath: login.appending("title"))  // "Log in"
/// ```
///
/// It is not named `KeyPath`, since that would hide Swift's own `KeyPath<Root, Value>` in every file that imports this
/// library.
public struct MessageKeyPath: Sendable, Hashable, LosslessStringConvertible {
    /// The segments, joined by dots.
    public let description: String

    /// The key path that is spelled so; nil where the text is empty.
    public init?(_ text: String) {
        if text.isEmpty { return nil }
        description = text
    }

    /// The segments between the dots.
    public var segments: [String] {
        description.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String($0) ?? "" }
    }

    /// The key path below this one.
    public func appending(_ rest: MessageKeyPath) -> MessageKeyPath {
        MessageKeyPath(joined: description + "." + rest.description)
    }

    private init(joined description: String) { self.description = description }
}

extension MessageKeyPath: ExpressibleByStringLiteral {
    /// The key path that a literal spells.
    ///
    /// - Precondition: the literal is not empty.
    public init(stringLiteral text: String) {
        precondition(!text.isEmpty, "a key path has at least one segment")
        description = text
    }
}

extension MessageKeyPath: Comparable {
    /// Whether the bytes are the same; letters are not normalised.
    public static func == (left: MessageKeyPath, right: MessageKeyPath) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(byte) }
    }

    /// The byte order of the key paths.
    public static func < (left: MessageKeyPath, right: MessageKeyPath) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension Strings {
    /// The message at a key path as the translator wrote it, or the key path itself where there is none.
    public func string(forKeyPath keyPath: MessageKeyPath) -> String { string(forKeyPath: keyPath.description) }

    /// The message at a key path as the translator wrote it, or this default where there is none.
    public func string(forKeyPath keyPath: MessageKeyPath, default defaultValue: String) -> String {
        string(forKeyPath: keyPath.description, default: defaultValue)
    }

    /// The message at a key path with these arguments, or the key path itself where there is none.
    public func string(forKeyPath keyPath: MessageKeyPath, arguments: Arguments) -> String {
        string(forKeyPath: keyPath.description, arguments: arguments)
    }

    /// The message at a key path as the translator wrote it, or nil where there is none.
    public func message(forKeyPath keyPath: MessageKeyPath) -> String? { message(forKeyPath: keyPath.description) }
}
