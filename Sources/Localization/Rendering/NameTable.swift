/// A set of member names, each with a number, that is asked with the bytes of a document.
///
/// Hashed with the process's own seed, so that no caller can choose names that collide.
struct NameTable: Sendable {
    private(set) var names: [[UInt8]] = []
    private var indices: [Int: [Int32]] = [:]

    init(_ names: some Sequence<[UInt8]> = []) {
        for name in names { insert(name) }
    }

    /// Adds a name, where it is new, and returns its number.
    @discardableResult
    mutating func insert(_ name: [UInt8]) -> Int32 {
        unsafe name.withUnsafeBufferPointer { name in unsafe insert(name) }
    }

    /// The same of bytes that lie elsewhere, which are copied where they are new.
    @discardableResult
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Int32 {
        if let known = unsafe number(of: name) { return known }
        let new = Int32(names.count)
        indices[unsafe Self.hash(name), default: []].append(new)
        names.append(unsafe Array(name))
        return new
    }

    /// The number of a name, or nil.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int32? {
        guard !names.isEmpty, let candidates = unsafe indices[Self.hash(name)] else { return nil }
        return candidates.first { candidate in unsafe names[Int(candidate)].elementsEqual(name) }
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }
}
