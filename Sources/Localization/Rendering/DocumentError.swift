/// Why a posted document cannot be read.
public struct DocumentError: Error, Sendable, Hashable {
    /// What is wrong and what to do about it, in one sentence without a final stop.
    public let reason: String
    /// The first byte that no valid document could have there.
    public let place: TextPlace
    /// The JSON Pointer (RFC 6901) of the value that was being read; only in widget trees.
    public let pointer: String?
    /// Whether the bytes there are not UTF-8.
    public let isEncodingError: Bool
}
