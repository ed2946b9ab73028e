/// One copy of a document with its messages put in, in one locale.
struct RenderPass {
    let document: Document
    let strings: Strings
    let locale: Int
    let policy: MissingPolicy
    let limits: RenderLimits
    let clock: MessageClock
    let escaping: Escaping

    /// A pass in the locale of this number among those of the request.
    ///
    /// - Parameter limits: what this pass may cost.
    init(
        document: Document, strings: Strings, locale: Int, policy: MissingPolicy, limits: RenderLimits,
        clock: MessageClock
    ) {
        self.document = document
        self.strings = strings
        self.locale = locale
        self.policy = policy
        self.limits = limits
        self.clock = clock
        escaping =
            switch document.kind {
            case .text: .none
            case .markup: .markup
            case .widgetTree: .json
            }
    }

    /// Writes the whole document. Returns the messages that were put in.
    func run(
        scopes: inout ScopeCache, report: inout MissingReport, into output: inout [UInt8]
    ) throws(RenderLimitError) -> Int {
        if document.sites.isEmpty {
            // Nothing to do: the bytes themselves, shared.
            if document.source.count > limits.maximumOutput { throw .output }
            output = document.source
            return 0
        }
        var progress = Progress()
        // Messages are mostly longer than their placeholders.
        var room = min(document.source.count + document.source.count / 4, limits.maximumOutput)
        repeat {
            // The larger memory begins with what the smaller one held.
            let before = output
            unsafe document.source.withUnsafeBufferPointer { source in
                unsafe document.decoded.withUnsafeBufferPointer { decoded in
                    unsafe document.sites.withUnsafeBufferPointer { sites in
                        let input = unsafe Input(source: source, decoded: decoded, sites: sites)
                        output = unsafe [UInt8](unsafeUninitializedCapacity: max(room, 1)) { memory, count in
                            let memory = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<room])
                            count = unsafe memory.initialize(fromContentsOf: before)
                            unsafe run(
                                &progress, input, scopes: &scopes, report: &report, into: memory, count: &count)
                        }
                    }
                }
            }
            if let failure = progress.failure { throw failure }
            let needed = output.count + progress.lacking
            if needed > limits.maximumOutput { throw .output }
            room = min(needed * 2, limits.maximumOutput)
        } while progress.lacking > 0
        return progress.expansions
    }

    /// Notes what is missing and writes nothing.
    func findMissing(_ report: inout MissingReport) {
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

    /// The placeholder's text, bracket to bracket.
    static func text(
        of site: Site, source: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        let start = Int(site.text)
        let end = start + Int(site.textLength)
        return unsafe UnsafeBufferPointer(rebasing: site.isDecoded ? decoded[start..<end] : source[start..<end])
    }

    static func key(of site: Site, text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: text[1..<1 + Int(site.keyLength)])
    }

    /// The message that a site asks for, with the key path under which it was found.
    func message(
        for site: Site, text: UnsafeBufferPointer<UInt8>
    ) -> (MessageReference, UnsafeBufferPointer<UInt8>)? {
        if site.triesContent {
            let content = unsafe UnsafeBufferPointer(rebasing: text[1..<text.count - 1])
            if let message = unsafe strings.message(at: content) { return unsafe (message, content) }
        }
        let key = unsafe Self.key(of: site, text: text)
        return unsafe strings.message(at: key, hash: site.hash).map { message in unsafe (message, key) }
    }

    func arguments(
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
    func isReported(_ site: Site, text: UnsafeBufferPointer<UInt8>) -> Bool {
        if site.inner > 0 { return false }
        let key = unsafe Self.key(of: site, text: text)
        guard let dot = unsafe key.firstIndex(of: UInt8(ascii: ".")) else { return false }
        guard document.kind == .markup else { return true }
        let segment = unsafe UnsafeBufferPointer(rebasing: key[..<dot])
        return strings.chain.contains { table in unsafe table.hasFirstSegment(segment) }
    }

    func append(key: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        switch escaping {
        case .none: unsafe output.append(contentsOf: key)
        case .json: unsafe JSONText.appendEscaped(key, to: &output)
        case .markup: unsafe MarkupText.appendEscaped(key, to: &output)
        }
    }
}
