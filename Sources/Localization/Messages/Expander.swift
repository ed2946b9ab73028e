/// What a rendering may cost.
public struct RenderLimits: Sendable {
    /// The bytes of output, over all locales of a request.
    public var maximumOutput = 16 << 20
    /// The messages put in, references included, over all locales of a request.
    public var maximumExpansions = 10_000

    /// The limits with their defaults.
    public init() {}
}

/// Why a rendering was given up.
public enum RenderLimitError: Error, Sendable {
    /// More output than allowed.
    case output
    /// More messages than allowed.
    case expansions
}

/// Writes messages with their arguments and references into a caller's buffer, and keeps count.
package struct Expander {
    /// Where messages are looked up.
    package let strings: Strings
    private var writer: MessageWriter

    /// An expander for one reader's strings.
    ///
    /// - Parameters:
    ///   - limits: what the rendering may cost; the buffers written to are counted as the answer's only output.
    ///   - clock: the time zone of the request, and where others are found.
    package init(strings: Strings, limits: RenderLimits, clock: MessageClock = .utc) {
        self.strings = strings
        writer = MessageWriter(strings: strings, limits: limits, clock: clock)
    }

    /// What the rendering may cost.
    package var limits: RenderLimits { writer.limits }

    /// The messages put in, references included.
    package var expansions: Int { writer.expansions }

    /// What was missing in the messages that were written without a report of the caller's.
    package var missing: MissingReport { writer.missing ?? MissingReport() }

    /// Appends the message found at `path` to `output`.
    ///
    /// A missing or unusable argument shows as `{name}` and is noted in `missing`, and so is a reference that leads
    /// nowhere; a message that does not parse is written as it stands.
    package mutating func expand(
        _ message: MessageReference, at path: UnsafeBufferPointer<UInt8>, arguments: ArgumentScope?,
        escaping: Escaping, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        defer { withExtendedLifetime(arguments) {} }
        unsafe try writer.write(
            message, of: strings, at: path, arguments: arguments?.memory, escaping: escaping, isInsideText: false,
            into: &output)
    }

    /// Appends the message found at `path` to `output`, and notes what is missing in this report instead.
    package mutating func expand(
        _ message: MessageReference, at path: UnsafeBufferPointer<UInt8>, arguments: ArgumentScope?,
        escaping: Escaping, into output: inout [UInt8], report: inout MissingReport
    ) throws(RenderLimitError) {
        defer { withExtendedLifetime(arguments) {} }
        // What is written quickly lacks nothing.
        if unsafe try writer.writeQuickly(
            message, of: strings, at: path, arguments: arguments?.memory, escaping: escaping, isInsideText: false,
            into: &output)
        {
            return
        }
        let before = writer.missing
        writer.missing = nil
        defer {
            if let found = writer.missing { report.add(found) }
            writer.missing = before
        }
        unsafe try expand(message, at: path, arguments: arguments, escaping: escaping, into: &output)
    }
}

/// A message with its arguments put in.
package struct FormattedMessage: Sendable {
    /// The text, UTF-8.
    package var text: [UInt8]
    /// The arguments that were missing or unusable, and the references that lead nowhere.
    package var missing: MissingReport
}

extension Strings {
    /// A message with its arguments and references, as text that nothing escapes.
    ///
    /// - Throws: where its references lead to more messages, or more text, than the limits allow.
    package func formatted(
        _ message: MessageReference, at path: [UInt8], arguments: ArgumentScope?,
        limits: RenderLimits = RenderLimits(), clock: MessageClock = .utc
    ) throws(RenderLimitError) -> FormattedMessage {
        var expander = Expander(strings: self, limits: limits, clock: clock)
        var text: [UInt8] = []
        try unsafe path.withUnsafeBufferPointer { path throws(RenderLimitError) in
            unsafe try expander.expand(message, at: path, arguments: arguments, escaping: .none, into: &text)
        }
        return FormattedMessage(text: text, missing: expander.missing)
    }
}
