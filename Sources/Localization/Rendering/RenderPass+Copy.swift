internal import CScan

extension RenderPass {
    /// How far a copy of the document has come.
    struct Progress {
        /// The document's bytes before this one are in the output, or have given way.
        var copied = 0
        /// The next site.
        var index = 0
        /// The messages put in, references included.
        var expansions = 0
        /// Makes what is not a text alone; nil until something is to be made.
        var expander: Expander?
        /// How many bytes found no room; 0 where the copy is complete.
        var lacking = 0
        var failure: RenderLimitError?
        /// What comes in place of the site at `index`, as long as `settled` says that it is made.
        var made: [UInt8] = []
        /// How many of the sites behind that one need no look any more; nil where nothing is made.
        var settled: Int?
    }

    /// What a copy reads.
    @unsafe struct Input {
        let source: UnsafeBufferPointer<UInt8>
        let decoded: UnsafeBufferPointer<UInt8>
        let sites: UnsafeBufferPointer<Site>
    }

    /// Memory that is filled from its beginning.
    @unsafe private struct Output {
        let base: UnsafeMutablePointer<UInt8>
        let room: Int
        var count: Int

        @inline(__always)
        mutating func append(_ start: UnsafePointer<UInt8>, _ size: Int) {
            unsafe (base + count).initialize(from: start, count: size)
            unsafe count &+= size
        }

        /// The same where what stands behind the bytes may be read, and overwritten here.
        @inline(__always)
        mutating func appendOver(_ start: UnsafePointer<UInt8>, _ size: Int) {
            unsafe cscan_copy_over(base + count, start, size)
            unsafe count &+= size
        }
    }

    /// A message that is its text alone, as it goes into the output; `start` is nil where a site needs a closer look.
    @unsafe private struct Piece {
        var start: UnsafePointer<UInt8>?
        var count: Int
    }

    /// How many sites are looked up before their messages are copied.
    private static let sitesAtOnce = 32

    /// Goes on with a copy, from `count` bytes of `output` on, until it is complete, has no room or has failed.
    ///
    /// Messages that are their text alone, nearly all, are copied straight from the table; what comes in place of other
    /// sites is made beside the output. The loop counts no reference and asks no array for room.
    func run(
        _ progress: inout Progress, _ input: Input, scopes: inout ScopeCache, report: inout MissingReport,
        into memory: UnsafeMutableBufferPointer<UInt8>, count: inout Int
    ) {
        unsafe withUnsafeTemporaryAllocation(of: Piece.self, capacity: Self.sitesAtOnce) { pieces in
            unsafe run(
                &progress, input, pieces: pieces, scopes: &scopes, report: &report, into: memory, count: &count)
        }
    }

    private func run(
        _ progress: inout Progress, _ input: Input, pieces: UnsafeMutableBufferPointer<Piece>,
        scopes: inout ScopeCache, report: inout MissingReport, into memory: UnsafeMutableBufferPointer<UInt8>,
        count: inout Int
    ) {
        guard let base = memory.baseAddress, let source = unsafe input.source.baseAddress else { return }
        var output = unsafe Output(base: base, room: memory.count, count: count)
        defer { count = unsafe output.count }
        let sites = unsafe input.sites
        var lookedUp = 0..<0
        let maximumExpansions = limits.maximumExpansions
        let documentSize = unsafe input.source.count
        // A table's text has as many bytes behind it (`TableFile.tapePadding`).
        let step = Int(CSCAN_COPY_STEP)
        progress.lacking = 0
        while progress.index < sites.count {
            let site = unsafe sites[progress.index]
            if progress.index >= lookedUp.upperBound || progress.index < lookedUp.lowerBound {
                lookedUp = progress.index..<min(sites.count, progress.index &+ Self.sitesAtOnce)
                unsafe lookUp(lookedUp, input, into: pieces)
            }
            let gap = Int(site.start) &- progress.copied
            let piece = unsafe pieces[progress.index &- lookedUp.lowerBound]
            if progress.settled == nil, let text = unsafe piece.start {
                progress.expansions &+= 1
                if progress.expansions > maximumExpansions {
                    progress.failure = .expansions
                    return
                }
                let size = unsafe gap &+ piece.count
                let left = unsafe output.room &- output.count
                if size &+ step <= left, Int(site.start) &+ step <= documentSize {
                    unsafe output.appendOver(source + progress.copied, gap)
                    unsafe output.appendOver(text, piece.count)
                } else if size <= left {
                    unsafe output.append(source + progress.copied, gap)
                    unsafe output.append(text, piece.count)
                } else {
                    progress.expansions &-= 1
                    progress.lacking = size
                    return
                }
                progress.copied = Int(site.end)
                progress.index &+= 1 &+ Int(site.inner)
                continue
            }
            if progress.settled == nil {
                unsafe make(site, &progress, input, scopes: &scopes, report: &report)
                if progress.expansions > maximumExpansions { progress.failure = .expansions }
                if progress.failure != nil { return }
            }
            guard let settled = progress.settled else {
                progress.index &+= 1
                continue
            }
            if unsafe gap &+ progress.made.count > output.room &- output.count {
                progress.lacking = gap &+ progress.made.count
                return
            }
            unsafe output.append(source + progress.copied, gap)
            unsafe progress.made.withUnsafeBufferPointer { text in
                if let start = text.baseAddress { unsafe output.append(start, text.count) }
            }
            progress.copied = Int(site.end)
            progress.index &+= 1 &+ settled
            progress.settled = nil
        }
        let rest = unsafe input.source.count &- progress.copied
        if unsafe rest > output.room &- output.count {
            progress.lacking = rest
            return
        }
        unsafe output.append(source + progress.copied, rest)
        progress.copied = unsafe input.source.count
    }

    /// Looks up several sites. What one step reads the next one needs, so each step is taken for all of them before the
    /// next: the processor waits for many at a time.
    private func lookUp(_ range: Range<Int>, _ input: Input, into pieces: UnsafeMutableBufferPointer<Piece>) {
        let sites = unsafe input.sites
        let tables = unsafe strings.storages
        let isPlainSyntax = strings.syntax.isPlain
        let first = unsafe tables[0]
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.sitesAtOnce) { candidates in
            for index in range {
                unsafe (candidates.baseAddress! + (index &- range.lowerBound)).initialize(
                    to: first.candidate(for: sites[index].hash))
            }
            for index in 0..<range.count {
                // The root is no candidate, and a table without files has no memory that it could name.
                let node = unsafe candidates[index]
                if node != 0 { unsafe cscan_prefetch(first.address(of: first.nodes[Int(node)].segment)) }
            }
            for index in range {
                let site = unsafe sites[index]
                let slot = index &- range.lowerBound
                unsafe (pieces.baseAddress! + slot).initialize(to: Piece(start: nil, count: 0))
                if site.kind != .placeholder || site.triesContent { continue }
                let key = unsafe Self.key(of: site, input)
                var step = 0
                var node = unsafe candidates[slot]
                if unsafe node == 0 || !first.nodes[Int(node)].isMessage || !first.matches(node, key) {
                    guard let message = unsafe strings.message(at: key, hash: site.hash) else { continue }
                    step = message.step
                    node = message.node
                }
                if unsafe !isPlainSyntax && tables[step].nodes[Int(node)].needsProgram { continue }
                let text = unsafe tables[step].text(of: node)
                if unsafe staysAsItIs(text, at: key) {
                    unsafe pieces[slot] = Piece(start: text.baseAddress, count: text.count)
                }
            }
        }
    }

    /// Whether a message that is its text alone needs no escape where it lands.
    @inline(__always)
    private func staysAsItIs(_ text: UnsafeBufferPointer<UInt8>, at key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard escaping != .none, let start = text.baseAddress else { return true }
        // A table's text has as many bytes behind it as this reads (`TableFile.tapePadding`).
        if escaping == .json { return unsafe !cscan_needs_escape(start, text.count) }
        let end = unsafe start + text.count
        return unsafe cscan_markup(start, end) == end || MessageWriter.isMarkup(key)
    }

    @inline(__always)
    private static func key(of site: Site, _ input: Input) -> UnsafeBufferPointer<UInt8> {
        let start = unsafe (site.isDecoded ? input.decoded : input.source).baseAddress! + Int(site.text) + 1
        return unsafe UnsafeBufferPointer(start: start, count: Int(site.keyLength))
    }

    /// Makes what comes in place of a site, or leaves `settled` nil where the site stays as it is.
    @inline(never)
    private func make(
        _ site: Site, _ progress: inout Progress, _ input: Input, scopes: inout ScopeCache,
        report: inout MissingReport
    ) {
        progress.made.removeAll(keepingCapacity: true)
        if site.kind == .literal {
            progress.settled = 0
            return
        }
        let text = unsafe Self.text(of: site, source: input.source, decoded: input.decoded)
        if let (message, path) = unsafe message(for: site, text: text) {
            progress.settled = Int(site.inner)
            guard site.kind == .placeholder else { return }
            let arguments = unsafe arguments(
                of: site, text: text, path: path, source: input.source, scopes: &scopes)
            var expander = progress.expander ?? Expander(strings: strings, limits: limits, clock: clock)
            progress.expander = nil
            let before = expander.expansions
            do throws(RenderLimitError) {
                try unsafe expander.expand(
                    message, at: path, arguments: arguments, escaping: escaping, into: &progress.made,
                    report: &report)
            } catch {
                progress.failure = error
            }
            progress.expansions += expander.expansions - before
            progress.expander = expander
        } else if site.kind == .placeholder, unsafe isReported(site, text: text) {
            let key = unsafe Self.key(of: site, text: text)
            unsafe report.add(key: key, offset: Int(site.place), locale: locale)
            guard policy == .key || policy == .empty else { return }
            progress.settled = 0
            if policy == .key { unsafe append(key: key, to: &progress.made) }
        }
    }
}
