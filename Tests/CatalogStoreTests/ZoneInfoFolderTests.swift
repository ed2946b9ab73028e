import CatalogStore
import Foundation
import Testing

@testable import Localization

@Suite("Time zones of the system")
struct ZoneInfoFolderTests {
    static let folder = ZoneInfoFolder()
    static let isPresent = FileManager.default.fileExists(atPath: folder.path + "/Europe/Paris")

    /// Zones whose rules changed after 2022, with the offset in July 2026 in hours, and two that are well known.
    static let offsets: [(zone: String, hours: Int)] = [
        ("America/Mexico_City", -6), ("Africa/Cairo", 3), ("America/Nuuk", -1), ("Asia/Almaty", 5),
        ("America/Asuncion", -3), ("Europe/Paris", 2), ("Asia/Tokyo", 9),
    ]

    @Test(
        "July 2026", .enabled(if: isPresent, "skipped: the package tzdata is not installed"), arguments: offsets)
    func offset(zone: String, hours: Int) throws {
        let rules = try #require(TimeZones(source: Self.folder).rules(named: zone))
        let instant = try #require(Instant(Array("2026-07-15T12:00:00Z".utf8)))
        #expect(rules.offset(at: instant.seconds) == hours * 3600)
    }

    @Test(
        "Dates are shown by the system's rules, not by those that ICU carries",
        .enabled(if: isPresent, "skipped: the package tzdata is not installed"), arguments: offsets)
    func shown(zone: String, hours: Int) throws {
        let zones = TimeZones(source: Self.folder)
        let clock = MessageClock(timeZone: try #require(zones.rules(named: zone)), zones: zones)
        let strings = Strings(chain: [
            Table(tag: LanguageTag("en")!, messages: [(path: "at", text: "{d, date, ::yMMddHHmm}")])
        ])
        let path = Array("at".utf8)
        let message = try #require(unsafe path.withUnsafeBufferPointer { unsafe strings.message(at: $0) })
        let arguments = ArgumentScope([Argument(name: Array("d".utf8), value: "2026-07-15T12:00:00Z")])
        let result = try strings.formatted(message, at: path, arguments: arguments, clock: clock)
        let hour = (12 + hours + 24) % 24
        #expect(String(decoding: result.text, as: UTF8.self) == "07/15/2026, \(hour < 10 ? "0" : "")\(hour):00")
        #expect(result.missing.count == 0)
    }

    @Test(
        "Names that lead elsewhere are no zones",
        arguments: [
            "localtime", "posixrules", "posix/UTC", "right/UTC", "", "../zoneinfo/UTC", "/UTC", "UTC/", "Europe//Paris",
            "Europe", "tzdata.zi", "no/such",
            String(repeating: "a", count: 65),
        ])
    func badNames(name: String) {
        #expect(TimeZones(source: Self.folder).rules(named: name) == nil)
    }
}
