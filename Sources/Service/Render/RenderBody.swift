import HTTPCore
import Localization

/// What a posted body is: a widget tree, markup or text, and the type in which the answer goes back.
struct RenderBody {
    let kind: Document.Kind
    /// `Content-Type` of the answer.
    let contentType: String
    /// Whether the request did not say what it is, so that its first byte decided.
    let isSniffed: Bool

    /// Decides by the header; nil where the header says nothing, and what a form says counts as nothing.
    ///
    /// - Throws: 415 for a type that is not rendered and for any content coding, 400 for another charset than UTF-8.
    init?(declaredIn fields: RequestFields) throws(ProblemDetails) {
        if fields.contains(.contentEncoding) {
            throw ProblemDetails(
                .unsupportedMediaType, "A body with a Content-Encoding is not read; send it as it is.",
                fields: [ResponseField("Accept-Encoding", "identity")])
        }
        guard let header = fields.joined(.contentType), !header.isEmpty else { return nil }
        guard let type = MediaType(header) else {
            throw ProblemDetails(.unsupportedMediaType, "Content-Type is no media type.")
        }
        if let charset = type.charset, !["utf-8", "utf8", "us-ascii"].contains(charset) {
            throw ProblemDetails(.badBody, "The only charset is UTF-8.")
        }
        if type.essence == "application/x-www-form-urlencoded" { return nil }
        guard let kind = Self.kind(of: type) else {
            throw ProblemDetails(
                .unsupportedMediaType,
                "Rendered are JSON (application/json, +json), markup (text/html, application/xhtml+xml, XML, +xml) and "
                    + "other text/ types.")
        }
        self.init(
            kind: kind, contentType: kind == .widgetTree ? type.essence : "\(type.essence); charset=utf-8",
            isSniffed: false)
    }

    private init(kind: Document.Kind, contentType: String, isSniffed: Bool) {
        self.kind = kind
        self.contentType = contentType
        self.isSniffed = isSniffed
    }

    /// Decides by the first byte of the body.
    init(sniffing body: [UInt8]) {
        var start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < body.count, [0x20, 0x09, 0x0A, 0x0D].contains(body[start]) { start += 1 }
        let isTree = start < body.count && (body[start] == UInt8(ascii: "{") || body[start] == UInt8(ascii: "["))
        self.init(
            kind: isTree ? .widgetTree : .text,
            contentType: isTree ? "application/json" : "text/plain; charset=utf-8", isSniffed: true)
    }

    private static func kind(of type: MediaType) -> Document.Kind? {
        switch type.essence {
        case "application/json": return .widgetTree
        case "text/html", "text/xml", "application/xml": return .markup
        default: break
        }
        if type.subtype.hasSuffix("+json") { return .widgetTree }
        if type.subtype.hasSuffix("+xml") { return .markup }
        return type.type == "text" ? .text : nil
    }
}
