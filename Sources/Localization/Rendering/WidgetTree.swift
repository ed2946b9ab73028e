/// A tree of widgets in JSON, as a server-driven screen is sent, with placeholders in its strings.
public struct WidgetTree: Sendable {
    private var document: Document
    private let options: Document.Options

    /// Reads a JSON document (RFC 8259, UTF-8, at most 512 levels deep).
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - placeholders: which brackets placeholders have.
    ///   - widgets: the types whose declared members alone are expanded; nil for every string.
    /// - Throws: the first error with line, column and JSON Pointer.
    public init(
        json bytes: [UInt8], placeholders: PlaceholderStyle = .angles, widgets: WidgetDeclarations? = nil
    ) throws(DocumentError) {
        var options = Document.Options()
        options.placeholders = placeholders
        options.widgets = widgets
        self.options = options
        document = try Document(bytes, kind: .widgetTree, options: options)
    }

    /// The tree as it stands.
    public var json: [UInt8] { document.source }

    /// The tree with each placeholder replaced whose key path is a message. Every other byte stays as it is.
    ///
    /// - Throws: where the output or the messages put in exceed the limits.
    public func render(
        with strings: Strings, arguments: Arguments = [:], limits: RenderLimits = RenderLimits()
    ) throws(RenderLimitError) -> [UInt8] {
        try document.kept(with: strings, arguments: arguments, limits: limits)
    }

    /// Puts a tree in place of this one that differs in the text of strings alone.
    mutating func replace(json: [UInt8]) {
        guard let changed = try? Document(json, kind: .widgetTree, options: options) else {
            preconditionFailure("a tree whose strings alone have changed is JSON")
        }
        document = changed
    }
}
