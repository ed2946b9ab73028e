internal import CScan

/// A template or a widget tree, read once: it can then be rendered in any number of locales.
package final class Document: Sendable {
    /// What a document is, which decides how inserted text is escaped.
    package enum Kind: Sendable, Hashable {
        /// Plain text: nothing is escaped.
        case text
        /// HTML or XML: inserted text is escaped for element content and quoted attribute values.
        case markup
        /// JSON: string values are expanded, and inserted text is escaped as JSON needs.
        case widgetTree
    }

    /// How a document is read.
    package struct Options: Sendable {
        /// Which brackets placeholders have.
        package var placeholders = PlaceholderStyle.angles
        /// The member names to which expansion is limited, nil for no limit; an empty list names nothing, so that
        /// nothing is expanded. The member of a string is the nearest name above it. Widget trees only.
        package var properties: [[UInt8]]?
        /// The member names below which nothing is expanded. Widget trees only.
        package var skipped: [[UInt8]] = []
        /// The types whose declared members alone are expanded; nil for every member. Widget trees only.
        package var widgets: WidgetDeclarations?

        /// Angles, and no member excluded.
        package init() {}
    }

    /// The bytes as they came.
    let source: [UInt8]
    let kind: Kind
    /// Where placeholders stand, in the order of the document.
    let sites: [Site]
    /// The texts of placeholders that the document spells with escapes.
    let decoded: [UInt8]
    /// The objects that placeholders stand in.
    let scopes: DocumentScopes

    /// The size of a document at most: places in it are noted in 32 bits.
    package static let maximumSize = Int(UInt32.max) - 1

    /// Reads a document: checks that it is valid UTF-8 and, as a widget tree, JSON (RFC 8259), and finds its placeholders.
    ///
    /// - Throws: the first error, with its place.
    package init(_ source: [UInt8], kind: Kind, options: Options = Options()) throws(DocumentError) {
        guard source.count <= Self.maximumSize else {
            throw DocumentError(
                reason: "the document is larger than 4 GiB", place: TextPlace(offset: 0, line: 1, column: 1),
                pointer: nil, isEncodingError: false)
        }
        self.source = source
        self.kind = kind
        switch kind {
        case .text, .markup:
            let (collector, error) = unsafe source.withUnsafeBufferPointer { source in
                unsafe Self.readText(source, style: options.placeholders)
            }
            if let error { throw error }
            sites = collector.sites
            decoded = []
            scopes = DocumentScopes()
        case .widgetTree:
            // The visitor, a large thing, is filled where it stands.
            let (found, error) = unsafe source.withUnsafeBufferPointer { source in
                unsafe withUnsafeTemporaryAllocation(
                    of: WidgetTreeVisitor.Level.self, capacity: 24
                ) { levels in
                    var visitor = unsafe WidgetTreeVisitor(document: source, options: options, levels: levels)
                    let error = unsafe Self.readTree(source, visitor: &visitor)
                    return (visitor.takeFound(), error)
                }
            }
            if let error { throw error }
            sites = found.sites
            decoded = found.decoded
            scopes = found.scopes
        }
    }

    private static func readText(
        _ source: UnsafeBufferPointer<UInt8>, style: PlaceholderStyle
    ) -> (SiteCollector, DocumentError?) {
        var collector = SiteCollector(style: style)
        guard let start = source.baseAddress else { return (collector, nil) }
        var isComplete = true
        let stop = unsafe cscan_utf8(start, start + source.count, &isComplete)
        if !isComplete {
            let error = unsafe DocumentError(
                reason: JSONSyntaxError.notUTF8, place: TextPlace(offset: stop - start, in: source), pointer: nil,
                isEncodingError: true)
            return (collector, error)
        }
        unsafe collector.collect(source, at: 0, mayBeWhole: false, scope: 0)
        return (collector, nil)
    }

    private static func readTree(
        _ source: UnsafeBufferPointer<UInt8>, visitor: inout WidgetTreeVisitor
    ) -> DocumentError? {
        do throws(JSONSyntaxError) {
            unsafe try JSONScanner.scan(source, visitor: &visitor)
        } catch {
            return unsafe DocumentError(
                reason: error.description, place: TextPlace(offset: error.offset, in: source),
                pointer: JSONPointers.pointer(of: error, in: source), isEncodingError: error.reason == .utf8)
        }
        visitor.finish()
        return nil
    }
}
