/// A message that was found: which table of the chain, and where in it.
package struct MessageReference: Hashable {
    /// The position of the table in the chain of the `Strings` that found it.
    package var step: Int
    /// The place in that table.
    package var node: Table.Node
}

/// The strings that a reader of one locale sees: the locale's table and those that fill in for it.
public final class Strings: Sendable {
    /// The locale, as its table is named.
    public let tag: LanguageTag
    /// The tables in the order in which they are asked: the locale's own, then its fallbacks.
    public let chain: [Table]

    /// Chains tables; the first one's tag is the locale.
    ///
    /// - Precondition: the chain is not empty.
    public init(chain: [Table]) {
        precondition(!chain.isEmpty, "a chain has at least the locale's own table")
        self.chain = chain
        tag = chain[0].tag
    }

    /// The message at a key path in the first table of the chain that has one.
    package func message(at path: UnsafeBufferPointer<UInt8>) -> MessageReference? {
        let hash = unsafe Table.hash(of: path)
        for step in chain.indices {
            if let node = unsafe chain[step].node(at: path, hash: hash), chain[step].isMessage(node) {
                return MessageReference(step: step, node: node)
            }
        }
        return nil
    }
}
