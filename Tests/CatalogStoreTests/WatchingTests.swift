import Foundation
import Localization
import Testing
import TestSupport

@testable import CatalogStore

/// Each way in which files are updated, as it is seen by inotify: live soon, and never mixed.
@Suite(.serialized) struct WatchingTests {
    static let locales = ["en", "fr", "de", "pl"]

    /// A folder with the tables of a release.
    private func folder(_ release: String = "1") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try write(release, into: folder)
        return folder
    }

    private func write(_ release: String, into folder: TemporaryFolder, at place: String = "") throws {
        for tag in Self.locales { try folder.add(.text(table(release)), at: place + tag + ".json") }
    }

    private func table(_ release: String) -> String {
        #"{"release": "\#(release)", "login": {"title": "Title \#(release)"}}"#
    }

    // MARK: - Ways of writing

    /// A shell command that brings release 2 of `fr.json`, which lies ready as `../next/fr.json`.
    struct Way: CustomTestStringConvertible {
        var name: String
        var command: String
        var testDescription: String { name }
    }

    static let ways = [
        Way(name: "cp", command: "cp ../next/fr.json fr.json"),
        Way(
            name: "cp in two halves",
            command: "head -c 20 ../next/fr.json > fr.json; sleep 0.3; cat ../next/fr.json > fr.json"),
        Way(name: "output redirection", command: "cat ../next/fr.json > fr.json"),
        Way(name: "rsync --inplace", command: "rsync --inplace --ignore-times ../next/fr.json fr.json"),
        Way(name: "rsync -a", command: "rsync -a --ignore-times ../next/fr.json fr.json"),
        Way(name: "mv", command: "cp ../next/fr.json ../fr.new; mv ../fr.new fr.json"),
        Way(name: "sed -i", command: "sed -i 's/1/2/g' fr.json"),
        Way(
            name: "vim", command: "mv fr.json fr.json~; cat ../next/fr.json > fr.json; chmod 644 fr.json; rm fr.json~"),
        Way(
            name: "vim, slowly", command: "mv fr.json fr.json~; sleep 0.05; cat ../next/fr.json > fr.json; rm fr.json~"),
        Way(name: "delete and create", command: "rm fr.json; sleep 0.05; cp ../next/fr.json fr.json"),
        Way(
            name: "a link that is put in place",
            command: "cp ../next/fr.json .fr-2; ln -s .fr-2 .new; mv -T .new fr.json"),
    ]

    @Test(arguments: ways)
    func anUpdateIsLiveSoon(_ way: Way) throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        try write("2", into: root, at: "next/")
        let live = try LiveStore(root("locales"))
        let watcher = MixtureReader(live.store) { catalog in
            let release = LiveStore.message(catalog, "fr", "release") ?? "none"
            return ["1", "2"].contains(release) && catalog.tables.count == 4 ? nil : release
        }
        #expect(live["fr", "release"] == "1")
        try root.shell("cd locales; " + way.command)
        live.expectLive("fr", "release", "2", way.name)
        #expect(live["en", "release"] == "1")
        // Nobody ever saw the file gone or broken.
        #expect(watcher.finish() == [])
    }

    @Test func gitCheckoutIsLiveSoonAndNeverMixed() throws {
        let folder = try folder()
        let git = "git -c user.name=t -c user.email=t@localhost -c core.fsync=none"
        try folder.shell("git init -q -b main .; git add .; \(git) commit -qm 1")
        try write("2", into: folder)
        try folder.shell("git checkout -q -b two; \(git) commit -qam 2; git checkout -q main")
        let live = try LiveStore(folder.path)
        let reader = MixtureReader(live.store)
        try folder.shell("git checkout -q two")
        live.expectLive("pl", "release", "2", "git checkout")
        try folder.shell("git checkout -q main")
        live.expectLive("pl", "release", "1", "git checkout, back")
        #expect(reader.finish() == [])
    }

    // MARK: - Links and folders

    @Test func gitSyncSwapsALinkAboveTheFolder() throws {
        let root = try TemporaryFolder(["link": .link(".worktrees/1")])
        for release in 1...3 { try write("\(release)", into: root, at: ".worktrees/\(release)/locales/") }
        let live = try LiveStore(root("link/locales"))
        let reader = MixtureReader(live.store)
        for release in 2...3 {
            try root.shell("ln -s .worktrees/\(release) tmp; mv -T tmp link; rm -r .worktrees/\(release - 1)")
            live.expectLive("fr", "release", "\(release)", "git-sync, swap \(release - 1)")
        }
        #expect(reader.finish() == [])
    }

    @Test func theConfiguredLinkItselfIsSwapped() throws {
        let root = try TemporaryFolder(["locales": .link("a")])
        try write("1", into: root, at: "a/")
        try write("2", into: root, at: "b/")
        let live = try LiveStore(root("locales"))
        try root.shell("ln -sfn b locales")
        live.expectLive("fr", "release", "2", "ln -sfn")
        try root.overwrite("b/fr.json", table("3"))
        live.expectLive("fr", "release", "3", "a write behind the swapped link")
    }

    @Test func aChainOfLinksIsSwappedInTheMiddle() throws {
        let root = try TemporaryFolder(["one": .link("two/x"), "two": .link("three"), "three/x": .link("../a")])
        try write("1", into: root, at: "a/")
        try write("2", into: root, at: "four/x/")
        let live = try LiveStore(root("one"))
        try root.shell("ln -sfn four two")
        live.expectLive("fr", "release", "2", "a link in the middle of a chain")
    }

    @Test func theFolderIsReplaced() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        try write("2", into: root, at: "next/")
        let live = try LiveStore(root("locales"))
        try root.shell("mv locales old; mv next locales")
        live.expectLive("fr", "release", "2", "the folder replaced by mv")
        try root.overwrite("locales/fr.json", table("3"))
        live.expectLive("fr", "release", "3", "a write into the folder that came")
        try root.overwrite("old/fr.json", table("4"))
        try root.overwrite("locales/de.json", table("5"))
        live.expectLive("de", "release", "5", "a write after one into the folder that went")
        #expect(live["fr", "release"] == "3")
    }

    @Test func aFolderAboveIsReplaced() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "data/app/locales/")
        try write("2", into: root, at: "next/app/locales/")
        let live = try LiveStore(root("data/app/locales"))
        try root.shell("mv data old; sleep 0.3; mv next data")
        live.expectLive("fr", "release", "2", "a folder above replaced by mv")
    }

    @Test func aFolderThatVanishesLeavesTheCatalogAndComesBack() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        let live = try LiveStore(root("locales"))
        try root.remove("locales")
        #expect(timeUntil { live.store.status.refusal != nil } != nil)
        #expect(live["fr", "release"] == "1")
        #expect(live.store.status.refusal?.contains(root.path) == false)
        try write("2", into: root, at: "locales/")
        live.expectLive("fr", "release", "2", "the folder came back")
        #expect(live.store.status.refusal == nil)
    }

    @Test(.enabled(if: Unprivileged.isPossible, "skipped: nobody here may read less than everything"))
    func aFolderThatCannotBeReadForAMomentIsFollowedOn() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        let path = root("locales")
        let live = try Unprivileged.run { try LiveStore(path) }
        try root.shell("chmod 0 locales")
        #expect(timeUntil { live.store.status.refusal?.contains("permission") == true } != nil)
        #expect(live["fr", "release"] == "1")
        try root.shell("chmod 755 locales")
        #expect(timeUntil { live.store.status.refusal == nil } != nil)
        try root.overwrite("locales/fr.json", table("2"))
        live.expectLive("fr", "release", "2", "a write into a folder that could not be read")
        // As deployments make them: private until they are in place.
        try write("3", into: root, at: "next/")
        try root.shell("chmod 0 next; mv locales old; mv next locales")
        #expect(timeUntil { live.store.status.refusal != nil } != nil)
        try root.shell("chmod 755 locales")
        live.expectLive("fr", "release", "3", "a folder that is opened once it is in place")
    }

    @Test func aDeletionIsSeenAfterAFolderThatWasGone() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        try write("2", into: root, at: "next/")
        try root.remove("next/de.json")
        let live = try LiveStore(root("locales"))
        try root.shell("rm locales/fr.json; sleep 0.15; mv locales old; sleep 2.5; mv next locales")
        live.expectLive("en", "release", "2", "a folder that came after another was gone")
        live.expectLive("de", "release", nil, "what it lacks")
    }

    @Test func aDeletionAtTheEndOfAStormIsSeen() throws {
        let folder = try folder()
        let live = try LiveStore(folder.path)
        // So that the storm is over while the file is gone for less than the time that proves it.
        try folder.shell(
            "end=$((SECONDS + 3)); while [ $SECONDS -lt $end ]; do echo '{\"release\": \"2\"}' > de.json; sleep 0.04; done; "
                + "rm fr.json")
        live.expectLive("fr", "release", nil, "a deletion at the end of a storm")
    }

    @Test func manyLooksDoNotMakeAFileGone() throws {
        let folder = try folder()
        // Long beside the time that the file is gone, even where others use the processor.
        let live = try LiveStore(folder.path) { $0.quietPeriod = .seconds(5) }
        let reader = MixtureReader(live.store)
        for _ in 0..<5 {
            try folder.move("fr.json", to: ".fr")
            for _ in 0..<6 {
                live.store.reload { _ in }
                usleep(10_000)
            }
            try folder.move(".fr", to: "fr.json")
            #expect(live.store.reload().outcome == .unchanged)
        }
        #expect(reader.finish() == [])
        #expect(live.store.status.loadCount == 1)
    }

    @Test func aNewSubfolderIsWatchedFromThenOn() throws {
        let folder = try folder()
        let live = try LiveStore(folder.path)
        try folder.add(.text(#"{"title": "Panier"}"#), at: "fr/shop/cart.json")
        live.expectLive("fr", "shop.cart.title", "Panier", "a new subfolder")
        try folder.overwrite("fr/shop/cart.json", #"{"title": "Corbeille"}"#)
        live.expectLive("fr", "shop.cart.title", "Corbeille", "a write in the new subfolder")
        try folder.move("fr/shop", to: "fr/store")
        live.expectLive("fr", "store.cart.title", "Corbeille", "the subfolder renamed")
        #expect(live["fr", "shop.cart.title"] == nil)
        try folder.remove("fr")
        live.expectLive("fr", "store.cart.title", nil, "the locale's folder deleted")
    }

    @Test func aLinksTargetIsWatched() throws {
        let folder = try folder()
        try folder.add(.text(table("1")), at: "shared/it.json")
        try folder.add(.link("shared/it.json"), at: "it.json")
        let live = try LiveStore(folder.path)
        try folder.overwrite("shared/it.json", table("2"))
        live.expectLive("it", "release", "2", "a write to a link's target")
        try folder.shell("cp shared/it.json shared/new; sed -i s/2/3/g shared/new; mv shared/new shared/it.json")
        live.expectLive("it", "release", "3", "a rename onto a link's target")
    }

    // MARK: - Mounts

    static let canMount = (try? TemporaryFolder.run(["/usr/bin/unshare", "-m", "true"])) != nil && getuid() == 0

    @Test(.enabled(if: canMount, "skipped: mounting is not permitted here"))
    func aMountOverTheFolderIsFoundByThePoll() throws {
        let root = try TemporaryFolder()
        try write("1", into: root, at: "locales/")
        try write("2", into: root, at: "other/")
        let live = try LiveStore(root("locales")) { $0.pollInterval = .milliseconds(300) }
        try root.shell("mount --bind other locales")
        defer { _ = try? root.shell("umount locales || true") }
        live.expectLive("fr", "release", "2", "a mount over the folder, by a poll of 300 ms")
        try root.overwrite("locales/fr.json", table("3"))
        live.expectLive("fr", "release", "3", "a write in the mount")
        try root.shell("umount locales")
        live.expectLive("fr", "release", "1", "the folder unmounted")
    }

    @Test(.enabled(if: canMount, "skipped: mounting is not permitted here"))
    func aSingleFileMountIsReadWhenItIsWrittenInPlace() throws {
        let root = try TemporaryFolder(["source.json": .text(table("1"))])
        try write("1", into: root, at: "locales/")
        try root.shell("mount --bind source.json locales/fr.json")
        defer { _ = try? root.shell("umount locales/fr.json || true") }
        let live = try LiveStore(root("locales")) { $0.pollInterval = .milliseconds(300) }
        try root.overwrite("source.json", table("2"))
        live.expectLive("fr", "release", "2", "a single-file mount written in place, by a poll of 300 ms")
    }

    @Test func withoutAnnouncementsThePollFindsEverything() throws {
        let folder = try folder()
        let live = try LiveStore(folder.path) {
            $0.pollInterval = .milliseconds(200)
            $0.hearsAnnouncements = false
        }
        #expect(!live.store.status.isWatching)
        try folder.overwrite("fr.json", table("2"))
        live.expectLive("fr", "release", "2", "a poll of 200 ms")
        try folder.remove("de.json")
        live.expectLive("de", "release", nil, "a deletion, by a poll of 200 ms")
    }

    // MARK: - Kubernetes

    struct KubeletCase: CustomTestStringConvertible {
        var isLegacy: Bool
        var pause: String
        var testDescription: String { "\(isLegacy ? "older" : "newer") order, pauses of \(pause) s" }
    }

    static let kubeletCases = [false, true].flatMap { isLegacy in
        ["0", "0.02", "0.12"].map { KubeletCase(isLegacy: isLegacy, pause: $0) }
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence), arguments: kubeletCases)
    func kubeletsUpdatesAreLiveAndNeverMixed(_ scenario: KubeletCase) throws {
        let folder = try TemporaryFolder()
        let script = SharedData.url("container/kubelet_update.py").path
        func update(_ release: String, _ tags: [String]) throws {
            var command = ["/usr/bin/env", "python3", script, folder.path, "--pause", scenario.pause]
            if scenario.isLegacy { command.append("--legacy-order") }
            try TemporaryFolder.run(command + tags.map { "\($0).json=\(table(release))" })
        }
        try update("1", Self.locales)
        let live = try LiveStore(folder.path)
        let reader = MixtureReader(live.store)
        let updates = [("2", Self.locales + ["it"]), ("3", Self.locales), ("4", ["en", "fr"])]
        for (release, tags) in updates {
            try update(release, tags)
            live.expectLive("fr", "release", release, "kubelet, \(scenario.testDescription), update \(release)")
            #expect(timeUntil { live.tags == tags.sorted() } != nil)
        }
        #expect(reader.finish() == [])
    }
}
