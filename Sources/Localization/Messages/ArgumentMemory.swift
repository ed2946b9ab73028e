/// The memory of a scope's arguments, one allocation with the object that holds it (see ``ArgumentScope``).
final class ArgumentMemory: ManagedBuffer<ArgumentScope.Header, UInt8> {
    /// Memory of so many bytes, the header's among them, that is not filled.
    static func make(size: Int) -> ArgumentMemory {
        let memory = create(minimumCapacity: size - MemoryLayout<ArgumentScope.Header>.stride) { _ in
            ArgumentScope.Header()
        }
        return unsafe unsafeDowncast(memory, to: ArgumentMemory.self)
    }

    /// Where the header is. It lives as long as the object.
    @inline(__always)
    var start: UnsafeMutableRawPointer {
        unsafe withUnsafeMutablePointerToHeader { UnsafeMutableRawPointer($0) }
    }
}
