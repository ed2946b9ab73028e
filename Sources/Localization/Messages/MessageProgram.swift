/// The steps of a program. Each is text, which may be empty, and what follows it: the first of its words of 32 bits has
/// the kind in the low 8 bits and the offset of the text in the high 24, the second one the length of the text. So a
/// message takes few steps, and text costs no step of its own.
///
/// Offsets name bytes of the message's text. Literal text that does not stand there in one piece is in the program's own
/// pool, and written by a step of its own; offsets of what is there are counted from the program's first word. Targets
/// and tables name words.
///
/// A program has no stack: branches jump, and `#` names the step whose number it shows.
enum MessageStep {
    /// The program is over.
    static let end: UInt32 = 0
    /// `#`: the `plural` step.
    static let number: UInt32 = 1
    /// The target.
    static let jump: UInt32 = 2
    /// Text alone.
    static let text: UInt32 = 3
    /// Text of the pool: offset; length.
    static let pool: UInt32 = 4
    /// A reference to another message: offset of the whole; its length; offset of the key path; its length. The offsets
    /// name the pool where `MessageBytes.poolBit` is set.
    static let reference: UInt32 = 5

    /// The bit of the kinds that go on with the name of an argument: its offset, its length (the low 16 bits of a word
    /// whose other bits are the step's), its `NameMark` (low half, high half).
    static let nameBit: UInt32 = 0x80
    /// `{name}`: the name.
    static let argument: UInt32 = nameBit | plainBit
    /// The bit that tells `argument` from the others with a name.
    static let plainBit: UInt32 = 0x40
    /// `plural` and `selectordinal`: the name (beside its length: the count of exact branches and flags, 8 bits each);
    /// six targets by category; the table. The table: the offset to subtract where there is one, the formatter that
    /// decides the category where there is one, three words for each exact branch: the value as a floating-point number
    /// (low half, high half), the target.
    static let plural: UInt32 = 0x81
    /// `select`: the name (beside its length: the count of branches); the target of `other`; the table. The table: three
    /// words for each branch: offset of the key, its length, the target.
    static let select: UInt32 = 0x82
    /// An argument with a type: the name; the formatter.
    static let format: UInt32 = 0x83

    /// Where in a step what follows its text begins.
    static let body = 2
    /// Where in a step with a name what follows the name begins.
    static let behindName = 6
    /// Where a `plural` step has its table, and a `select` step.
    static let pluralTable = 12
    static let selectTable = 7

    /// The words of a step, without its table.
    static func size(of kind: UInt32) -> Int {
        switch kind {
        case end, text: body
        case number, jump: body + 1
        case pool: body + 2
        case argument: behindName
        case format: behindName + 1
        case plural: pluralTable + 1
        case select: selectTable + 1
        default: body + 4
        }
    }
}

/// The flags of a `plural` step.
enum PluralFlags {
    /// `selectordinal`.
    static let ordinal: UInt32 = 1
    /// The table begins with an integer to subtract.
    static let integerOffset: UInt32 = 2
    /// The table begins with a number to subtract as the text spells it: offset and length.
    static let spelledOffset: UInt32 = 4
    /// A formatter of ICU decides the category.
    static let categoryFormatter: UInt32 = 8
    /// The category is that of the number rounded to an integer.
    static let categoryOfInteger: UInt32 = 16
    /// The category is that of the number as it is, unrounded.
    static let categoryOfValue: UInt32 = 32
}

/// The words and the pool of a program as a parser writes them.
struct ProgramBuilder {
    private(set) var words: [UInt32] = []
    private(set) var pool: [UInt8] = []
    /// Whether no step needs a formatter of ICU or another message.
    private(set) var isQuick = true
    /// The text of the step that comes next.
    private var text: Range<Int>?
    /// The words that are offsets into the pool, so far counted from its begin.
    private var poolOffsets: [Int] = []

    /// Whether the program writes the message's text of this size as it stands, and nothing else.
    func isText(of size: Int) -> Bool { words == [MessageStep.end, UInt32(size)] }

    /// The index of the next word, where a step begins.
    var position: Int {
        assert(text == nil, "text belongs to a step")
        return words.count
    }

    /// Puts text before the step that comes next.
    ///
    /// - Parameter text: where it stands in the message or, with `MessageBytes.poolBit`, in the pool.
    mutating func append(text: Range<Int>) {
        if text.isEmpty { return }
        if text.lowerBound & MessageBytes.poolBit != 0 {
            append(MessageStep.pool)
            append(place: text)
            words[words.count - 2] ^= UInt32(MessageBytes.poolBit)
            return
        }
        if self.text != nil { append(MessageStep.text) }
        self.text = text
    }

    /// Begins a step; the place of it.
    @discardableResult
    mutating func append(_ step: UInt32) -> Int {
        let position = words.count
        if step == MessageStep.format || step == MessageStep.reference { isQuick = false }
        words.append(step | UInt32(text?.lowerBound ?? 0) << 8)
        words.append(UInt32(text?.count ?? 0))
        text = nil
        return position
    }

    /// Appends an argument's name, which stands at an offset of the message.
    mutating func append(name: UnsafeBufferPointer<UInt8>, at offset: Int) {
        let mark = unsafe NameMark.mark(of: name)
        append(word: offset)
        append(word: name.count)
        words.append(UInt32(truncatingIfNeeded: mark))
        words.append(UInt32(truncatingIfNeeded: mark >> 32))
    }

    /// Appends where something stands, in the message or the pool: its offset and its length.
    mutating func append(place: Range<Int>) {
        if place.lowerBound & MessageBytes.poolBit != 0 { poolOffsets.append(words.count) }
        append(word: place.lowerBound)
        append(word: place.count)
    }

    /// Ends the program.
    mutating func finish() {
        append(MessageStep.end)
        for place in poolOffsets { words[place] += UInt32(words.count * 4) }
        poolOffsets = []
    }

    mutating func append(word: Int) { words.append(UInt32(word)) }

    mutating func append(rawWord: UInt32) { words.append(rawWord) }

    mutating func set(_ position: Int, rawWord: UInt32) { words[position] = rawWord }

    mutating func setTarget(ofJump position: Int, to target: Int) {
        words[position + MessageStep.body] = UInt32(target)
    }

    /// Puts bytes into the pool; the offset under which they are found.
    mutating func addToPool(_ bytes: some Collection<UInt8>) -> Int {
        let offset = MessageBytes.poolBit | pool.count
        pool.append(contentsOf: bytes)
        return offset
    }
}

/// A finished program, in memory that belongs to somebody else: whether it is quick, the words, the pool.
@unsafe struct MessageProgram {
    let memory: UnsafeRawPointer

    @safe private static let headerSize = 4

    @inline(__always)
    var words: UnsafePointer<UInt32> {
        unsafe (memory + Self.headerSize).assumingMemoryBound(to: UInt32.self)
    }

    /// Whether `QuickMessage` can run it.
    @inline(__always)
    var isQuick: Bool { unsafe memory.load(as: UInt32.self) != 0 }

    /// What the offsets of this program name, where it is that of this text.
    @inline(__always)
    func bytes(with text: UnsafeBufferPointer<UInt8>) -> MessageBytes {
        unsafe MessageBytes(text: text.baseAddress.unsafelyUnwrapped, program: UnsafeRawPointer(words))
    }

    /// The bytes that a program takes, with those that may be read behind its pool.
    @safe static func size(of builder: ProgramBuilder) -> Int {
        headerSize + builder.words.count * 4 + builder.pool.count + (builder.pool.isEmpty ? 0 : ShortBytes.slack)
    }

    /// Writes a program into memory of `size(of:)` bytes, aligned to four.
    init(_ builder: ProgramBuilder, in memory: UnsafeMutableRawPointer) {
        unsafe memory.storeBytes(of: builder.isQuick ? 1 : 0, as: UInt32.self)
        unsafe builder.words.withUnsafeBytes {
            unsafe (memory + Self.headerSize).copyMemory(
                from: $0.baseAddress!, byteCount: $0.count)
        }
        unsafe builder.pool.withUnsafeBytes { pool in
            guard let base = pool.baseAddress else { return }
            unsafe (memory + Self.headerSize + builder.words.count * 4).copyMemory(from: base, byteCount: pool.count)
        }
        unsafe self.memory = UnsafeRawPointer(memory)
    }

    /// A program that was written before.
    init(at memory: UnsafeRawPointer) { unsafe self.memory = memory }
}
