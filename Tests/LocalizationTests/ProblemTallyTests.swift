@testable import Localization
import Testing

@Suite("What is kept of many problems")
struct ProblemTallyTests {
    private func problem(_ code: Problem.Code) -> Problem { Problem(code: code, file: "en.json", reason: "") }

    private func tally(_ tally: ProblemTally, _ codes: [Problem.Code]) -> ProblemTally {
        var tally = tally
        for code in codes { tally.add(problem(code)) }
        return tally
    }

    @Test("The first ones are kept, the others counted by kind, and ignored ones are nothing")
    func limits() {
        let codes: [Problem.Code] = [.duplicateKey, .missingKey, .duplicateKey, .loneSurrogate, .loneSurrogate]
        let found = tally(ProblemTally(limit: 2, ignoring: [.missingKey]), codes)
        #expect(found.problems.map(\.code) == [.duplicateKey, .duplicateKey])
        #expect(found.count == 4 && found.omitted == [.loneSurrogate: 2])

        var sum = tally(ProblemTally(limit: 3, ignoring: [.limit]), [.syntax, .syntax])
        sum.add(found)
        sum.omit([.limit: 9, .syntax: 1])
        #expect(sum.problems.map(\.code) == [.syntax, .syntax, .duplicateKey])
        #expect(sum.count == 7 && sum.omitted == [.duplicateKey: 1, .loneSurrogate: 2, .syntax: 1])
    }

    @Test("What several keep beyond their own limits comes from one allowance")
    func allowance() {
        let allowance = ProblemAllowance(limit: ProblemTally.standardLimit + 3)
        let codes = [Problem.Code](repeating: .syntax, count: 4)
        let counts = (0..<3).map { _ in tally(ProblemTally(limit: 2, allowance: allowance), codes) }
        #expect(counts.map(\.problems.count) == [4, 3, 2])
        #expect(counts.allSatisfy { $0.count == 4 })
        #expect(tally(ProblemTally(limit: 0, allowance: ProblemAllowance(limit: 5)), codes).problems.isEmpty)
        let most = tally(
            ProblemTally(limit: 0, allowance: ProblemAllowance(limit: .max)),
            [Problem.Code](repeating: .syntax, count: ProblemAllowance.maximum))
        #expect(most.problems.count == ProblemAllowance.maximum - ProblemTally.standardLimit)
    }

    @Test("A file keeps more than the first hundred as long as there is an allowance")
    func file() throws {
        let json = "{" + Array(repeating: "\"a\":1", count: 1001).joined(separator: ",") + "}"
        let allowance = ProblemAllowance(limit: 550)
        let file = try TableFile(bytes: Array(json.utf8).span, path: "en.json", keyPrefix: "", allowance: allowance)
        #expect(file.problems.count == 550 && file.problemCount == 1000 && file.omittedProblems == [.duplicateKey: 450])
        let other = try TableFile(bytes: Array(json.utf8).span, path: "en.json", keyPrefix: "", allowance: allowance)
        #expect(other.problems.count == 100 && other.omittedProblems == [.duplicateKey: 900])
        #expect(try TableFixtures.file(json).omittedProblems == [.duplicateKey: 900])
    }

    @Test("Places are the same from wherever a tape is read")
    func places() throws {
        let members = (0..<2000).map { "\"k\($0)\": \($0.isMultiple(of: 3) ? "{\"x\": \"\($0)\"}" : "\n \"\($0)\"")" }
        let file = try TableFixtures.file("{" + members.joined(separator: ",\n") + "}")
        var places = TapePlaces()
        var expected: [(offset: Int, key: TapePlace, value: TapePlace)] = []
        var reader = unsafe TapeReader(file.tape, from: file.firstRecord)
        while reader.next() {
            if reader.kind != .end { expected.append((reader.keyOffset, reader.place, reader.value)) }
        }
        #expect(expected.count > 2000)
        for each in expected.reversed() {
            let found = places.place(of: each.offset, in: file)
            #expect(found?.key == each.key && found?.value == each.value)
        }
        #expect(places.place(of: file.tape.count, in: file) == nil)
    }
}
