import Localization

/// A file that belongs to a locale's table.
struct FoundFile: Hashable, Sendable {
    /// Where it is named, below the locales folder; links not resolved.
    var path: RelativePath
    /// The locale.
    var tag: LanguageTag
    /// The key path below which its keys stand; empty for the root.
    var keyPrefix: [UInt8]
    /// What it looked like.
    var signature: FileSignature
}

/// One look at the locales folder.
struct FolderScan: Sendable {
    /// The files of tables, in byte order of their paths.
    var files: [FoundFile] = []
    /// What was skipped with a word, or could not be looked at.
    var problems: [Problem] = []
    /// Files and folders that could not be seen, nor anything below them, though something may be there.
    var unreadable: Set<RelativePath> = []
    /// Whether something could not be looked at or read for a reason that may pass.
    var hasPassingFailure = false
    /// What must be watched to learn of every change of this scan's outcome: folders, where they really lie.
    var watched: [RelativePath: WatchInterest] = [:]

    /// Whether there may be a file though it was not seen.
    func hides(_ path: RelativePath) -> Bool {
        if unreadable.isEmpty { return false }
        return path.withFoldersAround.contains(where: unreadable.contains)
    }

    /// Whether that scan saw the same files with the same signatures at the same places.
    func isSame(as other: FolderScan) -> Bool {
        files == other.files && unreadable == other.unreadable
    }
}

/// Which entries of a folder matter.
struct WatchInterest: Hashable, Sendable {
    /// Every entry whose name is not passed over.
    var everything = false
    /// These entries, hidden ones too.
    var names: Set<[UInt8]> = []
    /// Whether what is written into the entries matters, and not only which they are.
    var includesWrites = true

    /// Whether something that happened to an entry of this name may change what is loaded.
    func includes(_ name: [UInt8]) -> Bool {
        (everything && !name.isPassedOver) || names.contains(name)
    }

    func union(_ other: WatchInterest) -> WatchInterest {
        var both = self
        both.formUnion(other)
        return both
    }

    mutating func formUnion(_ other: WatchInterest) {
        everything = everything || other.everything
        names.formUnion(other.names)
        includesWrites = includesWrites || other.includesWrites
    }
}
