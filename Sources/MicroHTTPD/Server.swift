import CMicroHTTPD
import Glibc
public import HTTPCore
import Synchronization

/// An HTTP/1.1 server on libmicrohttpd: a listening socket, a pool of workers, and the handler that they serve.
///
/// A process with several servers starts each; `start` and `stop` come once each, in that order. Signals are the
/// caller's affair: those that it waits for must be blocked before `start`, so that the workers inherit the mask.
@safe public final class Server: Sendable {
    @safe private struct Daemon {
        // Unsafe: the library's handle is used under the lock only.
        nonisolated(unsafe) var pointer: OpaquePointer?
        // Unsafe: C text and the logger's target that the library reads as long as the daemon lives.
        nonisolated(unsafe) var log: UnsafeMutablePointer<mhd_log_target>?
        nonisolated(unsafe) var texts: [UnsafeMutablePointer<CChar>] = unsafe []
        var socket: Int32 = -1
        var reaper: Reaper?
        var hasStarted = false
    }

    let configuration: Configuration
    let handler: any Handler
    let registry: ConnectionRegistry
    let headerNanoseconds: UInt64
    /// From the end of one request to the end of the header section of the next.
    let betweenNanoseconds: UInt64
    let discardNanoseconds: UInt64
    private let draining = Atomic(false)
    private let boundPort = Atomic<UInt16>(0)
    private let daemon = Mutex(Daemon())

    /// A server that does not listen yet.
    public init(configuration: Configuration, handler: any Handler) {
        self.configuration = configuration
        self.handler = handler
        self.registry = ConnectionRegistry(firstWorker: configuration.firstWorker)
        self.headerNanoseconds = nanoseconds(ofSeconds: max(configuration.headerSeconds, 1))
        self.betweenNanoseconds = nanoseconds(
            ofSeconds: max(configuration.headerSeconds, 1) + max(configuration.idleSeconds, 1))
        self.discardNanoseconds = nanoseconds(ofSeconds: max(configuration.discardSeconds, 1))
    }

    deinit {
        daemon.withLock { daemon in
            precondition(unsafe daemon.pointer == nil, "a server is stopped before it goes")
        }
    }

    /// Looks a host up that a server is to listen on.
    ///
    /// - Throws: `unknownHost`.
    public static func resolve(host: String) throws(ServerError) {
        unsafe freeaddrinfo(try ListeningSocket.resolve(host: host, port: 0))
    }

    /// The port that the server listens on; 0 before it started.
    public var port: UInt16 { boundPort.load(ordering: .relaxed) }

    /// The number of connections that are open.
    public var connectionCount: Int { registry.count }

    /// The number of answers that are open streams.
    public var streamCount: Int { registry.streamCount }

    /// Whether answers carry `Connection: close` because the server is about to stop.
    public var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Listens and serves.
    public func start() throws(ServerError) {
        let outcome = daemon.withLock { daemon in
            Result { () throws(ServerError) in try start(&daemon) }
        }
        try outcome.get()
    }

    /// Lets each answer from now on end its connection. New connections are still accepted: a balancer needs time
    /// to notice that the service is not ready any more.
    public func drain() {
        draining.store(true, ordering: .relaxed)
    }

    /// Stops: no new connections, streams ended, idle connections closed, and every request that was read answered,
    /// within `grace` seconds; what is left then is cut. Calling it again, or before `start`, does nothing.
    ///
    /// - Returns: the number of connections that were cut.
    @discardableResult
    public func stop(grace: Double = 10) -> Int {
        drain()
        // What runs is taken out, so that no lock is held meanwhile and a second call finds nothing to do.
        var running = daemon.withLock { daemon in
            var running = Daemon()
            running.hasStarted = daemon.hasStarted
            swap(&daemon, &running)
            return running
        }
        return stop(&running, grace: grace)
    }

    private func start(_ daemon: inout Daemon) throws(ServerError) {
        guard !daemon.hasStarted else { throw ServerError(.alreadyStarted, "the server was started before") }
        raiseDescriptorLimit()
        let listening = try ListeningSocket(
            host: configuration.host, port: configuration.port, backlog: configuration.backlog)
        daemon.hasStarted = true
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let log = UnsafeMutablePointer<mhd_log_target>.allocate(capacity: 1)
        unsafe log.initialize(to: mhd_log_target(context: context, write: libraryMessage))
        unsafe daemon.log = log
        var options = unsafe mhd_options()
        unsafe options.listen_socket = listening.descriptor
        unsafe options.threads = UInt32(clamping: max(configuration.threads, 2))
        unsafe options.connection_limit = UInt32(clamping: max(configuration.connectionLimit, 2))
        unsafe options.address_limit = UInt32(clamping: max(configuration.addressLimit, 0))
        unsafe options.idle_seconds = UInt32(clamping: max(configuration.idleSeconds, 1))
        unsafe options.connection_memory = max(configuration.connectionMemory, 1024)
        unsafe options.log = log
        unsafe options.context = context
        unsafe options.handle = requestProgress
        unsafe options.completed = requestCompleted
        unsafe options.notify_connection = connectionChanged
        unsafe options.target = requestTarget
        if let tls = configuration.tls {
            let texts = unsafe [tls.certificate, tls.key, tls.priorities].map { (text: String) in unsafe strdup(text)! }
            unsafe daemon.texts = texts
            unsafe options.certificate = UnsafePointer(texts[0])
            unsafe options.key = UnsafePointer(texts[1])
            unsafe options.tls_priorities = UnsafePointer(texts[2])
        }
        guard let pointer = unsafe mhd_start(&options) else {
            close(listening.descriptor)
            free(&daemon)
            throw ServerError(
                .libraryRefused,
                configuration.tls == nil
                    ? "libmicrohttpd refused to start" : "libmicrohttpd refused to start: is the certificate good?")
        }
        unsafe daemon.pointer = pointer
        daemon.socket = listening.descriptor
        boundPort.store(listening.port, ordering: .relaxed)
        daemon.reaper = Reaper(registry: registry, log: configuration.log)
    }

    private func free(_ daemon: inout Daemon) {
        unsafe daemon.log?.deallocate()
        unsafe daemon.log = nil
        unsafe daemon.texts.forEach { unsafe Glibc.free($0) }
        unsafe daemon.texts = []
    }

    private func stop(_ daemon: inout Daemon, grace: Double) -> Int {
        guard let pointer = unsafe daemon.pointer else { return 0 }
        let isSilent = ListeningSocket.silence(daemon.socket)
        if !isSilent {
            // Afterwards the listening socket is ours to close. Without the shutdown, clients would still connect into
            // the backlog, wait, and be reset.
            unsafe _ = MHD_quiesce_daemon(pointer)
            _ = shutdown(daemon.socket, Int32(SHUT_RD))
        }
        registry.endStreams()
        let cut = waitForConnections(grace: grace)
        unsafe MHD_stop_daemon(pointer)
        unsafe daemon.pointer = nil
        // What the library was not told to let go of it has closed.
        if !isSilent { close(daemon.socket) }
        daemon.socket = -1
        daemon.reaper?.stop()
        daemon.reaper = nil
        free(&daemon)
        return cut
    }

    /// Shuts connections as they become idle, until none is left or the time is up.
    ///
    /// One that has just been served is given a moment: a client that was about to send its next request sends it,
    /// and the answer tells it to go.
    private func waitForConnections(grace: Double) -> Int {
        let linger: UInt64 = 100_000_000
        let end = monotonicNow() &+ UInt64(max(0, min(grace, 1e9)) * 1e9)
        while true {
            let open = registry.count
            let now = monotonicNow()
            if open == 0 || now >= end { return open }
            registry.endIdle(since: now &- linger)
            registry.wakeEnded()
            usleep(2_000)
        }
    }

    /// A socket was accepted.
    func accepted(socket: Int32, peer: String) -> Connection {
        let now = monotonicNow()
        let connection = Connection(
            server: self, socket: socket, peer: peer, worker: registry.workerIndex(), now: now,
            deadline: now &+ headerNanoseconds)
        registry.insert(connection)
        return connection
    }

    /// A socket is about to be closed.
    func closed(_ connection: Connection) {
        registry.remove(connection)
    }

    /// Connections are descriptors; the soft limit is often a thousand.
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let needed = configuration.connectionLimit + 64
        if limit.rlim_cur < rlim_t(needed) {
            configuration.log("\(limit.rlim_cur) open files are allowed, the connection limit needs \(needed)")
        }
    }
}
