/// The whole numbers that messages mostly show, ready to be written, and their plural categories: made once for a
/// locale, never freed, as locales are not.
@unsafe struct SmallNumbers {
    /// The categories of 0, 1, 2 …, cardinal and ordinal.
    private let cardinal: UnsafePointer<UInt8>
    private let ordinal: UnsafePointer<UInt8>
    /// Where the text of each number ends; that of the one before is where it begins.
    private let ends: UnsafePointer<UInt16>
    private let texts: UnsafePointer<UInt8>

    /// How many numbers there are.
    @safe private static let count = 1000

    init(cardinal: PluralRules, ordinal: PluralRules, symbols: NumberSymbols) {
        var texts: [UInt8] = []
        var ends: [UInt16] = [0]
        for number in 0..<Self.count {
            symbols.append(symbols.rounded(Quantity(Int64(number))), to: &texts)
            ends.append(UInt16(texts.count))
        }
        unsafe self.texts = Self.copy(texts)
        unsafe self.ends = Self.copy(ends)
        unsafe self.cardinal = Self.copy((0..<Self.count).map { cardinal.category(ofInteger: UInt64($0)).rawValue })
        unsafe self.ordinal = Self.copy((0..<Self.count).map { ordinal.category(ofInteger: UInt64($0)).rawValue })
    }

    private static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        unsafe memory.initialize(from: elements, count: elements.count)
        return unsafe UnsafePointer(memory)
    }

    /// The text of a number; nil where it is not among them.
    @inline(__always)
    func text(of number: Int64) -> UnsafeBufferPointer<UInt8>? {
        guard number >= 0 && number < Self.count else { return nil }
        let start = unsafe Int(ends[Int(number)])
        let end = unsafe Int(ends[Int(number) + 1])
        return unsafe UnsafeBufferPointer(start: texts + start, count: end - start)
    }

    /// The category of a whole number.
    @inline(__always)
    func category(of number: UInt64, ordinal isOrdinal: Bool, _ context: MessageWriter.Context) -> UInt8 {
        if number < Self.count {
            return unsafe isOrdinal ? ordinal[Int(number)] : cardinal[Int(number)]
        }
        let locale = unsafe context.locale
        return (isOrdinal ? locale.ordinal : locale.cardinal).category(ofInteger: number).rawValue
    }
}
