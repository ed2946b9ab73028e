internal import Synchronization

/// Problems that were found: the first ones, and how many there are of those that were not kept.
package struct ProblemTally: Sendable {
    /// The problems that are kept at most, unless a pass is told otherwise.
    package static let standardLimit = 100

    /// The problems that were kept, in the order in which they were found.
    package private(set) var problems: [Problem] = []
    /// How many were counted only, by their kind.
    package private(set) var omitted: [Problem.Code: Int] = [:]
    /// How many there are in all.
    package private(set) var count = 0
    private let limit: Int
    private let allowance: ProblemAllowance?
    private let ignored: Set<Problem.Code>

    /// An empty tally.
    ///
    /// - Parameters:
    ///   - limit: how many problems are kept.
    ///   - allowance: what problems beyond the limit are kept by, as long as there is some of it left.
    ///   - ignored: kinds that are neither kept nor counted.
    package init(
        limit: Int = standardLimit, allowance: ProblemAllowance? = nil, ignoring ignored: Set<Problem.Code> = []
    ) {
        self.limit = limit
        self.allowance = allowance
        self.ignored = ignored
    }

    /// Counts a problem, and says whether it is one to keep, which the caller then makes and appends: there may be
    /// millions, and words for each of them take time.
    mutating func admit(_ code: Problem.Code) -> Bool {
        if ignored.contains(code) { return false }
        count += 1
        if problems.count < limit || allowance?.take() == true { return true }
        omitted[code, default: 0] += 1
        return false
    }

    /// Keeps a problem that was admitted.
    mutating func append(_ problem: Problem) { problems.append(problem) }

    /// Counts a problem, and keeps it if it is one to keep.
    package mutating func add(_ problem: Problem) {
        if admit(problem.code) { append(problem) }
    }

    /// Counts problems that were not kept elsewhere.
    package mutating func omit(_ counts: [Problem.Code: Int]) {
        for (code, number) in counts where number > 0 && !ignored.contains(code) {
            count += number
            omitted[code, default: 0] += number
        }
    }

    /// Counts what another tally holds, and keeps of it what is to be kept.
    package mutating func add(_ other: ProblemTally) {
        for problem in other.problems { add(problem) }
        omit(other.omitted)
    }
}

/// How many problems are kept of all files and tables that are read together, beyond the first ones of each.
package final class ProblemAllowance: Sendable {
    /// However many somebody wants to see: a folder made to do harm holds millions, and each takes memory.
    static let maximum = 100_000

    private let rest: Atomic<Int>

    /// What a limit on the problems of a whole folder leaves beyond the first ones of each file.
    package init(limit: Int) {
        rest = Atomic(max(0, min(limit, Self.maximum) - ProblemTally.standardLimit))
    }

    /// Takes one, if there is one left.
    func take() -> Bool {
        rest.load(ordering: .relaxed) > 0 && rest.subtract(1, ordering: .relaxed).newValue >= 0
    }
}
