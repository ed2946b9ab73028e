/// A message that was found: which table of the chain, and where in it.
package struct MessageReference: Sendable, Hashable {
    /// The position of the table in the chain of the `Strings` that found it.
    package var step: Int
    /// The place in that table.
    package var node: Table.Node
}

/// The strings that a reader of one locale sees: the locale's table and those that fill in for it.
///
/// ```swift
/// let strings = catalog.strings(acceptLanguage: "fr-CA, en;q=0.5")
/// strings.string(forKeyPath: "login.title")  // "Se connecter"
/// strings.string(forKeyPath: "cart.items", arguments: ["count": 3])  // "3 articles"
/// ```
///
/// An empty string and `null` count as missing, so that the next table of the chain is asked (see
/// `CatalogOptions.keepsEmptyStrings`). Only a string is a message; numbers, booleans, objects and arrays are none.
@safe public final class Strings: Sendable {
    /// The locale, as its table is named.
    public let tag: LanguageTag
    /// The tables in the order in which they are asked: the locale's own, then its fallbacks.
    package let chain: [Table]
    /// Where the time zones are found that an argument names.
    let timeZones: TimeZones?
    /// How the messages are written.
    package let syntax: MessageSyntax
    /// The same tables' memory, side by side, so that a search counts no references. The chain keeps it alive.
    nonisolated(unsafe) let storages: UnsafeMutablePointer<TableStorage>
    /// Their programs, likewise.
    nonisolated(unsafe) let programs: UnsafeMutablePointer<ReadyPrograms>
    private let count: Int

    /// Chains tables; the first one's tag is the locale.
    ///
    /// - Precondition: the chain is not empty.
    package init(chain: [Table], syntax: MessageSyntax = .icu, timeZones: TimeZones? = nil) {
        precondition(!chain.isEmpty, "a chain has at least the locale's own table")
        self.chain = chain
        self.syntax = syntax
        self.timeZones = timeZones
        tag = chain[0].tag
        count = chain.count
        unsafe storages = .allocate(capacity: chain.count)
        unsafe programs = .allocate(capacity: chain.count)
        for (step, table) in chain.enumerated() {
            unsafe (storages + step).initialize(to: table.storage)
            unsafe (programs + step).initialize(to: table.programs.ready)
        }
    }

    deinit {
        unsafe storages.deallocate()
        unsafe programs.deallocate()
    }

    /// The locales in the order in which they are asked: the strings' own, then its fallbacks.
    public var locales: [LanguageTag] { chain.map(\.tag) }

    /// The message at a key path in the first table of the chain that has one.
    package func message(at path: UnsafeBufferPointer<UInt8>) -> MessageReference? {
        unsafe message(at: path, hash: Table.hash(of: path))
    }

    /// The same, where the hash of the path is known (`Table.hash(of:)`).
    @inline(__always)
    func message(at path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> MessageReference? {
        for step in 0..<count {
            if let node = unsafe storages[step].node(at: path, hash: hash),
                unsafe storages[step].nodes[Int(node)].isMessage
            {
                return MessageReference(step: step, node: node)
            }
        }
        return nil
    }
}
