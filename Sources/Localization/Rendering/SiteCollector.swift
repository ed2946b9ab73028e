internal import CScan

/// Which spelling of placeholders is read.
public enum PlaceholderStyle: String, Sendable, Hashable, CaseIterable {
    /// `<login.title>`.
    case angles
    /// The ancestor's: `{login.title}`.
    case braces
    case both
}

/// Finds the placeholders of one text after another and notes where they stand.
struct SiteCollector {
    let style: PlaceholderStyle
    private(set) var sites: [Site] = []
    /// The texts of placeholders that the document spells with escapes.
    private(set) var decoded: [UInt8] = []
    /// The text of the string that is being read, where it holds escapes.
    private var scratch: [UInt8] = []

    init(style: PlaceholderStyle) { self.style = style }

    /// Notes the placeholders of a text that stands in the document as it is, from `base` on.
    mutating func collect(_ text: UnsafeBufferPointer<UInt8>, at base: Int, mayBeWhole: Bool, scope: Int) {
        var source = Source(origin: TextOrigin(base: base), isDecoded: false, scope: UInt32(scope), size: text.count)
        unsafe collect(text, from: &source, mayBeWhole: mayBeWhole)
    }

    /// The length of the key path that a string of a widget tree is in whole between angles, where it has the common
    /// form, as most have; 0 for any other string.
    @inline(__always)
    func plainKeyCount(_ range: Range<Int>, of document: UnsafeBufferPointer<UInt8>) -> Int {
        guard style == .angles, let base = document.baseAddress else { return 0 }
        let start = unsafe base + range.lowerBound
        guard unsafe start.pointee == UInt8(ascii: "<") else { return 0 }
        // What comes behind the string is no part of a key, so that the document may be read on.
        let count = unsafe cscan_key(start + 1, base + document.count, UInt8(ascii: ">"))
        return count &+ 2 == range.count ? count : 0
    }

    /// Notes the placeholder that such a string is.
    @inline(__always)
    mutating func collect(
        plain count: Int, _ range: Range<Int>, of document: UnsafeBufferPointer<UInt8>, scope: Int
    ) {
        var hash = PathHash()
        let key = range.lowerBound + 1
        unsafe hash.append(UnsafeBufferPointer(rebasing: document[key..<key + count]))
        reserveSites(document.count)
        sites.append(Self.site(plain: count, hash: hash.value, at: range.lowerBound, scope: UInt32(scope)))
    }

    /// Exchanges what was found for something else, which costs no reference.
    mutating func swapFound(_ sites: inout [Site], _ decoded: inout [UInt8]) {
        swap(&sites, &self.sites)
        swap(&decoded, &self.decoded)
    }

    /// Notes the placeholders of a JSON string that holds escapes and begins at `base`; `bytes` stand between its
    /// quotes.
    mutating func collect(escaped bytes: UnsafeBufferPointer<UInt8>, at base: Int, scope: Int) {
        var source = Source(origin: TextOrigin(base: base), isDecoded: true, scope: UInt32(scope), size: bytes.count)
        var text = scratch
        scratch = []
        text.removeAll(keepingCapacity: true)
        unsafe decode(bytes, into: &text, origin: &source.origin)
        unsafe text.withUnsafeBufferPointer { text in
            unsafe collect(text, from: &source, mayBeWhole: true)
        }
        scratch = text
    }

    /// Whether a JSON string, told by the bytes between its quotes, is worth a closer look: false for most markup, which is
    /// full of brackets and, in JSON, of escapes.
    func mayHoldPlaceholders(_ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) -> Bool {
        guard style == .angles, let start = bytes.baseAddress else { return true }
        if unsafe mayBeWhole(bytes, hasEscapes: hasEscapes) { return true }
        let end = unsafe start + bytes.count
        let backslash = UInt8(ascii: hasEscapes ? "\\" : "<")
        var position = unsafe start
        while true {
            unsafe position = cscan_find(position, end, UInt8(ascii: "<"), backslash)
            if unsafe position == end { return false }
            if unsafe position.pointee != UInt8(ascii: "<") {
                // An escape: of `<`, which is looked at closely, or of something else, which is passed over.
                if unsafe end - position >= 6, unsafe position[1] == UInt8(ascii: "u"),
                    unsafe position[4] == UInt8(ascii: "3"), unsafe position[5] | 0x20 == UInt8(ascii: "c")
                {
                    return true
                }
                unsafe position += 2
                continue
            }
            unsafe position += 1
            if unsafe position < end, unsafe position.pointee == UInt8(ascii: "@") { unsafe position += 1 }
            while unsafe position < end, unsafe ScalarClasses.isASCIIKeyByte(position.pointee) { unsafe position += 1 }
            // A dot, or something that only a closer look can tell from one.
            if unsafe position < end,
                unsafe position.pointee == UInt8(ascii: ".") || position.pointee >= 0x80
                    || position.pointee == UInt8(ascii: "\\")
            {
                return true
            }
        }
    }

    /// Whether a string may be a placeholder in whole. From its end back to the first of these characters it holds
    /// neither a key nor attributes if that is a bracket: only quotes could hold one, and none closes behind it.
    ///
    /// An escape may spell any of these characters.
    private func mayBeWhole(_ bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) -> Bool {
        let first = unsafe bytes[0]
        guard first == UInt8(ascii: "<") || first == UInt8(ascii: "\\") else { return false }
        var last = bytes.count - 2
        while last > 0 {
            switch unsafe bytes[last] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"):
                // Behind a backslash, `<` may be the first character all the same.
                return last <= 6 && first == UInt8(ascii: "\\")
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: " "): return true
            case UInt8(ascii: "\\") where hasEscapes: return true
            default: last -= 1
            }
        }
        return true
    }

    /// Keeps only the sites whose index passes; the others' bytes stay as they are.
    mutating func keep(where passes: (Int) -> Bool) {
        var kept: [Site] = []
        for (index, site) in sites.enumerated() where passes(index) { kept.append(site) }
        sites = kept
    }

    /// What is known of the text that is being read.
    struct Source {
        var origin: TextOrigin
        let isDecoded: Bool
        let scope: UInt32
        /// The bytes of the text.
        let size: Int
    }

    private func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout [UInt8], origin: inout TextOrigin
    ) {
        guard let start = bytes.baseAddress else { return }
        let end = unsafe start + bytes.count
        var position = unsafe start
        while true {
            let backslash = unsafe cscan_find(position, end, UInt8(ascii: "\\"), UInt8(ascii: "\\"))
            unsafe text.append(contentsOf: UnsafeBufferPointer(start: position, count: backslash - position))
            if unsafe backslash == end { return }
            let escape = unsafe JSONText.escape(at: backslash, end: end)
            JSONText.append(scalar: escape.scalar, to: &text)
            unsafe position = backslash + escape.length
            unsafe origin.escapes.append((text.count, origin.base + (position - start)))
        }
    }

    private mutating func collect(
        _ text: UnsafeBufferPointer<UInt8>, from source: inout Source, mayBeWhole: Bool
    ) {
        var outer: Int?
        if mayBeWhole {
            var found = WholeString.none
            if style != .braces { found = unsafe collectWhole(text, brackets: .angles, from: &source) }
            if style != .angles, found == .none {
                found = unsafe collectWhole(text, brackets: .braces, from: &source)
            }
            switch found {
            case .none: break
            case .settled: return
            case .open(let index): outer = index
            }
        }
        // In the strings of a widget tree braces are the ancestor's: the whole string or nothing.
        if !mayBeWhole || style != .braces {
            unsafe collectParts(of: text, style: mayBeWhole ? .angles : style, from: &source)
        }
        if let outer { sites[outer].inner = UInt32(sites.count - outer - 1) }
    }

    /// Notes the placeholders that stand in a text among others.
    private mutating func collectParts(
        of text: UnsafeBufferPointer<UInt8>, style: PlaceholderStyle, from source: inout Source
    ) {
        if style == .angles {
            unsafe collectAngles(of: text, from: &source)
            return
        }
        guard let start = text.baseAddress else { return }
        let end = unsafe start + text.count
        let other = style == .braces ? UInt8(ascii: "{") : UInt8(ascii: "<")
        var next = Next()
        while true {
            next.position = unsafe cscan_find(start + next.position, end, UInt8(ascii: "{"), other) - start
            if next.position == text.count { return }
            let brackets: PlaceholderSyntax.Brackets =
                unsafe text[next.position] == UInt8(ascii: "<") ? .angles : .braces
            unsafe collectPart(at: &next, of: text, brackets: brackets, from: &source)
        }
    }

    /// How many brackets are found before they are looked at.
    private static let bracketsAtOnce = 128

    /// Notes the placeholders in angles that stand in a text among others: first finds brackets, then looks at them,
    /// so that each work is done in one short loop.
    private mutating func collectAngles(of text: UnsafeBufferPointer<UInt8>, from source: inout Source) {
        guard let start = text.baseAddress else { return }
        // Most texts have few brackets or none.
        let first = unsafe cscan_byte(start, start + text.count, UInt8(ascii: "<"))
        if unsafe first == start + text.count { return }
        let capacity = Self.bracketsAtOnce + Int(CSCAN_ALL_SLACK)
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { offsets in
            unsafe withUnsafeTemporaryAllocation(of: Site.self, capacity: capacity) { batch in
                unsafe collectAngles(of: text, from: first, &source, offsets: offsets, batch: batch)
            }
        }
    }

    private mutating func collectAngles(
        of text: UnsafeBufferPointer<UInt8>, from first: UnsafePointer<UInt8>, _ source: inout Source,
        offsets: UnsafeMutableBufferPointer<UInt32>, batch: UnsafeMutableBufferPointer<Site>
    ) {
        guard let start = text.baseAddress, let firstOffset = offsets.baseAddress else { return }
        let end = unsafe start + text.count
        let noHash = PathHash()
        let isDecoded = source.isDecoded
        var found = unsafe first
        var next = Next()
        while unsafe found < end {
            var count = 0
            // What was looked at is not searched.
            unsafe found = max(found, start + next.position)
            unsafe found = cscan_all(
                found, end, UInt8(ascii: "<"), start, firstOffset, Self.bracketsAtOnce, &count)
            // The sites that are not among the others yet.
            var batched = 0
            for index in 0..<count {
                let position = unsafe Int(offsets[index])
                if position < next.position { continue }
                let keyStart = unsafe start + position + 1
                if !isDecoded, unsafe position <= next.free || keyStart[-2] != UInt8(ascii: "\\") {
                    let keyCount = unsafe cscan_key(keyStart, end, UInt8(ascii: ">"))
                    if keyCount > 0 {
                        var hash = noHash
                        unsafe hash.append(UnsafeBufferPointer(start: keyStart, count: keyCount))
                        unsafe (batch.baseAddress! + batched).initialize(
                            to: Self.site(
                                plain: keyCount, hash: hash.value, at: source.origin.base &+ position,
                                scope: source.scope))
                        batched &+= 1
                        next.position = position &+ keyCount &+ 2
                        next.free = next.position
                        continue
                    }
                }
                unsafe append(batch[..<batched], of: source)
                batched = 0
                next.position = position
                unsafe collectPart(at: &next, of: text, brackets: .angles, from: &source)
            }
            unsafe append(batch[..<batched], of: source)
        }
    }

    private mutating func append(_ batch: Slice<UnsafeMutableBufferPointer<Site>>, of source: Source) {
        if unsafe batch.isEmpty { return }
        reserveSites(source.size)
        unsafe sites.append(contentsOf: UnsafeBufferPointer(rebasing: batch))
    }

    /// A placeholder that stands in the document as it is and is a key path alone.
    @inline(__always)
    private static func site(plain keyCount: Int, hash: UInt64, at start: Int, scope: UInt32) -> Site {
        let place = UInt32(truncatingIfNeeded: start)
        return Site(
            hash: hash, start: place, end: place &+ UInt32(truncatingIfNeeded: keyCount &+ 2), text: place,
            place: place, scope: scope, textLength: UInt16(truncatingIfNeeded: keyCount &+ 2),
            keyLength: UInt16(truncatingIfNeeded: keyCount), attributesLength: 0, kind: .placeholder,
            isDecoded: false, triesContent: false, isBraces: false)
    }

    /// Where the next bracket is looked for.
    private struct Next {
        var position = 0
        /// Where the last placeholder ended: a backslash before that is no longer free.
        var free = 0
    }

    /// Notes the placeholder that begins at `next`, if one does, and goes on behind it.
    private mutating func collectPart(
        at next: inout Next, of text: UnsafeBufferPointer<UInt8>, brackets: PlaceholderSyntax.Brackets,
        from source: inout Source
    ) {
        let position = next.position
        guard let placeholder = unsafe PlaceholderSyntax.placeholder(at: position, in: text, brackets: brackets) else {
            next.position += 1
            return
        }
        if position > next.free, unsafe text[position - 1] == UInt8(ascii: "\\") {
            appendLiteral(backslash: position - 1, from: &source)
        } else {
            unsafe append(
                placeholder, of: text, replacing: position..<placeholder.end, brackets: brackets, from: &source)
        }
        next.position = placeholder.end
        next.free = placeholder.end
    }

    /// Makes room when the first placeholder is found, for as many as most texts of this size hold at most; for a small
    /// text no more than the system's allocator hands out quickly.
    @inline(__always)
    private mutating func reserveSites(_ size: Int) {
        if sites.isEmpty { sites.reserveCapacity(size < 4096 ? 16 : min(size / 64, 2048)) }
    }

    mutating func appendLiteral(backslash: Int, from source: inout Source) {
        let start = source.origin.document(backslash)
        let end = source.origin.document(backslash + 1)
        sites.append(
            Site(
                hash: 0, start: UInt32(start), end: UInt32(end), text: 0, place: UInt32(end), scope: 0, textLength: 0,
                keyLength: 0, attributesLength: 0, kind: .literal, isDecoded: false, triesContent: false,
                isBraces: false))
    }

    @inline(__always)
    mutating func append(
        _ placeholder: Placeholder, of text: UnsafeBufferPointer<UInt8>, replacing range: Range<Int>,
        brackets: PlaceholderSyntax.Brackets, triesContent: Bool = false, kind: Site.Kind = .placeholder,
        from source: inout Source
    ) {
        let start = source.origin.document(range.lowerBound)
        let place = source.origin.document(placeholder.start)
        let end = source.origin.document(range.upperBound)
        var textStart = place
        if source.isDecoded {
            textStart = decoded.count
            unsafe decoded.append(contentsOf: text[placeholder.start..<placeholder.end])
        }
        let key = unsafe UnsafeBufferPointer(rebasing: text[placeholder.key])
        reserveSites(source.size)
        sites.append(
            Site(
                hash: unsafe Table.hash(of: key), start: UInt32(start), end: UInt32(end), text: UInt32(textStart),
                place: UInt32(place), scope: source.scope, textLength: UInt16(placeholder.end - placeholder.start),
                keyLength: UInt16(placeholder.key.count), attributesLength: UInt16(placeholder.attributes.count),
                kind: kind, isDecoded: source.isDecoded, triesContent: triesContent, isBraces: brackets == .braces))
    }
}
