import CMicroHTTPD
import Glibc
import HTTPCore
import Synchronization

/// One request and its answer, from the request line to the last byte sent.
///
/// It is confined to its connection's worker, one for each request: made in `requestTarget`, freed in
/// `requestCompleted`.
@safe final class Exchange {
    private enum Stage {
        /// The request line is known.
        case target
        /// The handler has admitted the request; its body is being read.
        case body
        /// The body is longer than it may be; its bytes are thrown away.
        case discarding
        /// An answer was given to the library.
        case answered
        /// The handler has no more to do with it.
        case failed
    }

    // Unowned by the rules of the library: the server stops the daemon, and with it every exchange, before it goes.
    private unowned(unsafe) let server: Server
    private let connection: Connection
    private let library: OpaquePointer
    private let start: UInt64
    private var stage = Stage.target
    private var head: RequestHead
    private var body: [UInt8] = []
    private var bodyLimit = 0
    private var received = 0
    private var status = 0
    private var answerSize = 0
    private var stream: StreamBody?

    /// Whether the handler has seen the head.
    private(set) var hasHead = false

    /// Copies the target, then blanks the query in the library's buffer.
    ///
    /// The library would parse the query into the connection's memory and, where that is full, leave the client
    /// without any answer. It finds the query by its question mark and parses what follows up to a NUL.
    init(server: Server, connection: Connection, library: OpaquePointer, target: UnsafePointer<CChar>) {
        unsafe self.server = server
        self.connection = connection
        unsafe self.library = library
        self.start = monotonicNow()
        let length = unsafe strlen(target)
        let bytes = unsafe UnsafeRawBufferPointer(start: target, count: length)
        self.head = RequestHead(
            method: .get, target: unsafe Array(bytes), role: server.configuration.role, peer: connection.peer,
            worker: connection.worker,
            // A worker begins one request at a time, and never two in one nanosecond.
            sequence: start &<< 8 | UInt64(truncatingIfNeeded: connection.worker & 0xFF))
        if let mark = unsafe memchr(target, 0x3F, length) {
            unsafe mark.storeBytes(of: 0, toByteOffset: 1, as: UInt8.self)
        }
        connection.idleSince.store(0, ordering: .relaxed)
        connection.deadline.store(start &+ server.headerNanoseconds, ordering: .relaxed)
    }

    /// The header section is complete: asks the handler whether to read on. Only refusals are answered here: the
    /// library closes a connection whose answer is queued this early.
    func begin(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
        hasHead = true
        connection.deadline.store(0, ordering: .relaxed)
        unsafe readHead(method: method, version: version)
        switch unsafe server.handler.admit(head) {
        case .refuse(let response):
            return send(.once(response), closes: true)
        case .read(let limit):
            bodyLimit = limit
            stage = .body
            guard let declared = head.declaredLength, declared > limit else { return .YES }
            if unsafe head.expectsContinue || declared > server.configuration.discardLimit {
                // Nothing was sent yet, or more than would be thrown away.
                return unsafe send(
                    server.handler.respond(to: Request(head: head, body: .exceeded(limit: limit))), closes: true)
            }
            startDiscarding()
            return .YES
        }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        received += bytes.count
        if stage == .body, received > bodyLimit { startDiscarding() }
        switch stage {
        case .body:
            if body.isEmpty, let declared = head.declaredLength {
                // What was declared is believed only so far.
                body.reserveCapacity(min(declared, bodyLimit, 64 * 1024))
            }
            unsafe body.append(contentsOf: bytes)
            return .YES
        case .discarding:
            return unsafe received <= server.configuration.discardLimit ? .YES : .NO
        case .target, .answered, .failed:
            return .NO
        }
    }

    /// The body is complete: asks the handler for the answer.
    func answer() -> MHD_Result {
        switch stage {
        case .body:
            let request = Request(head: head, body: .complete(body))
            body = []
            return unsafe send(server.handler.respond(to: request), closes: false)
        case .discarding:
            connection.deadline.store(0, ordering: .relaxed)
            let request = Request(head: head, body: .exceeded(limit: bodyLimit))
            return unsafe send(server.handler.respond(to: request), closes: false)
        case .target, .answered, .failed:
            return .NO
        }
    }

    /// The last byte was sent, or the connection broke.
    func complete(wasSent: Bool) {
        let now = monotonicNow()
        if let stream {
            answerSize = stream.sentBytes
            unsafe server.registry.remove(stream)
            stream.finish()
        }
        if hasHead {
            unsafe server.handler.finished(
                head,
                Outcome(
                    status: status, sentBytes: wasSent || stream != nil ? answerSize : 0, duration: now &- start,
                    completed: wasSent && status != 0))
        }
        connection.idleSince.store(now, ordering: .relaxed)
        connection.deadline.store(unsafe now &+ server.betweenNanoseconds, ordering: .relaxed)
    }

    private func startDiscarding() {
        stage = .discarding
        body = []
        connection.deadline.store(unsafe monotonicNow() &+ server.discardNanoseconds, ordering: .relaxed)
    }

    private func readHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
        head.method = unsafe Method(String(cString: method))
        if unsafe strcmp(version, "HTTP/1.1") != 0 { head.version = unsafe String(cString: version) }
        var fields = RequestFields(capacity: 512)
        unsafe withUnsafeMutablePointer(to: &fields) { fields in
            unsafe _ = MHD_get_connection_values_n(library, .HEADER_KIND, headerField, fields)
        }
        // The request line, `name: value` and CR LF for each line, and the empty line, as every client writes them.
        let line = unsafe strlen(method) + strlen(version) + head.target.count + 4
        let expected = line + fields.byteCount + 4 * fields.count + 2
        head.fields = fields
        head.hasUnseenBytes = unsafe mhd_header_size(library) != expected
    }

    private func send(_ reply: Reply, closes: Bool) -> MHD_Result {
        let closes = unsafe closes || head.hasUnseenBytes || server.isDraining
        let form: LibraryResponse?
        switch reply {
        case .once(let response):
            (status, answerSize) = (response.status, response.body.count)
            form = LibraryResponse(response, closes: closes)
        case .prepared(let prepared, let closesThis):
            (status, answerSize) = (prepared.response.status, prepared.response.body.count)
            form =
                closes || closesThis
                ? LibraryResponse(prepared.response, closes: true) : Self.preparedForm(of: prepared)
        case .stream(let response, let source):
            status = response.status
            let body = StreamBody(source)
            unsafe body.begin(on: library)
            stream = body
            unsafe server.registry.insert(body)
            form = LibraryResponse(response, streaming: body, isToHead: head.method == .head, closes: closes)
        }
        if head.method == .head || status == 204 || status == 304 { answerSize = 0 }
        guard let form, unsafe form.queue(on: library, status: status) == .YES else {
            unsafe server.configuration.log("an answer with status \(status) could not be built")
            (status, stage) = (0, .failed)
            return .NO
        }
        stage = .answered
        return .YES
    }

    private static func preparedForm(of prepared: PreparedResponse) -> LibraryResponse? {
        if let form = prepared.transportForm { return form as? LibraryResponse }
        guard let form = LibraryResponse(prepared.response, closes: false) else { return nil }
        return prepared.keep(form) as? LibraryResponse
    }
}

extension RequestHead {
    /// Whether the client waits for 100 (RFC 9110, section 10.1.1) before it sends the body.
    fileprivate var expectsContinue: Bool {
        guard version != "HTTP/1.0", let value = fields.text(.expect) else { return false }
        return value.lowercased() == "100-continue"
    }
}
