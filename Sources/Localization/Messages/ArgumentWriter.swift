import Glibc

/// Writes the arguments of a scope into the memory that will be its own.
@safe public struct ArgumentWriter: ~Copyable {
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
        unsafe memory = Self.checked(malloc(size))
    }

    deinit { unsafe free(memory) }

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

    /// Adds something that no message can show.
    public mutating func addUnusable(_ name: Span<UInt8>) { add(name, .unusable, number: 0) }

    @inline(__always)
    private mutating func add(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, text: Span<UInt8>) {
        makeRoom(for: name.count + text.count)
        let start = copy(text)
        addEntry(name, kind, text: start, number: Int64(text.count))
    }

    @inline(__always)
    private mutating func add(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, number: Int64) {
        makeRoom(for: name.count)
        addEntry(name, kind, text: 0, number: number)
    }

    private mutating func addEntry(_ name: Span<UInt8>, _ kind: ArgumentView.Kind, text: UInt32, number: Int64) {
        let mark = unsafe name.withUnsafeBufferPointer { unsafe NameMark.mark(of: $0) }
        let entry = ArgumentScope.Entry(
            name: copy(name), nameCount: UInt32(name.count), mark: mark, kind: kind, text: text, number: number
        )
        unsafe entries[count] = entry
        count += 1
    }

    private var entries: UnsafeMutablePointer<ArgumentScope.Entry> {
        unsafe (memory + Self.entriesOffset).assumingMemoryBound(to: ArgumentScope.Entry.self)
    }

    private mutating func copy(_ bytes: Span<UInt8>) -> UInt32 {
        let start = next
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress {
                unsafe ShortBytes.copy(
                    base, to: (memory + start).assumingMemoryBound(to: UInt8.self), bytes.count)
            }
        }
        next += bytes.count
        return UInt32(start)
    }

    @inline(__always)
    private mutating func makeRoom(for bytes: Int) {
        if count == maximumCount || bytes > size - ShortBytes.slack - next { grow(for: bytes) }
    }

    /// Makes room for one argument more, and for bytes: each time for twice as many, so that all growing together costs
    /// no more than a few copies.
    @inline(never)
    private mutating func grow(for bytes: Int) {
        let moved = count == maximumCount ? maximumCount + 8 : 0
        let shift = moved * MemoryLayout<ArgumentScope.Entry>.stride
        let newSize = size + shift + max(bytes, size)
        precondition(newSize <= Int(UInt32.max), "arguments take less than four gigabytes")
        unsafe memory = Self.checked(realloc(memory, newSize))
        size = newSize
        if moved == 0 { return }
        let bytesOffset = Self.entriesOffset + maximumCount * MemoryLayout<ArgumentScope.Entry>.stride
        unsafe memmove(memory + bytesOffset + shift, memory + bytesOffset, next - bytesOffset)
        for index in 0..<count {
            unsafe entries[index].name += UInt32(shift)
            if unsafe entries[index].text != 0 { unsafe entries[index].text += UInt32(shift) }
        }
        maximumCount += moved
        next += shift
    }

    /// The memory, complete; it is the caller's to free.
    consuming func finish(in parent: UnsafeRawPointer?) -> UnsafeRawPointer {
        var header = unsafe ArgumentScope.Header(parent: parent, count: UInt32(count), slotCount: 0, index: 0)
        if count > ArgumentScope.maximumWithoutIndex {
            header.slotCount = ArgumentIndex.slotCount(for: count)
            header.index = UInt64((next + 3) & ~3)
            let end = Int(header.index) + Int(header.slotCount) * MemoryLayout<UInt32>.stride
            if end > size { unsafe memory = Self.checked(realloc(memory, end)) }
        }
        unsafe memory.storeBytes(of: header, as: ArgumentScope.Header.self)
        if header.slotCount > 0 { unsafe ArgumentIndex.build(in: memory, header) }
        let finished = unsafe UnsafeRawPointer(memory)
        discard self
        return unsafe finished
    }

    private static func checked(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let memory = unsafe memory else { fatalError("there is no memory for arguments") }
        return unsafe memory
    }
}
