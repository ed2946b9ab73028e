import Localization

/// Problems, as many as are kept, and how many there are.
struct ProblemList: Sendable {
    private var all: [Problem] = []
    /// How many there are, those that were left out included.
    private(set) var total = 0

    mutating func add(_ problem: Problem) {
        all.append(problem)
        total += 1
    }

    /// Adds problems of which some may have been left out already.
    mutating func add(_ problems: [Problem], total count: Int? = nil) {
        all += problems
        total += max(problems.count, count ?? 0)
    }

    /// Adds what is wrong with a file.
    mutating func add(of record: FileRecord) {
        if let failure = record.failure {
            add(failure)
        } else if let content = record.content {
            add(content.problems, total: content.problemCount)
        }
    }

    /// The first so many: in order of their places, names that were skipped last.
    func first(_ limit: Int) -> [Problem] {
        Array(all.sorted(by: Self.precedes).prefix(limit))
    }

    /// Those that were not known, wherever they stood.
    static func newOnes(of problems: [Problem], beside known: some Sequence<Problem>) -> [Problem] {
        let known = Set(known.map(\.withoutPlace))
        return problems.filter { !known.contains($0.withoutPlace) }
    }

    private static func precedes(_ left: Problem, _ right: Problem) -> Bool {
        let (leftSkips, rightSkips) = (left.code == .notALocale, right.code == .notALocale)
        if leftSkips != rightSkips { return rightSkips }
        if !left.file.utf8.elementsEqual(right.file.utf8) {
            return left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
        }
        return (left.line ?? 0, left.column ?? 0) < (right.line ?? 0, right.column ?? 0)
    }
}
