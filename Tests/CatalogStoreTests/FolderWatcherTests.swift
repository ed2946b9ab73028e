import Foundation
import Testing

@testable import CatalogStore

@Suite struct FolderWatcherTests {
    private func path(_ folder: TemporaryFolder, _ name: String) -> [UInt8] { Array(folder(name).utf8) }

    @Test func saysWhatIsWatchedOnlyFromNowOn() throws {
        let folder = try TemporaryFolder(["a/x": .text(""), "b/x": .text("")])
        let watcher = FolderWatcher()
        let everything = WatchInterest(everything: true)
        #expect(watcher.watch([path(folder, "a"): everything]))
        #expect(!watcher.watch([path(folder, "a"): everything]))
        #expect(watcher.watch([path(folder, "a"): everything, path(folder, "b"): everything]))
        #expect(watcher.watch([path(folder, "a"): everything, path(folder, "a/x"): everything]) == false)
        // Another folder of the same name is another folder.
        try folder.move("a", to: "c")
        try folder.add(.text(""), at: "a/x")
        #expect(watcher.watch([path(folder, "a"): everything]))
        // More of the same folder is new as well.
        let names = WatchInterest(names: [Array("x".utf8)])
        #expect(watcher.watch([path(folder, "b"): names]))
        #expect(watcher.watch([path(folder, "b"): everything]))
    }

    @Test func whatCannotBeReadJustNowIsWatchedOn() throws {
        let folder = try TemporaryFolder(["a/b/x": .text("")])
        let watcher = FolderWatcher()
        let above = [path(folder, "a"): WatchInterest(names: [Array("b".utf8)], includesWrites: false)]
        watcher.watch(above.merging([path(folder, "a/b"): WatchInterest(everything: true)]) { $1 })
        watcher.watch(above, keepsOthers: true)
        try folder.overwrite("a/b/x", "y")
        #expect(watcher.drain())
        watcher.watch(above)
        _ = watcher.drain()
        try folder.overwrite("a/b/x", "z")
        #expect(!watcher.drain())
        // Who may read it matters to whoever could not.
        try folder.shell("chmod 700 a/b")
        #expect(watcher.drain())
    }
}
