import HTTPCore

/// What scripts of other origins may see of an answer (the Fetch standard's CORS protocol).
struct CrossOrigin: Sendable {
    private let origins: [String]
    private let allowsAny: Bool

    /// A policy; no origins is none.
    init(origins: [String]) {
        self.origins = origins
        allowsAny = origins.contains("*")
    }

    /// Whether there is a policy at all.
    var isOn: Bool { !origins.isEmpty }

    /// Whether the answer depends on who asks, so that `Vary` has to say so.
    var dependsOnOrigin: Bool { isOn && !allowsAny }

    private static let exposed = ResponseField(
        "Access-Control-Expose-Headers",
        "Content-Language, ETag, Parlance-Missing, Parlance-Missing-Count, Parlance-Version, Retry-After, X-Request-Id")

    /// Adds to an answer what the origin that asks may see, and `Vary: Origin` where that is not the same for all.
    func decorate(_ response: inout Response, origin: ArraySlice<UInt8>?) {
        guard isOn else { return }
        if dependsOnOrigin {
            if let index = response.fields.firstIndex(where: { $0.name == "Vary" }) {
                response.fields[index] = ResponseField("Vary", "\(response.fields[index].value), Origin")
            } else {
                response.fields.append(ResponseField("Vary", "Origin"))
            }
        }
        guard let allowed = allowed(origin) else { return }
        response.fields.append(ResponseField("Access-Control-Allow-Origin", allowed))
        response.fields.append(Self.exposed)
    }

    /// Whether a request is a preflight, which answers without a token.
    func isPreflight(_ head: RequestHead) -> Bool {
        isOn && head.method == .options && head.fields.contains(.origin)
            && head.fields.contains(.accessControlRequestMethod)
    }

    /// The answer to a preflight; browsers keep it for a day.
    func preflight(methods: [Method]) -> Response {
        let names = methods.map(\.token).joined(separator: ", ")
        return Response(
            status: 204,
            fields: [
                .nosniff, ResponseField("Allow", names), ResponseField("Access-Control-Allow-Methods", names),
                ResponseField(
                    "Access-Control-Allow-Headers",
                    "Accept, Accept-Language, Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id"),
                ResponseField("Access-Control-Max-Age", "86400"),
            ])
    }

    /// The allowed origin as the configuration spells it, never as the request does.
    private func allowed(_ origin: ArraySlice<UInt8>?) -> String? {
        if allowsAny { return "*" }
        guard let origin else { return nil }
        return origins.first { $0.utf8.elementsEqual(origin) }
    }
}
