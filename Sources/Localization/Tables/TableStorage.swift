internal import CScan

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
    @inline(__always) var isMessage: Bool {
        (lengthAndKinds >> Self.valueShift) & 7 == ValueKind.message.rawValue
    }
    @inline(__always) var containerKind: ContainerKind {
        ContainerKind(rawValue: (lengthAndKinds >> Self.containerShift) & 3)!
    }
    @inline(__always) var needsProgram: Bool { lengthAndKinds & Self.programBit != 0 }
}

/// Eight slots of the hash index, one cache line: the tags of all, then the nodes of all.
///
/// A tag is the low half of a key path's hash; the high half chose the bucket where the search begins. A node is 0 (the
/// root, which is no key path) where the slot is free; slots are taken from the first to the last.
enum TableBucket {
    static let slots = 8
    /// The words of 32 bits of a bucket.
    static let words = 16
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
    let buckets: UnsafeMutablePointer<UInt32>
    let bucketCount: UInt64
    let ranks: UnsafeMutablePointer<TableRank>
    let pages: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let memory: UnsafeMutableRawPointer

    /// Uninitialised storage, but for the slots, which are free, and the ranks, which are empty.
    init(nodeCount: Int, pageCount: Int) {
        // Two thirds full: nearly every search ends in the bucket where it began.
        let bucketCount = (nodeCount + nodeCount / 2) / TableBucket.slots + 1
        let rankCount = nodeCount / 64 + 1
        let nodeBytes = nodeCount * MemoryLayout<TableNode>.stride
        let bucketWords = bucketCount * TableBucket.words
        let bucketBytes = bucketWords * MemoryLayout<UInt32>.stride
        let rankBytes = rankCount * MemoryLayout<TableRank>.stride
        unsafe memory = .allocate(
            byteCount: rankBytes + pageCount * 8 + bucketBytes + nodeBytes, alignment: 64)
        unsafe buckets = memory.bindMemory(to: UInt32.self, capacity: bucketWords)
        unsafe buckets.initialize(repeating: 0, count: bucketWords)
        unsafe nodes = (memory + bucketBytes).bindMemory(to: TableNode.self, capacity: nodeCount)
        unsafe ranks = (memory + nodeBytes + bucketBytes).bindMemory(to: TableRank.self, capacity: rankCount)
        unsafe ranks.initialize(repeating: TableRank(bits: 0, before: 0), count: rankCount)
        unsafe pages = (memory + nodeBytes + bucketBytes + rankBytes).bindMemory(
            to: UnsafePointer<UInt8>.self, capacity: pageCount)
        self.nodeCount = nodeCount
        self.bucketCount = UInt64(bucketCount)
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
        guard (record.lengthAndKinds >> TableNode.valueShift) & 7 != 0 else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
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

    /// The bucket where the search for a hash begins.
    @inline(__always)
    func firstBucket(for hash: UInt64) -> UnsafeMutablePointer<UInt32> {
        unsafe buckets + Int(truncatingIfNeeded: ((hash >> 32) &* bucketCount) >> 32) &* TableBucket.words
    }

    /// The bucket behind one; the first one behind the last.
    @inline(__always)
    private func bucket(after bucket: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
        let next = unsafe bucket + TableBucket.words
        return unsafe next == buckets + Int(bucketCount) &* TableBucket.words ? buckets : next
    }

    /// Enters a node, which is not in the index yet.
    func enter(_ node: UInt32, hash: UInt64) {
        var bucket = unsafe firstBucket(for: hash)
        while true {
            for slot in 0..<TableBucket.slots where unsafe bucket[TableBucket.slots + slot] == 0 {
                unsafe bucket[slot] = UInt32(truncatingIfNeeded: hash)
                unsafe bucket[TableBucket.slots + slot] = node
                return
            }
            unsafe bucket = self.bucket(after: bucket)
        }
    }

    /// The first node in the index that has this hash and is the one.
    @inline(__always)
    private func node(hash: UInt64, where isIt: (UInt32) -> Bool) -> UInt32? {
        var bucket = unsafe firstBucket(for: hash)
        while true {
            var hits = unsafe cscan_words(bucket, UInt32(truncatingIfNeeded: hash))
            while hits != 0 {
                let node = unsafe bucket[TableBucket.slots &+ hits.trailingZeroBitCount]
                if node != 0, isIt(node) { return node }
                hits &= hits &- 1
            }
            if unsafe bucket[TableBucket.words &- 1] == 0 { return nil }
            unsafe bucket = self.bucket(after: bucket)
        }
    }

    /// The node that a search for this hash looks at first, 0 where its first bucket has none; it may be another's.
    @inline(__always)
    func candidate(for hash: UInt64) -> UInt32 {
        let bucket = unsafe firstBucket(for: hash)
        let hits = unsafe cscan_words(bucket, UInt32(truncatingIfNeeded: hash)) | 1 << 8
        // A ninth slot would be the next bucket's; there is none behind the last one.
        let slot = hits.trailingZeroBitCount & (TableBucket.slots &- 1)
        return unsafe bucket[TableBucket.slots &+ slot]
    }

    /// The node of a key path.
    @inline(__always)
    func node(at path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32? {
        node(hash: hash) { node in unsafe matches(node, path) }
    }

    /// The child of a node with this segment; the hash is that of the child's whole path.
    ///
    /// It does not read the path, which may be long and have many children.
    @inline(__always)
    func child(of parent: UInt32, segment: UnsafeBufferPointer<UInt8>, hash: UInt64) -> UInt32? {
        node(hash: hash) { node in
            unsafe nodes[Int(node)].parent == parent && Self.equal(self.segment(of: node), segment)
        }
    }

    /// Whether a node's key path is this one, read from its end to its start.
    @inline(__always)
    func matches(_ node: UInt32, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
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
            if unsafe !ShortBytes.isEqual(base + end, address(of: record.segment), count) { return false }
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
        return unsafe ShortBytes.isEqual(one, other, left.count)
    }
}
