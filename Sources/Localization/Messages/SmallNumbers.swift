/// The whole numbers that messages mostly show, ready to be written, and their plural categories: made once for a
/// locale from its rules and symbols, never freed, as locales are not.
///
/// ```
/// texts        a word of eight bytes for each number below 1,000: up to seven of text, the last one the count of them
/// categories   a byte for each: the cardinal category in the low four bits, the ordinal one above; then as many bytes
///              for the larger numbers, by their last three digits
/// grouping     how larger numbers are written with the texts of the digits
/// ```
@unsafe struct SmallNumbers {
    private let memory: UnsafeRawPointer

    /// How many numbers have a text.
    @safe static let count = 1000
    /// Numbers from this one on are for others to write.
    @safe private static let end: UInt64 = 1_000_000_000_000_000
    /// The bytes that no number below `end` is longer than.
    @safe static let maximumSize = 7 * (15 + 14)
    /// Where there is no category, since it takes more than the last three digits to tell.
    @safe private static let unknown: UInt8 = 15
    @safe private static let groupingOffset = count * 10

    /// How numbers of four digits and more are written.
    @safe private struct Grouping {
        /// The separator, as a word of text; 0 where it, or a digit, has none.
        var separator: UInt64
        /// The places, counted from the last digit, behind which a separator stands.
        var places: UInt32
        /// The digits of the least number that has separators.
        var minimumDigits: UInt32
    }

    init(cardinal: PluralRules, ordinal: PluralRules, symbols: NumberSymbols) {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.groupingOffset + MemoryLayout<Grouping>.size, alignment: 8)
        for number in 0..<Self.count {
            var text: [UInt8] = []
            symbols.append(symbols.rounded(Quantity(Int64(number))), to: &text)
            unsafe memory.storeBytes(of: Self.word(of: text), toByteOffset: number * 8, as: UInt64.self)
        }
        for number in 0..<(2 * Self.count) {
            let isLarge = number >= Self.count
            let categories = [cardinal, ordinal].map { rules in
                isLarge && !rules.followsLastDigits(of: UInt64(number))
                    ? Self.unknown : rules.category(ofInteger: UInt64(number)).rawValue
            }
            unsafe memory.storeBytes(
                of: categories[0] | categories[1] << 4, toByteOffset: Self.count * 8 + number, as: UInt8.self)
        }
        unsafe memory.storeBytes(of: Self.grouping(by: symbols), toByteOffset: Self.groupingOffset, as: Grouping.self)
        unsafe self.memory = UnsafeRawPointer(memory)
    }

    /// Text of up to seven bytes as a word; longer text has none, and is written the long way.
    @safe private static func word(of text: [UInt8]) -> UInt64 {
        if text.count > 7 { return 0 }
        var word: UInt64 = 0
        for byte in text.reversed() { word = word << 8 | UInt64(byte) }
        return (word | UInt64(text.count) << 56).littleEndian
    }

    @safe private static func grouping(by symbols: NumberSymbols) -> Grouping {
        let isPossible =
            symbols.positivePrefix.isEmpty && symbols.positiveSuffix.isEmpty && symbols.minimumIntegerDigits <= 1
            && symbols.minimumFractionDigits == 0 && symbols.digits.allSatisfy { word(of: $0) != 0 }
        let primary = symbols.primaryGrouping
        var places: UInt32 = 0
        if primary > 0 {
            for place in stride(from: primary, to: 15, by: max(1, symbols.secondaryGrouping)) { places |= 1 << place }
        }
        return Grouping(
            separator: isPossible ? word(of: symbols.groupingSeparator) : 0, places: places,
            minimumDigits: UInt32(primary + symbols.minimumGrouping))
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

    /// The category of a number; nil where it is not known here.
    @inline(__always)
    func category(of number: UInt64, ordinal isOrdinal: Bool) -> UInt8? {
        var place = number
        if number >= Self.count {
            guard number < Self.end else { return nil }
            place = UInt64(Self.count) &+ number % UInt64(Self.count)
        }
        let categories = unsafe memory.load(
            fromByteOffset: Self.count * 8 + Int(truncatingIfNeeded: place), as: UInt8.self)
        let category = isOrdinal ? categories >> 4 : categories & 15
        return category == Self.unknown ? nil : category
    }

    /// Writes a number of four digits or more, and up to seven bytes behind it, to memory of `maximumSize` bytes and as
    /// many; the end of it, or nil where it is not for here.
    @inline(never)
    func write(large number: Int64, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
        let grouping = unsafe (memory + Self.groupingOffset).assumingMemoryBound(to: Grouping.self)
        guard number >= Self.count, number < Self.end, unsafe grouping.pointee.separator != 0 else { return nil }
        // Four bits for each digit, the last one lowest.
        var digits: UInt64 = 0
        var count: UInt32 = 0
        var rest = UInt64(number)
        while rest != 0 {
            digits |= (rest % 10) << UInt64(4 &* count)
            rest /= 10
            count &+= 1
        }
        let places = unsafe count >= grouping.pointee.minimumDigits ? grouping.pointee.places : 0
        var next = unsafe target
        while count != 0 {
            count &-= 1
            unsafe next = Self.store(word(of: Int64(digits >> UInt64(4 &* count) & 15)), to: next)
            if places >> count & 1 != 0 { unsafe next = Self.store(grouping.pointee.separator, to: next) }
        }
        return unsafe next
    }

    /// Writes the text of a word; the end of it.
    @inline(__always)
    static func store(_ word: UInt64, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
        return unsafe target + Int(UInt64(littleEndian: word) >> 56)
    }
}
