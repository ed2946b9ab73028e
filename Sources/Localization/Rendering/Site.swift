/// A place in a document where something may have to be put in or taken out.
struct Site: Sendable {
    /// What is done there.
    enum Kind: UInt8, Sendable {
        /// The bytes give way to a message.
        case placeholder
        /// The bytes, a backslash, are left out.
        case literal
        /// The same, where the whole string's key is a message.
        case literalIfMessage
    }

    /// The hash of the key path, taken while it was read; nothing for the kind `literal`.
    var hash: UInt64
    /// The bytes of the document that give way.
    var start: UInt32
    var end: UInt32
    /// The placeholder's text, bracket to bracket: where it begins in the document, or in the decoded bytes.
    var text: UInt32
    /// The document's byte that its opening bracket is spelled with.
    var place: UInt32
    /// How many of the next sites stand inside this one; they count where this one is no message.
    var inner: UInt32 = 0
    /// The object whose arguments it sees: an index of `Document.scopes` plus one, or 0.
    var scope: UInt32
    /// The text's bytes, those of its key path, those of white space and attributes behind it.
    var textLength: UInt16
    var keyLength: UInt16
    var attributesLength: UInt16
    var kind: Kind
    /// Whether the text stands in the decoded bytes, since the document spells it with escapes.
    var isDecoded: Bool
    /// Whether all that stands between the brackets is tried as a key before the key path is.
    var triesContent: Bool
    /// Whether the brackets are braces.
    var isBraces: Bool
}

/// Where a string's text lies in its document.
struct TextOrigin {
    /// The document's byte at which the text begins.
    var base: Int
    /// What the document spells with escapes, in order: the offset behind each, in the text and in the document. Empty
    /// where the text stands in the document as it is.
    var escapes: [(text: Int, document: Int)] = []
    /// How many escapes lie before the offset that was asked for last; most questions ascend.
    private var passed = 0

    init(base: Int) { self.base = base }

    /// The document's byte at which the text's byte `offset`, the first of a character, is spelled.
    mutating func document(_ offset: Int) -> Int {
        if escapes.isEmpty { return base + offset }
        while passed < escapes.count, escapes[passed].text <= offset { passed += 1 }
        while passed > 0, escapes[passed - 1].text > offset { passed -= 1 }
        guard passed > 0 else { return base + offset }
        return escapes[passed - 1].document + offset - escapes[passed - 1].text
    }
}
