/// The ranges of an `Accept-Language` header
/// ([RFC 9110, section 12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)), the best first.
///
/// A bad element is dropped and the rest is kept. The time is linear in the length of the header, which is limited.
struct AcceptLanguage {
    /// The longest header that is read, in bytes, its lines joined with `, `.
    static let maximumLength = 4096
    /// How many ranges are matched, and how many are excluded.
    static let maximumRanges = 32
    /// The longest range, in bytes.
    static let maximumRangeLength = 64
    /// How many subtags of a range count, extensions aside: language, script, region and three variants. ICU's time
    /// grows with the square of their number.
    static let maximumSubtags = 6

    /// A range and its weight.
    struct Range {
        /// What it asks for; nil where it names no language that there could be (`x-elvish`).
        var tag: LanguageTag?
        /// Whether it is `*`, any language.
        var isWildcard: Bool
        /// The weight in thousandths, 0 to 1000; 0 is "not this".
        var weight: UInt16
    }

    /// The ranges by falling weight, and among equal ones by place; each canonical tag stands once.
    let ranges: [Range]

    /// Reads a header of at most ``maximumLength`` bytes.
    init(_ header: Span<UInt8>) {
        var elements = AcceptLanguageElements(header).elements
        if elements.count > Self.maximumRanges {
            elements = Self.best(Self.collapsed(elements, of: header))
        }
        var ranges: [Range] = []
        for element in elements {
            let range = Range(
                tag: element.isWildcard ? nil : Self.tag(of: element, in: header), isWildcard: element.isWildcard,
                weight: element.weight)
            let known = ranges.firstIndex {
                $0.isWildcard == range.isWildcard && $0.tag == range.tag && (range.tag != nil || range.isWildcard)
            }
            if let known {
                ranges[known].weight = max(ranges[known].weight, range.weight)
            } else {
                ranges.append(range)
            }
        }
        self.ranges = Self.ordered(ranges) { $0.weight }
    }

    /// The canonical tag of a range, its extensions stripped before ICU sees it.
    private static func tag(of element: AcceptLanguageElement, in header: Span<UInt8>) -> LanguageTag? {
        let bytes = element.plain.map { lowercase(header[$0]) }
        guard !bytes.isEmpty, let canonical = Likelihood.canonical(bytes) else { return nil }
        return LanguageTag(canonical: canonical).withoutExtensions
    }

    /// The ranges that are spelled differently: of equal ones the first stays, with their highest weight.
    ///
    /// Only long headers come here. Without it, one range repeated would push all others out.
    private static func collapsed(
        _ elements: [AcceptLanguageElement], of header: Span<UInt8>
    ) -> [AcceptLanguageElement] {
        var capacity = 64
        while capacity < elements.count * 2 { capacity *= 2 }
        // Open addressing over seeded hashes: nobody can choose ranges that meet.
        var slots = [Int32](repeating: -1, count: capacity)
        var result: [AcceptLanguageElement] = []
        for element in elements {
            var hasher = Hasher()
            for index in element.key { hasher.combine(lowercase(header[index])) }
            var slot = hasher.finalize() & (capacity - 1)
            while slots[slot] >= 0, !isSame(result[Int(slots[slot])], element, in: header) {
                slot = (slot + 1) & (capacity - 1)
            }
            if slots[slot] >= 0 {
                let known = Int(slots[slot])
                result[known].weight = max(result[known].weight, element.weight)
            } else {
                slots[slot] = Int32(result.count)
                result.append(element)
            }
        }
        return result
    }

    private static func isSame(
        _ left: AcceptLanguageElement, _ right: AcceptLanguageElement, in header: Span<UInt8>
    ) -> Bool {
        guard left.isWildcard == right.isWildcard, left.key.count == right.key.count else { return false }
        let shift = right.key.lowerBound - left.key.lowerBound
        for index in left.key where lowercase(header[index]) != lowercase(header[index + shift]) { return false }
        return true
    }

    /// The best that are wanted and the first that are excluded, in the order of the header.
    private static func best(_ elements: [AcceptLanguageElement]) -> [AcceptLanguageElement] {
        var kept: [(position: Int, element: AcceptLanguageElement)] = []
        var excluded: [(position: Int, element: AcceptLanguageElement)] = []
        for (position, element) in elements.enumerated() {
            if element.weight == 0 {
                if excluded.count < maximumRanges { excluded.append((position, element)) }
                continue
            }
            if kept.count == maximumRanges {
                guard let last = kept.last, last.element.weight < element.weight else { continue }
                kept.removeLast()
            }
            var place = kept.count
            while place > 0, kept[place - 1].element.weight < element.weight { place -= 1 }
            kept.insert((position, element), at: place)
        }
        return (kept + excluded).sorted { $0.position < $1.position }.map(\.element)
    }

    /// By falling weight; equal ones stay in their order.
    private static func ordered(_ ranges: [Range], by weight: (Range) -> UInt16) -> [Range] {
        ranges.enumerated().sorted { left, right in
            let weights = (weight(left.element), weight(right.element))
            return weights.0 != weights.1 ? weights.0 > weights.1 : left.offset < right.offset
        }.map(\.element)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        if byte == UInt8(ascii: "_") { return UInt8(ascii: "-") }
        return LanguageTagSyntax.isLetter(byte) ? byte | 0x20 : byte
    }
}
