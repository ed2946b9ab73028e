/// Everything that a person can set, from flags and the environment. The defaults are those of `--help`.
///
/// Locale tags stand here as they were written; whoever uses them reads them into a tag and refuses bad ones.
package struct Configuration: OptionTarget {
    /// A pair of names in an option such as `--fallback FROM=TO`.
    package struct Pair: Sendable, Hashable {
        /// What stands before the equals sign.
        package var from: String
        /// What stands behind it.
        package var to: String

        /// A pair of names.
        package init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// The syntax in which messages are written.
    package enum MessageSyntax: String, Sendable, CaseIterable {
        /// ICU MessageFormat.
        case icu
        /// Strings are served as they are.
        case none
    }

    // MARK: Listening

    /// The address to listen on.
    package var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    package var port: UInt16 = 8080
    /// The port of the console, `/metrics`, `/status`, `/missing` and `/admin`; nil leaves them on the public one.
    package var adminPort: UInt16?
    /// The number of worker threads; nil goes by the CPU quota.
    package var threads: Int?
    /// What stands before every path, as in `/strings-service`: empty, or with a slash at its begin and none at its end.
    package var basePath = ""
    /// Whether the client's address in logs is taken from `X-Forwarded-For`.
    package var trustsProxy = false
    /// The certificate chain in PEM, for TLS.
    package var tlsCertificate: String?
    /// The private key in PEM, for TLS.
    package var tlsKey: String?

    // MARK: Tables

    /// The folder with the tables.
    package var locales = "./locales"
    /// The locale that readers get whom nothing else suits.
    package var defaultLocale = "en"
    /// Names on disk and the locales that they stand for.
    package var aliases: [Pair] = []
    /// Names on disk that are no locales.
    package var ignoredNames: [String] = []
    /// Whether an empty string is a message of its own and not a missing one.
    package var keepsEmptyStrings = false
    /// Whether the service starts without a table for the default locale.
    package var waitsForTables = false
    /// Pairs of languages: a reader of the first is never given the second.
    package var refused: [Pair] = []
    /// Locales that fill in for another before the default locale does.
    package var fallbacks: [Pair] = []
    /// The syntax of messages.
    package var messageSyntax = MessageSyntax.icu
    /// A file with declarations of widget types.
    package var widgets: String?
    /// The seconds between two looks at the files, for mounts that send no events; 0 never looks.
    package var pollInterval = 10.0

    // MARK: Answers

    /// Seconds for which an answer whose URL names the locale may be kept; 0 has it revalidated each time.
    package var maximumAge = 0
    /// The origins whose pages may read answers, or `*`.
    package var allowedOrigins: [String] = []
    /// The file with the bearer tokens.
    package var tokenFile: String?
    /// Whether clients may report missing keys.
    package var acceptsMissing = false

    // MARK: Limits

    /// The bytes of a request's body.
    package var maximumBody = 1 << 20
    /// The bytes of a rendering's output.
    package var maximumOutput = 16 << 20
    /// The messages put into one rendering.
    package var maximumExpansions = 10_000
    /// The bytes of memory for a request's head: request line and header section, cookies twice. The default is the
    /// least that takes the 8 KB of cookies that common proxies let through.
    package var maximumHeader = 20 << 10
    /// The bytes of all bodies and outputs together.
    package var maximumMemory = 256 << 20
    /// The connections at one time.
    package var maximumConnections = 4096
    /// The connections of one address at one time; 0 does not count them.
    package var maximumConnectionsPerAddress = 0
    /// The readers of `/events` at one time.
    package var maximumEvents = 256
    /// The seconds within which a request's head must have arrived.
    package var headerTimeout = 10.0
    /// The seconds after which a silent connection is closed.
    package var idleTimeout = 60.0

    // MARK: Log and shutdown

    /// Whether each request is logged.
    package var logsRequests = false
    /// How lines are written; nil goes by whether standard error is a terminal.
    package var logFormat: LogFormat?
    /// The seconds for which new connections are still taken after SIGTERM.
    package var drainDelay = 0.0
    /// The seconds that requests have to finish after SIGTERM.
    package var grace = 10.0

    /// What set the options that have not their defaults.
    package var optionNames = OptionNames()

    /// The configuration of an empty command line and environment.
    package init() {}
}
