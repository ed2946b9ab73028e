/// How inserted text is written so that it stays text where it lands.
package enum Escaping: Sendable {
    /// As it is.
    case none
    /// Inside a JSON string (RFC 8259, section 7), minimally, raw UTF-8.
    case json
    /// Inside markup: `&amp; &lt; &gt; &quot; &#39;`.
    case markup
}

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
    case output
    case expansions
}

/// Writes messages with their arguments and references into a caller's buffer, and keeps count.
package struct Expander {
    package let strings: Strings
    package let limits: RenderLimits
    package private(set) var expansions = 0

    package init(strings: Strings, limits: RenderLimits) {
        self.strings = strings
        self.limits = limits
    }

    /// Appends the message found at `path` to `output`.
    package mutating func expand(
        _ message: MessageReference, at path: UnsafeBufferPointer<UInt8>, arguments: ArgumentScope?,
        escaping: Escaping, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        // Skeleton: replaced by the message engine. Here a message is its text.
        expansions += 1
        if expansions > limits.maximumExpansions { throw .expansions }
        let text = unsafe strings.chain[message.step].text(of: message.node)
        switch escaping {
        case .none: unsafe output.append(contentsOf: text)
        case .json: unsafe JSONText.appendEscaped(text, to: &output)
        case .markup: unsafe MarkupText.appendEscaped(text, to: &output)
        }
        if output.count > limits.maximumOutput { throw .output }
    }
}
