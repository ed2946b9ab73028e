import Glibc

/// What the system said when it refused something.
struct SystemError: Error, Hashable {
    var number: Int32

    /// The code of the call that just failed.
    static var last: SystemError { SystemError(number: errno) }

    /// Whether the thing is simply not there.
    var meansAbsent: Bool { number == ENOENT || number == ENOTDIR }

    /// Whether it may be otherwise in a moment though nothing happens to the thing: the system lacks something.
    var mayPass: Bool { ![ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(number) }

    /// A few words, without any path.
    var text: String {
        switch number {
        case EACCES, EPERM: "permission denied"
        case ENOENT, ENOTDIR: "it does not exist"
        case ELOOP: "its links lead in a circle"
        case EMFILE, ENFILE: "too many open files"
        case ENAMETOOLONG: "its name is too long"
        case ESTALE: "the file server no longer knows it"
        case EIO: "the disk or the file server failed"
        default: "error \(number) of the system"
        }
    }
}

/// An open folder: names are looked up in this very folder, whatever its path means by then.
@safe final class Folder {
    /// The folder around this one, as it was entered; nil for the locales folder, out of which nothing leads.
    let parent: Folder?
    /// Where it really lies below the locales folder, links resolved.
    let path: RelativePath
    /// Which folder it is.
    let signature: FileSignature
    private let descriptor: Int32

    /// Opens the locales folder; here alone links in the path are followed by the system.
    convenience init(top path: [UInt8]) throws(SystemError) {
        let descriptor = unsafe path.withPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
        try self.init(descriptor: descriptor, parent: nil, path: .top)
    }

    private init(descriptor: Int32, parent: Folder?, path: RelativePath) throws(SystemError) {
        guard descriptor >= 0 else { throw .last }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.parent = parent
        self.path = path
        signature = FileSignature(status)
    }

    deinit { close(descriptor) }

    /// Enters a folder in this one; a link is an error.
    func folder(named name: [UInt8]) throws(SystemError) -> Folder {
        let child = unsafe name.withPath {
            unsafe openat(descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        }
        return try Folder(descriptor: child, parent: self, path: path.appending(name))
    }

    /// What an entry is; of a link, the link itself.
    func status(of name: [UInt8]) throws(SystemError) -> stat {
        var status = stat()
        let result = unsafe name.withPath { unsafe fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { throw .last }
        return status
    }

    /// Where a link leads.
    func link(named name: [UInt8]) throws(SystemError) -> [UInt8] {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe name.withPath { path in
            unsafe target.withUnsafeMutableBytes { buffer in
                unsafe readlinkat(
                    descriptor, path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            }
        }
        guard length >= 0 else { throw .last }
        guard length < target.count else { throw SystemError(number: ENAMETOOLONG) }
        return Array(target.prefix(length))
    }

    /// The names of the entries that are not passed over, in byte order; at most so many, and whether that was all.
    func names(limit: Int) throws(SystemError) -> (names: [[UInt8]], isComplete: Bool) {
        // A second descriptor, since closing the stream closes the one that it reads from.
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .last }
        guard let stream = unsafe fdopendir(copy) else {
            let error = SystemError.last
            close(copy)
            throw error
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        var isComplete = true
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .last }
                break
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name.isPassedOver { continue }
            guard names.count < limit else {
                isComplete = false
                break
            }
            names.append(name)
        }
        return (names.sorted { $0.lexicographicallyPrecedes($1) }, isComplete)
    }

    /// The bytes that are read at once. A system that does not interrupt itself copies all that it is asked for before
    /// another thread has the processor, whatever the priorities: a megabyte takes half a millisecond.
    private static let readAtOnce = 32 << 10

    /// Why a file's bytes are not to be had.
    enum ReadFailure: Error {
        /// It is another file by now, or its length changed while it was read.
        case moved
        /// The system refused.
        case system(SystemError)
    }

    /// The bytes of a regular file in this folder, provided that it is still the one with that signature.
    ///
    /// A pipe or a device that took its name since is neither waited for nor read.
    func contents(of name: [UInt8], expecting signature: FileSignature) throws(ReadFailure) -> [UInt8] {
        let file = unsafe name.withPath {
            unsafe openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        }
        guard file >= 0 else {
            let error = SystemError.last
            throw error.meansAbsent || error.number == ELOOP ? .moved : .system(error)
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw .system(.last) }
        guard FileSignature(status) == signature, status.isRegularFile else { throw .moved }
        var failure: ReadFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: signature.size) { buffer, count in
            while count < signature.size {
                let piece = min(signature.size - count, Self.readAtOnce)
                let length = unsafe pread(file, buffer.baseAddress! + count, piece, off_t(count))
                if length < 0 {
                    if errno == EINTR { continue }
                    failure = .system(.last)
                    return
                }
                if length == 0 {
                    failure = .moved
                    return
                }
                count += length
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension stat {
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
