/// The hash of a key path, taken in one pass over its bytes and resumable at any of them: a table that is being built
/// or walked keeps the state of an object's own path and goes on from there for each member, so that a long path over
/// many members is not read once for each.
///
/// Blocks of eight bytes are folded by a multiplication to 128 bits. The seed is drawn once per process: nobody can
/// write a table whose key paths all collide, and nothing that leaves the process depends on a hash.
@safe struct PathHash {
    private static let seed = UInt64.random(in: 1 ... .max)

    private var folded: UInt64
    /// The bytes that do not fill a block yet, the first one lowest.
    private var tail: UInt64 = 0
    private var count = 0

    /// The hash of no bytes at all.
    init() { folded = Self.seed }

    /// Goes on with these bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        let shift = UInt64(truncatingIfNeeded: count & 7) &* 8
        var offset = 0
        while bytes.count &- offset >= 8 {
            let word = unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            fold(tail | word << shift)
            // A shift by 64 gives 0, which is what an empty tail needs.
            tail = word >> (64 &- shift)
            offset &+= 8
        }
        let rest = bytes.count &- offset
        if rest > 0 {
            let word = unsafe Self.partialWord(UnsafeRawPointer(base + offset), count: rest)
            let joined = tail | word << shift
            if (count & 7) &+ rest >= 8 {
                fold(joined)
                tail = word >> (64 &- shift)
            } else {
                tail = joined
            }
        }
        count &+= bytes.count
    }

    /// Goes on with the dot between two segments.
    @inline(__always)
    mutating func appendDot() {
        let position = count & 7
        tail |= 0x2E << (UInt64(truncatingIfNeeded: position) &* 8)
        if position == 7 {
            fold(tail)
            tail = 0
        }
        count &+= 1
    }

    /// The hash of what was appended so far.
    @inline(__always)
    var value: UInt64 {
        let length = UInt64(truncatingIfNeeded: count)
        return Self.multiply(
            Self.multiply(folded ^ tail, 0xA076_1D64_78BD_642F) ^ length, 0xE703_7ED1_A0B4_28DB)
    }

    @inline(__always)
    private mutating func fold(_ word: UInt64) {
        folded = Self.multiply(folded ^ word, 0x9E37_79B9_7F4A_7C15)
    }

    @inline(__always)
    private static func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// Reads one to seven bytes without touching the one behind them.
    @inline(__always)
    private static func partialWord(_ base: UnsafeRawPointer, count: Int) -> UInt64 {
        if count >= 4 {
            let low = UInt64(unsafe base.loadUnaligned(as: UInt32.self))
            let high = UInt64(unsafe base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return low | high << (UInt64(truncatingIfNeeded: count &- 4) &* 8)
        }
        let first = UInt64(unsafe base.load(as: UInt8.self))
        let middle = UInt64(unsafe base.load(fromByteOffset: count >> 1, as: UInt8.self))
        let last = UInt64(unsafe base.load(fromByteOffset: count &- 1, as: UInt8.self))
        return first | middle << (UInt64(truncatingIfNeeded: count >> 1) &* 8)
            | last << (UInt64(truncatingIfNeeded: count &- 1) &* 8)
    }
}
