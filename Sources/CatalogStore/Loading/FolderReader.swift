import Glibc
import Localization

/// One look at the locales folder that holds together: no file changed between its beginning and its end.
struct FolderLook: Sendable {
    var scan: FolderScan
    /// What was read: files that are new or may have changed.
    var readings: [FileReading]
}

/// Looks at the locales folder and reads what changed.
struct FolderReader {
    let path: ConfiguredPath
    let scanner: FolderScanner
    let watcher: FolderWatcher?

    enum Failure: Error {
        /// There is no folder, or it cannot be read.
        case noFolder(SystemError)
        /// The folder did not keep still; what was seen last.
        case restless(FolderLook)
    }

    /// How often a look is begun anew where the folder changed during it.
    private static let maximumAttempts = 5
    /// The microseconds between two attempts.
    private static let pause: UInt32 = 10_000

    /// Takes the signature of all files, reads those that may have changed since those records, and takes the
    /// signature again. A catalog that is made of it mixes no two releases.
    func look(after records: [RelativePath: FileRecord]) throws(Failure) -> FolderLook {
        var last: FolderLook?
        for attempt in 1...Self.maximumAttempts {
            if attempt > 1 { usleep(Self.pause) }
            let (look, hasMoved, isNewlyWatched) = try read(after: records)
            last = look
            if hasMoved { continue }
            if look.readings.isEmpty, attempt == 1, !isNewlyWatched, isUnchanged(look.scan, records) { return look }
            // Watched by now, so that whatever happens after this scan is announced.
            if try scan().isSame(as: look.scan) { return look }
        }
        throw .restless(last!)
    }

    private func isUnchanged(_ scan: FolderScan, _ records: [RelativePath: FileRecord]) -> Bool {
        scan.files.count == records.count && scan.files.allSatisfy { records[$0.path]?.file == $0 }
    }

    private func scan() throws(Failure) -> FolderScan {
        let route = path.route()
        do {
            let top = try Folder(top: path.absolute)
            return try scanner.scan(top: top, absolutePaths: [path.absolute] + [route.target].compactMap(\.self))
        } catch {
            throw .noFolder(error)
        }
    }

    private func read(
        after records: [RelativePath: FileRecord], isRepeated: Bool = false
    ) throws(Failure) -> (FolderLook, hasMoved: Bool, isNewlyWatched: Bool) {
        do throws(SystemError) {
            return try read(after: records, route: path.route())
        } catch {
            let isNewlyWatched = watch(path.route(), nil, keepsOthers: !error.meansAbsent)
            guard isNewlyWatched, !isRepeated else { throw .noFolder(error) }
        }
        // What came before it was watched was announced to nobody.
        return try read(after: records, isRepeated: true)
    }

    private func read(
        after records: [RelativePath: FileRecord], route: ConfiguredPath.Route
    ) throws(SystemError) -> (FolderLook, hasMoved: Bool, isNewlyWatched: Bool) {
        var readings: [FileReading] = []
        var hasMoved = false
        var hasPassingFailure = false
        var total = 0
        let limits = scanner.limits
        let top = try Folder(top: path.absolute)
        let absolutePaths = [path.absolute] + [route.target].compactMap(\.self)
        var scan = try scanner.scan(top: top, absolutePaths: absolutePaths) { file, folder, name in
            // What is too large is not read, and takes nothing from the others.
            if file.signature.size <= limits.fileSize { total += file.signature.size }
            if let record = records[file.path], record.isCurrent(file.signature) { return }
            let time = WallClock.nanoseconds()
            func refuse(_ code: Problem.Code, _ reason: String) {
                let problem = Problem(code: code, file: file.path.text, reason: reason)
                readings.append(FileReading(file, readTime: time, .failure(problem)))
            }
            if file.signature.size > limits.fileSize {
                refuse(.limit, "the file is larger than \(limits.fileSize) bytes")
            } else if total > limits.totalSize {
                refuse(.limit, "the files together are larger than \(limits.totalSize) bytes")
            } else {
                do throws(Folder.ReadFailure) {
                    let bytes = try folder.contents(of: name, expecting: file.signature)
                    readings.append(FileReading(file, readTime: time, .success(bytes)))
                } catch {
                    switch error {
                    case .moved: hasMoved = true
                    case .system(let error):
                        refuse(.unreadable, "cannot be read: \(error.text)")
                        if error.mayPass { hasPassingFailure = true }
                    }
                }
            }
        }
        if hasPassingFailure { scan.hasPassingFailure = true }
        let isNewlyWatched = watch(route, scan)
        return (FolderLook(scan: scan, readings: readings), hasMoved, isNewlyWatched)
    }

    /// Watches what decides the outcome of a look: the folders with files, and every name that the path goes through.
    ///
    /// - Parameter keepsOthers: whether what was watched before is watched on: a folder that cannot be read just now is
    ///   the same one when it can be again.
    /// - Returns: whether something is watched only from now on.
    private func watch(_ route: ConfiguredPath.Route, _ scan: FolderScan?, keepsOthers: Bool = false) -> Bool {
        guard let watcher else { return false }
        var folders: [[UInt8]: WatchInterest] = [:]
        for step in route.steps {
            folders[step.folder, default: WatchInterest(includesWrites: false)].names.insert(step.name)
        }
        if let scan, let target = route.target {
            for (path, interest) in scan.watched {
                let absolute = path == .top ? target : target + [.slash] + path.bytes
                folders[absolute, default: WatchInterest()].formUnion(interest)
            }
        }
        return watcher.watch(folders, keepsOthers: keepsOthers)
    }
}
