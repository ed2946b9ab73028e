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

    /// Appends the message found at `path` to `output`.
    ///
    /// A missing or unusable argument shows as `{name}` and is noted in `report`, and so is a reference that leads
    /// nowhere; a message that does not parse is written as it stands.
    package mutating func expand(
        _ message: MessageReference, at path: UnsafeBufferPointer<UInt8>, arguments: ArgumentScope?,
        escaping: Escaping, into output: inout [UInt8], report: inout MissingReport
    ) throws(RenderLimitError) {
        swap(&writer.missing, &report)
        defer { swap(&writer.missing, &report) }
        unsafe try writer.write(
            message, of: strings, at: path, arguments: arguments, escaping: escaping, isInsideText: false,
            into: &output)
    }
}
