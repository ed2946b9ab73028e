import Glibc

/// Reads the small files that the kernel and an operator write: figures under `/proc`, quotas, tokens.
package enum SmallFile {
    /// The content, at most `limit` bytes of it; empty where the file cannot be read.
    package static func read(_ path: String, limit: Int = 64 * 1024) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while content.count < limit {
            let count = unsafe Glibc.read(descriptor, &chunk, min(chunk.count, limit - content.count))
            if count > 0 {
                content.append(contentsOf: chunk[..<count])
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        return content
    }
}
