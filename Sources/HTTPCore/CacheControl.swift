/// How long whoever passes an answer on may keep it (RFC 9111, section 5.2.2).
public enum CacheControl: Sendable, Hashable {
    /// Kept, and asked about before each use.
    case noCache
    /// Never kept.
    case noStore
    /// Kept for so many seconds; `immutable` (RFC 8246): for good.
    case maxAge(Int, immutable: Bool = false)

    /// A year, the longest time that caches take seriously.
    public static let versioned = CacheControl.maxAge(31_536_000, immutable: true)

    /// The header's value. Behind a token only the reader's own cache may keep what has an age.
    public func value(isPrivate: Bool = false) -> String {
        switch self {
        case .noCache: "no-cache"
        case .noStore: "no-store"
        case .maxAge(let seconds, let immutable):
            "\(isPrivate ? "private" : "public"), max-age=\(seconds)\(immutable ? ", immutable" : "")"
        }
    }
}
