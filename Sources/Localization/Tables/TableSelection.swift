/// Which part of a table is written, and how.
package struct TableSelection: Sendable, Hashable {
    /// How key paths become JSON.
    package enum Shape: Sendable, Hashable {
        /// Objects and arrays inside one another.
        case nested
        /// One object of whole key paths.
        case flat
    }

    /// How key paths become JSON.
    package var shape = Shape.nested
    /// Only what stands at this key path and below it, in its place; nil for everything.
    package var prefix: [UInt8]?
    /// Only what stands at these key paths and below them, in its place; nil for everything, empty for nothing.
    package var keys: [[UInt8]]?

    /// The whole table, nested.
    package init(shape: Shape = .nested, prefix: [UInt8]? = nil, keys: [[UInt8]]? = nil) {
        self.shape = shape
        self.prefix = prefix
        self.keys = keys
    }

    /// The key paths at and below which everything is written; nil for everything.
    var roots: [[UInt8]]? {
        guard let prefix else { return keys }
        guard let keys else { return [prefix] }
        return keys.compactMap { key in
            if Self.lies(key, atOrBelow: prefix) { return key }
            return Self.lies(prefix, atOrBelow: key) ? prefix : nil
        }
    }

    private static func lies(_ path: [UInt8], atOrBelow top: [UInt8]) -> Bool {
        path.starts(with: top) && (path.count == top.count || path[top.count] == UInt8(ascii: "."))
    }
}

/// Resolves the references in a message that a table shows: appends the message's text with every reference replaced
/// that can be, and returns true; or returns false, and the text is written as it stands. It is asked only for messages
/// that hold a `<`.
package typealias ReferenceResolver = (
    _ message: MessageReference, _ strings: Strings, _ text: inout [UInt8]
) -> Bool
