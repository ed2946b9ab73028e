import CMicroHTTPD
import Glibc
import HTTPCore
import Synchronization

/// One request and its answer, from the request line to the last byte sent; then the connection's next.
///
/// It is confined to its connection's worker, one for each connection, whose requests come one after the other: the
/// library completes each before it reads the next. It is made when the socket is accepted and freed when it is closed.
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

    let connection: Connection
    // Unsafe: the library's connection outlives this object, which the library holds for it.
    private let library: OpaquePointer
    private var start: UInt64 = 0
    private var stage = Stage.target
    /// Where the target stood in the library's buffer, and how long it was.
    private var targetAddress: UInt = 0
    private var targetLength = 0
    /// The request as the handler saw it first; between two requests the last one's.
    // Unchecked: the exchange is confined to its worker.
    @exclusivity(unchecked) private var head: RequestHead?
    /// What was read of the body; between two requests empty, with the memory of the last one where that was small.
    private var body: [UInt8] = []
    private var bodyLimit = 0
    private var declaredLength: Int?
    private var received = 0
    private var status = 0
    private var answerSize = 0
    private var mark: UInt8?
    private var stream: StreamBody?
    /// A form of an answer that is repeated, on loan until the request is complete.
    private var lent: (form: LibraryResponse, lender: RepeatedResponse)?
    private var isHead = false
    private var hasUnseenBytes = false

    /// Whether the handler has seen the head.
    var hasHead: Bool { stage != .target }

    /// The exchanges of a connection, none of which has begun.
    init(connection: Connection, library: OpaquePointer) {
        self.connection = connection
        unsafe self.library = library
    }

    /// The request line was read: copies the target, then blanks the query in the library's buffer.
    ///
    /// The library would parse the query into the connection's memory and, where that is full, leave the client
    /// without any answer. It finds the query by its question mark and parses what follows up to a NUL.
    func start(target: UnsafePointer<CChar>) {
        stage = .target
        received = 0
        status = 0
        answerSize = 0
        mark = nil
        isHead = false
        hasUnseenBytes = false
        start = monotonicNow()
        let length = unsafe strlen(target)
        targetAddress = UInt(bitPattern: target)
        targetLength = length
        let bytes = unsafe UnsafeRawBufferPointer(start: target, count: length)
        if unsafe !connection.hadTarget(bytes) { unsafe connection.take(target: bytes) }
        if let mark = unsafe memchr(target, 0x3F, length) {
            unsafe mark.storeBytes(of: 0, toByteOffset: 1, as: UInt8.self)
        }
        connection.idleSince.store(0, ordering: .relaxed)
        connection.deadline.store(start &+ connection.server.headerNanoseconds, ordering: .relaxed)
    }

    /// The header section is complete: asks the handler whether to read on. Only refusals are answered here: the
    /// library closes a connection whose answer is queued this early.
    func begin(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> MHD_Result {
        connection.deadline.store(0, ordering: .relaxed)
        let head = unsafe readHead(method: method, version: version)
        switch connection.server.handler.admit(head) {
        case .refuse(let response):
            return send(.once(response), closes: true)
        case .read(let limit):
            bodyLimit = limit
            stage = .body
            let declared = head.declaredLength
            declaredLength = declared
            if declared != nil || head.fields.contains(.transferEncoding) {
                connection.isReading.store(true, ordering: .relaxed)
            }
            guard let declared, declared > limit else { return .YES }
            if head.expectsContinue || declared > connection.server.configuration.discardLimit {
                // Nothing was sent yet, or more than would be thrown away.
                return respond(.exceeded(limit: limit), closes: true)
            }
            startDiscarding()
            return .YES
        }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        received += bytes.count
        if stage == .body, received > bodyLimit || !isHeld() { startDiscarding() }
        switch stage {
        case .body:
            // What was declared is believed only so far.
            let expected = received > bytes.count ? 0 : declaredLength ?? 0
            unsafe Self.append(bytes, to: &body, expecting: min(expected, bodyLimit, 64 * 1024))
            return .YES
        case .discarding:
            return received <= connection.server.configuration.discardLimit ? .YES : .NO
        case .target, .answered, .failed:
            return .NO
        }
    }

    /// Whether the handler has memory for what has come.
    private func isHeld() -> Bool {
        guard let head = unsafe head else { return false }
        return connection.server.handler.hold(received, of: head)
    }

    /// One access to the body for all that is done to it.
    private static func append(_ bytes: UnsafeRawBufferPointer, to body: inout [UInt8], expecting count: Int) {
        if count > body.capacity { body.reserveCapacity(count) }
        unsafe body.append(contentsOf: bytes)
    }

    /// The body is complete: asks the handler for the answer.
    func answer() -> MHD_Result {
        switch stage {
        case .body:
            return respond(.complete(body), closes: false)
        case .discarding:
            connection.deadline.store(0, ordering: .relaxed)
            return respond(.exceeded(limit: bodyLimit), closes: false)
        case .target, .answered, .failed:
            return .NO
        }
    }

    /// The last byte was sent, or the connection broke.
    func complete(wasSent: Bool) {
        let now = monotonicNow()
        let server = connection.server
        connection.isReading.store(false, ordering: .relaxed)
        let isStream = stream != nil
        if let stream {
            answerSize = stream.sentBytes
            server.registry.remove(stream)
            stream.finish()
            self.stream = nil
        }
        if let lent {
            lent.form.giveBack(to: lent.lender)
            self.lent = nil
        }
        if hasHead, let head = unsafe head {
            server.handler.finished(
                head,
                Outcome(
                    status: status, sentBytes: wasSent || isStream ? answerSize : 0, duration: now &- start,
                    completed: wasSent && status != 0, mark: mark))
        }
        // Also what it did not come to read.
        if received > 0 { Self.empty(&body) }
        if connection.trim() { unsafe head = nil }
        connection.idleSince.store(now, ordering: .relaxed)
        connection.deadline.store(now &+ server.betweenNanoseconds, ordering: .relaxed)
    }

    private func startDiscarding() {
        stage = .discarding
        body = []
        connection.deadline.store(monotonicNow() &+ connection.server.discardNanoseconds, ordering: .relaxed)
    }

    /// Keeps the memory of a body that was small, where nobody else has it, for the connection's next one.
    private static func empty(_ body: inout [UInt8]) {
        if body.capacity > 4096 { body = [] } else { body.removeAll(keepingCapacity: true) }
    }

    private func readHead(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> RequestHead {
        let methodLength = unsafe strlen(method)
        let methodBytes = unsafe UnsafeRawBufferPointer(start: method, count: methodLength)
        let isCurrent = unsafe strcmp(version, "HTTP/1.1") == 0
        let versionLength = isCurrent ? 8 : unsafe strlen(version)
        // The parts of the request line stand where they arrived, too.
        let start = UInt(bitPattern: method)
        let versionAddress = UInt(bitPattern: version)
        let hasGap =
            targetAddress != start &+ UInt(methodLength) &+ 1
            || versionAddress != targetAddress &+ UInt(targetLength) &+ 1
        unsafe connection.section.begin(at: versionAddress &+ UInt(versionLength) &+ 2)
        unsafe withUnsafeMutablePointer(to: &connection.section) { section in
            unsafe _ = MHD_get_connection_values_n(library, .HEADER_KIND, headerField, section)
        }
        let hasUnseenLines = unsafe connection.section.end(at: start &+ UInt(mhd_header_size(library)))
        hasUnseenBytes = hasGap || hasUnseenLines
        // A worker begins one request at a time, and never two in one nanosecond.
        let sequence = self.start &<< 8 | UInt64(truncatingIfNeeded: connection.worker & 0xFF)
        let method = unsafe Method(methodBytes.assumingMemoryBound(to: UInt8.self))
        isHead = method == .head
        let version = isCurrent ? "HTTP/1.1" : unsafe String(cString: version)
        if unsafe !connection.section.isNew,
            unsafe RequestHead.renew(
                &head, method: method, target: connection.target, version: version, hasUnseenBytes: hasUnseenBytes,
                sequence: sequence),
            let head = unsafe head
        {
            return head
        }
        let head = RequestHead(
            method: method, target: unsafe connection.target, version: version,
            fields: unsafe connection.section.fields,
            role: connection.server.configuration.role, peer: connection.peer, worker: connection.worker,
            hasUnseenBytes: hasUnseenBytes, sequence: sequence)
        unsafe self.head = head
        return head
    }

    private func respond(_ body: RequestBody, closes: Bool) -> MHD_Result {
        guard let head = unsafe head else { return .NO }
        return send(connection.server.handler.respond(to: Request(head: head, body: body)), closes: closes)
    }

    private func send(_ reply: Reply, closes: Bool) -> MHD_Result {
        connection.isReading.store(false, ordering: .relaxed)
        let closes = closes || hasUnseenBytes || connection.server.isDraining
        let form: LibraryResponse?
        switch reply {
        case .once(let response):
            form = LibraryResponse(response, closes: closes)
        case .prepared(let prepared, let closesThis):
            mark = prepared.mark
            form =
                closes || closesThis
                ? LibraryResponse(prepared.response, closes: true) : LibraryResponse.kept(by: prepared)
        case .repeated(let repeated, let own, let closesThis):
            mark = repeated.mark
            if closes || closesThis {
                form = LibraryResponse(repeated.response(adding: own), closes: true)
            } else {
                form = LibraryResponse.lent(by: repeated, own: own)
                lent = form.map { ($0, repeated) }
            }
        case .stream(let response, let source):
            let body = StreamBody(source)
            unsafe body.begin(on: library)
            stream = body
            connection.server.registry.insert(body)
            form = LibraryResponse(response, streaming: body, isToHead: isHead, closes: closes)
        }
        guard let form, unsafe form.queue(on: library) == .YES else { return sendFailure() }
        return sent(form)
    }

    /// The handler's last resort. Where that cannot be built either, or a stream was begun, the connection breaks.
    private func sendFailure() -> MHD_Result {
        connection.server.configuration.log("an answer could not be built")
        guard stream == nil, let head = unsafe head,
            let form = LibraryResponse(connection.server.handler.answerToFailure(of: head), closes: true),
            unsafe form.queue(on: library) == .YES
        else {
            stage = .failed
            return .NO
        }
        return sent(form)
    }

    private func sent(_ form: LibraryResponse) -> MHD_Result {
        status = form.status
        answerSize = isHead || status == 204 || status == 304 ? 0 : form.size
        stage = .answered
        return .YES
    }
}

extension RequestHead {
    /// Whether the client waits for 100 (RFC 9110, section 10.1.1) before it sends the body.
    fileprivate var expectsContinue: Bool {
        guard version != "HTTP/1.0", let value = fields.text(.expect) else { return false }
        return value.lowercased() == "100-continue"
    }
}
