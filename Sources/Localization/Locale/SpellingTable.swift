/// Finds the position of a text among a few, without allocating: open addressing over one buffer.
struct SpellingTable {
    private let hash: SeededHash
    private let slots: [Int32]
    private let texts: [[UInt8]]

    /// Holds these texts; of equal ones the first is found.
    init(_ texts: [[UInt8]]) {
        let hash = SeededHash()
        var capacity = 8
        while capacity < texts.count * 4 { capacity *= 2 }
        var slots = [Int32](repeating: -1, count: capacity)
        for (index, text) in texts.enumerated() {
            var slot = unsafe Int(truncatingIfNeeded: text.withUnsafeBufferPointer { unsafe hash($0) }) & (capacity - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Int32(index)
        }
        self.hash = hash
        self.slots = slots
        self.texts = texts
    }

    /// The position of a text; nil where it is not among them.
    func index(of text: Span<UInt8>) -> Int? {
        unsafe text.withUnsafeBufferPointer { text in
            var slot = unsafe Int(truncatingIfNeeded: hash(text)) & (slots.count - 1)
            while slots[slot] >= 0 {
                let index = Int(slots[slot])
                if unsafe isSame(texts[index], text) { return index }
                slot = (slot + 1) & (slots.count - 1)
            }
            return nil
        }
    }

    private func isSame(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe left.count == right.count && left.elementsEqual(right)
    }
}
