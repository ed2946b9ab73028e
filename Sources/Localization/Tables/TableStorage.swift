/// One key path of a table: 16 bytes, so that four share a cache line.
struct TableNode {
    /// What a key path holds itself.
    enum ValueKind: UInt32 {
        /// Nothing: it is only a parent.
        case none = 0
        /// A string that counts.
        case message = 1
        /// An empty string that counts as missing.
        case emptyString = 2
        case number = 3
        case yes = 4
        case no = 5
        case null = 6
    }

    /// What lies below a key path.
    enum ContainerKind: UInt32 {
        case none = 0
        case object = 1
        /// Its children are 0…n−1, in this order.
        case array = 2
    }

    /// The largest length of a segment. A file is smaller.
    static let maximumSegment = 1 << 26 - 1
    static let valueShift: UInt32 = 26
    static let containerShift: UInt32 = 29
    static let programBit: UInt32 = 1 << 31

    /// The node above, the root for a first segment.
    var parent: UInt32
    /// The first node behind all that lie below this one.
    var end: UInt32
    /// Where the last segment stands (see `TableStorage.pages`); where there is a value, its text follows.
    var segment: UInt32
    /// The segment's length in the low 26 bits, then the value's kind, the container's, and whether the text needs a
    /// program.
    var lengthAndKinds: UInt32

    @inline(__always) var segmentCount: Int { Int(lengthAndKinds & (1 << 26 - 1)) }
    @inline(__always) var valueKind: ValueKind { ValueKind(rawValue: (lengthAndKinds >> Self.valueShift) & 7)! }
    @inline(__always) var containerKind: ContainerKind {
        ContainerKind(rawValue: (lengthAndKinds >> Self.containerShift) & 3)!
    }
    @inline(__always) var needsProgram: Bool { lengthAndKinds & Self.programBit != 0 }
}

/// A slot of the hash index.
struct TableSlot {
    /// The low half of the key path's hash; the high half chose the slot where the search begins.
    var tag: UInt32
    /// The node, 0 (the root, which is no key path) where the slot is free.
    var node: UInt32
}

/// Which nodes need a program, and how many do before each group of 64.
struct TableRank {
    var bits: UInt64
    var before: UInt32
}

/// A table's memory, in one piece. The tapes that it points into are the files'.
@safe struct TableStorage {
    /// Offsets into tapes are counted as if the tapes stood one behind another, each from a multiple of this size on;
    /// `pages` has the address of each such piece, so that an offset is found without a search for its file.
    static let pageShift: UInt32 = 16

    let nodes: UnsafeMutablePointer<TableNode>
    let nodeCount: Int
    let slots: UnsafeMutablePointer<TableSlot>
    let slotCount: UInt64
    let ranks: UnsafeMutablePointer<TableRank>
    let pages: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let memory: UnsafeMutableRawPointer

    /// Uninitialised storage, but for the slots, which are free, and the ranks, which are empty.
    init(nodeCount: Int, pageCount: Int) {
        // Two thirds full: a search that finds nothing looks at five slots on average, all in one cache line.
        let slotCount = nodeCount + nodeCount / 2 + 2
        let rankCount = nodeCount / 64 + 1
        let nodeBytes = nodeCount * MemoryLayout<TableNode>.stride
        let slotBytes = slotCount * MemoryLayout<TableSlot>.stride
        let rankBytes = rankCount * MemoryLayout<TableRank>.stride
        unsafe memory = .allocate(
            byteCount: rankBytes + pageCount * 8 + slotBytes + nodeBytes, alignment: 64)
        unsafe nodes = memory.bindMemory(to: TableNode.self, capacity: nodeCount)
        unsafe slots = (memory + nodeBytes).bindMemory(to: TableSlot.self, capacity: slotCount)
        unsafe slots.initialize(repeating: TableSlot(tag: 0, node: 0), count: slotCount)
        unsafe ranks = (memory + nodeBytes + slotBytes).bindMemory(to: TableRank.self, capacity: rankCount)
        unsafe ranks.initialize(repeating: TableRank(bits: 0, before: 0), count: rankCount)
        unsafe pages = (memory + nodeBytes + slotBytes + rankBytes).bindMemory(
            to: UnsafePointer<UInt8>.self, capacity: pageCount)
        self.nodeCount = nodeCount
        self.slotCount = UInt64(slotCount)
    }

    func deallocate() { unsafe memory.deallocate() }

    @inline(__always)
    func address(of offset: UInt32) -> UnsafePointer<UInt8> {
        unsafe pages[Int(offset >> Self.pageShift)] + Int(offset & (1 << Self.pageShift - 1))
    }

    @inline(__always)
    func segment(of node: UInt32) -> UnsafeBufferPointer<UInt8> {
        let record = unsafe nodes[Int(node)]
        return unsafe UnsafeBufferPointer(start: address(of: record.segment), count: record.segmentCount)
    }

    @inline(__always)
    func text(of node: UInt32) -> UnsafeBufferPointer<UInt8> {
        let record = unsafe nodes[Int(node)]
        guard record.valueKind != .none else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        let base = unsafe address(of: record.segment)
        var offset = record.segmentCount
        let count = unsafe TapeReader.number(base, &offset)
        return unsafe UnsafeBufferPointer(start: base + offset, count: count)
    }

    @inline(__always)
    func programOrdinal(of node: UInt32) -> Int {
        let rank = unsafe ranks[Int(node >> 6)]
        let below = rank.bits & (1 << UInt64(node & 63) &- 1)
        return Int(rank.before) &+ below.nonzeroBitCount
    }

    /// The node of a key path.
    @inline(__always)
    func node(at path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32? {
        let tag = UInt32(truncatingIfNeeded: hash)
        var index = Int(((hash >> 32) &* slotCount) >> 32)
        while true {
            let slot = unsafe slots[index]
            if slot.node == 0 { return nil }
            if slot.tag == tag, unsafe matches(slot.node, path) { return slot.node }
            index &+= 1
            if index == Int(slotCount) { index = 0 }
        }
    }

    /// The child of a node with this segment; the hash is that of the child's whole path.
    ///
    /// It does not read the path, which may be long and have many children.
    @inline(__always)
    func child(of parent: UInt32, segment: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32? {
        let tag = UInt32(truncatingIfNeeded: hash)
        var index = Int(((hash >> 32) &* slotCount) >> 32)
        while true {
            let slot = unsafe slots[index]
            if slot.node == 0 { return nil }
            if slot.tag == tag, unsafe nodes[Int(slot.node)].parent == parent,
                unsafe Self.equal(self.segment(of: slot.node), segment)
            {
                return slot.node
            }
            index &+= 1
            if index == Int(slotCount) { index = 0 }
        }
    }

    /// Whether a node's key path is this one, read from its end to its start.
    @inline(__always)
    private func matches(_ node: UInt32, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = path.baseAddress else {
            let record = unsafe nodes[Int(node)]
            return record.parent == 0 && record.segmentCount == 0
        }
        var end = path.count
        var current = node
        while true {
            let record = unsafe nodes[Int(current)]
            let count = record.segmentCount
            if count > end { return false }
            end &-= count
            if unsafe !Self.equal(base + end, address(of: record.segment), count: count) { return false }
            current = record.parent
            if current == 0 { return end == 0 }
            if end == 0 { return false }
            if unsafe base[end &- 1] != 0x2E { return false }
            end &-= 1
        }
    }

    @inline(__always)
    static func equal(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return unsafe equal(one, other, count: left.count)
    }

    /// Segments are short: eight bytes at a time, the last ones once more, is faster than a call.
    @inline(__always)
    static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        let one = unsafe UnsafeRawPointer(left)
        let other = unsafe UnsafeRawPointer(right)
        if count >= 8 {
            var offset = 0
            while offset &+ 8 < count {
                if unsafe !equal(one, other, at: offset, as: UInt64.self) { return false }
                offset &+= 8
            }
            return unsafe equal(one, other, at: count &- 8, as: UInt64.self)
        }
        if count >= 4 {
            return unsafe equal(one, other, at: 0, as: UInt32.self)
                && equal(one, other, at: count &- 4, as: UInt32.self)
        }
        for offset in 0..<count where unsafe left[offset] != right[offset] { return false }
        return true
    }

    @inline(__always)
    private static func equal<Word: FixedWidthInteger & BitwiseCopyable>(
        _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, at offset: Int, as type: Word.Type
    ) -> Bool {
        unsafe one.loadUnaligned(fromByteOffset: offset, as: type)
            == other.loadUnaligned(fromByteOffset: offset, as: type)
    }
}
