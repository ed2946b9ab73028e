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
        let mark = unsafe NameMark.mark(of: name)
        var current = unsafe memory
        while let scope = unsafe current {
            let header = unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
            let entries = unsafe (scope + MemoryLayout<ArgumentScope.Header>.stride)
                .assumingMemoryBound(to: ArgumentScope.Entry.self)
            if unsafe header.pointee.slotCount == 0 {
                var entry = unsafe entries + Int(header.pointee.count)
                while unsafe entry != entries {
                    unsafe entry -= 1
                    if unsafe NameMark.matches(entry, name, mark, in: scope) {
                        return unsafe ArgumentView(entry, in: scope)
                    }
                }
            } else if let entry = unsafe ArgumentIndex.find(name, in: scope) {
                return unsafe ArgumentView(entry, in: scope)
            }
            unsafe current = header.pointee.parent
        }
        return nil
    }

    @inline(__always)
    private init(_ entry: UnsafePointer<ArgumentScope.Entry>, in scope: UnsafeRawPointer) {
        unsafe kind = Kind(rawValue: entry.pointee.kind).unsafelyUnwrapped
        unsafe integer = entry.pointee.number
        let start = unsafe entry.pointee.text
        unsafe text = UnsafeBufferPointer(
            start: (scope + Int(start)).assumingMemoryBound(to: UInt8.self), count: start == 0 ? 0 : Int(integer))
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

/// A word of a name's bytes: names of one length up to eight are the same where their marks are.
enum NameMark {
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
    @inline(__always)
    static func matches(
        _ entry: UnsafePointer<ArgumentScope.Entry>, _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64,
        in scope: UnsafeRawPointer
    ) -> Bool {
        guard unsafe entry.pointee.mark == mark && Int(entry.pointee.nameCount) == name.count else { return false }
        if name.count <= 8 { return true }
        return unsafe ShortBytes.isEqual(
            (scope + Int(entry.pointee.name)).assumingMemoryBound(to: UInt8.self), name.baseAddress!, name.count)
    }
}
