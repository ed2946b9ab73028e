import CatalogStore
import Glibc
import HTTPCore
import Localization
import MicroHTTPD
import Operations
import Service

/// `parlance serve`: loads the tables, listens, and ends in order at SIGTERM.
struct ServeCommand {
    static var options: [OptionGroup<Configuration>] { Configuration.serveOptions }

    let configuration: Configuration
    private let log: Log
    private let storeConfiguration: CatalogStoreConfiguration
    // What the files hold that options name.
    private let tls: Server.TLS?
    private let widgets: [String: WidgetDeclarations]
    private let tokenFile: TokenFile?

    /// Takes the options, and reads the files that they name, before anything is begun.
    init(_ configuration: Configuration) throws(UsageError) {
        self.configuration = configuration
        storeConfiguration = try configuration.storeConfiguration(watches: true)
        let log = Log(format: configuration.logFormat, logsRequests: configuration.logsRequests)
        self.log = log
        do {
            try Server.resolve(host: configuration.host)
        } catch {
            throw UsageError("\(configuration.optionNames["host"]): \(error)")
        }
        tls = try Self.tls(of: configuration)
        widgets = try WidgetsFile.sets(of: configuration)
        do throws(StartError) {
            tokenFile = if let path = configuration.tokenFile { try TokenFile(path: path, log: log) } else { nil }
        } catch {
            throw UsageError("\(configuration.optionNames["token-file"]): \(error.description)")
        }
    }

    /// Serves until a signal ends it. Exit status 0 after an orderly end, 1 where it cannot start.
    func run() -> Int32 {
        // Before the first thread, so that every thread inherits it.
        Signals.block()
        Allocator.mapLargeBlocks()
        defer { log.flush() }
        do {
            // The C library runs a pool of two threads or more.
            let threads = max(2, configuration.threads ?? ProcessorQuota.count())
            let metrics = Metrics(workers: threads * (configuration.adminPort == nil ? 1 : 2))
            metrics.registerProcess()
            let store = CatalogStore(storeConfiguration)
            CatalogLog(log: log).follow(store)
            try store.start()
            let service = ParlanceService(
                store: store, configuration: serviceConfiguration(threads: threads), log: log, metrics: metrics)
            let servers = try start(service, threads: threads)
            metrics.gauge("parlance_connections", help: "Open connections.") {
                Double(servers.reduce(0) { $0 + $1.connectionCount })
            }
            let signal = waitForEnd(store)
            end(service, servers, store, at: signal)
            return 0
        } catch {
            // The person who broke the default locale's only file is told the place, not only the outcome.
            let loading = error as? CatalogStoreError
            loading?.problems.forEach(CatalogLog(log: log).write)
            log.error("the service cannot start", LogField("reason", reason(of: error)))
            return 1
        }
    }

    /// Why the service cannot start, with the options that may be the cause.
    private func reason(of error: any Error) -> String {
        switch error {
        case let error as CatalogStoreError:
            return error.text(for: configuration)
        case let error as ServerError where error.code == .libraryRefused && tls != nil:
            let names = configuration.optionNames
            return "\(names["tls-certificate"]), \(names["tls-key"]): \(error)"
        default:
            return String(describing: error)
        }
    }

    // MARK: Starting

    private func start(
        _ service: ParlanceService, threads: Int
    ) throws(ServerError) -> [Server] {
        var servers: [Server] = []
        let main = Server(configuration: serverConfiguration(threads: threads), handler: service)
        try main.start()
        servers.append(main)
        announce(main, isAdmin: false)
        if let port = configuration.adminPort {
            var admin = serverConfiguration(threads: threads)
            admin.port = port
            admin.role = .admin
            admin.firstWorker = threads
            let server = Server(configuration: admin, handler: service)
            do {
                try server.start()
            } catch {
                main.stop(grace: 0)
                throw error
            }
            servers.append(server)
            announce(server, isAdmin: true)
        }
        return servers
    }

    /// The address in the log, and on standard output for whoever started the service on a port of the system's choice.
    private func announce(_ server: Server, isAdmin: Bool) {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let url = "\(tls == nil ? "http" : "https")://\(host):\(server.port)\(configuration.basePath)"
        log.info(
            isAdmin ? "the admin port listens" : "listening", LogField("url", url), LogField("port", Int(server.port)),
            LogField("version", Version.current))
        let line = "\(isAdmin ? "admin " : "")listening on \(url)\n"
        if let reason = StandardStreams.write(Array(line.utf8), to: STDOUT_FILENO) {
            log.warning("standard output cannot be written", LogField("reason", reason))
        }
    }

    private func serverConfiguration(threads: Int) -> Server.Configuration {
        var result = Server.Configuration()
        result.host = configuration.host
        result.port = configuration.port
        result.threads = threads
        result.connectionLimit = configuration.maximumConnections
        result.addressLimit = configuration.maximumConnectionsPerAddress
        result.connectionMemory = configuration.maximumHeader
        result.headerSeconds = Int(configuration.headerTimeout.rounded(.up))
        result.idleSeconds = Int(configuration.idleTimeout.rounded(.up))
        result.tls = tls
        result.log = { [log] message in log.warning("libmicrohttpd", LogField("reason", message)) }
        return result
    }

    private func serviceConfiguration(threads: Int) -> ServiceConfiguration {
        var result = ServiceConfiguration()
        result.basePath = Array(configuration.basePath.utf8)
        result.maximumBody = configuration.maximumBody
        result.renderLimits.maximumOutput = configuration.maximumOutput
        result.renderLimits.maximumExpansions = configuration.maximumExpansions
        result.maximumMemory = configuration.maximumMemory
        result.maximumAge = configuration.maximumAge > 0 ? configuration.maximumAge : nil
        result.workers = threads * (configuration.adminPort == nil ? 1 : 2)
        result.showsPlaces = Self.isLoopback(configuration.host)
        result.hasAdminListener = configuration.adminPort != nil
        result.acceptsMissing = configuration.acceptsMissing
        result.allowedOrigins = configuration.allowedOrigins
        result.maximumEventStreams = configuration.maximumEvents
        result.trustsProxy = configuration.trustsProxy
        result.console = .embedded
        result.widgets.merge(widgets) { _, own in own }
        tokenFile?.follow()
        result.tokens = tokenFile?.tokens
        return result
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    private static func tls(of configuration: Configuration) throws(UsageError) -> Server.TLS? {
        guard let certificate = configuration.tlsCertificate, let key = configuration.tlsKey else { return nil }
        var texts: [String] = []
        for (path, option) in [(certificate, "tls-certificate"), (key, "tls-key")] {
            guard let content = StandardStreams.readFile(path), !content.isEmpty else {
                throw UsageError("\(configuration.optionNames[option]): \(path) cannot be read")
            }
            texts.append(String(decoding: content, as: UTF8.self))
        }
        return Server.TLS(certificate: texts[0], key: texts[1])
    }

    // MARK: Ending

    /// Returns the name of SIGTERM or SIGINT when it comes. SIGHUP looks at the tables again.
    private func waitForEnd(_ store: CatalogStore) -> String {
        while true {
            let number = Signals.wait()
            if number == SIGHUP {
                log.info("SIGHUP: looking at the tables")
                store.reload { _ in }
            } else {
                return number == SIGTERM ? "SIGTERM" : "SIGINT"
            }
        }
    }

    /// Not ready first; then no new connections; then every request that was read is answered. A second signal ends
    /// the process at once.
    private func end(_ service: ParlanceService, _ servers: [Server], _ store: CatalogStore, at signal: String) {
        Signals.endAtNext()
        service.drain()
        for server in servers { server.drain() }
        // Whoever reads this line may count on it: what begins from now on is told that the connection ends.
        log.info("ending", LogField("signal", signal))
        if configuration.drainDelay > 0 { usleep(useconds_t(configuration.drainDelay * 1_000_000)) }
        var cut = 0
        for server in servers { cut += server.stop(grace: configuration.grace) }
        store.stop()
        if cut > 0 {
            log.warning("the grace period ended before these connections did", LogField("connections", cut))
        }
        log.info("ended")
    }
}

/// Why a file that an option names cannot be used, in one line.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
