/// Finds where many values of files stand, without reading a tape from its start for each of them.
struct TapePlaces {
    /// A reader every so many records, to go on from.
    private static let stride = 256

    /// A file, held so that its identity and its tape stay its own, and readers before every so many of its records.
    private struct Known {
        var file: TableFile
        var readers: [TapeReader]
    }

    private var known: [ObjectIdentifier: Known] = [:]

    /// Where the value stands whose key or text lies at this offset of the file's tape: its key, and the value itself.
    mutating func place(of offset: Int, in file: TableFile) -> (key: TapePlace, value: TapePlace)? {
        let readers = readers(of: file)
        let passed = readers.partitionPoint { $0.offset <= offset }
        guard passed > 0 else { return nil }
        // The last reader that has not gone past the offset yet.
        var reader = readers[passed - 1]
        while reader.next() {
            if reader.offset > offset { return (reader.place, reader.value) }
        }
        return nil
    }

    private mutating func readers(of file: TableFile) -> [TapeReader] {
        if let known = known[ObjectIdentifier(file)] { return known.readers }
        var reader = unsafe TapeReader(file.tape, from: file.firstRecord)
        var readers = [reader]
        var count = 0
        while reader.next() {
            count += 1
            if count.isMultiple(of: Self.stride) { readers.append(reader) }
        }
        known[ObjectIdentifier(file)] = Known(file: file, readers: readers)
        return readers
    }
}
