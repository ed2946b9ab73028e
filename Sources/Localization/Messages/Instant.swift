/// A moment: a date, a time of day and a zone's offset, as ISO 8601 and RFC 3339 write it.
struct Instant: Sendable, Hashable {
    /// Milliseconds since 1970 in UTC.
    let milliseconds: Int64

    /// Whole seconds since 1970 in UTC.
    var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000) }

    /// Reads `2026-03-01T14:05:09.250+01:00`; also without seconds, without fraction, with `Z`, an offset of hours alone
    /// or without its colon, and in the basic form `20260301T140509Z`. Nil for anything else: a date without a time, a
    /// time without a zone.
    init?(_ text: [UInt8]) {
        var reader = Reader(text: text)
        var year = 0
        if let sign = reader.takeAny("+-") {
            // Years of six digits, as JavaScript writes them; -000000 is none.
            guard let digits = reader.takeDigits(6), sign == 0x2B || digits != 0 else { return nil }
            year = sign == 0x2D ? -digits : digits
        } else {
            guard let digits = reader.takeDigits(4) else { return nil }
            year = digits
        }
        let isExtended = reader.take("-")
        guard let month = reader.takeDigits(2), (1...12).contains(month) else { return nil }
        if isExtended, !reader.take("-") { return nil }
        guard let day = reader.takeDigits(2), (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        guard reader.takeAny("Tt ") != nil else { return nil }
        guard let hour = reader.takeDigits(2), hour <= 24 else { return nil }
        if isExtended, !reader.take(":") { return nil }
        guard let minute = reader.takeDigits(2), minute < 60 else { return nil }
        var second = 0
        var fraction = 0
        if isExtended ? reader.take(":") : reader.isAtDigit {
            // A leap second counts as the one behind it.
            guard let digits = reader.takeDigits(2), digits <= 60 else { return nil }
            second = digits
            if reader.takeAny(".,") != nil {
                guard let digits = reader.takeMilliseconds() else { return nil }
                fraction = digits
            }
        }
        if hour == 24 && (minute != 0 || second != 0 || fraction != 0) { return nil }
        guard let offset = reader.takeOffset(), reader.isAtEnd else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        let total = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
        milliseconds = total * 1000 + Int64(fraction)
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to a day of the Gregorian calendar, reckoned backwards too.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that the leap day is the last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

private struct Reader {
    let text: [UInt8]
    var index = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { index == text.count }
    var isAtDigit: Bool { index < text.count && text[index] &- 0x30 <= 9 }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, UInt32(text[index]) == character.value else { return false }
        index += 1
        return true
    }

    mutating func takeAny(_ characters: StaticString) -> UInt8? {
        guard index < text.count else { return nil }
        let byte = text[index]
        let isOne = characters.withUTF8Buffer { unsafe $0.contains(byte) }
        guard isOne else { return nil }
        index += 1
        return byte
    }

    mutating func takeDigits(_ count: Int) -> Int? {
        guard text.count - index >= count else { return nil }
        var value = 0
        for _ in 0..<count {
            guard isAtDigit else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        return value
    }

    /// A fraction of a second, of any length; the digits beyond the third are cut.
    mutating func takeMilliseconds() -> Int? {
        guard isAtDigit else { return nil }
        var value = 0
        var digits = 0
        while isAtDigit {
            if digits < 3 { value = value * 10 + Int(text[index] - 0x30) }
            digits += 1
            index += 1
        }
        while digits < 3 {
            value *= 10
            digits += 1
        }
        return value
    }

    /// The offset from UTC in seconds.
    mutating func takeOffset() -> Int? {
        if takeAny("Zz") != nil { return 0 }
        guard let sign = takeAny("+-"), let hours = takeDigits(2), hours < 24 else { return nil }
        var minutes = 0
        if take(":") || isAtDigit {
            guard let digits = takeDigits(2), digits < 60 else { return nil }
            minutes = digits
        }
        return (hours * 60 + minutes) * (sign == 0x2D ? -60 : 60)
    }
}
