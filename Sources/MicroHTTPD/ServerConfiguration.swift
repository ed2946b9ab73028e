public import HTTPCore

extension Server {
    /// How a server listens, and what it allows its clients.
    public struct Configuration: Sendable {
        /// The address to listen on: numeric (`127.0.0.1`, `::`) or a name that the system resolves.
        /// `::` accepts IPv4 as well.
        public var host = "127.0.0.1"
        /// The port; 0 lets the system choose one, and `Server.port` tells which.
        public var port: UInt16 = 8080
        /// What the requests of this server carry as their listener.
        public var role = ListenerRole.public
        /// The number of worker threads, each with its own event loop. At least 2: the library ignores less.
        public var threads = 2
        /// The index of the first worker, for a process with several servers: indices must not meet.
        public var firstWorker = 0
        /// Connections at a time. More wait in the backlog until one ends.
        public var connectionLimit = 10_000
        /// Connections at a time from one address, 0 for no limit. What exceeds it is closed without an answer, so
        /// this is not for servers behind a proxy.
        public var addressLimit = 0
        /// Connections that the system holds until they are accepted.
        public var backlog = 1024
        /// Seconds without any traffic after which a connection is closed.
        public var idleSeconds = 60
        /// Seconds within which a request's header section must have arrived.
        public var headerSeconds = 10
        /// Bytes of memory of each connection, which is zeroed after each request. The header section must fit, and
        /// cookies twice. By measurement a browser's fields leave room for this much more of one kind:
        ///
        /// | memory | target or one field | one cookie | cookies of 200 bytes | fields of 30 bytes |
        /// |---|---|---|---|---|
        /// | 8 KB | 6.7 KB | 3.3 KB | 2.9 KB | 2.1 KB |
        /// | 16 KB | 14.8 KB | 7.3 KB | 6.3 KB | 4.7 KB |
        /// | 20 KB | 18.9 KB | 9.4 KB | 8.1 KB | 6.0 KB |
        /// | 32 KB | 31.2 KB | 15.5 KB | 13.5 KB | 10.0 KB |
        ///
        /// So 20 KB is the least that takes the 8 KB of cookies that common proxies let through.
        public var connectionMemory = 20 * 1024
        /// Bytes of a body that are read to be thrown away, so that its sender comes to read why.
        public var discardLimit = 16 * 1024 * 1024
        /// Seconds that may be spent on that.
        public var discardSeconds = 10
        /// The certificate and key to serve TLS with; plain HTTP where nil.
        public var tls: TLS?
        /// Receives what the C library has to say: a line of text, without an end of line, on any thread.
        public var log: @Sendable (String) -> Void = { _ in }

        /// A configuration with these defaults.
        public init() {}
    }

    /// What TLS needs. Certificates change by restart only.
    public struct TLS: Sendable {
        /// The certificate chain, PEM.
        public var certificate: String
        /// The private key, PEM.
        public var key: String
        /// What may be negotiated, as GnuTLS spells it. The default is TLS 1.2 and later.
        public var priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

        /// Serves this certificate.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }
}

/// Why a server did not start.
public struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// The host is no address and no name that resolves.
        case unknownHost
        /// The address or the port is taken, not permitted or not of this machine.
        case cannotListen
        /// The library refused; its own words went to the log.
        case libraryRefused
        /// The server runs or has run.
        case alreadyStarted
    }

    /// What went wrong.
    public let code: Code
    /// One line for people.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
