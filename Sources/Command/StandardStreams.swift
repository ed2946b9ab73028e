import Glibc

/// Reading and writing whole streams.
enum StandardStreams {
    /// Writes text to standard output; a reader that went away is no error.
    static func print(_ text: String) {
        write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        write(Array("parlance: \(line)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes, or as many as the reader takes.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let count = unsafe Glibc.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                if count > 0 {
                    offset += count
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }

    /// Everything that a descriptor has to give; nil where it cannot be read.
    static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count > 0 {
                content += chunk[..<count]
            } else if count == 0 {
                return content
            } else if errno != EINTR {
                return nil
            }
        }
    }

    /// The content of a file, of standard input for `-`; nil where it cannot be read.
    static func readFile(_ path: String) -> [UInt8]? {
        if path == "-" { return readAll(STDIN_FILENO) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return readAll(descriptor)
    }
}
