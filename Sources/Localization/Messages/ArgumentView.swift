/// An argument's value where it lies; it lives as long as its scope.
@unsafe struct ArgumentView {
    enum Kind: UInt8 {
        case string, integer, number, boolean, unusable
    }

    private let entry: UnsafePointer<ArgumentScope.Entry>
    /// The memory of the entry's scope.
    private let scope: UnsafeRawPointer

    @inline(__always)
    var kind: Kind { unsafe entry.pointee.kind }

    /// The integer, or 1 for true.
    @inline(__always)
    var integer: Int64 { unsafe entry.pointee.number }

    /// The text of a string or of a spelled number, with `ShortBytes.slack` bytes behind it.
    @inline(__always)
    var text: UnsafeBufferPointer<UInt8> {
        let hasText = unsafe kind == .string || kind == .number
        return unsafe UnsafeBufferPointer(
            start: (scope + Int(entry.pointee.text)).assumingMemoryBound(to: UInt8.self),
            count: hasText ? Int(truncatingIfNeeded: integer) : 0)
    }

    /// The nearest value of this name, beginning with the scope that this memory belongs to.
    ///
    /// - Parameter mark: the name's `NameMark`.
    @inline(__always)
    static func find(
        _ name: UnsafeBufferPointer<UInt8>, mark: UInt64, in memory: UnsafeRawPointer?
    ) -> ArgumentView? {
        guard let scope = unsafe memory else { return nil }
        let header = unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
        if unsafe header.pointee.slotCount != 0 || name.count > NameMark.shortCount {
            return unsafe findFar(name, mark, in: scope)
        }
        let found = unsafe findNear(name, mark, isShort: true, in: scope)
        return unsafe found != nil ? found : findFar(name, mark, in: header.pointee.parent)
    }

    /// The value of this name in the scopes around this one.
    func next(_ name: UnsafeBufferPointer<UInt8>) -> ArgumentView? {
        let header = unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
        return unsafe Self.find(name, mark: NameMark.mark(of: name), in: header.pointee.parent)
    }

    /// The value of this name in a scope that has no index.
    @inline(__always)
    private static func findNear(
        _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, isShort: Bool, in scope: UnsafeRawPointer
    ) -> ArgumentView? {
        let header = unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
        let first = unsafe (scope + MemoryLayout<ArgumentScope.Header>.stride)
            .assumingMemoryBound(to: ArgumentScope.Entry.self)
        var entry = unsafe first + Int(header.pointee.count)
        while unsafe entry != first {
            unsafe entry -= 1
            if unsafe NameMark.matches(entry, name, mark, isShort: isShort, in: scope) {
                return unsafe ArgumentView(entry: entry, scope: scope)
            }
        }
        return nil
    }

    /// The same search over all scopes, apart: what calls nothing keeps its values in registers.
    @inline(never)
    private static func findFar(
        _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, in memory: UnsafeRawPointer?
    ) -> ArgumentView? {
        var current = unsafe memory
        while let scope = unsafe current {
            let header = unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
            if unsafe header.pointee.slotCount == 0 {
                if let found = unsafe findNear(name, mark, isShort: false, in: scope) { return unsafe found }
            } else if let entry = unsafe ArgumentIndex.find(name, mark, in: scope) {
                return unsafe ArgumentView(entry: entry, scope: scope)
            }
            unsafe current = header.pointee.parent
        }
        return nil
    }

    /// The value as a whole number, where it is one that is spelled with digits alone.
    @inline(__always)
    var wholeNumber: Int64? {
        if unsafe kind == .integer { return unsafe integer }
        let text = unsafe text
        guard text.count > 0 && text.count <= 18, let start = text.baseAddress else { return nil }
        var value: Int64 = 0
        var index = 0
        repeat {
            let byte = unsafe start[index] &- 0x30
            if byte > 9 { return nil }
            value = value &* 10 &+ Int64(byte)
            index &+= 1
        } while index != text.count
        return value
    }
}

/// A word of a name's bytes: names of one length up to eight are the same where their marks are.
enum NameMark {
    /// The bytes of a name up to which two words more tell it.
    static let shortCount = 16

    @inline(__always)
    static func mark(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = name.baseAddress, name.count > 0 else { return 0 }
        let bytes = unsafe UnsafeRawPointer(base)
        let count = name.count
        if count >= 4 {
            let first = unsafe bytes.loadUnaligned(as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return UInt64(first) | UInt64(last) << 32
        }
        return unsafe UInt64(base[0]) | UInt64(base[count >> 1]) << 8 | UInt64(base[count - 1]) << 16
    }

    /// Whether an entry of a scope has this name.
    ///
    /// - Parameter isShort: whether the name is known to have no more bytes than `shortCount`.
    @inline(__always)
    static func matches(
        _ entry: UnsafePointer<ArgumentScope.Entry>, _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64,
        isShort: Bool = false, in scope: UnsafeRawPointer
    ) -> Bool {
        guard unsafe entry.pointee.mark == mark && Int(entry.pointee.nameCount) == name.count else { return false }
        if name.count <= 8 { return true }
        let own = unsafe (scope + Int(entry.pointee.name)).assumingMemoryBound(to: UInt8.self)
        let start = unsafe name.baseAddress.unsafelyUnwrapped
        if isShort {
            return unsafe ShortBytes.isEqual(own, start, 8)
                && ShortBytes.isEqual(own + (name.count &- 8), start + (name.count &- 8), 8)
        }
        return unsafe ShortBytes.isEqual(own, start, name.count)
    }
}
