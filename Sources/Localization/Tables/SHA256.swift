internal import CScan

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
    private let isPortable: Bool

    /// The digest of nothing so far.
    package init() { isPortable = false }

    /// The digest of nothing so far, by plain C whatever the processor has.
    init(isPortable: Bool) { self.isPortable = isPortable }

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

    private mutating func compress(_ base: UnsafePointer<UInt8>, blocks: Int) {
        let isPortable = isPortable
        unsafe withUnsafeMutablePointer(to: &state) { state in
            unsafe state.withMemoryRebound(to: UInt32.self, capacity: 8) { words in
                if isPortable {
                    unsafe cscan_sha256_portable(words, base, blocks)
                } else {
                    unsafe cscan_sha256(words, base, blocks)
                }
            }
        }
    }
}
