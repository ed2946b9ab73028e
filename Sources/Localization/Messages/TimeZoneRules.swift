/// The offsets of one time zone.
package final class TimeZoneRules: Sendable {
    /// The name, as in `Europe/Paris`.
    package let name: String
    /// The moments at which the offset changes, in seconds since 1970, ascending.
    private let transitions: [Int64]
    /// The offset from each of these moments on.
    private let offsets: [Int32]
    /// The offset before the first of them.
    private let firstOffset: Int32
    /// What holds behind the last of them.
    private let rule: TimeZoneRule?

    /// UTC.
    package static let utc = TimeZoneRules(name: "UTC", transitions: [], offsets: [], firstOffset: 0, rule: nil)

    init(name: String, transitions: [Int64], offsets: [Int32], firstOffset: Int32, rule: TimeZoneRule?) {
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
        self.firstOffset = firstOffset
        self.rule = rule
    }

    /// The offset at a moment in seconds since 1970, in seconds east of Greenwich.
    func offset(at seconds: Int64) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: seconds) ?? Int(firstOffset) }
        if seconds >= last, let rule { return rule.offset(at: seconds) }
        let passed = transitions.partitionPoint { $0 <= seconds }
        return Int(passed == 0 ? firstOffset : offsets[passed - 1])
    }
}
