import HTTPCore

/// A resource of the service, its path taken apart and its segments decoded.
enum Route: Sendable, Hashable {
    case console
    case livez, readyz, status, missing, metrics, openAPI, events
    case reload
    case render
    /// `/strings`: the locales.
    case locales
    /// `/strings/{locale}` and the addresses of other clients for the same.
    case table(locale: [UInt8])
    /// `/strings/{locale}/{path}`; `answersJSONAlone` for the addresses that end in `.json`.
    case path(locale: [UInt8], key: [UInt8], answersJSONAlone: Bool)
    /// `/locales/add/{lng}/{ns}`.
    case addMissing(locale: [UInt8], namespace: [UInt8])

    /// The methods of the resource, in the order of `Allow`.
    var methods: [Method] {
        switch self {
        case .reload, .render, .addMissing: [.post, .options]
        default: [.get, .head, .options]
        }
    }

    /// Whether the resource moves to the admin port where there is one.
    var isAdministrative: Bool {
        switch self {
        case .console, .status, .missing, .metrics, .reload: true
        default: false
        }
    }

    /// Whether it answers without a token: health, and the bare page that asks for the token.
    var isOpen: Bool {
        switch self {
        case .console, .livez, .readyz: true
        default: false
        }
    }
}

extension Route {
    /// Finds the resource that a target names below the base path.
    ///
    /// - Throws: a problem where a segment does not decode or there is no such resource.
    init(_ target: RequestTarget, basePath: [UInt8]) throws(ProblemDetails) {
        if !basePath.isEmpty, let bare = target.segments(maximum: 2), bare.count == 1, let probe = Self.probe(bare[0]) {
            // Probes reach the process directly, not through the proxy that adds the base path.
            self = probe
            return
        }
        guard let segments = target.segments(below: basePath, maximum: 5) else { throw .noSuchAddress }
        switch segments.count {
        case 1 where segments[0].isEmpty: self = .console
        case 1:
            guard let route = Self.probe(segments[0]) ?? Self.single(segments[0]) else { throw .noSuchAddress }
            self = route
        default: self = try Self.deeper(segments)
        }
    }

    private static func probe(_ segment: ArraySlice<UInt8>) -> Route? {
        if segment.elementsEqual("livez".utf8) { return .livez }
        return segment.elementsEqual("readyz".utf8) ? .readyz : nil
    }

    private static func single(_ segment: ArraySlice<UInt8>) -> Route? {
        switch String(decoding: segment, as: UTF8.self) {
        case "strings": .locales
        case "render": .render
        case "status": .status
        case "missing": .missing
        case "metrics": .metrics
        case "openapi.json": .openAPI
        case "events": .events
        default: nil
        }
    }

    private static func deeper(_ segments: [ArraySlice<UInt8>]) throws(ProblemDetails) -> Route {
        switch (String(decoding: segments[0], as: UTF8.self), segments.count) {
        case ("strings", 2):
            return .table(locale: try withoutSuffix(decode(segments[1])))
        case ("strings", 3):
            return .path(
                locale: try withoutSuffix(decode(segments[1])), key: try decode(segments[2]), answersJSONAlone: false)
        case ("strings", _):
            throw ProblemDetails(
                .notFound,
                "A key path is one segment: its parts are joined by dots, as in login.title, and a slash in a key is "
                    + "written %2F.")
        case ("admin", 2) where segments[1].elementsEqual("reload".utf8):
            return .reload
        case ("locales", 2), ("i18n", 2):
            return .table(locale: try file(segments[1]))
        case ("assets", 3) where segments[1].elementsEqual("i18n".utf8):
            return .table(locale: try file(segments[2]))
        case ("locales", 3):
            let namespace = try file(segments[2])
            let locale = try decode(segments[1])
            return namespace.elementsEqual("translation".utf8)
                ? .table(locale: locale) : .path(locale: locale, key: namespace, answersJSONAlone: true)
        case ("locales", 4) where segments[1].elementsEqual("add".utf8):
            return .addMissing(locale: try decode(segments[2]), namespace: try decode(segments[3]))
        default:
            throw .noSuchAddress
        }
    }

    private static let suffix = Array(".json".utf8)

    /// The name of a file without its `.json`, which has to be there.
    private static func file(_ segment: ArraySlice<UInt8>) throws(ProblemDetails) -> [UInt8] {
        let name = try decode(segment)
        guard name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) else { throw .noSuchAddress }
        return withoutSuffix(name)
    }

    private static func withoutSuffix(_ name: [UInt8]) -> [UInt8] {
        name.suffix(suffix.count).elementsEqual(suffix) ? Array(name.dropLast(suffix.count)) : name
    }

    private static func decode(_ segment: ArraySlice<UInt8>) throws(ProblemDetails) -> [UInt8] {
        do {
            return try PercentEncoding.decode(segment)
        } catch {
            throw ProblemDetails(.badTarget, "A segment of the path cannot be decoded: \(error.reason).")
        }
    }
}

extension ProblemDetails {
    /// No resource has this address.
    static var noSuchAddress: ProblemDetails {
        ProblemDetails(.notFound, "No route leads here. The routes are listed at /openapi.json.")
    }

    /// A known parameter has no usable value.
    init(_ failure: QueryParameters.Failure) {
        self.init(
            .badParameter, "The query parameter \(failure.name) \(failure.reason).",
            members: [("parameter", .string(failure.name))])
    }

    /// A known parameter has a value that is none of its own.
    static func badValue(of name: String, expected: String) -> ProblemDetails {
        ProblemDetails(
            .badParameter, "The query parameter \(name) takes \(expected).", members: [("parameter", .string(name))])
    }
}

extension ServiceConfiguration {
    /// Whether there is such a resource on a listener.
    func serves(_ route: Route, to role: ListenerRole) -> Bool {
        if route.isAdministrative, hasAdminListener, role != .admin { return false }
        return switch route {
        case .reload: role == .admin || tokens != nil
        case .addMissing: acceptsMissing
        case .console: console != nil
        default: true
        }
    }
}
