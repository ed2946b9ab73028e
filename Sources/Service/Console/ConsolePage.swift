internal import CConsole
import Localization

/// The page that `/` answers with.
public struct ConsolePage: Sendable {
    /// The document, HTML in UTF-8.
    public var html: [UInt8]
    /// Its `Content-Security-Policy`.
    public var contentSecurityPolicy: String

    /// A page with the policy that its scripts and styles need.
    public init(html: [UInt8], contentSecurityPolicy: String) {
        self.html = html
        self.contentSecurityPolicy = contentSecurityPolicy
    }
}

extension ConsolePage {
    /// The page that is part of the program: one style, one script, nothing from elsewhere.
    public static let embedded: ConsolePage = {
        let page = unsafe cconsole()
        let style = unsafe bytes(page.style)
        let script = unsafe bytes(page.script)
        // The tags are put around the bytes here, so that nothing can come between what is hashed and what is sent.
        var html = unsafe bytes(page.start)
        html += Array("<style>".utf8) + style + Array("</style>\n".utf8)
        html += unsafe bytes(page.body)
        html += Array("<script type=\"module\">".utf8) + script + Array("</script>\n".utf8)
        html += unsafe bytes(page.end)
        return ConsolePage(html: html, contentSecurityPolicy: policy(style: style, script: script))
    }()

    /// A policy (Content Security Policy Level 3) under which this style and this script work and nothing else does.
    ///
    /// The script makes no markup from text, which the browser is told to enforce (`require-trusted-types-for`); the only
    /// image is the icon, which stands in the page as a `data:` URL.
    static func policy(style: [UInt8], script: [UInt8]) -> String {
        [
            "default-src 'none'", "script-src '\(source(of: script))'", "style-src '\(source(of: style))'",
            "img-src data:", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    /// A hash source of the policy.
    private static func source(of bytes: [UInt8]) -> String {
        "sha256-\(Base64.encode(SHA256.digest(of: bytes.span).bytes))"
    }

    private static func bytes(_ piece: cconsole_piece) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: piece.start, count: piece.count))
    }
}
