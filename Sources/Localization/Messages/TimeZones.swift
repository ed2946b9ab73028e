import Synchronization

/// Time zones by name, each read and parsed once, shared by threads.
public final class TimeZones: Sendable {
    private let source: any TimeZoneSource
    private let known = Mutex<[String: TimeZoneRules]>([:])

    /// The longest name that is asked for.
    private static let maximumName = 64

    /// Names the rules, so that catalogs with other ones have other versions.
    package let version: String

    /// Zones from a source.
    public init(source: any TimeZoneSource) {
        self.source = source
        version = source.version
    }

    /// The zone of this name, `Europe/Paris`; nil where the source has none.
    ///
    /// What is not found is not remembered, so that callers can make nothing grow beyond the zones that exist.
    package func rules(named name: String) -> TimeZoneRules? {
        guard Self.isName(name) else { return nil }
        if let rules = known.withLock({ $0[name] }) { return rules }
        guard let bytes = source.zoneInfo(named: name), let rules = TimeZoneRules(name: name, zoneInfo: bytes) else {
            return nil
        }
        known.withLock { $0[name] = rules }
        return rules
    }

    /// Whether this may be a zone's name: parts of letters, digits, `+`, `-` and `_`, with `/` between them. It leads
    /// to no other folder.
    static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty && bytes.count <= maximumName else { return false }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 <= 9 || $0 == 0x2B || $0 == 0x2D || $0 == 0x5F
                }
        }
    }
}
