internal import CScan

/// A place in a document, as editors count.
public struct TextPlace: Sendable, Hashable {
    /// Bytes from the start, from 0.
    public let offset: Int
    /// The line, from 1; lines end at LF.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int

    /// Counts to a byte of a document; one pass over what lies before it.
    package init(offset: Int, in document: UnsafeBufferPointer<UInt8>) {
        var places = unsafe TextPlaces(document: document)
        self = places.place(of: offset)
    }

    init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// Counts to many places of one document, in one pass where they are asked in ascending order.
@safe struct TextPlaces {
    private let document: UnsafeBufferPointer<UInt8>
    private var last = TextPlace(offset: 0, line: 1, column: 1)

    init(document: UnsafeBufferPointer<UInt8>) { unsafe self.document = document }

    mutating func place(of offset: Int) -> TextPlace {
        unsafe precondition(offset <= document.count, "a place lies in its document")
        guard let base = unsafe document.baseAddress else { return last }
        if offset < last.offset { last = TextPlace(offset: 0, line: 1, column: 1) }
        let end = unsafe base + offset
        let start = unsafe base + last.offset
        let lines = unsafe Int(cscan_count(start, end, 0x0A))
        if lines == 0 {
            let column = unsafe last.column + Int(cscan_scalars(start, end))
            last = TextPlace(offset: offset, line: last.line, column: column)
        } else {
            var lineStart = unsafe end
            while unsafe lineStart[-1] != 0x0A { unsafe lineStart -= 1 }
            let column = unsafe 1 + Int(cscan_scalars(lineStart, end))
            last = TextPlace(offset: offset, line: last.line + lines, column: column)
        }
        return last
    }
}
