/// A way to write messages with arguments: everything that is the syntax's own affair. Every syntax compiles to the
/// same program.
public struct MessageSyntax: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case icu
        case none
    }

    private let kind: Kind

    /// ICU MessageFormat, version 1, with apostrophes as in ICU's default mode.
    public static let icu = MessageSyntax(kind: .icu)
    /// No syntax at all: a message is its text.
    public static let none = MessageSyntax(kind: .none)

    /// The syntax of this name, `icu` or `none`.
    package init?(name: String) {
        switch name {
        case "icu": self = .icu
        case "none": self = .none
        default: return nil
        }
    }

    private init(kind: Kind) { self.kind = kind }

    /// The name, as options spell it.
    package var name: String {
        switch kind {
        case .icu: "icu"
        case .none: "none"
        }
    }

    /// Whether texts of this syntax are never parsed.
    var isPlain: Bool { kind == .none }

    /// Compiles a message's text.
    ///
    /// - Parameters:
    ///   - text: UTF-8; bytes that are none are kept as they are.
    ///   - formatters: where number and date styles of the message find their formatters.
    func compile(
        _ text: UnsafeBufferPointer<UInt8>, formatters: MessageFormatters
    ) throws(MessageSyntaxError) -> ProgramBuilder {
        var parser = unsafe ICUMessageParser(text: text, formatters: formatters)
        switch kind {
        case .icu: try parser.parse()
        case .none: parser.takeAsText()
        }
        return parser.builder
    }

    /// What a message is made of.
    func outline(
        of text: UnsafeBufferPointer<UInt8>, formatters: MessageFormatters
    ) throws(MessageSyntaxError) -> MessageOutline {
        guard case .icu = kind else { return MessageOutline() }
        var parser = unsafe ICUMessageParser(text: text, formatters: formatters)
        parser.outline = MessageOutline()
        try parser.parse()
        return parser.outline!
    }
}

/// What a message may be; a larger one is served as it stands and reported.
enum MessageLimits {
    /// The bytes of a message that needs a program.
    static let bytes = 64 << 10
    /// How deep branches nest.
    static let nesting = 32
    /// The branches of a message, all together.
    static let branches = 256
}
