/// When the folder is looked at: a state machine without a clock and without a disk.
///
/// Times are durations since a moment of the caller's choice.
struct ReloadSchedule: Sendable {
    /// How long the folder must be quiet before a change is loaded.
    let quietPeriod: Duration
    /// How long a folder that never becomes quiet is waited for.
    let stormLimit: Duration
    /// How often the folder is looked at without a cause.
    let pollInterval: Duration?

    /// Why a look is due.
    enum Look: Hashable {
        /// Something was announced and the folder is quiet, or the storm lasts too long.
        case change
        /// A look that found something doubtful, or could not read everything, is repeated.
        case confirmation
        case poll
        case request
    }

    private var firstChange: Duration?
    private var lastChange: Duration?
    private var confirmation: Duration?
    private var nextPoll: Duration?
    private var isRequested = false
    /// When the first change was announced that no look has settled yet; nil where there is none.
    private(set) var unsettledSince: Duration?

    init(quietPeriod: Duration, stormLimit: Duration, pollInterval: Duration?, now: Duration) {
        self.quietPeriod = quietPeriod
        self.stormLimit = stormLimit
        self.pollInterval = pollInterval
        nextPoll = pollInterval.map { now + $0 }
    }

    /// Something was announced.
    mutating func noteChange(at now: Duration) {
        firstChange = firstChange ?? now
        lastChange = now
    }

    /// Somebody wants a look at once.
    mutating func noteRequest() { isRequested = true }

    /// When the next look is due as things stand; nil is never.
    var nextLook: Duration? {
        if isRequested { return .zero }
        return [changeDue, confirmation, nextPoll].compactMap(\.self).min()
    }

    private var changeDue: Duration? {
        guard let firstChange, let lastChange else { return nil }
        return min(lastChange + quietPeriod, firstChange + stormLimit)
    }

    /// Takes the look that is due, if one is. It covers everything that was noted before, so that a single one is left.
    mutating func takeLook(at now: Duration) -> Look? {
        let look: Look? =
            if isRequested {
                .request
            } else if let due = changeDue, due <= now {
                .change
            } else if let due = confirmation, due <= now {
                .confirmation
            } else if let due = nextPoll, due <= now {
                .poll
            } else {
                nil
            }
        guard look != nil else { return nil }
        unsettledSince = unsettledSince ?? firstChange
        isRequested = false
        firstChange = nil
        lastChange = nil
        confirmation = nil
        nextPoll = pollInterval.map { now + $0 }
        return look
    }

    /// The look that was taken ended with something doubtful: a file that is gone or half written, a folder that moves.
    mutating func noteDoubt(at now: Duration) { confirmation = now + quietPeriod }

    /// The look that was taken could not read something, for a reason whose end nobody announces.
    mutating func noteTrouble(at now: Duration) { confirmation = now + Self.retryPeriod }

    /// How long is waited before what could not be read is tried again.
    private static let retryPeriod = Duration.seconds(1)

    /// The look that was taken ended, and whatever it found is served.
    mutating func noteSettled() { unsettledSince = nil }
}
