import Glibc

/// By what a change of a file is seen without reading it.
struct FileSignature: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int64
    /// Nanoseconds since 1970.
    var changed: Int64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// Whether a write could have followed a read at this time (nanoseconds since 1970) and left the same signature.
    ///
    /// The kernel stamps files with a clock that ticks every few milliseconds, and the one of a file server may be
    /// ahead of ours or stand behind it.
    func isTooYoung(at readTime: Int64) -> Bool {
        readTime - max(modified, changed) < 2_000_000_000
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (product, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product &+ Int64(time.tv_nsec)
    }
}

/// The time of day.
enum WallClock {
    /// Nanoseconds since 1970.
    static func nanoseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
