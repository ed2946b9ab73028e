/// What a table file holds, in the order in which it stands there: one record after another in one buffer.
///
/// ```
/// {"login": {"title": "Log in"}}        object "login" · string "title" "Log in" · end
/// ```
///
/// A record is a byte of kind and marks, where its key stands and where its value stands (differences, as variable
/// length integers), the key, and for anything but a container the text:
///
/// ```
/// mark · lines since the last place · column of the key · columns from the key to the value
///      · length of the key · key · length of the text · text
/// ```
///
/// Keys and strings are decoded (no escapes), numbers, `true`, `false` and `null` are as the file spells them. An array's
/// elements have their index as key, so that each key path is made of bytes that stand in the tape. A value that is on
/// another line than its key has the lines between them and its own column instead.
enum Tape {
    /// What a record holds.
    enum Kind: UInt8 {
        case string = 0
        case number = 1
        case yes = 2
        case no = 3
        case null = 4
        case object = 5
        case array = 6
        /// The end of the container that began last.
        case end = 7
    }

    static let kindMask: UInt8 = 0b111
    /// The string holds one of `{`, `'`, `<` and `\`.
    static let needsProgram: UInt8 = 0b1000
    /// A later member of the same object has the same key: this one, with all it holds, does not count.
    static let superseded: UInt8 = 0b1_0000
    /// The value begins on another line than its key.
    static let valueOnOtherLine: UInt8 = 0b10_0000
    /// The container is deeper than a tree goes: the keys in it begin with its own, and stand for paths from the
    /// container around it. An empty one is nothing.
    static let transparent: UInt8 = 0b100_0000
}

/// A place in a file: line and column from 1, columns in Unicode scalars.
struct TapePlace: Hashable {
    var line = 1
    var column = 1

    init() {}
    init(_ place: TextPlace) {
        line = place.line
        column = place.column
    }
}

/// Writes a tape.
struct TapeWriter {
    private(set) var bytes: [UInt8] = []
    private var line = 1

    init(prefix: [UInt8], capacity: Int) {
        bytes.reserveCapacity(capacity)
        bytes.append(contentsOf: prefix)
    }

    /// Writes a record up to its text, and returns where its mark stands.
    @inline(__always)
    mutating func begin(
        _ kind: Tape.Kind, marks: UInt8 = 0, key: UnsafeBufferPointer<UInt8>, at place: TapePlace, value: TapePlace
    ) -> Int {
        let offset = bytes.count
        let isOnOtherLine = value.line != place.line
        bytes.append(kind.rawValue | marks | (isOnOtherLine ? Tape.valueOnOtherLine : 0))
        append(place.line &- line)
        append(place.column)
        if isOnOtherLine {
            append(value.line &- place.line)
            append(value.column)
        } else {
            append(value.column &- place.column)
        }
        line = value.line
        append(key.count)
        unsafe bytes.append(contentsOf: key)
        return offset
    }

    /// Writes the text of the record that was begun.
    @inline(__always)
    mutating func append(text: UnsafeBufferPointer<UInt8>) {
        append(text.count)
        unsafe bytes.append(contentsOf: text)
    }

    /// Ends the container that began last.
    mutating func end() { bytes.append(Tape.Kind.end.rawValue) }

    /// Marks a record, and all it holds, as one that does not count.
    mutating func supersede(at offset: Int) { bytes[offset] |= Tape.superseded }

    @inline(__always)
    private mutating func append(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads a tape record by record. The memory must outlive the reader; a tape is only ever written by `TapeWriter`, and
/// is trusted.
@safe struct TapeReader {
    let base: UnsafePointer<UInt8>
    private(set) var offset: Int
    let end: Int
    /// The marks and the kind of the record read last.
    private(set) var mark: UInt8 = 0
    private(set) var keyOffset = 0
    private(set) var keyCount = 0
    private(set) var textOffset = 0
    private(set) var textCount = 0
    /// Where the key stands in the file.
    private(set) var place = TapePlace()
    /// Where the value stands in the file.
    private(set) var value = TapePlace()

    init(_ tape: UnsafeBufferPointer<UInt8>, from offset: Int) {
        unsafe base = tape.baseAddress!
        end = tape.count
        self.offset = offset
    }

    var kind: Tape.Kind { Tape.Kind(rawValue: mark & Tape.kindMask)! }
    var isTransparent: Bool { mark & Tape.transparent != 0 }
    var isSuperseded: Bool { mark & Tape.superseded != 0 }

    /// Goes to the next record; false at the end of the tape.
    @inline(__always)
    mutating func next() -> Bool {
        guard offset < end else { return false }
        mark = unsafe base[offset]
        offset &+= 1
        let kind = mark & Tape.kindMask
        if kind == Tape.Kind.end.rawValue { return true }
        place.line = value.line &+ readNumber()
        place.column = readNumber()
        if mark & Tape.valueOnOtherLine != 0 {
            value.line = place.line &+ readNumber()
            value.column = readNumber()
        } else {
            value.line = place.line
            value.column = place.column &+ readNumber()
        }
        keyCount = readNumber()
        keyOffset = offset
        offset &+= keyCount
        if kind < Tape.Kind.object.rawValue {
            textCount = readNumber()
            textOffset = offset
            offset &+= textCount
        }
        return true
    }

    @inline(__always)
    private mutating func readNumber() -> Int {
        let number = unsafe TapeReader.number(base, &offset)
        return number
    }

    /// Reads a variable length integer.
    @inline(__always)
    static func number(_ base: UnsafePointer<UInt8>, _ offset: inout Int) -> Int {
        var byte = unsafe base[offset]
        offset &+= 1
        if byte < 0x80 { return Int(byte) }
        var number = Int(byte & 0x7F)
        var shift = 7
        repeat {
            byte = unsafe base[offset]
            offset &+= 1
            number |= Int(byte & 0x7F) &<< shift
            shift &+= 7
        } while byte >= 0x80
        return number
    }
}
