/// A hash for short texts that nobody outside can foresee, cheaper than the standard library's.
///
/// It places entries in tables in which a collision costs time and nothing else.
struct SeededHash {
    private let seed = UInt64.random(in: .min ... .max)

    /// The hash of a text.
    func callAsFunction(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = seed ^ UInt64(truncatingIfNeeded: text.count)
        let raw = UnsafeRawBufferPointer(text)
        var index = 0
        while index + 8 <= raw.count {
            hash = unsafe Self.mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < raw.count {
            rest = unsafe rest << 8 | UInt64(raw[index])
            index += 1
        }
        return Self.mixed(hash ^ rest)
    }

    /// The product's two halves, so that every bit counts.
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
