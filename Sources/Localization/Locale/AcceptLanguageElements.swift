/// One usable element of an `Accept-Language` header.
struct AcceptLanguageElement {
    /// Where the range stands.
    var whole: Range<Int>
    /// What counts of it: not its extensions; nothing where it names no language (`x-elvish`).
    var plain: Range<Int>
    /// Whether the range is `*`.
    var isWildcard: Bool
    /// The weight in thousandths.
    var weight: UInt16

    /// The part in which ranges that ask for the same are spelled alike.
    var key: Range<Int> { plain.isEmpty ? whole : plain }
}

/// Splits an `Accept-Language` header into its elements, in one pass and without a look at what the ranges mean.
///
/// More lenient than the grammar where real clients are: `Q=`, `.5`, more than three digits, white space around `;`
/// and `=`, `_` for `-`, unknown parameters.
struct AcceptLanguageElements {
    /// The usable elements in the order of the header.
    private(set) var elements: [AcceptLanguageElement] = []

    /// Splits a header; elements that make no sense are left out.
    init(_ header: Span<UInt8>) {
        var start = 0
        while start < header.count {
            var end = start
            while end < header.count, header[end] != UInt8(ascii: ",") { end += 1 }
            if let element = Self.element(in: header, start..<end) { elements.append(element) }
            start = end + 1
        }
    }

    private static func element(in header: Span<UInt8>, _ place: Range<Int>) -> AcceptLanguageElement? {
        var cursor = place.lowerBound
        let name = part(in: header, from: &cursor, to: place.upperBound)
        guard !name.isEmpty, var element = range(in: header, name) else { return nil }
        while cursor < place.upperBound {
            cursor += 1
            let parameter = part(in: header, from: &cursor, to: place.upperBound)
            var equals = parameter.lowerBound
            while equals < parameter.upperBound, header[equals] != UInt8(ascii: "=") { equals += 1 }
            let key = trimmed(parameter.lowerBound..<equals, in: header)
            guard key.count == 1, header[key.lowerBound] | 0x20 == UInt8(ascii: "q") else { continue }
            let value = trimmed(min(equals + 1, parameter.upperBound)..<parameter.upperBound, in: header)
            guard let weight = weight(in: header, value) else { return nil }
            element.weight = weight
        }
        return element
    }

    /// The trimmed text up to the next `;`.
    private static func part(in header: Span<UInt8>, from cursor: inout Int, to end: Int) -> Range<Int> {
        let start = cursor
        while cursor < end, header[cursor] != UInt8(ascii: ";") { cursor += 1 }
        return trimmed(start..<cursor, in: header)
    }

    private static func trimmed(_ place: Range<Int>, in header: Span<UInt8>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, isSpace(header[start]) { start += 1 }
        while end > start, isSpace(header[end - 1]) { end -= 1 }
        return start..<end
    }

    /// A range: `*`, or alphanumeric subtags joined by `-` or `_`.
    private static func range(in header: Span<UInt8>, _ place: Range<Int>) -> AcceptLanguageElement? {
        guard place.count <= AcceptLanguage.maximumRangeLength else { return nil }
        if place.count == 1, header[place.lowerBound] == UInt8(ascii: "*") {
            return AcceptLanguageElement(whole: place, plain: place, isWildcard: true, weight: 1000)
        }
        var plainEnd = place.upperBound
        var subtagStart = place.lowerBound
        var subtags = 0
        for index in place.lowerBound...place.upperBound {
            if index < place.upperBound, !isSeparator(header[index]) {
                guard LanguageTagSyntax.isLetter(header[index]) || LanguageTagSyntax.isDigit(header[index]) else {
                    return nil
                }
                continue
            }
            guard index > subtagStart else { return nil }
            subtags += 1
            if subtags == 1 {
                if !isLanguage(in: header, subtagStart..<index) { plainEnd = subtagStart }
            } else if index - subtagStart == 1 || subtags > AcceptLanguage.maximumSubtags {
                plainEnd = min(plainEnd, subtagStart - 1)
            }
            subtagStart = index + 1
        }
        return AcceptLanguageElement(
            whole: place, plain: place.lowerBound..<plainEnd, isWildcard: false, weight: 1000)
    }

    /// Whether a range can begin so: with a language of two or three letters, or with the `i` of `i-klingon`.
    private static func isLanguage(in header: Span<UInt8>, _ place: Range<Int>) -> Bool {
        if place.count == 1 { return header[place.lowerBound] | 0x20 == UInt8(ascii: "i") }
        guard place.count <= 3 else { return false }
        for index in place where !LanguageTagSyntax.isLetter(header[index]) { return false }
        return true
    }

    /// A weight of 0 to 1 in thousandths; digits after the third only tell a positive weight from none.
    private static func weight(in header: Span<UInt8>, _ place: Range<Int>) -> UInt16? {
        var thousandths = 0
        var unit = 1000
        var digits = 0
        var isFraction = false
        var isPositive = false
        for index in place {
            let byte = header[index]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
                continue
            }
            guard LanguageTagSyntax.isDigit(byte) else { return nil }
            let digit = Int(byte &- 0x30)
            digits += 1
            isPositive = isPositive || digit > 0
            if isFraction {
                unit /= 10
                thousandths += digit * unit
                if digit > 0, thousandths >= 1000, unit == 0 { return nil }
            } else {
                thousandths = thousandths * 10 + digit * 1000
            }
            guard thousandths <= 1000 else { return nil }
        }
        guard digits > 0 else { return nil }
        return UInt16(isPositive ? max(thousandths, 1) : 0)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }
}
