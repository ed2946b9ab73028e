/// What the offsets of a program name: the message's text and, behind it, the program's pool.
@unsafe struct MessageBytes {
    let text: UnsafePointer<UInt8>
    let textCount: Int
    let pool: UnsafePointer<UInt8>

    @inline(__always)
    subscript(offset: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
        let base = unsafe offset < textCount ? text + offset : pool + (offset - textCount)
        return unsafe UnsafeBufferPointer(start: base, count: count)
    }
}
