/// What a client says it can read (RFC 9110, section 12.5.1). Parameters other than the weight are ignored.
public struct Accept: Sendable {
    private struct Range: Sendable {
        var type: ArraySlice<UInt8>
        var subtype: ArraySlice<UInt8>
        var quality: Int
    }

    private let ranges: [Range]
    /// Whether the request has no such header, or one without a usable element.
    public var isEmpty: Bool { ranges.isEmpty }

    /// Reads the header, its lines joined; nil is no header. Elements that are no media range are left out.
    public init(_ value: ArraySlice<UInt8>?) {
        ranges = QualityList(value ?? []).elements.compactMap { element in
            guard let slash = element.value.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            let type = element.value[..<slash]
            let subtype = element.value[(slash + 1)...]
            guard ASCII.isToken(type), ASCII.isToken(subtype) else { return nil }
            return Range(type: type, subtype: subtype, quality: element.quality)
        }
    }

    /// The weight of a media type in thousandths, by the most specific range that covers it; 0 where none does.
    public func quality(_ type: StaticString, _ subtype: StaticString) -> Int {
        var best = (specificity: -1, quality: 0)
        for range in ranges {
            let specificity: Int
            if ASCII.equal(range.type, type) {
                if ASCII.equal(range.subtype, subtype) {
                    specificity = 2
                } else if range.subtype.elementsEqual([UInt8(ascii: "*")]) {
                    specificity = 1
                } else {
                    continue
                }
            } else if range.type.elementsEqual([UInt8(ascii: "*")]), range.subtype.elementsEqual([UInt8(ascii: "*")]) {
                specificity = 0
            } else {
                continue
            }
            // Of two ranges that are as specific the higher weight counts.
            if specificity > best.specificity || specificity == best.specificity && range.quality > best.quality {
                best = (specificity, range.quality)
            }
        }
        return best.quality
    }

    /// Whether a range spells out this very media type with a weight above 0.
    public func names(_ type: StaticString, _ subtype: StaticString) -> Bool {
        ranges.contains { $0.quality > 0 && ASCII.equal($0.type, type) && ASCII.equal($0.subtype, subtype) }
    }

    /// Whether a text is better sent as a JSON string than as plain text.
    ///
    /// JSON is chosen where it weighs more, or as much and is spelled out (axios and Angular send
    /// `application/json, text/plain, */*`). Where neither is wanted the header is disregarded: plain text.
    public var prefersJSONToText: Bool {
        let json = quality("application", "json")
        let text = quality("text", "plain")
        return json > text || json == text && json > 0 && names("application", "json")
    }
}
