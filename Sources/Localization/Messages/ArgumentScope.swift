/// One named argument.
package struct Argument: Sendable, Hashable {
    /// The name, UTF-8.
    package var name: [UInt8]
    /// The value.
    package var value: ArgumentValue

    /// Creates an argument.
    package init(name: [UInt8], value: ArgumentValue) {
        self.name = name
        self.value = value
    }
}

/// Arguments in reach of a message, nearest first: a placeholder's attributes, then the enclosing objects', then the
/// request's.
///
/// The arguments lie in one piece of memory, in which a search counts no references:
///
/// ```
/// header   the memory of the scope around, the count of arguments, where the index is
/// entries  one for each argument: where its name and its text stand, its kind, its number
/// bytes    names and texts
/// index    where there are many: a hash table of entries by name
/// ```
@safe package struct ArgumentScope: @unchecked Sendable {
    // Written before anybody else sees it, and never again.
    private let storage: ArgumentMemory
    /// It lives as long as the scope.
    @inline(__always)
    var memory: UnsafeRawPointer { unsafe UnsafeRawPointer(storage.start) }

    /// The scope around this one. It is held, and so is its memory.
    package var parent: ArgumentScope? { storage.header.outer.map { ArgumentScope(storage: $0) } }

    @safe struct Header {
        /// The scope around, held, and where it is.
        var outer: ArgumentMemory?
        var parent: UnsafeRawPointer?
        var count: UInt32 = 0
        /// The count of the index's slots, a power of two; 0 where there is no index.
        var slotCount: UInt32 = 0
        var index: UInt64 = 0
    }

    struct Entry {
        var name: UInt32
        var nameCount: UInt32
        /// Bytes of the name, as `NameMark` takes them: few names must be compared in full.
        var mark: UInt64
        var kind: ArgumentView.Kind
        var text: UInt32
        /// The count of the text's bytes, or the integer, or the boolean.
        var number: Int64
    }

    /// The arguments that are searched one after the other; where there are more, by an index.
    static let maximumWithoutIndex = 16

    private init(storage: ArgumentMemory) { self.storage = storage }

    /// A scope inside another; of two arguments of one name the last counts.
    package init(_ arguments: [Argument], in parent: ArgumentScope? = nil) {
        var writer = ArgumentWriter(
            entries: arguments.count,
            bytes: arguments.reduce(0) { $0 + $1.name.count + $1.value.textCount })
        for argument in arguments { writer.add(argument.name.span, argument.value) }
        storage = writer.finish(in: parent?.storage)
    }

    /// A scope inside another whose arguments come from bytes that lie elsewhere: they are copied once.
    package init(in parent: ArgumentScope? = nil, _ write: (inout ArgumentWriter) -> Void) {
        var writer = ArgumentWriter(entries: 6, bytes: 256)
        write(&writer)
        storage = writer.finish(in: parent?.storage)
    }
}

extension ArgumentValue {
    fileprivate var textCount: Int {
        switch self {
        case .string(let text), .number(let text): text.count
        case .integer, .boolean, .unusable: 0
        }
    }
}
