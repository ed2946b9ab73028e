extension TimeZoneRules {
    /// Reads a TZif file (RFC 9636); nil where the bytes are none.
    package convenience init?(name: String, zoneInfo bytes: [UInt8]) {
        guard var header = ZoneInfoHeader(bytes, at: 0) else { return nil }
        var start = 0
        var timeSize = 4
        if header.version >= 0x32 {
            // The first part is for readers of 32 bits; the second says the same for all times.
            start = header.end(timeSize: 4)
            guard let second = ZoneInfoHeader(bytes, at: start) else { return nil }
            header = second
            timeSize = 8
        }
        let end = start + header.end(timeSize: timeSize)
        guard end <= bytes.count, header.typeCount > 0 else { return nil }
        let times = start + ZoneInfoHeader.size
        let indices = times + header.timeCount * timeSize
        let types = indices + header.timeCount
        var offsetsOfTypes: [Int32] = []
        for type in 0..<header.typeCount {
            offsetsOfTypes.append(Int32(truncatingIfNeeded: bytes.bigEndian(at: types + type * 6, size: 4)))
        }
        guard offsetsOfTypes.allSatisfy({ abs(Int($0)) <= 26 * 3600 }) else { return nil }
        var transitions: [Int64] = []
        var offsets: [Int32] = []
        for index in 0..<header.timeCount {
            let type = Int(bytes[indices + index])
            guard type < offsetsOfTypes.count else { return nil }
            transitions.append(bytes.bigEndian(at: times + index * timeSize, size: timeSize))
            offsets.append(offsetsOfTypes[type])
        }
        var rule: TimeZoneRule?
        if timeSize == 8 {
            let footer = bytes[end...].dropFirst().prefix { $0 != 0x0A }
            if !footer.isEmpty { rule = TimeZoneRule(Array(footer)) }
        }
        self.init(
            name: name, transitions: transitions, offsets: offsets, firstOffset: offsetsOfTypes[0], rule: rule)
    }
}

/// The header of one part of a TZif file.
private struct ZoneInfoHeader {
    static let size = 44
    let version: UInt8
    let timeCount: Int
    let typeCount: Int
    private let otherSizes: (localFlags: Int, standardFlags: Int, leapSeconds: Int, names: Int)

    init?(_ bytes: [UInt8], at start: Int) {
        guard bytes.count - start >= Self.size, bytes[start..<(start + 4)].elementsEqual("TZif".utf8) else {
            return nil
        }
        version = bytes[start + 4]
        let counts = (0..<6).map { Int(UInt32(truncatingIfNeeded: bytes.bigEndian(at: start + 20 + $0 * 4, size: 4))) }
        guard counts.allSatisfy({ $0 < 1 << 20 }) else { return nil }
        otherSizes = (counts[0], counts[1], counts[2], counts[5])
        timeCount = counts[3]
        typeCount = counts[4]
        guard bytes.count - start >= end(timeSize: version >= 0x32 && start > 0 ? 8 : 4) else { return nil }
    }

    /// The bytes of the part, header included.
    func end(timeSize: Int) -> Int {
        Self.size + timeCount * (timeSize + 1) + typeCount * 6 + otherSizes.names
            + otherSizes.leapSeconds * (timeSize + 4) + otherSizes.standardFlags + otherSizes.localFlags
    }
}

extension [UInt8] {
    /// A signed integer of four or eight bytes, the highest first.
    fileprivate func bigEndian(at start: Int, size: Int) -> Int64 {
        var value: UInt64 = 0
        for byte in self[start..<(start + size)] { value = value << 8 | UInt64(byte) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
