import CatalogStore
public import Localization

/// How the service answers, beside what its catalog says.
public struct ServiceConfiguration: Sendable {
    /// The path before every route, without its last slash; empty for none.
    public var basePath: [UInt8] = []
    /// The bytes of one body for `/render`.
    public var maximumBody = 1 << 20
    /// What one rendering may cost.
    public var renderLimits = RenderLimits()
    /// The bytes of all bodies and outputs together.
    public var maximumMemory = 256 << 20
    /// How long an answer whose URL names the locale may be kept without asking, in seconds; nil always asks.
    public var maximumAge: Int?
    /// The number of workers of all listeners; a request of a worker beyond it is answered without that worker's cache.
    public var workers = 1
    /// Whether problems show where they stand to everyone: true only where the service listens on loopback alone.
    public var showsPlaces = false
    /// Whether there is an admin port, so that administration leaves the public one.
    public var hasAdminListener = false
    /// The tokens that everything but health, preflights and the bare console demands; nil demands none.
    public var tokens: TokenList?
    /// Whether clients may report missing keys (`POST /locales/add/{lng}/{ns}`).
    public var acceptsMissing = false
    /// The origins that scripts of other sites may call from, or `*`; empty allows none.
    public var allowedOrigins: [String] = []
    /// The event streams that may be open at once.
    public var maximumEventStreams = 1000
    /// Whether a proxy in front is trusted to say who the client is (`X-Forwarded-For`), for the log.
    public var trustsProxy = false
    /// The widget declarations that `?widgets=` chooses among.
    package var widgets: WidgetSets = ["uikit": .uikit]
    /// Where the rules of time zones come from; nil knows UTC alone.
    public var timeZones: (any TimeZoneSource)? = ZoneInfoFolder()
    /// The page at `/`; nil leaves that address empty.
    public var console: ConsolePage?

    /// The configuration with its defaults.
    public init() {}
}
