import Glibc

/// Writes arguments into the memory in which they are searched: that of a scope, or the stack's.
@safe public struct ArgumentWriter: ~Copyable {
    /// What holds the memory; nil while that is the stack's.
    private var storage: ArgumentMemory?
    /// Where the memory begins.
    private var memory: UnsafeMutableRawPointer
    /// The bytes of the memory, of which `ShortBytes.slack` stay free.
    private var size: Int
    private var count = 0
    private var maximumCount: Int
    /// Where the next name or text goes.
    private var next: Int

    private static let entriesOffset = MemoryLayout<ArgumentScope.Header>.stride

    /// A writer with room for so many arguments and bytes; it makes more where it must.
    init(entries: Int, bytes: Int) {
        maximumCount = entries
        next = Self.entriesOffset + entries * MemoryLayout<ArgumentScope.Entry>.stride
        size = next + bytes + ShortBytes.slack
        let storage = ArgumentMemory.make(size: size)
        self.storage = storage
        unsafe memory = storage.start
    }

    /// A writer that begins with memory of the stack's.
    private init(memory: UnsafeMutableRawPointer, size: Int) {
        maximumCount = Self.entriesOnStack
        next = Self.entriesOffset + Self.entriesOnStack * MemoryLayout<ArgumentScope.Entry>.stride
        self.size = size
        unsafe self.memory = unsafe memory
        unsafe memory.initializeMemory(as: ArgumentScope.Header.self, to: ArgumentScope.Header())
    }

    /// Makes arguments for as long as a body runs: on the stack, where they are few.
    @inline(__always)
    static func withArguments<Result>(
        _ write: (inout ArgumentWriter) -> Void, _ body: (UnsafeRawPointer) -> Result
    ) -> Result {
        unsafe withUnsafeTemporaryAllocation(byteCount: sizeOnStack, alignment: 16) { stack in
            var writer = unsafe ArgumentWriter(memory: stack.baseAddress!, size: sizeOnStack)
            write(&writer)
            writer.complete(in: nil)
            let result = unsafe body(UnsafeRawPointer(writer.memory))
            _ = consume writer
            return result
        }
    }

    private static let entriesOnStack = 6
    private static let sizeOnStack = 512

    /// Adds text.
    public mutating func add(_ name: Span<UInt8>, string: Span<UInt8>) {
        add(name, .string, text: string)
    }

    /// Adds a number as a JSON document spells it; what is none shows as an unusable argument.
    public mutating func add(_ name: Span<UInt8>, number: Span<UInt8>) {
        add(name, .number, text: number)
    }

    /// Adds an integer.
    public mutating func add(_ name: Span<UInt8>, integer: Int64) { add(name, .integer, number: integer) }

    /// Adds true or false.
    public mutating func add(_ name: Span<UInt8>, boolean: Bool) { add(name, .boolean, number: boolean ? 1 : 0) }

    /// Adds a value.
    mutating func add(_ name: Span<UInt8>, _ value: ArgumentValue) {
        switch value {
        case .string(let text): add(name, string: text.span)
        case .integer(let value): add(name, integer: value)
        case .number(let text): add(name, number: text.span)
        case .boolean(let value): add(name, boolean: value)
        case .unusable: addUnusable(name)
        }
    }

    /// Adds something that no message can show.
    public mutating func addUnusable(_ name: Span<UInt8>) { add(name, .unusable, number: 0) }

    private mutating func add(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, text: Span<UInt8>) {
        makeRoom(for: name.count + text.count)
        let start = next
        copy(text)
        addEntry(name, kind, text: UInt32(truncatingIfNeeded: start), number: Int64(text.count))
    }

    private mutating func add(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, number: Int64) {
        makeRoom(for: name.count)
        addEntry(name, kind, text: 0, number: number)
    }

    @inline(__always)
    private mutating func addEntry(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, text: UInt32, number: Int64) {
        let mark = unsafe name.withUnsafeBufferPointer { unsafe NameMark.mark(of: $0) }
        // Offsets and counts are smaller than the memory, and that is less than four gigabytes.
        unsafe entries[count] = ArgumentScope.Entry(
            name: UInt32(truncatingIfNeeded: next), nameCount: UInt32(truncatingIfNeeded: name.count), mark: mark,
            kind: kind, text: text, number: number)
        copy(name)
        count &+= 1
    }

    private var entries: UnsafeMutablePointer<ArgumentScope.Entry> {
        unsafe (memory + Self.entriesOffset).assumingMemoryBound(to: ArgumentScope.Entry.self)
    }

    @inline(__always)
    private mutating func copy(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress {
                unsafe ShortBytes.copy(base, to: (memory + next).assumingMemoryBound(to: UInt8.self), bytes.count)
            }
        }
        next &+= bytes.count
    }

    @inline(__always)
    private mutating func makeRoom(for bytes: Int) {
        if count == maximumCount || bytes > size &- ShortBytes.slack &- next { grow(for: bytes) }
    }

    /// Makes room for one argument more, and for bytes: each time for twice as many, so that all growing together costs
    /// no more than a few copies.
    @inline(never)
    private mutating func grow(for bytes: Int) {
        let moved = count == maximumCount ? maximumCount + 8 : 0
        let shift = moved * MemoryLayout<ArgumentScope.Entry>.stride
        let bytesOffset = Self.entriesOffset + maximumCount * MemoryLayout<ArgumentScope.Entry>.stride
        take(size + shift + max(bytes, size), gap: shift, at: bytesOffset)
        if moved == 0 { return }
        for index in 0..<count {
            var entry = unsafe entries[index]
            entry.name += UInt32(shift)
            if entry.text != 0 { entry.text += UInt32(shift) }
            unsafe entries[index] = entry
        }
        maximumCount += moved
        next += shift
    }

    /// Takes new memory and copies what is written, the part from an offset on behind a gap.
    private mutating func take(_ newSize: Int, gap: Int = 0, at offset: Int = entriesOffset) {
        precondition(newSize <= Int(UInt32.max), "arguments take less than four gigabytes")
        let new = ArgumentMemory.make(size: newSize)
        let start = unsafe new.start
        unsafe memcpy(start + Self.entriesOffset, memory + Self.entriesOffset, offset - Self.entriesOffset)
        unsafe memcpy(start + offset + gap, memory + offset, next - offset)
        storage = new
        unsafe memory = start
        size = newSize
    }

    /// Writes what a search needs beside the entries.
    private mutating func complete(in parent: ArgumentMemory?) {
        let index = (next + 3) & ~3
        var slotCount: UInt32 = 0
        if count > ArgumentScope.maximumWithoutIndex {
            slotCount = ArgumentIndex.slotCount(for: count)
            let end = index + Int(slotCount) * MemoryLayout<UInt32>.stride
            if end > size { take(end) }
        }
        let header = unsafe memory.assumingMemoryBound(to: ArgumentScope.Header.self)
        if let parent {
            unsafe header.pointee.outer = parent
            unsafe header.pointee.parent = UnsafeRawPointer(parent.start)
        }
        unsafe header.pointee.count = UInt32(count)
        unsafe header.pointee.slotCount = slotCount
        unsafe header.pointee.index = UInt64(index)
        if slotCount > 0 { unsafe ArgumentIndex.build(in: memory) }
    }

    /// The memory of a scope, complete.
    consuming func finish(in parent: ArgumentMemory?) -> ArgumentMemory {
        complete(in: parent)
        return storage!
    }
}
