/// Where the rules of time zones come from: the system's zoneinfo, which somebody else reads.
public protocol TimeZoneSource: Sendable {
    /// The content of the TZif file (RFC 9636) of a time zone such as `Europe/Paris`; nil where there is none of this
    /// name. The name comes from a caller and is made of letters, digits, `+`, `-`, `_` and `/`.
    func zoneInfo(named name: String) -> [UInt8]?
    /// Names the rules as a whole, as `2026a`; catalogs with other rules have other versions. Empty where nothing does.
    var version: String { get }
}

extension TimeZoneSource {
    /// Nothing names the rules.
    public var version: String { "" }
}

/// The time zone in which dates are shown, and where others are found by name.
package struct MessageClock: Sendable {
    /// The zone of the request.
    package let timeZone: TimeZoneRules
    private let zones: TimeZones?

    /// UTC, and no other.
    package static let utc = MessageClock(timeZone: .utc, zones: nil)

    /// A clock in a zone; others are found in `zones`.
    package init(timeZone: TimeZoneRules = .utc, zones: TimeZones?) {
        self.timeZone = timeZone
        self.zones = zones
    }

    /// The argument that names a zone, which is nearer than the request's.
    static let argumentName = Array("timezone".utf8)

    /// The zone of this name; nil where there is none.
    func timeZone(named name: [UInt8]) -> TimeZoneRules? {
        let name = String(decoding: name, as: UTF8.self)
        return zones?.rules(named: name) ?? (name == TimeZoneRules.utc.name ? .utc : nil)
    }
}
