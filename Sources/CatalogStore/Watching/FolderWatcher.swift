import Glibc

/// Learns from the system (inotify) that something happened in some folders. Confined to one thread.
///
/// Only folders are watched: a watch on a file follows the file that is moved away, not the one that takes its name.
@safe final class FolderWatcher {
    /// Readable when something happened; -1 where the system has no watching to give.
    let descriptor: Int32
    /// Why not every folder that should be watched is; nil where all are.
    private(set) var failure: SystemError?
    private var interests: [Int32: WatchInterest] = [:]

    init() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { failure = .last }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static let mask = UInt32(
        IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF)
    /// What is enough where only names matter, and who may use them: in a folder above, which may be a busy one.
    private static let namesMask = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Watches these folders, by absolute path, and no others, unless those that were watched before are kept.
    ///
    /// To be called after every look at them, whatever was watched before: a folder that was replaced is another one
    /// under the same path, and the watch on the former tells nothing any more.
    ///
    /// - Returns: whether some folder is watched only from now on, so that what happened in it before was not announced.
    @discardableResult
    func watch(_ folders: [[UInt8]: WatchInterest], keepsOthers: Bool = false) -> Bool {
        guard descriptor >= 0 else { return false }
        failure = nil
        var hasNew = false
        var current: [Int32: WatchInterest] = [:]
        for (path, interest) in folders {
            let mask = interest.includesWrites ? Self.mask : Self.namesMask
            let watch = unsafe path.withPath {
                unsafe inotify_add_watch(descriptor, $0, mask | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
            }
            if watch >= 0 {
                if !isWatched(watch, interest) { hasNew = true }
                // Two paths may lead to one folder.
                current[watch, default: WatchInterest(includesWrites: false)].formUnion(interest)
            } else if !SystemError.last.meansAbsent {
                failure = .last
            }
        }
        if keepsOthers {
            interests.merge(current) { $0.union($1) }
            return hasNew
        }
        for watch in interests.keys where current[watch] == nil { inotify_rm_watch(descriptor, watch) }
        interests = current
        return hasNew
    }

    private func isWatched(_ watch: Int32, _ interest: WatchInterest) -> Bool {
        guard let known = interests[watch] else { return false }
        return known.union(interest) == known
    }

    /// Takes what was announced, and says whether any of it matters.
    func drain() -> Bool {
        guard descriptor >= 0 else { return false }
        var matters = false
        unsafe withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            while true {
                let length = unsafe read(descriptor, buffer.baseAddress!, buffer.count)
                guard length > 0 else { return }
                var offset = 0
                while offset < length {
                    let event = unsafe buffer.load(fromByteOffset: offset, as: inotify_event.self)
                    offset += MemoryLayout<inotify_event>.size
                    let name = unsafe buffer[offset..<(offset + Int(event.len))].prefix { $0 != 0 }
                    if unsafe note(event.mask, watch: event.wd, name: Array(name)) { matters = true }
                    offset += Int(event.len)
                }
            }
        }
        return matters
    }

    private func note(_ mask: UInt32, watch: Int32, name: [UInt8]) -> Bool {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
        guard let interest = interests[watch] else { return false }
        if mask & UInt32(IN_IGNORED) != 0 {
            interests[watch] = nil
            return true
        }
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return true }
        return name.isEmpty ? interest.everything : interest.includes(name)
    }
}
