/// A string or key as it stands in a document, between its quotes.
package struct JSONStringToken: Sendable {
    /// The bytes between the quotes, escapes and all.
    package let range: Range<Int>
    /// What the scanner saw in it.
    package let traits: JSONStringTraits

    @inline(__always)
    init(range: Range<Int>, traits: JSONStringTraits) {
        self.range = range
        self.traits = traits
    }
}

/// What the scanner notices of a string in passing, so that most strings need no second look.
package struct JSONStringTraits: OptionSet, Sendable {
    package let rawValue: UInt32

    @inline(__always)
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The text holds `<` or `{`, as it is or escaped.
    package static let mark = JSONStringTraits(rawValue: 1)
    /// The bytes hold something that is not ASCII.
    package static let notASCII = JSONStringTraits(rawValue: 2)
    /// The bytes hold a backslash, so that they are not the text itself.
    package static let escapes = JSONStringTraits(rawValue: 4)
}

/// The three names of JSON (RFC 8259, section 3).
package enum JSONLiteral: Sendable {
    case `true`
    case `false`
    case null
}

/// Sees a document's parts in the order in which they stand. Offsets are bytes from the start of the document.
///
/// A part is told when it is complete; what was told before an error stands.
package protocol JSONVisitor {
    /// An object begins; `offset` is its `{`.
    mutating func beginObject(at offset: Int)
    /// The innermost object ends; `offset` is its `}`.
    mutating func endObject(at offset: Int)
    /// An array begins; `offset` is its `[`.
    mutating func beginArray(at offset: Int)
    /// The innermost array ends; `offset` is its `]`.
    mutating func endArray(at offset: Int)
    /// A member's key; its value comes next.
    mutating func key(_ token: JSONStringToken)
    /// A string that is a value.
    mutating func string(_ token: JSONStringToken)
    /// A number, as it is spelled.
    mutating func number(_ range: Range<Int>)
    /// `true`, `false` or `null`; `offset` is its first letter.
    mutating func literal(_ literal: JSONLiteral, at offset: Int)
}

extension JSONVisitor {
    package mutating func beginObject(at offset: Int) {}
    package mutating func endObject(at offset: Int) {}
    package mutating func beginArray(at offset: Int) {}
    package mutating func endArray(at offset: Int) {}
    package mutating func key(_ token: JSONStringToken) {}
    package mutating func string(_ token: JSONStringToken) {}
    package mutating func number(_ range: Range<Int>) {}
    package mutating func literal(_ literal: JSONLiteral, at offset: Int) {}
}

/// A visitor that wants nothing: the document is only checked.
package struct JSONCheck: JSONVisitor {
    package init() {}
}
