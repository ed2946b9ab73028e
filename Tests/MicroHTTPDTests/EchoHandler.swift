import Glibc
import HTTPCore
import MicroHTTPD
import Synchronization

/// What a test's handler saw of one finished request.
struct Record: Sendable {
    var head: RequestHead
    var outcome: Outcome
}

/// A handler with a few fixed resources, which tells what it saw.
final class EchoHandler: Handler {
    let prepared = PreparedResponse(
        Response(
            status: 200, fields: [ResponseField("Content-Type", "text/plain"), ResponseField("ETag", "\"1\"")],
            body: .shared(SharedBytes(Array("prepared".utf8)))))
    static let large = SharedBytes((0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    /// Answers that workers repeat, by worker: small and large ones.
    private let repeated = Mutex<[String: RepeatedResponse]>([:])
    let bodyLimit: Int
    /// How much of a body it holds; it answers 413 for more.
    let heldLimit: Int
    let source: (@Sendable () -> any StreamSource)?
    private let records = Mutex<[Record]>([])
    private let admitted = Atomic(0)

    init(bodyLimit: Int = 1 << 20, heldLimit: Int = .max, source: (@Sendable () -> any StreamSource)? = nil) {
        self.bodyLimit = bodyLimit
        self.heldLimit = heldLimit
        self.source = source
    }

    /// What was finished so far.
    var finishedRecords: [Record] { records.withLock { $0 } }
    /// How many requests were admitted.
    var admittedCount: Int { admitted.load(ordering: .sequentiallyConsistent) }

    func admit(_ head: RequestHead) -> Admission {
        admitted.add(1, ordering: .sequentiallyConsistent)
        if let fault = head.framingFault() {
            return .refuse(Response(status: fault.status, body: .bytes(Array(fault.detail.utf8))))
        }
        return .read(bodyLimit: bodyLimit)
    }

    func hold(_ bytes: Int, of head: RequestHead) -> Bool { bytes <= heldLimit }

    func respond(to request: Request) -> Reply {
        let path = request.head.target.prefix { $0 != UInt8(ascii: "?") }
        guard case .complete(let body) = request.body else {
            return .once(Response(status: 413, body: .bytes(Array("too long".utf8))))
        }
        switch String(decoding: path, as: UTF8.self) {
        case "/prepared": return .prepared(prepared)
        case "/repeated", "/repeated-large":
            // The query comes back in a field of this answer alone.
            let isLarge = path.count > "/repeated".utf8.count
            let own = String(decoding: request.head.target.dropFirst(path.count + 1), as: UTF8.self)
            let answer = repeated.withLock { repeated in
                let key = "\(request.head.worker) \(isLarge)"
                let answer =
                    repeated[key]
                    ?? RepeatedResponse(
                        Response(
                            status: 200, fields: [ResponseField("X-Same", "yes")],
                            body: isLarge ? .shared(Self.large) : prepared.response.body))
                repeated[key] = answer
                return answer
            }
            return .repeated(
                answer, own: [ResponseField("X-Own", own), ResponseField("X-Length", "\(own.utf8.count)")])
        case "/large": return .once(Response(status: 200, body: .shared(Self.large)))
        case "/echo": return .once(Response(status: 200, body: .bytes(body)))
        case "/close": return .once(Response(status: 200, body: .bytes([0x78]), closesConnection: true))
        case "/304":
            return .once(Response(status: 304, fields: [ResponseField("ETag", "\"1\"")], body: prepared.response.body))
        case "/204": return .once(Response(status: 204))
        case "/length": return .once(Response(status: 200, body: .bytes(Array("\(body.count)".utf8))))
        case "/stream":
            guard let source else { return .once(Response(status: 404)) }
            return .stream(
                Response(status: 200, fields: [ResponseField("Content-Type", "text/event-stream")]), source())
        case "/head": return .once(Response(status: 200, body: .bytes(Self.describe(request.head))))
        // A status that no library sends: what a fault of a handler comes to.
        case "/unbuildable": return .once(Response(status: 9999, body: .bytes(body)))
        default: return .once(Response(status: 404, body: .bytes(Array(path))))
        }
    }

    func finished(_ head: RequestHead, _ outcome: Outcome) {
        records.withLock { $0.append(Record(head: head, outcome: outcome)) }
    }

    /// The head as text: one line each for the request line, the fields and where it came from.
    static func describe(_ head: RequestHead) -> [UInt8] {
        var text = "\(head.method.token) \(String(decoding: head.target, as: UTF8.self)) \(head.version)\n"
        for position in 0..<head.fields.count {
            text += String(decoding: head.fields.name(at: position), as: UTF8.self) + "="
            text += String(decoding: head.fields.value(at: position), as: UTF8.self) + "\n"
        }
        text += "peer=\(head.peer) role=\(head.role) unseen=\(head.hasUnseenBytes)\n"
        return Array(text.utf8)
    }
}

/// Runs a body of a test against a server that is stopped afterwards.
func withServer<Result>(
    _ handler: any Handler, _ change: (inout Server.Configuration) -> Void = { _ in },
    _ body: (Server) throws -> Result
) throws -> Result {
    var configuration = Server.Configuration()
    configuration.port = 0
    change(&configuration)
    let server = Server(configuration: configuration, handler: handler)
    try server.start()
    defer { server.stop(grace: 2) }
    return try body(server)
}

/// Waits until a condition holds; ten seconds are ample, so what fails here would never have come.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
        if condition() { return true }
        usleep(5_000)
    }
    return condition()
}

/// Runs a closure on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { opaque in
            Unmanaged<Box>.fromOpaque(opaque!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    return thread
}

/// Waits for a thread.
func join(_ thread: pthread_t) { pthread_join(thread, nil) }
