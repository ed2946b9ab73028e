import Localization

/// What some header values came to, so that parsing the same ones again costs a look: bounded, replaced in place.
///
/// Clients of one kind send the same `Accept`, and there are few common `Accept-Language` headers.
struct HeaderMemo<Value> {
    private struct Entry {
        var hash: UInt64
        var header: [UInt8]
        var value: Value
    }

    private var entries: [Entry?]
    private let longest: Int

    /// A memo of `capacity` values, a power of two, for headers of at most `longest` bytes.
    init(capacity: Int, longest: Int) {
        entries = Array(repeating: nil, count: capacity)
        self.longest = longest
    }

    /// The value of a header, from memory or made now. Longer headers than the memo takes are made each time.
    mutating func value(
        of header: ArraySlice<UInt8>, hash: SeededHash, make: (ArraySlice<UInt8>) -> Value
    ) -> Value {
        guard header.count <= longest else { return make(header) }
        let hash = unsafe header.withUnsafeBufferPointer { unsafe hash($0) }
        let position = Int(truncatingIfNeeded: hash) & (entries.count - 1)
        if let entry = entries[position], entry.hash == hash, Bytes.equal(entry.header[...], header) {
            return entry.value
        }
        let value = make(header)
        entries[position] = Entry(hash: hash, header: Array(header), value: value)
        return value
    }
}
