import Glibc

/// Comparing and copying bytes by the block.
enum Bytes {
    /// An array of the same bytes that shares no memory with the other one and has no more room than it needs: for what
    /// is kept of a request, whose memory is used again for the next.
    static func copy(_ bytes: [UInt8]) -> [UInt8] {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { copy, count in
                count = bytes.count
                if let from = bytes.baseAddress, let to = copy.baseAddress {
                    unsafe to.initialize(from: from, count: bytes.count)
                }
            }
        }
    }

    /// Whether two slices hold the same bytes.
    static func equal(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                // Empty slices may have no address.
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return unsafe memcmp(first, second, left.count) == 0
            }
        }
    }
}
