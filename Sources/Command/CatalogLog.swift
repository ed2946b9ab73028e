import CatalogStore
import Localization
import Operations
import Synchronization

/// Tells the log what becomes of the tables: one line for each load, one for each new problem.
struct CatalogLog: Sendable {
    let log: Log
    private let written = Written()

    /// A load and the check of its messages together have at most so many lines of problems.
    private static let maximumProblems = 100

    /// How many lines of problems the last load had.
    private final class Written: Sendable {
        let count = Atomic<Int>(0)
    }

    init(log: Log) { self.log = log }

    /// Logs everything that the store does from now on.
    func follow(_ store: CatalogStore) {
        store.observe { [self] event in
            switch event {
            case .reload(let report): write(report)
            case .messageCheck(let report): write(report)
            }
        }
    }

    private func write(_ report: ReloadReport) {
        let problems = report.newProblems.prefix(Self.maximumProblems)
        written.count.store(problems.count, ordering: .relaxed)
        for problem in problems { write(problem) }
        var fields = [
            LogField("cause", report.cause.rawValue), LogField("duration", .nanoseconds(report.duration.nanoseconds)),
        ]
        fields.append(LogField("version", report.version ?? ""))
        fields.append(LogField("problems", report.problemCount))
        switch report.outcome {
        case .loaded:
            fields.append(LogField("locales", .list(report.changes.map(\.tag.description))))
            fields.append(LogField("added", report.changes.reduce(0) { $0 + $1.added }))
            fields.append(LogField("changed", report.changes.reduce(0) { $0 + $1.changed }))
            fields.append(LogField("removed", report.changes.reduce(0) { $0 + $1.removed }))
            fields.append(LogField("files", report.parsedFileCount))
            log.write(.info, "tables loaded", fields)
        case .unchanged:
            log.write(.info, "tables unchanged", fields)
        case .refused(let reason):
            fields.append(LogField("reason", reason))
            let isFirst = report.catalog == nil
            log.write(.error, isFirst ? "tables refused" : "tables refused, those before are served on", fields)
        }
    }

    private func write(_ report: MessageCheckReport) {
        let room = Self.maximumProblems - written.count.load(ordering: .relaxed)
        for problem in report.newProblems.prefix(room) { write(problem) }
        log.info(
            "messages checked", LogField("problems", report.problemCount),
            LogField("duration", .nanoseconds(report.duration.nanoseconds)))
    }

    /// One line for one problem.
    func write(_ problem: Problem) {
        var fields = [LogField("code", problem.code.rawValue), LogField("file", problem.file)]
        if let line = problem.line { fields.append(LogField("line", line)) }
        if let column = problem.column { fields.append(LogField("column", column)) }
        if let keyPath = problem.keyPath { fields.append(LogField("key", keyPath)) }
        fields.append(LogField("reason", problem.reason))
        log.write(.warning, "problem in a table", fields)
    }
}

extension Duration {
    /// The length in nanoseconds, 0 where it is negative.
    var nanoseconds: UInt64 {
        let parts = components
        guard parts.seconds >= 0 else { return 0 }
        return UInt64(parts.seconds) &* 1_000_000_000 &+ UInt64(max(0, parts.attoseconds) / 1_000_000_000)
    }
}
