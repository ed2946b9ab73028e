/// A body that is not all there yet: the transport asks for what there is and waits to be woken for more.
///
/// `pull` is called by the connection's worker only. `attach` is called once, before the first `pull`; the source
/// calls the closure that it is given, from any thread and as often as it likes, when it has more or has ended.
public protocol StreamSource: AnyObject, Sendable {
    /// The next bytes, at most `maximum` of them.
    func pull(maximum: Int) -> StreamChunk
    /// Hands over the closure that makes the transport pull again.
    func attach(wake: @escaping @Sendable () -> Void)
    /// The stream is over: its reader went away, it ended itself or the service stops. Called exactly once.
    func finished()
}

/// What a stream has for its reader at this moment.
public enum StreamChunk: Sendable {
    case bytes([UInt8])
    /// Nothing now; the source will wake the transport.
    case wait
    /// Nothing ever again.
    case end
}

/// How a handler answers.
public enum Reply: Sendable {
    /// An answer for this request alone.
    case once(Response)
    /// An answer that is kept and sent many times. `closes` adds `Connection: close` to this sending of it.
    case prepared(PreparedResponse, closes: Bool = false)
    /// An answer that this worker gives again and again, with the fields that this request gets besides. `closes` adds
    /// `Connection: close` to this sending of it.
    case repeated(RepeatedResponse, own: [ResponseField], closes: Bool = false)
    /// A header section (status and fields of the response given) followed by a body that can wait.
    case stream(Response, any StreamSource)
}

/// What becomes of a request whose header section was read and whose body was not.
public enum Admission: Sendable {
    /// Read the body, at most so many bytes of it, then ask for the answer.
    case read(bodyLimit: Int)
    /// Answer at once, read nothing more, and end the connection.
    case refuse(Response)
}

/// What happened to one request, told when the last byte of its answer was sent or its connection broke.
public struct Outcome: Sendable {
    /// The status that was answered; 0 where the connection ended before an answer.
    public var status: Int
    /// The bytes of the body of the answer.
    public var sentBytes: Int
    /// From the first byte of the header section that was processed to the end of the answer, in nanoseconds.
    public var duration: UInt64
    /// Whether the whole answer was handed to the network.
    public var completed: Bool
    /// The mark of the prepared or repeated answer that was sent; nil for any other answer.
    public var mark: UInt8?

    /// Creates an outcome.
    public init(status: Int, sentBytes: Int, duration: UInt64, completed: Bool, mark: UInt8? = nil) {
        self.status = status
        self.sentBytes = sentBytes
        self.duration = duration
        self.completed = completed
        self.mark = mark
    }
}

/// What a transport serves: a service that knows no socket.
///
/// All are called by the connection's worker, in this order, and never block. Between `admit` and `finished` the body's
/// bytes count against whatever memory limit the handler keeps.
public protocol Handler: AnyObject, Sendable {
    /// Decides on a request by its head alone.
    func admit(_ head: RequestHead) -> Admission
    /// Whether so many bytes of a request's body may be held, all that have arrived so far; asked for each piece. After a
    /// no the body is thrown away, and `respond` gets it as one that was too long.
    func hold(_ bytes: Int, of head: RequestHead) -> Bool
    /// Answers a request whose body was read, or was too long.
    func respond(to request: Request) -> Reply
    /// The answer where the one that `respond` gave cannot be built: a last resort, for a fault of the service itself.
    /// It is sent once, and the connection ends after it.
    func answerToFailure(of head: RequestHead) -> Response
    /// Reports the end of a request, with the head that `admit` saw.
    func finished(_ head: RequestHead, _ outcome: Outcome)
}

extension Handler {
    /// Whatever `admit` has allowed.
    public func hold(_ bytes: Int, of head: RequestHead) -> Bool { true }

    /// A 500 without content.
    public func answerToFailure(of head: RequestHead) -> Response { Response(status: 500) }
}
