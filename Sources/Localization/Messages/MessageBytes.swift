/// What the offsets of a program name: the message's text, and the program itself, in which its pool is.
///
/// Behind either there are `ShortBytes.slack` bytes that may be read and mean nothing (for a table's texts see
/// `TableFile.tapePadding`).
@unsafe struct MessageBytes {
    let text: UnsafePointer<UInt8>
    let program: UnsafeRawPointer

    /// The bit that tells an offset into the pool.
    @safe static let poolBit = 1 << 31

    /// What stands in the pool.
    @inline(__always)
    func pooled(_ offset: UInt32, _ count: UInt32) -> UnsafeBufferPointer<UInt8> {
        let start = unsafe (program + Int(offset)).assumingMemoryBound(to: UInt8.self)
        return unsafe UnsafeBufferPointer(start: start, count: Int(count))
    }

    /// What stands in the text or, with `poolBit`, in the pool.
    subscript(offset: UInt32, count: UInt32) -> UnsafeBufferPointer<UInt8> {
        let bit = UInt32(Self.poolBit)
        if offset & bit != 0 { return unsafe pooled(offset ^ bit, count) }
        return unsafe UnsafeBufferPointer(start: text + Int(offset), count: Int(count))
    }
}
