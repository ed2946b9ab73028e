/// The hash table of a scope with many arguments: one slot of 32 bits holds the place of an entry, counted from 1.
///
/// Its size is at least twice the count of arguments. The hash is seeded for the process, so that no request can choose
/// names that all meet in one slot.
enum ArgumentIndex {
    /// The count of slots for so many arguments.
    static func slotCount(for count: Int) -> UInt32 { 1 << UInt32(Int.bitWidth - (2 * count - 1).leadingZeroBitCount) }

    /// Fills the index of a scope whose entries and bytes are written.
    static func build(in memory: UnsafeMutableRawPointer, _ header: ArgumentScope.Header) {
        let slots = unsafe (memory + Int(header.index)).bindMemory(to: UInt32.self, capacity: Int(header.slotCount))
        unsafe slots.initialize(repeating: 0, count: Int(header.slotCount))
        let scope = UnsafeRawPointer(memory)
        for number in 1...header.count {
            // Of two of one name the later takes the slot.
            let mark = unsafe entry(number, in: scope).pointee.mark
            let place = unsafe place(of: name(ofEntry: number, in: scope), mark, header, in: scope)
            unsafe slots[place] = number
        }
    }

    /// The entry of this name; nil where there is none.
    static func find(
        _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, in scope: UnsafeRawPointer
    ) -> UnsafePointer<ArgumentScope.Entry>? {
        let header = unsafe scope.load(as: ArgumentScope.Header.self)
        let place = unsafe place(of: name, mark, header, in: scope)
        let number = unsafe (scope + Int(header.index)).assumingMemoryBound(to: UInt32.self)[place]
        return unsafe number == 0 ? nil : entry(number, in: scope)
    }

    /// How many slots a search for this name looks at, for those who test how long searches are.
    static func probes(for name: [UInt8], in scope: ArgumentScope) -> Int? {
        let header = unsafe scope.memory.load(as: ArgumentScope.Header.self)
        if header.slotCount == 0 { return nil }
        return unsafe name.withUnsafeBufferPointer { name in
            let mask = Int(header.slotCount) - 1
            let mark = unsafe NameMark.mark(of: name)
            return unsafe (place(of: name, mark, header, in: scope.memory) - start(of: name, header)) & mask + 1
        }
    }

    /// The slot that holds this name, or the free one at which a search for it ends.
    private static func place(
        of name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, _ header: ArgumentScope.Header,
        in scope: UnsafeRawPointer
    ) -> Int {
        let slots = unsafe (scope + Int(header.index)).assumingMemoryBound(to: UInt32.self)
        var place = unsafe start(of: name, header)
        while true {
            let number = unsafe slots[place]
            if number == 0 { return place }
            if unsafe NameMark.matches(entry(number, in: scope), name, mark, in: scope) { return place }
            place = (place + 1) & (Int(header.slotCount) - 1)
        }
    }

    private static func start(of name: UnsafeBufferPointer<UInt8>, _ header: ArgumentScope.Header) -> Int {
        var hash = PathHash()
        unsafe hash.append(name)
        return Int(truncatingIfNeeded: hash.value >> 32) & (Int(header.slotCount) - 1)
    }

    private static func entry(_ number: UInt32, in scope: UnsafeRawPointer) -> UnsafePointer<ArgumentScope.Entry> {
        unsafe (scope + MemoryLayout<ArgumentScope.Header>.stride)
            .assumingMemoryBound(to: ArgumentScope.Entry.self) + Int(number - 1)
    }

    private static func name(ofEntry number: UInt32, in scope: UnsafeRawPointer) -> UnsafeBufferPointer<UInt8> {
        let entry = unsafe entry(number, in: scope).pointee
        return unsafe UnsafeBufferPointer(
            start: (scope + Int(entry.name)).assumingMemoryBound(to: UInt8.self), count: Int(entry.nameCount))
    }
}
