import Glibc

/// Wakes a thread that waits for descriptors.
final class Wake: Sendable {
    /// Readable after `wake`; -1 where the system had no descriptor left.
    let descriptor: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if unsafe pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    /// Makes the descriptor readable. From any thread; a pipe that is full already is readable.
    func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Makes it unreadable again.
    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while unsafe read(descriptor, &bytes, 16) == 16 {}
    }
}
