/// A text with placeholders, read once and rendered as often as wanted.
///
///     let mail = try Template("Dear <mail.reader>,")
///     let text = try mail.render(with: strings)
public struct Template: Sendable {
    /// What a template is, which decides how inserted text is escaped.
    public enum Kind: Sendable, Hashable {
        /// Plain text: nothing is escaped.
        case text
        /// HTML or XML: messages are escaped for element content and quoted attribute values, save those whose key path
        /// ends in `html` or `_html`; arguments are escaped always.
        case markup
    }

    private let document: Document

    /// Reads UTF-8 bytes.
    ///
    /// - Throws: the place of the first bytes that are not UTF-8.
    public init(
        utf8 bytes: [UInt8], kind: Kind = .text, placeholders: PlaceholderStyle = .angles
    ) throws(DocumentError) {
        var options = Document.Options()
        options.placeholders = placeholders
        document = try Document(bytes, kind: kind == .text ? .text : .markup, options: options)
    }

    /// Reads a text.
    public init(_ text: String, kind: Kind = .text, placeholders: PlaceholderStyle = .angles) throws(DocumentError) {
        try self.init(utf8: Array(text.utf8), kind: kind, placeholders: placeholders)
    }

    /// The template with each placeholder replaced whose key path is a message. The others stay as they are.
    ///
    /// - Throws: where the output or the messages put in exceed the limits.
    public func render(
        with strings: Strings, arguments: Arguments = [:], limits: RenderLimits = RenderLimits()
    ) throws(RenderLimitError) -> String {
        String(decoding: try renderUTF8(with: strings, arguments: arguments, limits: limits), as: UTF8.self)
    }

    /// The same as UTF-8 bytes.
    public func renderUTF8(
        with strings: Strings, arguments: Arguments = [:], limits: RenderLimits = RenderLimits()
    ) throws(RenderLimitError) -> [UInt8] {
        try document.kept(with: strings, arguments: arguments, limits: limits)
    }
}

extension Document {
    /// The document rendered in one locale, what is missing kept as it is.
    func kept(
        with strings: Strings, arguments: Arguments, limits: RenderLimits
    ) throws(RenderLimitError) -> [UInt8] {
        do throws(RenderFailure) {
            return try render(
                strings: strings, arguments: arguments.scope, limits: limits, clock: strings.clock
            ).output
        } catch {
            switch error {
            case .limit(let limit): throw limit
            // Only the policy `error` ends so.
            case .missing: return source
            }
        }
    }
}
