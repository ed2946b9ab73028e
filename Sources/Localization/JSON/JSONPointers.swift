/// Finds the JSON Pointers (RFC 6901) of places in a document by reading it once more.
///
/// Only a document in which something was found wrong pays for its pointers.
package enum JSONPointers {
    /// The longest pointer that is told: keys may be as long as the document, and a report holds many pointers.
    static let maximumLength = 4096

    /// The pointer of the value that was being read where the scanner stopped; nil where it is too long to be told.
    package static func pointer(
        of error: JSONSyntaxError, in document: UnsafeBufferPointer<UInt8>, depthLimit: Int = JSONScanner.documentDepth,
        allowsByteOrderMark: Bool = true
    ) -> String? {
        var visitor = unsafe PathVisitor(document: document, offsets: [])
        try? unsafe JSONScanner.scan(
            document, depthLimit: depthLimit, allowsByteOrderMark: allowsByteOrderMark, visitor: &visitor)
        return visitor.pointer(toNextValue: error.isInValue)
    }

    /// The pointers of the strings that hold these places; nil for one that is too long to be told.
    ///
    /// - Precondition: the document has been read before without error, the offsets ascend, and each lies within a
    ///   string that is a value.
    package static func pointers(
        at offsets: [Int], in document: UnsafeBufferPointer<UInt8>, depthLimit: Int = JSONScanner.documentDepth
    ) -> [String?] {
        if offsets.isEmpty { return [] }
        var visitor = unsafe PathVisitor(document: document, offsets: offsets)
        try? unsafe JSONScanner.scan(document, depthLimit: depthLimit, visitor: &visitor)
        return visitor.pointers
    }
}

/// Keeps the path to the value that is being read.
@safe private struct PathVisitor: JSONVisitor {
    private enum Level {
        /// The member whose value is being read, or was read last.
        case object(key: Range<Int>?)
        /// How many elements have begun.
        case array(count: Int)
    }

    private let document: UnsafeBufferPointer<UInt8>
    private let offsets: [Int]
    private var levels: [Level] = []
    private(set) var pointers: [String?] = []

    init(document: UnsafeBufferPointer<UInt8>, offsets: [Int]) {
        unsafe self.document = document
        self.offsets = offsets
    }

    mutating func beginObject(at offset: Int) {
        beginValue()
        levels.append(.object(key: nil))
    }

    mutating func endObject(at offset: Int) { levels.removeLast() }

    mutating func beginArray(at offset: Int) {
        beginValue()
        levels.append(.array(count: 0))
    }

    mutating func endArray(at offset: Int) { levels.removeLast() }

    mutating func key(_ token: JSONStringToken) { levels[levels.count - 1] = .object(key: token.range) }

    mutating func string(_ token: JSONStringToken) {
        if pointers.count < offsets.count, offsets[pointers.count] <= token.range.upperBound {
            let pointer = pointer(toNextValue: true)
            while pointers.count < offsets.count, offsets[pointers.count] <= token.range.upperBound {
                pointers.append(pointer)
            }
        }
        beginValue()
    }

    mutating func number(_ range: Range<Int>) { beginValue() }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { beginValue() }

    private mutating func beginValue() {
        if case .array(let count) = levels.last { levels[levels.count - 1] = .array(count: count + 1) }
    }

    /// The path to the innermost array or object, or to the value in it that comes next.
    func pointer(toNextValue: Bool) -> String? {
        var pointer: [UInt8] = []
        for (index, level) in levels.enumerated() {
            let isLast = index == levels.count - 1
            if isLast, !toNextValue { break }
            pointer.append(UInt8(ascii: "/"))
            switch level {
            case .array(let count):
                pointer.append(contentsOf: String(isLast ? count : count - 1).utf8)
            case .object(let key):
                guard let key else { break }
                // No key that is much longer can fit, whatever its escapes spell.
                if key.count > 6 * JSONPointers.maximumLength { return nil }
                var decoded: [UInt8] = []
                unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[key]), to: &decoded)
                for byte in decoded {
                    switch byte {
                    case UInt8(ascii: "~"): pointer.append(contentsOf: "~0".utf8)
                    case UInt8(ascii: "/"): pointer.append(contentsOf: "~1".utf8)
                    default: pointer.append(byte)
                    }
                }
            }
            if pointer.count > JSONPointers.maximumLength { return nil }
        }
        return String(decoding: pointer, as: UTF8.self)
    }
}
