/// How a zone's offset changes year after year, as POSIX spells it: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, section 3.3).
struct TimeZoneRule: Sendable, Hashable {
    /// When in a year the offset changes.
    struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// The nth day of the year from 1 to 365; 29 February is never counted.
            case julian(Int)
            /// The nth day of the year from 0 to 365.
            case ordinal(Int)
            /// The weekday (0 is Sunday) in the nth week of the month; the fifth is the last.
            case weekday(month: Int, week: Int, day: Int)
        }

        var day: Day
        /// Seconds behind midnight by the clock that holds before the change.
        var time: Int
    }

    /// Seconds east of Greenwich.
    var standardOffset: Int
    /// In summer, where there is one.
    var summer: Summer?

    struct Summer: Sendable, Hashable {
        var offset: Int
        var start: Change
        var end: Change
    }

    /// The offset at a moment in seconds since 1970.
    func offset(at seconds: Int64) -> Int {
        guard let summer else { return standardOffset }
        let (year, start) = Self.year(containing: seconds + Int64(standardOffset))
        let begins = start + Int64(summer.start.seconds(in: year) - standardOffset)
        let ends = start + Int64(summer.end.seconds(in: year) - summer.offset)
        let isSummer =
            begins <= ends ? seconds >= begins && seconds < ends : seconds >= begins || seconds < ends
        return isSummer ? summer.offset : standardOffset
    }

    /// The year of a moment by a clock, and when it began by that clock.
    private static func year(containing seconds: Int64) -> (year: Int, start: Int64) {
        let days = Int(seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400))
        var year = 1970 + Int((Double(days) / 365.2425).rounded(.down))
        while Instant.daysSince1970(year: year, month: 1, day: 1) > days { year -= 1 }
        while Instant.daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
        return (year, Int64(Instant.daysSince1970(year: year, month: 1, day: 1)) * 86_400)
    }
}

extension TimeZoneRule.Change {
    /// Seconds from the beginning of the year by the clock that holds before the change.
    func seconds(in year: Int) -> Int {
        let first = Instant.daysSince1970(year: year, month: 1, day: 1)
        let days: Int
        switch day {
        case .julian(let day):
            days = day - 1 + (Instant.isLeap(year) && day >= 60 ? 1 : 0)
        case .ordinal(let day):
            days = day
        case .weekday(let month, let week, let weekday):
            let monthStart = Instant.daysSince1970(year: year, month: month, day: 1)
            // 1970 began on a Thursday.
            let startWeekday = ((monthStart + 4) % 7 + 7) % 7
            var day = 1 + (weekday - startWeekday + 7) % 7 + (week - 1) * 7
            while day > Instant.days(in: month, of: year) { day -= 7 }
            days = monthStart + day - 1 - first
        }
        return days * 86_400 + time
    }
}

// MARK: - Reading

extension TimeZoneRule {
    /// Reads a rule; nil where the text is none.
    init?(_ text: [UInt8]) {
        var reader = TimeZoneRuleReader(text: text)
        guard reader.skipName(), let standard = reader.takeTime() else { return nil }
        // POSIX counts hours west of Greenwich.
        standardOffset = -standard
        summer = nil
        if reader.isAtEnd { return }
        guard reader.skipName() else { return nil }
        var offset = standardOffset + 3600
        if !reader.isAt(0x2C), let time = reader.takeTime() { offset = -time }
        guard let start = reader.takeChange(), let end = reader.takeChange(), reader.isAtEnd else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }
}

private struct TimeZoneRuleReader {
    let text: [UInt8]
    var index = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    func isAt(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }

    mutating func take(_ byte: UInt8) -> Bool {
        guard isAt(byte) else { return false }
        index += 1
        return true
    }

    /// Skips `CET` or `<+03>`.
    mutating func skipName() -> Bool {
        let start = index
        if take(0x3C) {
            while index < text.count, text[index] != 0x3E { index += 1 }
            return take(0x3E)
        }
        while index < text.count, (text[index] | 0x20) &- 0x61 < 26 { index += 1 }
        return index > start
    }

    mutating func takeNumber() -> Int? {
        let start = index
        var value = 0
        while index < text.count, text[index] &- 0x30 <= 9, index - start < 4 {
            value = value * 10 + Int(text[index] - 0x30)
            index += 1
        }
        return index > start ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func takeTime() -> Int? {
        let isNegative = take(0x2D)
        if !isNegative { _ = take(0x2B) }
        guard let hours = takeNumber(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(0x3A) {
            guard let value = takeNumber(), value < 60 else { return nil }
            seconds += value * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.5.0/2`, `,J60` or `,59`.
    mutating func takeChange() -> TimeZoneRule.Change? {
        guard take(0x2C) else { return nil }
        let day: TimeZoneRule.Change.Day
        if take(0x4D) {
            guard let month = takeNumber(), (1...12).contains(month), take(0x2E), let week = takeNumber(),
                (1...5).contains(week), take(0x2E), let weekday = takeNumber(), weekday <= 6
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if take(0x4A) {
            guard let number = takeNumber(), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = takeNumber(), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        var time = 7200
        if take(0x2F) {
            guard let seconds = takeTime() else { return nil }
            time = seconds
        }
        return TimeZoneRule.Change(day: day, time: time)
    }
}
