import HTTPCore

extension ParlanceService {
    /// How much of a body the route of a request reads.
    func bodyLimit(of head: RequestHead) -> Int {
        switch RouteLabel(target: head.target, basePath: configuration.basePath) {
        case .render: configuration.maximumBody
        case .add: min(configuration.maximumBody, 64 << 10)
        default: 0
        }
    }

    /// Whether a request brought one of the tokens, or none is demanded.
    func isAuthorized(_ head: RequestHead) -> Bool {
        guard let tokens = configuration.tokens else { return true }
        guard head.fields.count(of: .authorization) == 1,
            let token = head.fields.first(.authorization).flatMap({ BearerToken(authorization: $0) })
        else { return false }
        return tokens.contains(token)
    }
}

extension ProblemDetails {
    /// A request that is framed badly; the connection ends.
    init(_ fault: FramingFault) {
        let kind: Kind =
            switch fault.status {
            case 417: .expectationFailed
            case 501: .notImplemented
            default: .badMessage
            }
        self.init(kind, fault.detail, closesConnection: true)
    }

    /// The memory of all bodies and outputs is used up.
    static var overloaded: ProblemDetails {
        ProblemDetails(
            .overloaded, "The bodies and outputs of all requests together need more memory than the limit.",
            fields: [ResponseField("Retry-After", "1")])
    }
}
