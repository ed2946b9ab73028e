import Localization

/// Looks for the files of tables in a locales folder.
struct FolderScanner: Sendable {
    let names: LocaleNames
    let limits: CatalogStoreConfiguration.Limits

    /// Looks through the folder; `visit` is called with each file while the folder that it lies in is open.
    func scan(
        top: Folder, absolutePaths: [[UInt8]],
        visit: @escaping (FoundFile, Folder, _ name: [UInt8]) -> Void = { _, _, _ in }
    ) throws(SystemError) -> FolderScan {
        var walk = Walk(
            names: names, limits: limits, resolver: LinkResolver(top: top, absolutePaths: absolutePaths), visit: visit)
        try walk.top(top)
        walk.scan.files.sort { $0.path < $1.path }
        return walk.scan
    }
}

/// One walk through the folder.
private struct Walk {
    /// The entries of one folder that are looked at.
    private static let maximumEntries = 100_000

    let names: LocaleNames
    let limits: CatalogStoreConfiguration.Limits
    let resolver: LinkResolver
    let visit: (FoundFile, Folder, [UInt8]) -> Void
    var scan = FolderScan()
    /// Folders that were entered: links can make a small tree endless.
    private var entered = 0
    private var isFull = false

    init(
        names: LocaleNames, limits: CatalogStoreConfiguration.Limits, resolver: LinkResolver,
        visit: @escaping (FoundFile, Folder, [UInt8]) -> Void
    ) {
        self.names = names
        self.limits = limits
        self.resolver = resolver
        self.visit = visit
    }

    mutating func top(_ folder: Folder) throws(SystemError) {
        scan.watched[.top, default: WatchInterest()].everything = true
        let (entries, isComplete) = try folder.names(limit: Self.maximumEntries)
        if !isComplete { reportIncomplete(.top) }
        for name in entries {
            let path = RelativePath.top.appending(name)
            if skips(path) { continue }
            let meaning = names.meaning(of: name)
            switch meaning {
            case .ignored:
                continue
            case .other:
                report(.notALocale, path, "the name is no locale's, skipped (--alias NAME=TAG makes it one)")
            case .file(let tag), .folder(let tag):
                let resolution = resolve(name, in: folder)
                switch (resolution, meaning) {
                case (.file(let place, let realName, let signature), .file):
                    add(FoundFile(path: path, tag: tag, keyPrefix: [], signature: signature), place, realName)
                case (.folder(let inner), .folder):
                    descend(into: inner, path: path, tag: tag, prefix: [], around: [folder.signature.identity])
                case (.file, .folder):
                    report(.notALocale, path, "a locale's file is named TAG.json, skipped")
                case (.folder, .file):
                    report(.notALocale, path, "a locale's folder is named TAG or TAG.lproj, skipped")
                default:
                    report(resolution, path)
                }
            }
        }
    }

    private mutating func descend(
        into folder: Folder, path: RelativePath, tag: LanguageTag, prefix: [UInt8], around: [FolderIdentity]
    ) {
        guard !around.contains(folder.signature.identity) else {
            report(.unreadable, path, "a link leads back to a folder around it, skipped")
            return
        }
        entered += 1
        guard around.count <= limits.depth, entered <= limits.fileCount else {
            report(.limit, path, "folders nest deeper or are more than is allowed, skipped")
            scan.unreadable.insert(path)
            return
        }
        scan.watched[folder.path, default: WatchInterest()].everything = true
        let entries: [[UInt8]]
        do {
            let listing = try folder.names(limit: Self.maximumEntries)
            entries = listing.names
            if !listing.isComplete { reportIncomplete(path) }
        } catch {
            report(.failed(error), path)
            return
        }
        let inner = around + [folder.signature.identity]
        for name in entries {
            let path = path.appending(name)
            if skips(path) { continue }
            if names.ignores(path) { continue }
            guard name.validText != nil else {
                report(.notALocale, path, "the name is not UTF-8 and can be no key path, skipped")
                continue
            }
            let resolution = resolve(name, in: folder)
            let stem = name.removing(suffix: ".json")
            switch resolution {
            case .file(let place, let realName, let signature):
                guard let stem, !stem.isEmpty else {
                    report(.notALocale, path, "the name does not end in .json, skipped")
                    continue
                }
                let isRoot = inner.count == 2 && Self.rootNames.contains(stem)
                let keyPrefix = isRoot ? [] : Self.join(prefix, stem)
                add(FoundFile(path: path, tag: tag, keyPrefix: keyPrefix, signature: signature), place, realName)
            case .folder(let child):
                descend(into: child, path: path, tag: tag, prefix: Self.join(prefix, name), around: inner)
            default:
                report(resolution, path)
            }
        }
    }

    /// The files whose keys stand under the root, directly in a locale's folder.
    private static let rootNames = [Array("strings".utf8), Array("translation".utf8)]

    private static func join(_ prefix: [UInt8], _ segment: [UInt8]) -> [UInt8] {
        prefix.isEmpty ? segment : prefix + [.dot] + segment
    }

    private mutating func resolve(_ name: [UInt8], in folder: Folder) -> Resolution {
        var watched: [(RelativePath, [UInt8])] = []
        let resolution = resolver.resolve(name, in: folder) { watched.append(($0.path, $1)) }
        for (path, name) in watched { scan.watched[path, default: WatchInterest()].names.insert(name) }
        return resolution
    }

    private mutating func add(_ file: FoundFile, _ folder: Folder, _ name: [UInt8]) {
        guard scan.files.count < limits.fileCount else { return reportFull(file.path) }
        scan.files.append(file)
        visit(file, folder, name)
    }

    /// A folder of its own takes nothing from the others.
    private mutating func reportIncomplete(_ folder: RelativePath) {
        scan.unreadable.insert(folder)
        report(.limit, folder, "there are more names in this folder than is allowed, the rest is skipped")
    }

    /// Whether an entry is not looked at any more. Of what is known and was not reached nobody can say that it is gone.
    private mutating func skips(_ path: RelativePath) -> Bool {
        if isFull { scan.unreadable.insert(path) }
        return isFull
    }

    private mutating func reportFull(_ path: RelativePath) {
        scan.unreadable.insert(path)
        report(.limit, path, "there are more files than is allowed, the rest is skipped")
        isFull = true
    }

    private mutating func report(_ resolution: Resolution, _ path: RelativePath) {
        switch resolution {
        case .file, .folder: break
        case .special: report(.unreadable, path, "it is no regular file, skipped")
        case .absent(let isLink): if isLink { report(.unreadable, path, "the link leads to nothing") }
        case .outside: report(.unreadable, path, "the link leads out of the locales folder, skipped")
        case .failed(let error):
            report(.unreadable, path, "cannot be read: \(error.text)")
            scan.unreadable.insert(path)
            if error.mayPass { scan.hasPassingFailure = true }
        }
    }

    private mutating func report(_ code: Problem.Code, _ path: RelativePath, _ reason: String) {
        scan.problems.append(Problem(code: code, file: path.text, reason: reason))
    }
}

/// Which folder one is, whatever it is called.
struct FolderIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
}

extension FileSignature {
    var identity: FolderIdentity { FolderIdentity(device: device, inode: inode) }
}
