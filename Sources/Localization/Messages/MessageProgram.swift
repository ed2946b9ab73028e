/// The steps of a program. Each takes one or more words of 32 bits: the kind in the low 8, what the others call
/// *payload* in the high 24, further words behind it.
///
/// Offsets name bytes of the message's text, or, from the text's size on, bytes of the program's own pool (literal text
/// that does not stand in the message in one piece). Targets and tables name words.
///
/// A program has no stack: branches jump, and `#` names the step whose number it shows.
enum MessageStep {
    /// The program is over.
    static let end: UInt32 = 0
    /// Text: payload offset; length.
    static let literal: UInt32 = 1
    /// `{name}`: payload offset of the name; its length.
    static let argument: UInt32 = 2
    /// Payload target.
    static let jump: UInt32 = 3
    /// `#`: payload the `plural` step.
    static let number: UInt32 = 4
    /// `plural` and `selectordinal`: payload offset of the name; the name's length, the count of exact branches, flags
    /// (16, 8 and 8 bits); six targets by category; the table. The table: the offset to subtract where there is one,
    /// the formatter that decides the category where there is one, three words for each exact branch: the value as a
    /// floating-point number (low half, high half), the target.
    static let plural: UInt32 = 5
    /// `select`: payload offset of the name; the name's length and the count of branches (16 bits each); the target of
    /// `other`; the table. The table: three words for each branch: offset of the key, its length, the target.
    static let select: UInt32 = 6
    /// An argument with a type: payload offset of the name; the name's length; the formatter.
    static let format: UInt32 = 7
    /// A reference to another message: payload offset of the whole; its length; offset of the key path; its length.
    static let reference: UInt32 = 8

    /// The words of a `plural` step before its table.
    static let pluralWords = 9
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
    /// The count of bytes of the message's text: where offsets into the pool begin.
    let textCount: Int

    init(textCount: Int) { self.textCount = textCount }

    /// Whether the program writes the message's text of this size as it stands, and nothing else.
    func isText(of size: Int) -> Bool { words == [MessageStep.literal, UInt32(size), MessageStep.end] }

    /// The index of the next word.
    var position: Int { words.count }

    mutating func append(_ step: UInt32, _ payload: Int) {
        if step == MessageStep.format || step == MessageStep.reference { isQuick = false }
        words.append(step | UInt32(payload) << 8)
    }

    mutating func append(word: Int) { words.append(UInt32(word)) }

    mutating func append(rawWord: UInt32) { words.append(rawWord) }

    mutating func set(_ position: Int, rawWord: UInt32) { words[position] = rawWord }

    mutating func setTarget(ofJump position: Int, to target: Int) {
        words[position] = MessageStep.jump | UInt32(target) << 8
    }

    /// Puts bytes into the pool; the offset under which they are found.
    mutating func addToPool(_ bytes: some Collection<UInt8>) -> Int {
        let offset = textCount + pool.count
        pool.append(contentsOf: bytes)
        return offset
    }
}

/// A finished program, in memory that belongs to somebody else: its size in words, whether it is quick, the words, the
/// pool.
@unsafe struct MessageProgram {
    let memory: UnsafeRawPointer

    @safe static let headerSize = 8

    @inline(__always)
    var words: UnsafePointer<UInt32> {
        unsafe (memory + Self.headerSize).assumingMemoryBound(to: UInt32.self)
    }

    /// Whether `QuickMessage` can run it.
    @inline(__always)
    var isQuick: Bool { unsafe memory.load(fromByteOffset: 4, as: UInt32.self) != 0 }

    @inline(__always)
    var pool: UnsafePointer<UInt8> {
        let count = unsafe Int(memory.load(as: UInt32.self))
        return unsafe (memory + Self.headerSize + count * 4).assumingMemoryBound(to: UInt8.self)
    }

    /// The bytes that a program takes.
    @safe static func size(of builder: ProgramBuilder) -> Int {
        headerSize + builder.words.count * 4 + builder.pool.count
    }

    /// Writes a program into memory of `size(of:)` bytes, aligned to four.
    init(_ builder: ProgramBuilder, in memory: UnsafeMutableRawPointer) {
        unsafe memory.storeBytes(of: UInt32(builder.words.count), as: UInt32.self)
        unsafe memory.storeBytes(of: builder.isQuick ? 1 : 0, toByteOffset: 4, as: UInt32.self)
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
