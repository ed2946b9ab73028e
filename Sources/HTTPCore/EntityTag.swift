/// A strong entity tag (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// The tag in its quotes, as it stands in `ETag`.
    public let quoted: String

    /// Makes a tag of an opaque value.
    ///
    /// - Precondition: the value holds visible ASCII characters other than the quote only.
    public init(opaque: String) {
        precondition(
            opaque.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") },
            "an entity tag holds visible characters")
        quoted = "\"\(opaque)\""
    }
}

/// The condition of `If-None-Match` (RFC 9110, section 13.1.2).
public struct IfNoneMatch: Sendable {
    private let value: ArraySlice<UInt8>

    /// Takes the header's value, its lines joined.
    public init(_ value: ArraySlice<UInt8>) {
        self.value = value
    }

    /// Whether the client already has the representation with this tag. `*` is every representation.
    ///
    /// Tags are compared weakly: `W/` before one does not matter. Reading ends at the first thing that is no tag.
    public func matches(_ tag: EntityTag) -> Bool {
        var text = ASCII.trimmed(value)
        if text.elementsEqual([UInt8(ascii: "*")]) { return true }
        while !text.isEmpty {
            while let first = text.first, ASCII.isBlank(first) || first == UInt8(ascii: ",") { text.removeFirst() }
            if text.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) { text.removeFirst(2) }
            guard text.first == UInt8(ascii: "\""),
                let end = text.dropFirst().firstIndex(of: UInt8(ascii: "\""))
            else { return false }
            if text[...end].elementsEqual(tag.quoted.utf8) { return true }
            text = text[(end + 1)...]
        }
        return false
    }
}
