internal import Glibc
internal import Synchronization

/// Remembers what headers and names came to, in a fixed number of places: most readers send one of a few headers.
///
/// A hit allocates nothing. Long texts are not remembered. A stranger who sends many different headers can push others
/// out, which costs those a fresh choice; what is in use outlives a flood, and a wrong answer is never possible, since
/// the whole text is compared.
final class SelectionCache: Sendable {
    /// What a text is; the same bytes may be both.
    enum Kind: UInt8 {
        case header = 1
        case name = 2
    }

    /// The longest text that is remembered, in bytes.
    static let maximumLength = 120
    /// How many texts are remembered at most.
    static var capacity: Int { shardCount * Shard.setCount * Shard.ways }

    private static let shardCount = 8

    private let hash = SeededHash()
    private let shards: [SharedShard]

    init() {
        shards = (0..<Self.shardCount).map { _ in SharedShard() }
    }

    /// What a text came to, where that is known.
    func outcome(of text: Span<UInt8>, kind: Kind) -> LanguageSelector.Outcome? {
        guard text.count <= Self.maximumLength else { return nil }
        return unsafe text.withUnsafeBufferPointer { text in
            let hash = unsafe hash(text)
            return shard(hash).state.withLock { unsafe $0.outcome(of: text, kind: kind, hash: hash) }
        }
    }

    /// Remembers what a text came to.
    func insert(_ outcome: LanguageSelector.Outcome, of text: Span<UInt8>, kind: Kind) {
        guard text.count <= Self.maximumLength else { return }
        unsafe text.withUnsafeBufferPointer { text in
            let hash = unsafe hash(text)
            shard(hash).state.withLock { unsafe $0.insert(outcome, of: text, kind: kind, hash: hash) }
        }
    }

    /// How often a text was known, and how often not.
    var statistics: (hits: UInt64, misses: UInt64) {
        shards.reduce((0, 0)) { sum, shard in
            shard.state.withLock { (sum.0 + $0.hits, sum.1 + $0.misses) }
        }
    }

    private func shard(_ hash: UInt64) -> SharedShard { shards[Int(hash >> 61)] }

    /// A share of the places behind a lock of its own.
    private final class SharedShard: Sendable {
        let state = Mutex(Shard())
    }
}

/// Places in sets of four: a text may stand in any place of one set, and the longest unused gives way.
@safe private struct Shard: ~Copyable, @unchecked Sendable {
    // Sendable: the memory belongs to this value alone, which its mutex guards.
    static let setCount = 16
    static let ways = 4

    private struct Entry {
        var hash: UInt64 = 0
        var index: Int32 = 0
        var length: UInt8 = 0
        var kind: UInt8 = 0
        var isWanted = false
        var hasUsableRange = false
        var isRecent = false
    }

    private let entries: UnsafeMutableBufferPointer<Entry>
    private let texts: UnsafeMutablePointer<UInt8>
    private(set) var hits: UInt64 = 0
    private(set) var misses: UInt64 = 0

    init() {
        unsafe entries = .allocate(capacity: Self.setCount * Self.ways)
        unsafe entries.initialize(repeating: Entry())
        unsafe texts = .allocate(capacity: entries.count * SelectionCache.maximumLength)
    }

    deinit {
        unsafe entries.deallocate()
        unsafe texts.deallocate()
    }

    mutating func outcome(
        of text: UnsafeBufferPointer<UInt8>, kind: SelectionCache.Kind, hash: UInt64
    ) -> LanguageSelector.Outcome? {
        guard let place = unsafe place(of: text, kind: kind, hash: hash) else {
            misses &+= 1
            return nil
        }
        hits &+= 1
        unsafe entries[place].isRecent = true
        let entry = unsafe entries[place]
        return LanguageSelector.Outcome(
            index: Int(entry.index), isWanted: entry.isWanted, hasUsableRange: entry.hasUsableRange)
    }

    mutating func insert(
        _ outcome: LanguageSelector.Outcome, of text: UnsafeBufferPointer<UInt8>, kind: SelectionCache.Kind,
        hash: UInt64
    ) {
        // Another thread may have been faster.
        guard unsafe place(of: text, kind: kind, hash: hash) == nil else { return }
        let place = freePlace(for: hash)
        unsafe entries[place] = Entry(
            hash: hash, index: Int32(outcome.index), length: UInt8(text.count), kind: kind.rawValue,
            isWanted: outcome.isWanted, hasUsableRange: outcome.hasUsableRange)
        if let source = text.baseAddress {
            unsafe memcpy(texts + place * SelectionCache.maximumLength, source, text.count)
        }
    }

    private func place(
        of text: UnsafeBufferPointer<UInt8>, kind: SelectionCache.Kind, hash: UInt64
    ) -> Int? {
        for place in places(for: hash) {
            let entry = unsafe entries[place]
            guard entry.hash == hash, entry.kind == kind.rawValue, Int(entry.length) == text.count else { continue }
            guard let source = text.baseAddress else { return place }
            if unsafe memcmp(texts + place * SelectionCache.maximumLength, source, text.count) == 0 { return place }
        }
        return nil
    }

    /// A place that was not used since the last search for one; where all were, they must prove themselves anew.
    private func freePlace(for hash: UInt64) -> Int {
        let places = places(for: hash)
        for place in places where unsafe entries[place].kind == 0 { return place }
        for place in places where unsafe !entries[place].isRecent { return place }
        for place in places { unsafe entries[place].isRecent = false }
        return places.lowerBound + Int(truncatingIfNeeded: hash >> 8) % Self.ways
    }

    private func places(for hash: UInt64) -> Range<Int> {
        let start = Int(truncatingIfNeeded: hash) & (Self.setCount - 1)
        return start * Self.ways..<(start + 1) * Self.ways
    }
}
