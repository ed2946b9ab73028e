import CatalogStore
import HTTPCore
import Localization
import Service
import Synchronization
import TestSupport
import Testing

/// A service over tables in memory, asked without a socket.
struct ServiceBench: Sendable {
    let service: ParlanceService
    private let sequence = Counter()

    private final class Counter: Sendable {
        let value = Atomic<UInt64>(0)
    }

    /// A service of these files; the default locale is `en`.
    init(
        files: [(path: String, text: String)] = DemoTables.files,
        defaultLocale: String = "en", configuration: ServiceConfiguration = ServiceConfiguration()
    ) throws {
        let catalog = try Self.catalog(files, defaultLocale: defaultLocale)
        self.init(ParlanceService(store: CatalogStore(catalog: catalog), configuration: configuration))
    }

    /// A bench for a service.
    init(_ service: ParlanceService) {
        self.service = service
    }

    /// A catalog of files named like locales.
    static func catalog(_ files: [(path: String, text: String)], defaultLocale: String = "en") throws -> Catalog {
        let sources = try files.map { file in
            let tag = try #require(LanguageTag(String(file.path.dropLast(".json".count))))
            return try Catalog.Source(
                tag: tag, files: [TableFile(bytes: Array(file.text.utf8).span, path: file.path, keyPrefix: "")])
        }
        let options = try CatalogOptions(defaultLocale: #require(LanguageTag(defaultLocale)))
        return try #require(Catalog(sources: sources, options: options))
    }

    /// The configuration that the command makes of these flags.
    static func configuration(_ flags: [String]) throws -> ServiceConfiguration {
        var configuration = ServiceConfiguration()
        configuration.showsPlaces = true
        var index = 0
        func value() throws -> String {
            index += 1
            return try #require(index < flags.count ? flags[index] : nil)
        }
        func number() throws -> Int {
            let text = try value()
            return try #require(Int(text))
        }
        func tokens(_ text: String) throws -> TokenList {
            TokenList([try #require(BearerToken(Array(text.utf8)))])
        }
        while index < flags.count {
            switch flags[index] {
            case "--max-age": configuration.maximumAge = try number()
            case "--base-path": configuration.basePath = try Array(value().utf8)
            case "--max-body": configuration.maximumBody = try number()
            case "--max-output": configuration.renderLimits.maximumOutput = try number()
            case "--max-expansions": configuration.renderLimits.maximumExpansions = try number()
            case "--allow-origin": configuration.allowedOrigins.append(try value())
            case "--accept-missing": configuration.acceptsMissing = true
            case "--max-events": configuration.maximumEventStreams = try number()
            case "--token": configuration.tokens = try tokens(value())
            case let flag: Issue.record("the bench does not know \(flag)")
            }
            index += 1
        }
        return configuration
    }

    /// One reader of an event stream.
    struct Reader: Sendable {
        let source: any StreamSource

        /// What there is to read now.
        func text() -> String {
            var bytes: [UInt8] = []
            while case .bytes(let more) = source.pull(maximum: 1 << 16) { bytes += more }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// What comes next.
        func wait() async throws -> String {
            for _ in 0..<2000 {
                let text = text()
                if !text.isEmpty { return text }
                try await Task.sleep(for: .milliseconds(2))
            }
            return ""
        }

        /// Whether the stream is over.
        func hasEnded() -> Bool {
            if case .end = source.pull(maximum: 1) { true } else { false }
        }
    }

    /// Opens an event stream.
    func stream(_ target: String, lastEventID: String? = nil) -> Reader {
        var lines = [("Host", "localhost")]
        if let lastEventID { lines.append(("Last-Event-ID", lastEventID)) }
        let head = RequestHead(method: .get, target: Array(target.utf8), fields: RequestFields(lines))
        guard case .stream(_, let source) = service.respond(to: Request(head: head)) else {
            preconditionFailure("the target is no stream")
        }
        return Reader(source: source)
    }

    /// Asks until the answer has this body, for some seconds.
    func waitFor(_ target: String, _ body: String) async throws -> Response {
        var response = answer("GET", target)
        for _ in 0..<2000 where response.body.array != Array(body.utf8) {
            try await Task.sleep(for: .milliseconds(2))
            response = answer("GET", target)
        }
        #expect(response.body.array == Array(body.utf8))
        return response
    }

    /// What a transport would send.
    func answer(
        _ method: String, _ target: String, _ headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        role: ListenerRole = .public, worker: Int = 0
    ) -> Response {
        var lines = headers.map { ($0.name, $0.value) }
        lines.append(("Host", "localhost"))
        if !body.isEmpty, !lines.contains(where: { $0.0.lowercased() == "content-length" }) {
            lines.append(("Content-Length", String(body.count)))
        }
        let head = RequestHead(
            method: Method(method), target: Array(target.utf8), fields: RequestFields(lines), role: role,
            worker: worker,
            sequence: sequence.value.add(1, ordering: .relaxed).newValue)
        let response: Response
        switch service.admit(head) {
        case .refuse(let refusal): response = refusal
        case .read(let limit):
            // Piece by piece, as a transport does.
            let isHeld =
                stride(from: min(body.count, 9000), through: body.count, by: 9000).allSatisfy {
                    service.hold($0, of: head)
                } && (body.isEmpty || service.hold(body.count, of: head))
            let body: RequestBody = body.count > limit || !isHeld ? .exceeded(limit: limit) : .complete(body)
            switch service.respond(to: Request(head: head, body: body)) {
            case .once(let once): response = once
            case .prepared(let prepared, let closes):
                var copy = prepared.response
                copy.closesConnection = copy.closesConnection || closes
                response = copy
            case .repeated(let repeated, let own, let closes):
                var copy = repeated.response(adding: own)
                copy.closesConnection = copy.closesConnection || closes
                response = copy
            case .stream(let header, let stream):
                var copy = header
                var bytes: [UInt8] = []
                while case .bytes(let more) = stream.pull(maximum: 1 << 16) { bytes += more }
                copy.body = .bytes(bytes)
                stream.finished()
                response = copy
            }
        }
        service.finished(
            head, Outcome(status: response.status, sentBytes: response.body.count, duration: 1000, completed: true))
        return response
    }
}
