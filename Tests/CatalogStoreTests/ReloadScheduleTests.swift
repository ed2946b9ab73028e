import Glibc
import Testing

@testable import CatalogStore

@Suite struct ReloadScheduleTests {
    private func schedule(poll: Duration? = .seconds(10)) -> ReloadSchedule {
        ReloadSchedule(quietPeriod: .milliseconds(100), stormLimit: .seconds(2), pollInterval: poll, now: .zero)
    }

    @Test func aChangeIsLoadedOnceTheFolderIsQuiet() {
        var schedule = schedule()
        schedule.noteChange(at: .milliseconds(1000))
        schedule.noteChange(at: .milliseconds(1080))
        #expect(schedule.nextLook == .milliseconds(1180))
        #expect(schedule.takeLook(at: .milliseconds(1179)) == nil)
        #expect(schedule.takeLook(at: .milliseconds(1180)) == .change)
        #expect(schedule.takeLook(at: .milliseconds(1181)) == nil)
        #expect(schedule.nextLook == .milliseconds(11_180))
    }

    @Test func aStormEndsAfterItsLimit() {
        var schedule = schedule()
        var now = Duration.seconds(1)
        var look: ReloadSchedule.Look?
        while look == nil {
            schedule.noteChange(at: now)
            now += .milliseconds(50)
            look = schedule.takeLook(at: now)
        }
        #expect(look == .change)
        #expect(now == .milliseconds(3000))
        // The storm goes on: the next look has a limit of its own.
        schedule.noteChange(at: now)
        #expect(schedule.nextLook == .milliseconds(3100))
    }

    @Test func thePollComesRegularlyAndWaitsAfterEveryLook() {
        var schedule = schedule()
        #expect(schedule.nextLook == .seconds(10))
        #expect(schedule.takeLook(at: .seconds(10)) == .poll)
        #expect(schedule.nextLook == .seconds(20))
        schedule.noteChange(at: .seconds(15))
        #expect(schedule.takeLook(at: .milliseconds(15_100)) == .change)
        #expect(schedule.nextLook == .milliseconds(25_100))
    }

    @Test func withoutAPollNothingIsDue() {
        var schedule = schedule(poll: nil)
        #expect(schedule.nextLook == nil)
        #expect(schedule.takeLook(at: .seconds(1_000_000)) == nil)
    }

    @Test func aRequestIsDueAtOnceAndCoversWhatWasAnnounced() {
        var schedule = schedule()
        schedule.noteChange(at: .seconds(1))
        schedule.noteRequest()
        #expect(schedule.nextLook == .zero)
        #expect(schedule.takeLook(at: .seconds(1)) == .request)
        #expect(schedule.nextLook == .seconds(11))
    }

    @Test func aDoubtIsLookedAtAgainAfterTheQuietPeriod() {
        var schedule = schedule()
        schedule.noteDoubt(at: .seconds(5))
        #expect(schedule.takeLook(at: .milliseconds(5099)) == nil)
        #expect(schedule.takeLook(at: .milliseconds(5100)) == .confirmation)
        #expect(schedule.nextLook == .milliseconds(15_100))
    }

    @Test func whatCouldNotBeReadIsTriedAgain() {
        var schedule = schedule(poll: nil)
        schedule.noteTrouble(at: .seconds(5))
        #expect(schedule.takeLook(at: .milliseconds(5999)) == nil)
        #expect(schedule.takeLook(at: .seconds(6)) == .confirmation)
        #expect(schedule.nextLook == nil)
    }

    @Test func aChangeMeanwhilePostponesNoConfirmationForLong() {
        var schedule = schedule()
        schedule.noteDoubt(at: .seconds(5))
        schedule.noteChange(at: .milliseconds(5090))
        #expect(schedule.nextLook == .milliseconds(5100))
    }
}

@Suite struct DoubtsTests {
    private let french = RelativePath(bytes: Array("fr.json".utf8))
    private let german = RelativePath(bytes: Array("de.json".utf8))

    private func signature(_ inode: UInt64) -> FileSignature {
        var signature = FileSignature(stat())
        signature.inode = inode
        return signature
    }

    @Test func nothingDoubtfulIsBelieved() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        #expect(doubts.judge(gone: [], bad: [:], at: .zero) == .believed(exceptFor: []))
    }

    @Test func aFileIsGoneOnceItIsGoneTwice() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        #expect(doubts.judge(gone: [french], bad: [:], at: .zero) == .doubtful)
        #expect(doubts.judge(gone: [french], bad: [:], at: .milliseconds(100)) == .believed(exceptFor: []))
        #expect(doubts.judge(gone: [french], bad: [:], at: .milliseconds(200)) == .doubtful)
        #expect(doubts.judge(gone: [], bad: [:], at: .milliseconds(300)) == .believed(exceptFor: []))
    }

    @Test func aBadFileIsBadOnceItStaysAsItIs() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        #expect(doubts.judge(gone: [], bad: [french: signature(1)], at: .zero) == .doubtful)
        #expect(doubts.judge(gone: [], bad: [french: signature(2)], at: .milliseconds(100)) == .doubtful)
        #expect(
            doubts.judge(gone: [], bad: [french: signature(2)], at: .milliseconds(200)) == .believed(exceptFor: []))
    }

    /// What else changed with a file that is never whole waits no longer than a storm.
    @Test func doubtsCountFromTheFirstChange() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        let since = Duration.seconds(5)
        #expect(doubts.judge(gone: [], bad: [french: signature(1)], since: since, at: .seconds(6)) == .doubtful)
        #expect(
            doubts.judge(gone: [], bad: [french: signature(2)], since: since, at: .seconds(7))
                == .believed(exceptFor: []))
        #expect(doubts.judge(gone: [], bad: [french: signature(3)], since: .seconds(8), at: .seconds(9)) == .doubtful)
        #expect(
            doubts.judge(gone: [german], bad: [french: signature(4)], since: .seconds(8), at: .seconds(10))
                == .believed(exceptFor: [german]))
    }

    @Test func aLookThatSettlesNothingKeepsTheBegin() {
        var schedule = ReloadSchedule(
            quietPeriod: .milliseconds(100), stormLimit: .seconds(2), pollInterval: nil, now: .zero)
        schedule.noteChange(at: .seconds(1))
        #expect(schedule.unsettledSince == nil)
        #expect(schedule.takeLook(at: .seconds(2)) == .change)
        schedule.noteDoubt(at: .seconds(2))
        schedule.noteChange(at: .seconds(2))
        #expect(schedule.takeLook(at: .seconds(3)) == .change)
        #expect(schedule.unsettledSince == Duration.seconds(1))
        schedule.noteSettled()
        #expect(schedule.unsettledSince == nil)
    }

    @Test func patienceEndsButNotForWhatIsGoneJustNow() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        var now = Duration.zero
        for step in 0..<20 {
            let verdict = doubts.judge(gone: [step % 2 == 0 ? french : german], bad: [:], at: now)
            #expect(verdict == .doubtful)
            now += .milliseconds(100)
        }
        #expect(doubts.judge(gone: [french], bad: [:], at: now) == .believed(exceptFor: [french]))
        #expect(doubts.judge(gone: [french], bad: [:], at: now + .milliseconds(99)) == .doubtful)
        #expect(doubts.judge(gone: [french], bad: [:], at: now + .milliseconds(100)) == .believed(exceptFor: []))
    }

    /// Polls, signals and requests may follow one another faster than an editor saves.
    @Test func manyLooksAreNoLongTime() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        for time in stride(from: 0, to: 100, by: 5) {
            let verdict = doubts.judge(
                gone: [french], bad: [german: signature(1)], at: .seconds(1) + .milliseconds(time))
            #expect(verdict == .doubtful)
        }
        #expect(
            doubts.judge(gone: [french], bad: [german: signature(1)], at: .milliseconds(1100))
                == .believed(exceptFor: []))
    }

    @Test func whatCameBackIsGoneAnewTheNextTime() {
        var doubts = Doubts(quietPeriod: .milliseconds(100), patience: .seconds(2))
        #expect(doubts.judge(gone: [french], bad: [:], at: .zero) == .doubtful)
        #expect(doubts.judge(gone: [], bad: [german: signature(1)], at: .milliseconds(90)) == .doubtful)
        #expect(doubts.judge(gone: [french], bad: [german: signature(1)], at: .milliseconds(180)) == .doubtful)
        #expect(
            doubts.judge(gone: [french], bad: [german: signature(1)], at: .milliseconds(280))
                == .believed(exceptFor: []))
        #expect(doubts.judge(gone: [french], bad: [:], at: .seconds(3)) == .doubtful)
        doubts.reset()
        #expect(doubts.judge(gone: [french], bad: [:], at: .seconds(4)) == .doubtful)
    }
}
