/// The whole numbers that messages mostly show, ready to be written, and their plural categories: made once for a
/// locale from its rules and symbols, never freed, as locales are not.
///
/// ```
/// texts        a word of eight bytes for each number: up to seven of text, the last one the count of them
/// categories   a byte for each number: the cardinal category in the low four bits, the ordinal one above
/// ```
@unsafe struct SmallNumbers {
    private let memory: UnsafeRawPointer

    /// How many numbers there are.
    @safe static let count = 1000

    init(cardinal: PluralRules, ordinal: PluralRules, symbols: NumberSymbols) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.count * 9, alignment: 8)
        for number in 0..<Self.count {
            var text: [UInt8] = []
            symbols.append(symbols.rounded(Quantity(Int64(number))), to: &text)
            var word: UInt64 = 0
            // What does not fit is written the long way, as larger numbers are.
            if text.count <= 7 {
                for byte in text.reversed() { word = word << 8 | UInt64(byte) }
                word |= UInt64(text.count) << 56
            }
            unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: number * 8, as: UInt64.self)
            let categories =
                cardinal.category(ofInteger: UInt64(number)).rawValue
                | ordinal.category(ofInteger: UInt64(number)).rawValue << 4
            unsafe memory.storeBytes(of: categories, toByteOffset: Self.count * 8 + number, as: UInt8.self)
        }
        unsafe self.memory = UnsafeRawPointer(memory)
    }

    /// The word of a number's text; 0 where there is none.
    @inline(__always)
    func word(of number: Int64) -> UInt64 {
        guard number >= 0 && number < Self.count else { return 0 }
        return unsafe memory.load(fromByteOffset: Int(number) * 8, as: UInt64.self)
    }

    /// The text of a number; nil where there is none.
    @inline(__always)
    func text(of number: Int64) -> UnsafeBufferPointer<UInt8>? {
        guard number >= 0 && number < Self.count else { return nil }
        let start = unsafe (memory + Int(number) * 8).assumingMemoryBound(to: UInt8.self)
        let count = unsafe Int(start[7])
        return unsafe count == 0 ? nil : UnsafeBufferPointer(start: start, count: count)
    }

    /// The category of a number; nil where it is not among them.
    @inline(__always)
    func category(of number: UInt64, ordinal isOrdinal: Bool) -> UInt8? {
        guard number < Self.count else { return nil }
        let categories = unsafe memory.load(fromByteOffset: Self.count * 8 + Int(number), as: UInt8.self)
        return isOrdinal ? categories >> 4 : categories & 15
    }
}
