/// One copy of a document with its messages put in, in one locale.
struct RenderPass {
    private let document: Document
    private let strings: Strings
    private let locale: Int
    private let policy: MissingPolicy
    private let clock: MessageClock
    private let escaping: Escaping

    init(document: Document, strings: Strings, locale: Int, policy: MissingPolicy, clock: MessageClock) {
        self.document = document
        self.strings = strings
        self.locale = locale
        self.policy = policy
        self.clock = clock
        escaping =
            switch document.kind {
            case .text: .none
            case .markup: .markup
            case .widgetTree: .json
            }
    }

    /// Writes the whole document. Returns the messages that were put in.
    mutating func run(
        limits: RenderLimits, scopes: inout ScopeCache, report: inout MissingReport, into output: inout [UInt8]
    ) throws(RenderLimitError) -> Int {
        if document.sites.isEmpty {
            // Nothing to do: the bytes themselves, shared.
            if document.source.count > limits.maximumOutput { throw .output }
            output = document.source
            return 0
        }
        output.reserveCapacity(min(document.source.count + document.source.count / 4, limits.maximumOutput))
        var expander = Expander(strings: strings, limits: limits, clock: clock)
        var failure: RenderLimitError?
        unsafe document.source.withUnsafeBufferPointer { source in
            unsafe document.decoded.withUnsafeBufferPointer { decoded in
                unsafe document.sites.withUnsafeBufferPointer { sites in
                    do throws(RenderLimitError) {
                        try unsafe copy(
                            source, texts: decoded, sites: sites, expander: &expander, scopes: &scopes,
                            report: &report, into: &output)
                    } catch {
                        failure = error
                    }
                }
            }
        }
        if let failure { throw failure }
        if output.count > limits.maximumOutput { throw .output }
        return expander.expansions
    }

    private func copy(
        _ source: UnsafeBufferPointer<UInt8>, texts decoded: UnsafeBufferPointer<UInt8>,
        sites: UnsafeBufferPointer<Site>, expander: inout Expander, scopes: inout ScopeCache,
        report: inout MissingReport, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        let limit = expander.limits.maximumOutput
        var copied = 0
        var index = 0
        while index < sites.count {
            let site = unsafe sites[index]
            var next = index + 1
            if site.kind == .literal {
                unsafe Self.append(source, copied, Int(site.start), to: &output)
                copied = Int(site.end)
            } else {
                let text = unsafe Self.text(of: site, source: source, decoded: decoded)
                if let (message, path) = unsafe message(for: site, text: text) {
                    unsafe Self.append(source, copied, Int(site.start), to: &output)
                    copied = Int(site.end)
                    next += Int(site.inner)
                    if site.kind == .placeholder {
                        let arguments = unsafe arguments(
                            of: site, text: text, path: path, source: source, scopes: &scopes)
                        try unsafe expander.expand(
                            message, at: path, arguments: arguments, escaping: escaping, into: &output,
                            report: &report)
                    }
                } else if site.kind == .placeholder, unsafe isReported(site, text: text) {
                    let key = unsafe Self.key(of: site, text: text)
                    unsafe report.add(key: key, offset: Int(site.place), locale: locale)
                    if policy == .key || policy == .empty {
                        unsafe Self.append(source, copied, Int(site.start), to: &output)
                        copied = Int(site.end)
                        if policy == .key { unsafe append(key: key, to: &output) }
                    }
                }
            }
            if output.count > limit { throw .output }
            index = next
        }
        unsafe Self.append(source, copied, source.count, to: &output)
    }

    /// Notes what is missing and writes nothing.
    mutating func findMissing(_ report: inout MissingReport) {
        unsafe document.source.withUnsafeBufferPointer { source in
            unsafe document.decoded.withUnsafeBufferPointer { decoded in
                var index = 0
                while index < document.sites.count {
                    let site = document.sites[index]
                    index += 1
                    if site.kind == .literal { continue }
                    let text = unsafe Self.text(of: site, source: source, decoded: decoded)
                    if unsafe message(for: site, text: text) != nil {
                        index += Int(site.inner)
                    } else if site.kind == .placeholder, unsafe isReported(site, text: text) {
                        unsafe report.add(
                            key: Self.key(of: site, text: text), offset: Int(site.place), locale: locale)
                    }
                }
            }
        }
    }

    // MARK: - One site

    /// Appends the document's bytes between two places. A slice would be appended byte by byte.
    @inline(__always)
    private static func append(
        _ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, to output: inout [UInt8]
    ) {
        guard start < end, let base = source.baseAddress else { return }
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
    }

    /// The placeholder's text, bracket to bracket.
    @inline(__always)
    private static func text(
        of site: Site, source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let start = Int(site.text)
        let end = start + Int(site.textLength)
        return unsafe UnsafeBufferPointer(rebasing: site.isDecoded ? decoded[start..<end] : source[start..<end])
    }

    @inline(__always)
    private static func key(of site: Site, text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: text[1..<1 + Int(site.keyLength)])
    }

    /// The message that a site asks for, with the key path under which it was found.
    @inline(__always)
    private func message(
        for site: Site, text: UnsafeBufferPointer<UInt8>
    ) -> (MessageReference, UnsafeBufferPointer<UInt8>)? {
        if site.triesContent {
            let content = unsafe UnsafeBufferPointer(rebasing: text[1..<text.count - 1])
            if let message = unsafe strings.message(at: content) { return unsafe (message, content) }
        }
        let key = unsafe Self.key(of: site, text: text)
        return unsafe strings.message(at: key).map { message in unsafe (message, key) }
    }

    private func arguments(
        of site: Site, text: UnsafeBufferPointer<UInt8>, path: UnsafeBufferPointer<UInt8>,
        source: UnsafeBufferPointer<UInt8>, scopes: inout ScopeCache
    ) -> ArgumentScope? {
        let scope = unsafe scopes.scope(site.scope, source: source)
        // A key that took the whole content has left nothing to be attributes.
        guard site.attributesLength > 0, path.count == Int(site.keyLength) else { return scope }
        let start = 1 + Int(site.keyLength)
        let attributes = unsafe UnsafeBufferPointer(rebasing: text[start..<start + Int(site.attributesLength)])
        let arguments = unsafe PlaceholderAttributes.arguments(
            in: attributes, brackets: site.isBraces ? .braces : .angles, isMarkup: document.kind == .markup)
        return arguments.isEmpty ? scope : ArgumentScope(arguments, in: scope)
    }

    /// Whether a site that is no message is reported: a dotted one, in markup only where its first segment begins some
    /// key path, and not where what stands inside it counts in its place.
    private func isReported(_ site: Site, text: UnsafeBufferPointer<UInt8>) -> Bool {
        if site.inner > 0 { return false }
        let key = unsafe Self.key(of: site, text: text)
        guard let dot = unsafe key.firstIndex(of: UInt8(ascii: ".")) else { return false }
        guard document.kind == .markup else { return true }
        let segment = unsafe UnsafeBufferPointer(rebasing: key[..<dot])
        return strings.chain.contains { table in unsafe table.hasFirstSegment(segment) }
    }

    private func append(key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        switch escaping {
        case .none: unsafe output.append(contentsOf: key)
        case .json: unsafe JSONText.appendEscaped(key, to: &output)
        case .markup: unsafe MarkupText.appendEscaped(key, to: &output)
        }
    }
}
