/// What a look found that may not last: a file that is gone may come back in a moment (editors delete before they
/// create), one that is bad may be half written. Such findings count once they have been so for a while.
struct Doubts {
    /// How long something must be found as it is.
    let quietPeriod: Duration
    /// How long a folder is waited for in which every look finds something else.
    let patience: Duration
    /// The files that are gone, and since when.
    private var gone: [RelativePath: Duration] = [:]
    /// The files that are bad, as they were first seen so, and since when.
    private var bad: [RelativePath: (signature: FileSignature, since: Duration)] = [:]
    private var since: Duration?

    init(quietPeriod: Duration, patience: Duration) {
        self.quietPeriod = quietPeriod
        self.patience = patience
    }

    enum Verdict: Hashable {
        /// Another look is needed before anything is done.
        case doubtful
        /// The findings are believed; but for these files, which are gone only just now and want another look.
        case believed(exceptFor: Set<RelativePath>)
    }

    /// Judges what a look found: the files that are gone, and those that are bad and were not before.
    ///
    /// However many looks there are: what counts is the time between the first that found something and this one.
    ///
    /// - Parameters:
    ///   - beginning: when the changes began that the look found; nil for now.
    ///   - now: when the look began.
    mutating func judge(
        gone: Set<RelativePath>, bad: [RelativePath: FileSignature], since beginning: Duration? = nil, at now: Duration
    ) -> Verdict {
        let knownGone = self.gone
        let knownBad = self.bad
        self.gone = Dictionary(uniqueKeysWithValues: gone.map { ($0, knownGone[$0] ?? now) })
        self.bad = Dictionary(
            uniqueKeysWithValues: bad.map { path, signature in
                let known = knownBad[path]
                return (path, (signature, known?.signature == signature ? known?.since ?? now : now))
            })
        let start = since ?? beginning ?? now
        let fresh = self.gone.filter { isFresh($0.value, at: now) }
        let isConfirmed = fresh.isEmpty && !self.bad.values.contains { isFresh($0.since, at: now) }
        if isConfirmed || now - start >= patience {
            reset()
            self.gone = fresh
            return .believed(exceptFor: Set(fresh.keys))
        }
        since = start
        return .doubtful
    }

    /// Forgets everything: what is found next was never seen before.
    mutating func reset() {
        gone = [:]
        bad = [:]
        since = nil
    }

    private func isFresh(_ since: Duration, at now: Duration) -> Bool { now - since < quietPeriod }
}
