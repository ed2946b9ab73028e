import Glibc
import Synchronization

/// The programs of one table's messages: compiled on first use, then immutable and read without a lock.
///
/// They live as long as the table, in a few large pieces of memory, so that freeing a table frees no message by itself.
@safe final class TablePrograms: Sendable {
    /// What the table's messages are formatted by.
    let formatters: MessageFormatters
    /// For each message that needs a program 0, or `asItStands`, or where its program is. Memory from `calloc`: untouched pages cost nothing.
    private nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<UInt>>
    private let count: Int
    /// The same, for those who read without counting references.
    nonisolated(unsafe) let ready: ReadyPrograms
    private let arena = Mutex(Arena())

    /// A message that does not parse.
    fileprivate static let asItStands: UInt = 1

    /// Programs for a table of this locale in which `count` messages need one.
    init(tag: LanguageTag, count: Int) {
        formatters = MessageFormatters(locale: .of(tag))
        self.count = count
        guard let memory = unsafe calloc(max(count, 1), MemoryLayout<Atomic<UInt>>.stride) else {
            fatalError("there is no memory for a table's programs")
        }
        // An atomic integer of zero is all zeros.
        unsafe slots = memory.bindMemory(to: Atomic<UInt>.self, capacity: max(count, 1))
        unsafe ready = ReadyPrograms(slots: slots, count: count, small: formatters.locale.small)
    }

    deinit { unsafe free(slots) }

    /// The program of a message; nil where the text does not parse and is to be served as it stands.
    @inline(__always)
    func program(
        at ordinal: Int, text: UnsafeBufferPointer<UInt8>, syntax: MessageSyntax
    ) -> MessageProgram? {
        precondition(ordinal < count, "a message has a place among those that need a program")
        let slot = unsafe slots[ordinal].load(ordering: .acquiring)
        if slot > Self.asItStands {
            return unsafe MessageProgram(at: UnsafeRawPointer(bitPattern: slot)!)
        }
        if slot == Self.asItStands { return nil }
        return unsafe compile(ordinal, text: text, syntax: syntax)
    }

    private func compile(
        _ ordinal: Int, text: UnsafeBufferPointer<UInt8>, syntax: MessageSyntax
    ) -> MessageProgram? {
        guard let builder = unsafe try? syntax.compile(text, formatters: formatters) else {
            unsafe slots[ordinal].store(Self.asItStands, ordering: .releasing)
            return nil
        }
        return unsafe arena.withLock { arena in
            // Another thread may have been here first.
            let slot = unsafe slots[ordinal].load(ordering: .acquiring)
            if slot != 0 { return unsafe MessageProgram(at: UnsafeRawPointer(bitPattern: slot)!) }
            let program = unsafe MessageProgram(builder, in: arena.allocate(MessageProgram.size(of: builder)))
            unsafe slots[ordinal].store(UInt(bitPattern: program.memory), ordering: .releasing)
            return unsafe program
        }
    }

    /// Memory in pieces that are freed together.
    @safe private struct Arena: ~Copyable, @unchecked Sendable {
        private var pieces: [UnsafeMutableRawPointer]
        private var next: UnsafeMutableRawPointer?
        private var room = 0
        private var pieceSize = 2048

        init() { unsafe pieces = [] }

        mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
            let aligned = (size + 3) & ~3
            if aligned > room {
                if pieceSize < 64 << 10 { pieceSize *= 2 }
                let capacity = max(pieceSize, aligned)
                let piece = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
                unsafe pieces.append(piece)
                unsafe next = piece
                room = capacity
            }
            let memory = unsafe next!
            unsafe next = memory + aligned
            room -= aligned
            return unsafe memory
        }

        deinit { unsafe pieces.forEach { unsafe $0.deallocate() } }
    }
}

/// The programs of a table that are compiled, in the table's memory.
@unsafe struct ReadyPrograms {
    fileprivate let slots: UnsafeMutablePointer<Atomic<UInt>>
    fileprivate let count: Int
    /// The numbers of the table's locale.
    let small: SmallNumbers

    /// The program of a message; nil where it is not compiled yet, or does not parse.
    @inline(__always)
    func program(at ordinal: Int) -> MessageProgram? {
        guard unsafe ordinal < count else { return nil }
        let slot = unsafe slots[ordinal].load(ordering: .acquiring)
        return unsafe slot > TablePrograms.asItStands ? MessageProgram(at: UnsafeRawPointer(bitPattern: slot)!) : nil
    }
}
