internal import CScan

/// Writes the tape of a file as the scanner tells what is in it.
@safe struct TableFileParser: JSONVisitor {
    /// What a file came to.
    struct Parsed {
        var tape: [UInt8]
        var valueCount: Int
        var found: ProblemTally
    }

    private let input: UnsafeBufferPointer<UInt8>
    private let path: String
    private var tape: TapeWriter
    private var places: TextPlaces
    private var members = MemberIndex()
    private var valueCount = 0
    private var found: ProblemTally
    /// Set where the file holds more than a table may; the rest is read over.
    private var overflow: TextPlace?

    /// The containers around what comes next; the top-level object is the first.
    private var levels: [Level] = []
    /// The key of the value that comes next, decoded, and its offset in the file.
    private var key: [UInt8] = []
    private var keyOffset = 0
    /// A string with escapes, decoded.
    private var decoded: [UInt8] = []
    /// The rest of the key path of the innermost container that is too deep to be a node with nodes below.
    private var rest: [UInt8] = []
    private let prefixDepth: Int
    private let prefixCount: Int
    /// The length of all key paths together.
    private var pathsCount = 0
    private var startsWithObject = false

    private struct Level {
        /// A number of its own for each object, for the search for duplicate keys.
        var object: UInt32
        /// How many elements an array has so far; nil for an object.
        var elements: Int?
        /// How many segments its key path has, the file's prefix included.
        var depth: Int
        /// The length of its key path.
        var pathCount: Int
        /// Where it stands so deep that its members are written under the rest of its key path: how many bytes of
        /// `rest` that is.
        var restCount: Int?
    }

    /// Parses a whole file; what is wrong in it goes into the tally.
    static func parse(
        _ bytes: Span<UInt8>, path: String, keyPrefix: [UInt8], found: ProblemTally
    ) throws(Problem) -> Parsed {
        guard bytes.count <= TableFile.maximumSize else {
            throw Problem(
                code: .limit, file: path,
                reason: "the file is larger than \(TableFile.maximumSize >> 20) MiB; split the table into several files"
            )
        }
        guard keyPrefix.count(where: { $0 == 0x2E }) < TableFile.maximumPrefixSegments else {
            throw Problem(
                code: .limit, file: path,
                reason:
                    "the file's place stands for more than \(TableFile.maximumPrefixSegments) segments of a key path")
        }
        let outcome: Result<Parsed, Problem> = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe parse(input, path: path, keyPrefix: keyPrefix, found: found)
        }
        return try outcome.get()
    }

    private static func parse(
        _ input: UnsafeBufferPointer<UInt8>, path: String, keyPrefix: [UInt8], found: ProblemTally
    ) -> Result<Parsed, Problem> {
        var parser = unsafe TableFileParser(input: input, path: path, keyPrefix: keyPrefix, found: found)
        do {
            unsafe try JSONScanner.scan(input, depthLimit: TableFile.maximumDepth, visitor: &parser)
        } catch {
            let place = unsafe TextPlace(offset: error.offset, in: input)
            let code: Problem.Code = if case .depth = error.reason { .limit } else { .syntax }
            return .failure(
                Problem(code: code, file: path, line: place.line, column: place.column, reason: error.description))
        }
        if !parser.startsWithObject {
            let place = unsafe parser.places.place(of: firstByte(of: input))
            return .failure(
                Problem(
                    code: .notAnObject, file: path, line: place.line, column: place.column,
                    reason: "a table is a JSON object, {\"key\": \"text\"}"))
        }
        if let place = parser.overflow {
            return .failure(
                Problem(
                    code: .limit, file: path, line: place.line, column: place.column,
                    reason: "the file holds more keys and values than a table may; split it into several files"))
        }
        return .success(
            Parsed(tape: parser.tape.bytes, valueCount: parser.valueCount, found: parser.found))
    }

    private static func firstByte(of input: UnsafeBufferPointer<UInt8>) -> Int {
        var offset = 0
        if input.count >= 3, unsafe input[0] == 0xEF, unsafe input[1] == 0xBB, unsafe input[2] == 0xBF { offset = 3 }
        while offset < input.count, unsafe input[offset] <= 0x20 { offset += 1 }
        return offset
    }

    private init(input: UnsafeBufferPointer<UInt8>, path: String, keyPrefix: [UInt8], found: ProblemTally) {
        unsafe self.input = unsafe input
        self.path = path
        self.found = found
        prefixCount = keyPrefix.count
        prefixDepth = keyPrefix.isEmpty ? 0 : keyPrefix.count { $0 == 0x2E } + 1
        tape = TapeWriter(prefix: keyPrefix, capacity: keyPrefix.count + input.count)
        places = unsafe TextPlaces(document: input)
    }

    // MARK: What the scanner tells

    mutating func beginObject(at offset: Int) {
        if levels.isEmpty { startsWithObject = true }
        beginContainer(.object, at: offset)
    }

    mutating func endObject(at offset: Int) { endContainer() }

    mutating func beginArray(at offset: Int) {
        beginContainer(.array, at: offset)
    }

    mutating func endArray(at offset: Int) { endContainer() }

    mutating func key(_ token: JSONStringToken) {
        keyOffset = token.range.lowerBound - 1
        key.removeAll(keepingCapacity: true)
        let bytes = unsafe UnsafeBufferPointer(rebasing: input[token.range])
        if token.traits.contains(.escapes) {
            if unsafe JSONText.appendDecoded(bytes, to: &key) { reportLoneSurrogate(at: keyOffset, in: "key") }
        } else {
            unsafe key.append(contentsOf: bytes)
        }
    }

    mutating func string(_ token: JSONStringToken) {
        guard !levels.isEmpty else { return }
        let offset = token.range.lowerBound - 1
        if token.traits.contains(.escapes) {
            decoded.removeAll(keepingCapacity: true)
            let bytes = unsafe UnsafeBufferPointer(rebasing: input[token.range])
            let isLone = unsafe JSONText.appendDecoded(bytes, to: &decoded)
            unsafe decoded.withUnsafeBufferPointer { text in
                unsafe beginRecord(.string, marks: Self.marks(of: text, token.traits), valueOffset: offset)
                unsafe append(text: text)
            }
            if isLone { reportLoneSurrogate(at: offset, in: "string") }
        } else {
            let text = unsafe UnsafeBufferPointer(rebasing: input[token.range])
            unsafe beginRecord(.string, marks: Self.marks(of: text, token.traits), valueOffset: offset)
            unsafe append(text: text)
        }
    }

    mutating func number(_ range: Range<Int>) { appendSpelled(.number, range) }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        switch literal {
        case .true: appendSpelled(.yes, offset..<offset + 4)
        case .false: appendSpelled(.no, offset..<offset + 5)
        case .null: appendSpelled(.null, offset..<offset + 4)
        }
    }

    // MARK: Records

    private mutating func appendSpelled(_ kind: Tape.Kind, _ range: Range<Int>) {
        guard !levels.isEmpty else { return }
        beginRecord(kind, valueOffset: range.lowerBound)
        unsafe append(text: UnsafeBufferPointer(rebasing: input[range]))
    }

    /// The scanner saw `<` and `{` in passing; `'` and `\` are left to look for.
    private static func marks(of text: UnsafeBufferPointer<UInt8>, _ traits: JSONStringTraits) -> UInt8 {
        if traits.contains(.mark) { return Tape.needsProgram }
        guard let base = text.baseAddress else { return 0 }
        let end = unsafe base + text.count
        return unsafe cscan_find(base, end, UInt8(ascii: "'"), UInt8(ascii: "\\")) == end ? 0 : Tape.needsProgram
    }

    private mutating func beginContainer(_ kind: Tape.Kind, at offset: Int) {
        let object = kind == .object ? members.nextObject() : 0
        var level = Level(
            object: object, elements: kind == .array ? 0 : nil, depth: prefixDepth, pathCount: prefixCount)
        if let above = levels.last {
            let segments = above.elements == nil ? key.count { $0 == 0x2E } + 1 : 1
            level.pathCount = above.pathCount + 1 + (above.elements == nil ? key.count : 1)
            level.depth = min(above.depth + segments, TableFile.maximumSegments)
            let isDeep = above.restCount != nil || level.depth == TableFile.maximumSegments
            beginRecord(kind, marks: isDeep ? Tape.transparent : 0, valueOffset: offset)
            if isDeep {
                rest.replaceSubrange((above.restCount ?? 0)..., with: key[(above.restCount ?? 0)...])
                level.restCount = rest.count
            }
        }
        levels.append(level)
    }

    private mutating func beginRecord(_ kind: Tape.Kind, marks: UInt8 = 0, valueOffset: Int) {
        if overflow != nil { return }
        let isMember = levels[levels.count - 1].elements == nil
        if let index = levels[levels.count - 1].elements {
            levels[levels.count - 1].elements = index + 1
            keyOffset = valueOffset
            key.removeAll(keepingCapacity: true)
            Self.append(index, to: &key)
        }
        let segmentCount = isMember ? key.count { $0 == 0x2E } + 1 : 1
        pathsCount += levels[levels.count - 1].pathCount + 1 + key.count
        if let count = levels[levels.count - 1].restCount {
            key.insert(contentsOf: rest[..<count] + [0x2E], at: 0)
        }
        let place = TapePlace(places.place(of: keyOffset))
        let value = isMember ? TapePlace(places.place(of: valueOffset)) : place
        let object = levels[levels.count - 1].object
        let offset = unsafe key.withUnsafeBufferPointer { key in
            unsafe tape.begin(kind, marks: marks, key: key, at: place, value: value)
        }
        valueCount += segmentCount
        if isMember {
            let member = MemberIndex.Member(
                object: object, record: UInt32(truncatingIfNeeded: offset),
                keyOffset: UInt32(truncatingIfNeeded: tape.bytes.count - key.count),
                keyCount: UInt32(truncatingIfNeeded: key.count), line: UInt32(truncatingIfNeeded: place.line),
                column: UInt32(truncatingIfNeeded: place.column))
            if let earlier = members.insert(member, in: tape.bytes) {
                tape.supersede(at: Int(earlier.record))
                if found.admit(.duplicateKey) {
                    keep(
                        .duplicateKey, at: place,
                        "the key \(Problem.quoted(key)) stands in this object already, at line "
                            + "\(earlier.line), column \(earlier.column); the last one counts")
                }
            }
        }
        if valueCount > TableFile.maximumValues || tape.bytes.count > TableFile.maximumTape
            || pathsCount > TableFile.maximumPaths
        {
            overflow = TextPlace(offset: valueOffset, line: value.line, column: value.column)
        }
    }

    private mutating func append(text: UnsafeBufferPointer<UInt8>) {
        if overflow == nil { unsafe tape.append(text: text) }
    }

    private mutating func endContainer() {
        levels.removeLast()
        if overflow == nil, !levels.isEmpty { tape.end() }
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number >= 10 { append(number / 10, to: &bytes) }
        bytes.append(0x30 + UInt8(number % 10))
    }

    // MARK: Problems

    private mutating func reportLoneSurrogate(at offset: Int, in what: String) {
        guard found.admit(.loneSurrogate) else { return }
        keep(
            .loneSurrogate, at: TapePlace(places.place(of: offset)),
            "the \(what) holds half of a surrogate pair, which is no character; U+FFFD is served in its place")
    }

    private mutating func keep(_ code: Problem.Code, at place: TapePlace, _ reason: String) {
        found.append(Problem(code: code, file: path, line: place.line, column: place.column, reason: reason))
    }
}
