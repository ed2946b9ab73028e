import Testing

@testable import Localization

@Suite("Numbers, dates and zones in detail")
struct NumberTests {
    private func quantity(_ text: String) -> Quantity? {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBufferPointer { unsafe Quantity(spelling: $0) }
    }

    private func text(_ quantity: Quantity) -> String { String(decoding: quantity.spelling, as: UTF8.self) }

    static let spellings: [(text: String, expected: String?)] = [
        ("0", "0"), ("-0", "-0"), ("007", "7"), ("+5", "5"), ("1.50", "1.50"), (".5", "0.5"), ("1e3", "1000"),
        ("1.25e1", "12.5"), ("1e-2", "0.01"), ("12345678901234567890.5", "12345678901234567890.5"), ("0e999", "0"),
        ("1e-9999", "0"), ("", nil), ("-", nil), (".", nil), ("1.", nil), ("1e", nil), ("1e+", nil), ("1,5", nil),
        (" 1", nil), ("1e400", nil), ("1e99999999999", nil), ("0x1", nil), ("NaN", nil), ("١", nil),
        (String(repeating: "9", count: 513), nil),
    ]

    @Test("What is a number", arguments: spellings)
    func spelling(text: String, expected: String?) {
        #expect(quantity(text).map { self.text($0) } == expected)
    }

    static let roundings: [(String, Int, String)] = [
        ("0.0005", 3, "0"), ("0.0015", 3, "0.002"), ("2.5", 0, "2"), ("3.5", 0, "4"), ("9.9995", 3, "10"),
        ("-0.0001", 3, "-0"), ("999999999999999999999.9996", 3, "1000000000000000000000"),
        ("0.00000000000000000000000005", 3, "0"), ("1.2345", 3, "1.234"), ("1.23451", 3, "1.235"),
    ]

    @Test("Half goes to even", arguments: roundings)
    func rounding(text: String, digits: Int, expected: String) throws {
        #expect(self.text(try #require(quantity(text)).rounded(toFractionDigits: digits)) == expected)
    }

    static let differences: [(String, String, String)] = [
        ("3", "1", "2"), ("1", "3", "-2"), ("1.50", "1", "0.50"), ("-1", "-1", "0"), ("1", "0.5", "0.5"),
        ("-9223372036854775808", "1", "-9223372036854775809"), ("100000000000000000000", "1", "99999999999999999999"),
    ]

    @Test("Differences are exact", arguments: differences)
    func difference(left: String, right: String, expected: String) throws {
        let result = try #require(quantity(left)).subtracting(try #require(quantity(right)))
        #expect(text(result) == expected)
    }

    static let offsets: [(String, String, String)] = [
        ("9007199254740992", "1", "9007199254740991"), ("9007199254740993", "1", "9007199254740991"),
        ("1e21", "1", "1000000000000000000000"), ("-123456789012345678", "1", "-123456789012345680"),
        ("2.5", "1", "1.5"),
    ]

    @Test("An offset is subtracted as ICU does", arguments: offsets)
    func offset(number: String, offset: String, expected: String) throws {
        let result = try #require(quantity(number)).less(offset: try #require(quantity(offset)))
        #expect(text(result) == expected)
    }

    static let instants: [(String, Int64?)] = [
        ("1970-01-01T00:00:00Z", 0), ("2026-03-01T14:05:09.250+01:00", 1_772_370_309_250),
        ("20260301T140509Z", 1_772_373_909_000), ("2026-03-01T14:05Z", 1_772_373_900_000),
        ("1969-12-31T23:59:59.999Z", -1), ("2024-02-29T24:00:00Z", 1_709_251_200_000),
        ("+002026-03-01T14:05:09Z", 1_772_373_909_000), ("2026-03-01", nil), ("2026-03-01T14:05:09", nil),
        ("2026-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil), ("2026-03-01T25:00:00Z", nil),
        ("2026-03-01T14:05:09Zx", nil), ("1772373909", nil), ("", nil), ("-000000-01-01T00:00:00Z", nil),
    ]

    @Test("What is an instant", arguments: instants)
    func instant(text: String, expected: Int64?) {
        #expect(Instant(Array(text.utf8))?.milliseconds == expected)
    }

    static let rules: [(String, String, Int)] = [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2040-07-01T00:00:00Z", 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2040-01-01T00:00:00Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39600), ("<-03>3", "2026-07-01T00:00:00Z", -10800),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
    ]

    @Test("A zone's rule for the years to come", arguments: rules)
    func rule(rule: String, instant: String, offset: Int) throws {
        let rule = try #require(TimeZoneRule(Array(rule.utf8)))
        #expect(rule.offset(at: try #require(Instant(Array(instant.utf8))).seconds) == offset)
    }

    @Test("Short rows of bytes are copied and compared whole", arguments: 0...40)
    func shortBytes(count: Int) {
        let source = (0..<count).map { UInt8($0 + 1) }
        var target = [UInt8](repeating: 0, count: count + 1)
        guard count > 0 else { return }
        unsafe source.withUnsafeBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe ShortBytes.copy(source.baseAddress!, to: target.baseAddress!, count)
                #expect(unsafe ShortBytes.isEqual(source.baseAddress!, target.baseAddress!, count))
            }
        }
        #expect(target == source + [0])
        target[count / 2] ^= 1
        let isEqual = unsafe source.withUnsafeBufferPointer { source in
            unsafe target.withUnsafeBufferPointer { target in
                unsafe ShortBytes.isEqual(source.baseAddress!, target.baseAddress!, count)
            }
        }
        #expect(!isEqual)
    }

    @Test("Damaged zone files are refused")
    func zoneFiles() {
        #expect(TimeZoneRules(name: "x", zoneInfo: []) == nil)
        #expect(TimeZoneRules(name: "x", zoneInfo: Array("TZif2".utf8)) == nil)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let bytes = Array("TZif".utf8) + (0..<60).map { _ in UInt8.random(in: 0...3, using: &random) }
            _ = TimeZoneRules(name: "x", zoneInfo: bytes)
        }
    }
}
