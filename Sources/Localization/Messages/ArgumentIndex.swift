/// The hash table of a scope with many arguments: one slot of 32 bits holds the place of an entry, counted from 1.
///
/// Its size is at least twice the count of arguments. The hash is seeded for the process, so that no request can choose
/// names that all meet in one slot.
enum ArgumentIndex {
    /// The count of slots for so many arguments.
    static func slotCount(for count: Int) -> UInt32 { 1 << UInt32(Int.bitWidth - (2 * count - 1).leadingZeroBitCount) }

    /// Fills the index of a scope whose header, entries and bytes are written.
    static func build(in memory: UnsafeMutableRawPointer) {
        let scope = UnsafeRawPointer(memory)
        let header = unsafe header(of: scope)
        let slots = unsafe (memory + Int(header.pointee.index))
            .bindMemory(to: UInt32.self, capacity: Int(header.pointee.slotCount))
        unsafe slots.initialize(repeating: 0, count: Int(header.pointee.slotCount))
        for number in unsafe 1...header.pointee.count {
            // Of two of one name the later takes the slot.
            let mark = unsafe entry(number, in: scope).pointee.mark
            let place = unsafe place(of: name(ofEntry: number, in: scope), mark, in: scope)
            unsafe slots[place] = number
        }
    }

    /// The entry of this name; nil where there is none.
    static func find(
        _ name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, in scope: UnsafeRawPointer
    ) -> UnsafePointer<ArgumentScope.Entry>? {
        let number = unsafe slots(of: scope)[place(of: name, mark, in: scope)]
        return unsafe number == 0 ? nil : entry(number, in: scope)
    }

    /// How many slots a search for this name looks at, for those who test how long searches are.
    static func probes(for name: [UInt8], in scope: ArgumentScope) -> Int? {
        let memory = unsafe scope.memory
        let slotCount = unsafe Int(header(of: memory).pointee.slotCount)
        if slotCount == 0 { return nil }
        return unsafe name.withUnsafeBufferPointer { name in
            let mark = unsafe NameMark.mark(of: name)
            return unsafe (place(of: name, mark, in: memory) - start(of: name, slotCount)) & (slotCount - 1) + 1
        }
    }

    /// The slot that holds this name, or the free one at which a search for it ends.
    private static func place(
        of name: UnsafeBufferPointer<UInt8>, _ mark: UInt64, in scope: UnsafeRawPointer
    ) -> Int {
        let slots = unsafe slots(of: scope)
        let slotCount = unsafe Int(header(of: scope).pointee.slotCount)
        var place = unsafe start(of: name, slotCount)
        while true {
            let number = unsafe slots[place]
            if number == 0 { return place }
            if unsafe NameMark.matches(entry(number, in: scope), name, mark, in: scope) { return place }
            place = (place + 1) & (slotCount - 1)
        }
    }

    private static func start(of name: UnsafeBufferPointer<UInt8>, _ slotCount: Int) -> Int {
        var hash = PathHash()
        unsafe hash.append(name)
        return Int(truncatingIfNeeded: hash.value >> 32) & (slotCount - 1)
    }

    private static func header(of scope: UnsafeRawPointer) -> UnsafePointer<ArgumentScope.Header> {
        unsafe scope.assumingMemoryBound(to: ArgumentScope.Header.self)
    }

    private static func slots(of scope: UnsafeRawPointer) -> UnsafePointer<UInt32> {
        unsafe (scope + Int(header(of: scope).pointee.index)).assumingMemoryBound(to: UInt32.self)
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
