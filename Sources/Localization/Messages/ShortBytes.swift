import Glibc

/// Copying and comparing of few bytes: the pieces of messages and the names of arguments are shorter than the way to
/// the C library is long.
enum ShortBytes {
    /// Copies bytes that do not overlap with their target.
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        let from = unsafe UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        // Two words that may overlap cover every count up to twice their size.
        if count > 16 {
            unsafe memcpy(to, from, count)
        } else if count >= 8 {
            let last = unsafe (from + (count - 8)).loadUnaligned(as: UInt64.self)
            unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
            unsafe (to + (count - 8)).storeBytes(of: last, as: UInt64.self)
        } else if count >= 4 {
            let last = unsafe (from + (count - 4)).loadUnaligned(as: UInt32.self)
            unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
            unsafe (to + (count - 4)).storeBytes(of: last, as: UInt32.self)
        } else if count > 0 {
            unsafe target[count - 1] = source[count - 1]
            unsafe target[count >> 1] = source[count >> 1]
            unsafe target[0] = source[0]
        }
    }

    /// Whether two rows of bytes are the same.
    @inline(__always)
    static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count > 8 { return unsafe memcmp(left, right, count) == 0 }
        var index = 0
        while index < count {
            if unsafe left[index] != right[index] { return false }
            index += 1
        }
        return true
    }
}
