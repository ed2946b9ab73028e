import Glibc

/// The path of the locales folder as it was configured: which of its parts may change what it leads to.
struct ConfiguredPath: Sendable {
    /// The path, made absolute once, links not resolved.
    let absolute: [UInt8]

    /// A path that is relative is relative to the working folder of this moment.
    init(_ path: String) {
        let bytes = Array(path.utf8)
        absolute = bytes.first == .slash ? bytes : Self.workingFolder() + [.slash] + bytes
    }

    /// Where the path leads now.
    struct Route: Sendable {
        /// The folders above the locales folder by absolute path, each with the name in it that the path goes through.
        var steps: [(folder: [UInt8], name: [UInt8])] = []
        /// The absolute path without links; nil where it leads to nothing.
        var target: [UInt8]?
    }

    /// Follows the path; every name that it goes through is part of the route, as far as there is something.
    func route() -> Route {
        var route = Route()
        var current: [[UInt8]] = []
        var pending = Array(absolute.pathComponents.reversed())
        var links = 0
        while let component = pending.popLast() {
            if component == [.dot] { continue }
            if component == [.dot, .dot] {
                _ = current.popLast()
                continue
            }
            let folder = Self.path(current)
            route.steps.append((folder, component))
            let path = Self.path(current + [component])
            var status = stat()
            guard unsafe path.withPath({ unsafe lstat($0, &status) }) == 0 else { return route }
            if status.isLink {
                links += 1
                guard links <= 40, let target = Self.link(path) else { return route }
                if target.first == .slash { current = [] }
                pending += target.pathComponents.reversed()
            } else {
                current.append(component)
            }
        }
        route.target = Self.path(current)
        return route
    }

    private static func path(_ components: [[UInt8]]) -> [UInt8] {
        [.slash] + components.joined(separator: [.slash])
    }

    private static func link(_ path: [UInt8]) -> [UInt8]? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe path.withPath { path in
            unsafe target.withUnsafeMutableBytes { buffer in
                unsafe readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            }
        }
        return length > 0 && length < target.count ? Array(target.prefix(length)) : nil
    }

    private static func workingFolder() -> [UInt8] {
        guard let path = unsafe getcwd(nil, 0) else { return [] }
        defer { unsafe free(path) }
        return unsafe Array(UnsafeBufferPointer(start: path, count: strlen(path)).map(UInt8.init(bitPattern:)))
    }
}
