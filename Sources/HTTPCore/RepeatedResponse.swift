/// An answer that one worker gives again and again, each time with a few more fields that are that request's own.
///
/// The transport keeps its forms of it here while no connection sends them, and changes in them only the fields that
/// differ. It belongs to one worker, whose thread alone touches it.
public final class RepeatedResponse: @unchecked Sendable {
    // Unchecked: `idleForms` is touched by the worker's thread alone.

    /// What all the answers have in common. Its body is shared or none.
    public let response: Response
    /// What the handler wants to be told when this answer was sent, as of a `PreparedResponse`.
    public let mark: UInt8?
    /// The transport's forms that no connection is sending.
    public var idleForms: [TransportForm] = []

    /// Wraps what will not change.
    public init(_ response: Response, mark: UInt8? = nil) {
        self.response = response
        self.mark = mark
    }

    /// The answer with the fields of one request, whole.
    public func response(adding own: [ResponseField]) -> Response {
        var response = response
        response.fields += own
        return response
    }
}
