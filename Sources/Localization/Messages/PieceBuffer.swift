internal import CScan

/// Collects the pieces of a message on the stack, so that most messages are appended to the output at once.
@unsafe struct PieceBuffer {
    private let base: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    /// The bytes of the memory behind it.
    @safe static let capacity = 512

    init(base: UnsafeMutablePointer<UInt8>) { unsafe self.base = base }

    /// Appends a piece, escaped.
    @inline(__always)
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ escaping: Escaping, into output: inout [UInt8]) {
        guard let start = piece.baseAddress else { return }
        let end = unsafe start + piece.count
        let isClean: Bool
        switch escaping {
        case .none: isClean = true
        case .json:
            var traits: UInt32 = 0
            isClean = unsafe cscan_string(start, end, &traits) == end
        case .markup: isClean = unsafe cscan_markup(start, end) == end
        }
        if unsafe isClean && piece.count <= Self.capacity - count {
            unsafe ShortBytes.copy(start, to: base + count, piece.count)
            unsafe count += piece.count
        } else {
            unsafe flush(into: &output)
            unsafe escaping.append(piece, to: &output)
        }
    }

    /// Appends what was collected to the output.
    @inline(__always)
    mutating func flush(into output: inout [UInt8]) {
        if unsafe count == 0 { return }
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        unsafe count = 0
    }
}
