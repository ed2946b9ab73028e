import Glibc

/// What standard streams, the log and files have in common: descriptors that may be set not to wait, and calls that
/// signals interrupt.
package enum Descriptor {
    /// Writes all bytes, however often the reader makes room, and returns 0 or the number of the error.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let count = unsafe write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                if count > 0 {
                    offset += count
                } else if count == 0 {
                    return EIO
                } else if errno == EAGAIN {
                    wait(for: POLLOUT, on: descriptor)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    /// Everything that a descriptor has to give; nil where it cannot be read.
    package static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count > 0 {
                content += chunk[..<count]
            } else if count == 0 {
                return content
            } else if errno == EAGAIN {
                wait(for: POLLIN, on: descriptor)
            } else if errno != EINTR {
                return nil
            }
        }
    }

    /// Whoever shares a descriptor, or has handed it down, may have set it not to wait.
    private static func wait(for event: Int32, on descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}
