/// What a look found that may not last: a file that is gone may come back in a moment (editors delete before they
/// create), one that is bad may be half written. Such findings count once they are found twice.
struct Doubts {
    /// How long a folder is waited for in which every look finds something else.
    let patience: Duration
    private var gone: Set<RelativePath> = []
    private var bad: [RelativePath: FileSignature] = [:]
    private var since: Duration?

    init(patience: Duration) { self.patience = patience }

    enum Verdict: Hashable {
        /// Another look is needed before anything is done.
        case doubtful
        /// The findings are believed; but for these files, which are gone only just now.
        case believed(exceptFor: Set<RelativePath>)
    }

    /// Judges what a look found: the files that are gone, and those that are bad and were not before.
    ///
    /// - Parameter beginning: when the changes began that the look found; nil for now.
    mutating func judge(
        gone: Set<RelativePath>, bad: [RelativePath: FileSignature], since beginning: Duration? = nil, at now: Duration
    ) -> Verdict {
        let fresh = gone.subtracting(self.gone)
        let isConfirmed = fresh.isEmpty && bad.allSatisfy { self.bad[$0.key] == $0.value }
        let start = since ?? beginning ?? now
        let isOverdue = now - start >= patience
        if isConfirmed || isOverdue {
            self.gone = fresh
            self.bad = [:]
            since = nil
            return .believed(exceptFor: fresh)
        }
        self.gone = gone
        self.bad = bad
        since = start
        return .doubtful
    }
}
