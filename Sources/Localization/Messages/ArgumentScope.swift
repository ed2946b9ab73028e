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
/// header   the memory of the scope around, the count of arguments
/// entries  one for each argument: where its name and its text stand, its kind, its number
/// bytes    names and texts
/// ```
@safe package final class ArgumentScope: Sendable {
    /// The scope around this one. It is held, and so is its memory.
    package let parent: ArgumentScope?
    /// Written once, before anybody else sees it.
    nonisolated(unsafe) let memory: UnsafeRawPointer

    @safe struct Header {
        var parent: UnsafeRawPointer?
        var count: Int
    }

    struct Entry {
        var name: UInt32
        var nameCount: UInt32
        var kind: UInt32
        var text: UInt32
        /// The count of the text's bytes, or the integer, or the boolean.
        var number: Int64
    }

    /// A scope inside another; of two arguments of one name the last counts.
    package init(_ arguments: [Argument], in parent: ArgumentScope? = nil) {
        let entriesSize = MemoryLayout<Header>.size + arguments.count * MemoryLayout<Entry>.stride
        let bytesSize = arguments.reduce(0) { $0 + $1.name.count + ($1.value.text?.count ?? 0) }
        precondition(entriesSize + bytesSize <= Int(UInt32.max), "arguments take less than four gigabytes")
        let memory = UnsafeMutableRawPointer.allocate(byteCount: entriesSize + bytesSize, alignment: 8)
        unsafe memory.storeBytes(of: Header(parent: parent?.memory, count: arguments.count), as: Header.self)
        let entries = unsafe (memory + MemoryLayout<Header>.size).assumingMemoryBound(to: Entry.self)
        var next = entriesSize
        func add(_ bytes: [UInt8]) -> UInt32 {
            defer { next += bytes.count }
            unsafe bytes.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress {
                    unsafe (memory + next).copyMemory(from: base, byteCount: bytes.count)
                }
            }
            return UInt32(next)
        }
        for (index, argument) in arguments.enumerated() {
            let name = add(argument.name)
            let text = argument.value.text.map { add($0) } ?? 0
            unsafe (entries + index).initialize(
                to: Entry(
                    name: name, nameCount: UInt32(argument.name.count), kind: argument.value.kind.rawValue, text: text,
                    number: argument.value.number))
        }
        unsafe self.memory = UnsafeRawPointer(memory)
        self.parent = parent
    }

    deinit { unsafe memory.deallocate() }
}

extension ArgumentValue {
    fileprivate var text: [UInt8]? {
        switch self {
        case .string(let text), .number(let text): text
        case .integer, .boolean, .unusable: nil
        }
    }

    fileprivate var number: Int64 {
        switch self {
        case .string(let text), .number(let text): Int64(text.count)
        case .integer(let value): value
        case .boolean(let value): value ? 1 : 0
        case .unusable: 0
        }
    }

    fileprivate var kind: ArgumentView.Kind {
        switch self {
        case .string: .string
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        case .unusable: .unusable
        }
    }
}

/// An argument's value where it lies; it lives as long as its scope.
@unsafe struct ArgumentView {
    enum Kind: UInt32 {
        case string, integer, number, boolean, unusable
    }

    let kind: Kind
    /// The text of a string or of a spelled number.
    let text: UnsafeBufferPointer<UInt8>
    /// The integer, or 1 for true.
    let integer: Int64

    /// The nearest value of this name, beginning with the scope that this memory belongs to.
    @inline(__always)
    static func find(_ name: UnsafeBufferPointer<UInt8>, in memory: UnsafeRawPointer?) -> ArgumentView? {
        var current = unsafe memory
        while let scope = unsafe current {
            let header = unsafe scope.load(as: ArgumentScope.Header.self)
            let entries = unsafe (scope + MemoryLayout<ArgumentScope.Header>.size)
                .assumingMemoryBound(to: ArgumentScope.Entry.self)
            var index = header.count - 1
            while index >= 0 {
                let entry = unsafe entries[index]
                if Int(entry.nameCount) == name.count,
                    unsafe ShortBytes.isEqual(
                        (scope + Int(entry.name)).assumingMemoryBound(to: UInt8.self), name.baseAddress!, name.count)
                {
                    return unsafe ArgumentView(entry, in: scope)
                }
                index -= 1
            }
            unsafe current = header.parent
        }
        return nil
    }

    @inline(__always)
    private init(_ entry: ArgumentScope.Entry, in scope: UnsafeRawPointer) {
        unsafe kind = Kind(rawValue: entry.kind).unsafelyUnwrapped
        let base = unsafe (scope + Int(entry.text)).assumingMemoryBound(to: UInt8.self)
        unsafe integer = entry.number
        unsafe text = UnsafeBufferPointer(start: base, count: entry.text == 0 ? 0 : Int(entry.number))
    }

    /// The value as a whole number, where it is one that is spelled with digits alone.
    @inline(__always)
    var wholeNumber: Int64? {
        switch unsafe kind {
        case .integer: return unsafe integer
        case .string, .number:
            let count = unsafe text.count
            guard count > 0 && count <= 18 else { return nil }
            var value: Int64 = 0
            for index in 0..<count {
                let byte = unsafe text[index] &- 0x30
                if byte > 9 { return nil }
                value = value &* 10 &+ Int64(byte)
            }
            return value
        case .boolean, .unusable: return nil
        }
    }
}
