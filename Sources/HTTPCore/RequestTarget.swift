/// A request target (RFC 9112, section 3.2), split but not decoded: an escaped slash stays inside its segment.
public struct RequestTarget: Sendable {
    /// Which resource a target names.
    public enum Form: Sendable, Hashable {
        /// A path, from the origin form (`/strings`) or the absolute form (`http://host/strings`).
        case path
        /// `*`: the server as a whole.
        case asterisk
    }

    /// Which resource the target names.
    public let form: Form
    /// The path as it stood on the wire, with its first slash; empty for the asterisk form.
    public let path: ArraySlice<UInt8>
    /// What follows the first `?`, or nil where there is none.
    public let query: ArraySlice<UInt8>?

    /// Splits a target; nil where it has none of the two forms (an authority, a relative path, nothing).
    public init?(_ target: [UInt8]) {
        guard let first = target.first else { return nil }
        if first == UInt8(ascii: "*") {
            guard target.count == 1 else { return nil }
            form = .asterisk
            path = []
            query = nil
            return
        }
        var start = 0
        var path: ArraySlice<UInt8>?
        if first != UInt8(ascii: "/") {
            guard let authority = Self.authorityStart(target) else { return nil }
            start = authority
            while start < target.count, target[start] != UInt8(ascii: "/"), target[start] != UInt8(ascii: "?") {
                start += 1
            }
            // An absolute form needs an authority, and may have no path.
            guard start > authority else { return nil }
            if start == target.count || target[start] == UInt8(ascii: "?") { path = [UInt8(ascii: "/")] }
        }
        let end = target[start...].firstIndex(of: UInt8(ascii: "?"))
        form = .path
        self.path = path ?? target[start..<(end ?? target.count)]
        query = end.map { target[($0 + 1)...] }
    }

    /// The segments of the path below a base path, not decoded; nil where the path is not below it.
    ///
    /// A path without a base splits after its first slash: `/` has one empty segment. The last of `maximum` segments
    /// holds all that follows, slashes included, so that a path of slashes costs no memory.
    ///
    /// - Parameter base: a path without its last slash, empty for none.
    public func segments(below base: [UInt8] = [], maximum: Int = 8) -> [ArraySlice<UInt8>]? {
        guard path.count > base.count, path.starts(with: base), path[path.startIndex + base.count] == UInt8(ascii: "/")
        else { return nil }
        return path[(path.startIndex + base.count + 1)...]
            .split(separator: UInt8(ascii: "/"), maxSplits: maximum - 1, omittingEmptySubsequences: false)
    }

    /// Where the authority begins in `http://` or `https://`, in any case.
    private static func authorityStart(_ target: [UInt8]) -> Int? {
        for scheme in ["http://", "https://"] where target.count > scheme.utf8.count {
            if zip(target, scheme.utf8).allSatisfy({ ASCII.lowercased($0) == $1 }) { return scheme.utf8.count }
        }
        return nil
    }
}
