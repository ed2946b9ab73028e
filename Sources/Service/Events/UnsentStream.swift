import HTTPCore

/// The stream that HEAD answers with: none of it is sent, and its length is as unknown as that of the stream which GET
/// gets, so that the header sections are the same.
final class UnsentStream: StreamSource {
    /// There is nothing, ever.
    func pull(maximum: Int) -> StreamChunk { .end }

    /// Nothing is there to wait for.
    func attach(wake: @escaping @Sendable () -> Void) {}

    /// Nothing is held.
    func finished() {}
}
