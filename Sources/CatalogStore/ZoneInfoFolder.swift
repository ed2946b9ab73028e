import Glibc
public import Localization

/// The system's time zones: the folder in which the package `tzdata` keeps one file for each.
public struct ZoneInfoFolder: TimeZoneSource {
    /// The folder's path.
    public let path: String

    /// The largest file that is read; real ones have some kilobytes.
    private static let maximumSize = 1 << 20

    /// A folder of TZif files.
    public init(path: String = "/usr/share/zoneinfo") { self.path = path }

    /// The content of a zone's file; nil where there is no such file, or it cannot be read.
    public func zoneInfo(named name: String) -> [UInt8]? {
        guard !Self.isOfThisMachine(name) else { return nil }
        return content(of: name)
    }

    /// The database's version, which stands in the first line of its text form.
    public var version: String {
        let text = content(of: "tzdata.zi", atMost: 64) ?? content(of: "+VERSION", atMost: 64) ?? []
        return String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private func content(of name: String, atMost limit: Int = .max) -> [UInt8]? {
        let descriptor = unsafe open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.maximumSize
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit))
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress! + count, buffer.count - count)
            }
            if got < 0 && errno == EINTR { continue }
            if got <= 0 { return nil }
            count += got
        }
        return bytes
    }

    /// Whether the folder's entry is no zone of the database but the machine's own setting, which differs from replica
    /// to replica, or a second copy of all zones that counts seconds otherwise.
    private static func isOfThisMachine(_ name: String) -> Bool {
        name == "localtime" || name == "posixrules" || name.hasPrefix("posix/") || name.hasPrefix("right/")
    }
}
