import Glibc

/// Copying and comparing of few bytes: the pieces of messages and the names of arguments are shorter than the way to
/// the C library is long.
enum ShortBytes {
    /// How many bytes `append` may read, and write, behind those that it copies.
    static let slack = 16

    /// Copies bytes that do not overlap with their target.
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        let from = unsafe UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        // Two words, or blocks, that may overlap cover every count up to twice their size.
        if count > 64 {
            unsafe memcpy(to, from, count)
        } else if count >= 16 {
            let first = unsafe from.loadUnaligned(as: Block.self)
            let last = unsafe (from + (count &- 16)).loadUnaligned(as: Block.self)
            if count > 32 {
                let second = unsafe (from + 16).loadUnaligned(as: Block.self)
                let third = unsafe (from + (count &- 32)).loadUnaligned(as: Block.self)
                unsafe (to + 16).storeBytes(of: second, as: Block.self)
                unsafe (to + (count &- 32)).storeBytes(of: third, as: Block.self)
            }
            unsafe to.storeBytes(of: first, as: Block.self)
            unsafe (to + (count &- 16)).storeBytes(of: last, as: Block.self)
        } else if count >= 8 {
            let last = unsafe (from + (count &- 8)).loadUnaligned(as: UInt64.self)
            unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
            unsafe (to + (count &- 8)).storeBytes(of: last, as: UInt64.self)
        } else if count >= 4 {
            let last = unsafe (from + (count &- 4)).loadUnaligned(as: UInt32.self)
            unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
            unsafe (to + (count &- 4)).storeBytes(of: last, as: UInt32.self)
        } else if count > 0 {
            unsafe target[count &- 1] = source[count &- 1]
            unsafe target[count >> 1] = source[count >> 1]
            unsafe target[0] = source[0]
        }
    }

    /// Copies bytes that do not overlap with their target, both of which have `slack` bytes more behind them; the end of
    /// the copy.
    @inline(__always)
    static func append(
        _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let from = unsafe UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        // Mostly one block is all, or more than that, and nothing has to be asked for it.
        unsafe to.storeBytes(of: from.loadUnaligned(as: Block.self), as: Block.self)
        if count > 16 {
            // The last block first, which is all that there is up to two.
            let end = count &- 16
            unsafe (to + end).storeBytes(of: (from + end).loadUnaligned(as: Block.self), as: Block.self)
            if end > 16 { unsafe memcpy(to + 16, from + 16, end &- 16) }
        }
        return unsafe target + count
    }

    /// Appends bytes to an array.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard let base = bytes.baseAddress else { return }
        output.append(addingCapacity: bytes.count) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                guard let target = buffer.baseAddress else { return }
                unsafe copy(base, to: target, bytes.count)
                count = bytes.count
            }
        }
    }

    private typealias Block = SIMD2<UInt64>

    /// Whether two rows of bytes are the same.
    @inline(__always)
    static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let one = unsafe UnsafeRawPointer(left)
        let other = unsafe UnsafeRawPointer(right)
        if count >= 8 {
            // The first word and the last, which may overlap: up to sixteen bytes take one way, and nothing is guessed.
            let last = count &- 8
            if unsafe one.loadUnaligned(as: UInt64.self) != other.loadUnaligned(as: UInt64.self)
                || (one + last).loadUnaligned(as: UInt64.self) != (other + last).loadUnaligned(as: UInt64.self)
            {
                return false
            }
            var offset = 8
            while offset < last {
                if unsafe (one + offset).loadUnaligned(as: UInt64.self)
                    != (other + offset).loadUnaligned(as: UInt64.self)
                {
                    return false
                }
                offset &+= 8
            }
            return true
        }
        if count >= 4 {
            return unsafe one.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
                && (one + (count &- 4)).loadUnaligned(as: UInt32.self)
                    == (other + (count &- 4)).loadUnaligned(as: UInt32.self)
        }
        if count <= 0 { return true }
        return unsafe left[0] == right[0] && left[count >> 1] == right[count >> 1]
            && left[count &- 1] == right[count &- 1]
    }
}
