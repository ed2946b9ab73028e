/// The elements of a header that carries weights (RFC 9110, section 12.4): `Accept`, `Accept-Encoding`.
///
/// An element with a weight that is none is left out by itself; unknown parameters are ignored. One pass, linear.
struct QualityList {
    /// One element: what stands before its first `;`, and its weight in thousandths.
    struct Element {
        var value: ArraySlice<UInt8>
        var quality: Int
    }

    private(set) var elements: [Element] = []

    init(_ text: ArraySlice<UInt8>) {
        var index = text.startIndex
        while index < text.endIndex {
            let end = Self.end(of: UInt8(ascii: ","), from: index, in: text)
            if let element = Self.element(text[index..<end]) { elements.append(element) }
            index = end + 1
        }
    }

    /// The next separator outside quotes, or the end.
    private static func end(of separator: UInt8, from start: Int, in text: ArraySlice<UInt8>) -> Int {
        var index = start
        var isQuoted = false
        while index < text.endIndex {
            let byte = text[index]
            if isQuoted {
                if byte == UInt8(ascii: "\\") {
                    index += 1
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == separator {
                return index
            }
            index += 1
        }
        return text.endIndex
    }

    private static func element(_ text: ArraySlice<UInt8>) -> Element? {
        var index = end(of: UInt8(ascii: ";"), from: text.startIndex, in: text)
        let value = ASCII.trimmed(text[..<index])
        guard !value.isEmpty else { return nil }
        var quality = 1000
        while index < text.endIndex {
            let next = end(of: UInt8(ascii: ";"), from: index + 1, in: text)
            let parameter = ASCII.trimmed(text[(index + 1)..<next])
            if let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
                ASCII.equal(ASCII.trimmed(parameter[..<equals]), "q")
            {
                guard let weight = weight(ASCII.trimmed(parameter[(equals + 1)...])) else { return nil }
                quality = weight
            }
            index = next
        }
        return Element(value: value, quality: quality)
    }

    /// A weight in thousandths: `0`, `1`, `0.5`, also `.5`; more digits than three are cut off, but never to 0.
    static func weight(_ text: ArraySlice<UInt8>) -> Int? {
        let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
        let whole = text[..<point]
        let fraction = text[min(point + 1, text.endIndex)...]
        guard !whole.isEmpty || !fraction.isEmpty,
            whole.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }), whole.count <= 1,
            fraction.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return nil }
        var thousandths = whole.first == UInt8(ascii: "1") ? 1000 : 0
        var place = 100
        for digit in fraction.prefix(3) {
            thousandths += Int(digit - UInt8(ascii: "0")) * place
            place /= 10
        }
        if thousandths == 0, fraction.contains(where: { $0 != UInt8(ascii: "0") }) { thousandths = 1 }
        if thousandths == 1000, whole.first == UInt8(ascii: "1"), fraction.contains(where: { $0 != UInt8(ascii: "0") })
        {
            return nil
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}
