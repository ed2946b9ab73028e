import Glibc
import Operations

/// Reading and writing whole streams.
enum StandardStreams {
    /// Takes the places of standard streams that are closed, so that no file which is opened later stands in one of
    /// them and is written to. What stands there then can be neither read nor written.
    static func occupyClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes to standard output what was asked for, and returns the exit status: the given one; 1 where it could not
    /// be written, which a line on standard error tells. A reader that went away had what it wanted.
    static func print(_ bytes: [UInt8], status: Int32 = 0) -> Int32 {
        guard let reason = write(bytes, to: STDOUT_FILENO) else { return status }
        complain("standard output: \(reason)")
        return 1
    }

    /// Writes text to standard output, as bytes are written.
    static func print(_ text: String, status: Int32 = 0) -> Int32 {
        print(Array(text.utf8), status: status)
    }

    /// Writes a line to standard error; controls in it are made visible, so that it is one.
    static func complain(_ line: String) {
        // Where that fails, nobody can be told.
        _ = write(Array("parlance: \(VisibleText.line(line))\n".utf8), to: STDERR_FILENO)
    }

    /// Writes all bytes, and returns why that was impossible; nil where it was not, or where nobody reads any more.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
        var number = bytes.isEmpty ? 0 : Descriptor.writeAll(bytes, to: descriptor)
        if number == 0, !bytes.isEmpty {
            // Some file systems tell only at a close that there was no room.
            let copy = dup(descriptor)
            if copy >= 0, close(copy) != 0, errno != EINTR { number = errno }
        }
        return number == 0 || number == EPIPE ? nil : unsafe String(cString: strerror(number))
    }

    /// The content of a file, of standard input for `-`; nil where it cannot be read.
    static func readFile(_ path: String) -> [UInt8]? {
        if path == "-" { return Descriptor.readAll(STDIN_FILENO) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return Descriptor.readAll(descriptor)
    }
}
