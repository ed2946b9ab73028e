extension Configuration {
    /// Where and how the service listens.
    package static let listening = OptionGroup<Configuration>(
        "Listening",
        [
            Option("host", .value("ADDRESS"), default: "127.0.0.1", help: "address to listen on, IPv4 or IPv6") {
                configuration, text throws(UsageError) in configuration.host = try OptionValue.text(text)
            },
            Option("port", .value("PORT"), default: "8080", help: "port to listen on; 0 picks one and prints it") {
                configuration, text throws(UsageError) in
                configuration.port = UInt16(try OptionValue.integer(text, in: 0...65_535))
            },
            Option(
                "admin-port", .value("PORT"), default: "none",
                help: "port of the console, /metrics, /status, /missing and /admin, taken off the public port"
            ) { configuration, text throws(UsageError) in
                configuration.adminPort = UInt16(try OptionValue.integer(text, in: 0...65_535))
            },
            Option("threads", .value("N"), default: "by the CPU quota", help: "worker threads, 1 to 256") {
                configuration, text throws(UsageError) in
                configuration.threads = try OptionValue.integer(text, in: 1...256)
            },
            Option("base-path", .value("PATH"), default: "none", help: "what stands before every path") {
                configuration, text throws(UsageError) in configuration.basePath = try OptionValue.basePath(text)
            },
            Option(
                "trust-proxy", .toggle, default: "off",
                help: "log the client's address that X-Forwarded-For names"
            ) { configuration, text throws(UsageError) in
                configuration.trustsProxy = try OptionValue.boolean(text)
            },
            Option("tls-certificate", .value("FILE"), default: "none", help: "certificate chain (PEM), for TLS") {
                configuration, text throws(UsageError) in
                configuration.tlsCertificate = try OptionValue.text(text)
            },
            Option("tls-key", .value("FILE"), default: "none", help: "private key (PEM), for TLS") {
                configuration, text throws(UsageError) in configuration.tlsKey = try OptionValue.text(text)
            },
        ])

    /// Which tables there are and how they are read.
    package static let tables = OptionGroup<Configuration>(
        "Tables",
        [
            Option("locales", .value("FOLDER"), default: "./locales", help: "folder with the string tables") {
                configuration, text throws(UsageError) in configuration.locales = try OptionValue.text(text)
            },
            Option(
                "default-locale", .value("TAG"), default: "en", help: "locale for readers whom nothing else suits"
            ) { configuration, text throws(UsageError) in
                configuration.defaultLocale = try OptionValue.text(text)
            },
            Option("alias", .list("NAME=TAG"), help: "a name on disk and the locale it stands for") {
                configuration, text throws(UsageError) in configuration.aliases.append(try OptionValue.pair(text))
            },
            Option("ignore", .list("NAME"), help: "a name on disk that is no locale") {
                configuration, text throws(UsageError) in
                configuration.ignoredNames.append(try OptionValue.text(text))
            },
            Option(
                "keep-empty", .toggle, default: "off", help: "serve empty strings instead of falling back past them"
            ) { configuration, text throws(UsageError) in
                configuration.keepsEmptyStrings = try OptionValue.boolean(text)
            },
            Option(
                "refuse", .list("FROM=TO"), default: "uk=ru",
                help: "never give a reader of language FROM a table of language TO"
            ) { configuration, text throws(UsageError) in
                configuration.refused.append(try OptionValue.pair(text))
            },
            Option(
                "fallback", .list("FROM=TO"), help: "let locale TO fill in for FROM before the default locale does"
            ) { configuration, text throws(UsageError) in
                configuration.fallbacks.append(try OptionValue.pair(text))
            },
            Option(
                "message-syntax", .value("icu|none"), default: "icu",
                help: "syntax of messages; none serves them as they are"
            ) { configuration, text throws(UsageError) in
                configuration.messageSyntax = try OptionValue.choice(text)
            },
        ])

    /// How a running service follows its tables.
    package static let reloading = OptionGroup<Configuration>(
        "Reloading",
        [
            Option(
                "wait", .toggle, default: "off",
                help: "start without a table for the default locale, not ready until there is one"
            ) { configuration, text throws(UsageError) in
                configuration.waitsForTables = try OptionValue.boolean(text)
            },
            Option(
                "poll", .value("SECONDS"), default: "10",
                help: "time between looks at files whose mount sends no events; 0 never looks"
            ) { configuration, text throws(UsageError) in
                configuration.pollInterval = try OptionValue.seconds(text, in: 0...86_400)
            },
        ])

    /// What answers say and who gets them.
    package static let answers = OptionGroup<Configuration>(
        "Answers",
        [
            Option(
                "max-age", .value("SECONDS"), default: "0, revalidate",
                help: "how long answers may be kept whose URL names the locale"
            ) { configuration, text throws(UsageError) in
                configuration.maximumAge = try OptionValue.integer(text, in: 0...31_536_000)
            },
            Option("allow-origin", .list("ORIGIN"), help: "origin whose pages may read answers (CORS), or *") {
                configuration, text throws(UsageError) in
                configuration.allowedOrigins.append(try OptionValue.origin(text))
            },
            Option(
                "token-file", .value("FILE"), default: "none",
                help: "demand one of these bearer tokens, one a line, re-read on change"
            ) { configuration, text throws(UsageError) in configuration.tokenFile = try OptionValue.text(text) },
            Option("widgets", .value("FILE"), default: "none", help: "declarations of widget types of your own") {
                configuration, text throws(UsageError) in configuration.widgets = try OptionValue.text(text)
            },
            Option(
                "accept-missing", .toggle, default: "off", help: "let clients report missing keys (/locales/add/…)"
            ) { configuration, text throws(UsageError) in
                configuration.acceptsMissing = try OptionValue.boolean(text)
            },
        ])

    /// What one caller, and all together, may cost.
    package static let limits = OptionGroup<Configuration>(
        "Limits",
        [
            bytes("max-body", \.maximumBody, 1...1 << 30, help: "body of a request, 413 beyond"),
            bytes("max-output", \.maximumOutput, 1...1 << 30, help: "output of a rendering, 422 beyond"),
            count("max-expansions", \.maximumExpansions, 1...100_000_000, help: "messages in a rendering, 422 beyond"),
            bytes("max-header", \.maximumHeader, 4096...1 << 20, help: "memory for a request's head, 431 beyond"),
            bytes(
                "max-memory", \.maximumMemory, 1 << 20...1 << 40, help: "all bodies and outputs together, 503 beyond"),
            count("max-connections", \.maximumConnections, 1...1_000_000, help: "connections at one time"),
            count(
                "max-connections-per-address", \.maximumConnectionsPerAddress, 0...1_000_000,
                help: "connections of one address; 0 is no limit"),
            count("max-events", \.maximumEvents, 0...1_000_000, help: "readers of /events at one time"),
            seconds("header-timeout", \.headerTimeout, 1...3600, help: "time for a request's head to arrive"),
            seconds("idle-timeout", \.idleTimeout, 1...86_400, help: "time after which a silent connection is closed"),
        ])

    /// What the service tells, and how it ends.
    package static let operation = OptionGroup<Configuration>(
        "Log and shutdown",
        [
            Option("access-log", .toggle, default: "off", help: "log each request") {
                configuration, text throws(UsageError) in
                configuration.logsRequests = try OptionValue.boolean(text)
            },
            Option(
                "log-format", .value("FORMAT"), default: "auto",
                help: "human, json, or auto: human on a terminal, JSON otherwise"
            ) { configuration, text throws(UsageError) in
                let words = ["auto"] + LogFormat.allCases.map(\.rawValue)
                configuration.logFormat = LogFormat(rawValue: try OptionValue.choice(text, of: words))
            },
            seconds(
                "drain-delay", \.drainDelay, 0...3600, help: "time that new connections are taken after SIGTERM"),
            seconds("grace", \.grace, 0...3600, help: "time that requests have to finish after SIGTERM"),
        ])

    /// All options of `parlance serve`, in the order of `--help`.
    package static let serveOptions = [listening, tables, reloading, answers, limits, operation]

    /// What no single option can tell: options that need or exclude each other.
    package func validate() throws(UsageError) {
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw UsageError("\(optionNames["tls-certificate"]) and \(optionNames["tls-key"]) need each other")
        }
        if let adminPort, adminPort != 0, adminPort == port {
            throw UsageError("\(optionNames["admin-port"]): \(adminPort) is the port of \(optionNames["port"])")
        }
    }

    private static func bytes(
        _ name: String, _ path: any WritableKeyPath<Configuration, Int> & Sendable, _ range: ClosedRange<Int>,
        help: String
    ) -> Option<Configuration> {
        let standard = OptionValue.describe(bytes: Configuration()[keyPath: path])
        return Option(name, .value("BYTES"), default: standard, help: help) { target, text throws(UsageError) in
            target[keyPath: path] = try OptionValue.bytes(text, in: range)
        }
    }

    private static func count(
        _ name: String, _ path: any WritableKeyPath<Configuration, Int> & Sendable, _ range: ClosedRange<Int>,
        help: String
    ) -> Option<Configuration> {
        let standard = String(Configuration()[keyPath: path])
        return Option(name, .value("N"), default: standard, help: help) { target, text throws(UsageError) in
            target[keyPath: path] = try OptionValue.integer(text, in: range)
        }
    }

    private static func seconds(
        _ name: String, _ path: any WritableKeyPath<Configuration, Double> & Sendable, _ range: ClosedRange<Double>,
        help: String
    ) -> Option<Configuration> {
        let standard = String(Int(Configuration()[keyPath: path]))
        return Option(name, .value("SECONDS"), default: standard, help: help) { target, text throws(UsageError) in
            target[keyPath: path] = try OptionValue.seconds(text, in: range)
        }
    }
}
