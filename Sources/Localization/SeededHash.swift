/// A fast hash of byte strings for tables in memory. The seed differs from one table to the next, so that nobody
/// outside can choose strings that collide; a collision costs time and nothing else.
package struct SeededHash: Sendable {
    @usableFromInline package let seed: UInt64

    /// A hash with a seed of its own.
    package init() {
        seed = UInt64.random(in: .min ... .max)
    }

    /// The hash of some bytes.
    @inlinable
    package func callAsFunction(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        if raw.count >= 64 {
            // Two products of sixteen bytes each: one need not wait for the other.
            var other = state ^ 0x8EBC_6AF0_9C88_C6E3
            while index + 32 <= raw.count {
                state = unsafe Self.fold(
                    state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self),
                    seed ^ raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
                other = unsafe Self.fold(
                    other ^ raw.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self),
                    seed ^ raw.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self))
                index += 32
            }
            state = Self.mix(state) ^ other
        }
        while index + 8 <= raw.count {
            state = unsafe Self.mix(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var last: UInt64 = 0
        while index < raw.count {
            last = unsafe last << 8 | UInt64(raw[index])
            index += 1
        }
        return Self.mix(state ^ last)
    }

    /// The hash of a string and a number.
    @inlinable
    package func combined(_ hash: UInt64, _ number: UInt64) -> UInt64 {
        Self.mix(hash ^ number &* 0xD6E8_FEB8_6659_FD93)
    }

    /// Folds a 128-bit product: each bit of the input moves every bit of the output.
    @inlinable
    package static func mix(_ value: UInt64) -> UInt64 {
        fold(value ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)
    }

    @usableFromInline @inline(__always)
    static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
