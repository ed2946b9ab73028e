/// SHA-256 (FIPS 180-4), taken in pieces. It names content: files, versions, representations.
package struct SHA256: Sendable {
    /// A digest of 32 bytes.
    package struct Digest: Sendable, Hashable {
        /// The eight words, the first one highest.
        fileprivate let words: InlineWords

        /// The first `count` bytes in lower-case hexadecimal.
        ///
        /// - Precondition: `count` is at most 32.
        package func hexadecimal(count: Int = 32) -> String {
            precondition(count <= 32, "a digest has 32 bytes")
            let digits = Array("0123456789abcdef".utf8)
            var text: [UInt8] = []
            text.reserveCapacity(count * 2)
            for byte in bytes.prefix(count) {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// The 32 bytes.
        package var bytes: [UInt8] {
            words.array.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
        }
    }

    /// Eight words as stored properties: no allocation, and hashable.
    fileprivate struct InlineWords: Sendable, Hashable {
        var a: UInt32
        var b: UInt32
        var c: UInt32
        var d: UInt32
        var e: UInt32
        var f: UInt32
        var g: UInt32
        var h: UInt32

        var array: [UInt32] { [a, b, c, d, e, f, g, h] }
    }

    private var state = InlineWords(
        a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a, e: 0x510e_527f, f: 0x9b05_688c,
        g: 0x1f83_d9ab, h: 0x5be0_cd19)
    /// What does not fill a block of 64 bytes yet.
    private var pending: [UInt8] = []
    private var length: UInt64 = 0

    /// The digest of nothing so far.
    package init() {}

    /// The digest of these bytes.
    package static func digest(of bytes: Span<UInt8>) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Goes on with these bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe update($0) }
    }

    /// Goes on with these bytes.
    package mutating func update(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe update($0) }
    }

    private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
        length &+= UInt64(bytes.count)
        var offset = 0
        if !pending.isEmpty {
            let taken = min(64 - pending.count, bytes.count)
            unsafe pending.append(contentsOf: bytes[..<taken])
            offset = taken
            if pending.count < 64 { return }
            let block = pending
            unsafe block.withUnsafeBufferPointer { unsafe compress($0.baseAddress!, blocks: 1) }
            pending.removeAll(keepingCapacity: true)
        }
        let blocks = (bytes.count - offset) / 64
        if blocks > 0, let base = bytes.baseAddress {
            unsafe compress(base + offset, blocks: blocks)
            offset += blocks * 64
        }
        if offset < bytes.count { unsafe pending.append(contentsOf: bytes[offset...]) }
    }

    /// The digest of everything so far. The hash is not to be used after it.
    package mutating func finish() -> Digest {
        var padding: [UInt8] = [0x80]
        let used = (pending.count + 1) % 64
        padding.append(contentsOf: repeatElement(0, count: (120 - used) % 64))
        let bits = length &* 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padding.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        update(padding)
        return Digest(words: state)
    }

    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// The compression function over whole blocks (FIPS 180-4, section 6.2.2).
    private mutating func compress(_ base: UnsafePointer<UInt8>, blocks: Int) {
        unsafe Self.roundConstants.withUnsafeBufferPointer { constants in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for block in 0..<blocks {
                    let input = unsafe UnsafeRawPointer(base + block &* 64)
                    for index in 0..<16 {
                        unsafe schedule[index] = UInt32(
                            bigEndian: input.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
                    }
                    for index in 16..<64 {
                        let early = unsafe schedule[index &- 15]
                        let late = unsafe schedule[index &- 2]
                        let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
                        let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
                        unsafe schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
                    }
                    var words = state
                    for index in 0..<64 {
                        let sum1 = Self.rotate(words.e, 6) ^ Self.rotate(words.e, 11) ^ Self.rotate(words.e, 25)
                        let choice = (words.e & words.f) ^ (~words.e & words.g)
                        let first = unsafe words.h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
                        let sum0 = Self.rotate(words.a, 2) ^ Self.rotate(words.a, 13) ^ Self.rotate(words.a, 22)
                        let majority = (words.a & words.b) ^ (words.a & words.c) ^ (words.b & words.c)
                        words = InlineWords(
                            a: first &+ sum0 &+ majority, b: words.a, c: words.b, d: words.c, e: words.d &+ first,
                            f: words.e, g: words.f, h: words.g)
                    }
                    state = InlineWords(
                        a: state.a &+ words.a, b: state.b &+ words.b, c: state.c &+ words.c, d: state.d &+ words.d,
                        e: state.e &+ words.e, f: state.f &+ words.f, g: state.g &+ words.g, h: state.h &+ words.h)
                }
            }
        }
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        (word &>> count) | (word &<< (32 &- count))
    }
}
