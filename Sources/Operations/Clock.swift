import Glibc

/// The system's clocks, read without Foundation.
package enum Clock {
    /// Nanoseconds of the monotonic clock; only differences mean something.
    package static func monotonicNanoseconds() -> UInt64 {
        nanoseconds(CLOCK_MONOTONIC)
    }

    /// Nanoseconds since 1970-01-01T00:00:00Z, by the wall clock.
    package static func wallNanoseconds() -> UInt64 {
        nanoseconds(CLOCK_REALTIME)
    }

    private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// The instant as RFC 3339 writes it, in UTC with milliseconds: `2026-03-01T09:05:00.250Z`.
    package static func timestamp(_ wallNanoseconds: UInt64) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(24)
        appendTimestamp(wallNanoseconds, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends what `timestamp` returns.
    package static func appendTimestamp(_ wallNanoseconds: UInt64, to output: inout [UInt8]) {
        let seconds = wallNanoseconds / 1_000_000_000
        let milliseconds = Int(wallNanoseconds / 1_000_000 % 1000)
        let date = civilDate(daysSince1970: Int(seconds / 86_400))
        let ofDay = Int(seconds % 86_400)
        appendPadded(date.year, 4, to: &output)
        output.append(UInt8(ascii: "-"))
        appendPadded(date.month, 2, to: &output)
        output.append(UInt8(ascii: "-"))
        appendPadded(date.day, 2, to: &output)
        output.append(UInt8(ascii: "T"))
        appendPadded(ofDay / 3600, 2, to: &output)
        output.append(UInt8(ascii: ":"))
        appendPadded(ofDay / 60 % 60, 2, to: &output)
        output.append(UInt8(ascii: ":"))
        appendPadded(ofDay % 60, 2, to: &output)
        output.append(UInt8(ascii: "."))
        appendPadded(milliseconds, 3, to: &output)
        output.append(UInt8(ascii: "Z"))
    }

    private static func appendPadded(_ value: Int, _ width: Int, to output: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// The Gregorian date of a day. Years are counted from March, so that the leap day is a year's last.
    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let daysSinceMarch0000 = days + 719_468
        let era = daysSinceMarch0000 / 146_097
        let dayOfEra = daysSinceMarch0000 % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}
