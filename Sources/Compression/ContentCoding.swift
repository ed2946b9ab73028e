/// A content coding that tables are offered in (RFC 9110, section 8.4.1).
public enum ContentCoding: String, Sendable, CaseIterable {
    case gzip
    case brotli = "br"

    /// The bytes in this coding, the same for the same input and libraries.
    ///
    /// Meant for work off the request path: the settings favour size over time. A real table of 128 KB takes about
    /// 10 ms in gzip and 20 ms in brotli.
    ///
    /// - Returns: nil where the library refuses, which with memory at hand it does not; the caller then sends the
    ///   content as it is.
    public func encode(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .gzip: gzipEncode(bytes)
        case .brotli: brotliEncode(bytes)
        }
    }
}
