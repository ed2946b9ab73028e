import CatalogStore
import HTTPCore
import Localization
import Operations
import Service

/// The service in this process, without a socket: what `render` and `get` print is what it would have answered.
struct LocalService {
    private let service: ParlanceService
    private let store: CatalogStore

    /// Loads the tables once.
    init(_ configuration: Configuration, tables: CatalogStoreConfiguration) throws {
        store = CatalogStore(tables)
        try store.start()
        var settings = ServiceConfiguration()
        settings.widgets.merge(try WidgetsFile.sets(of: configuration)) { _, own in own }
        // One's own files are not a stranger's: the limits are those of memory, not of a shared service.
        settings.maximumBody = 1 << 30
        settings.renderLimits.maximumOutput = 1 << 30
        settings.renderLimits.maximumExpansions = .max
        settings.maximumMemory = .max
        service = ParlanceService(store: store, configuration: settings)
    }

    /// Gives what the service answers to a closure that returns the exit status; 1 where the tables, or what else the
    /// configuration names, cannot be used.
    static func run(
        _ configuration: Configuration, _ body: (LocalService) -> Int32
    ) throws(UsageError) -> Int32 {
        let tables = try configuration.storeConfiguration(watches: false)
        do {
            let service = try LocalService(configuration, tables: tables)
            let status = body(service)
            if status != 0 { service.nameBadFiles() }
            return status
        } catch {
            let reason = (error as? CatalogStoreError)?.text(locales: configuration.locales)
            StandardStreams.complain(reason ?? String(describing: error))
            return 1
        }
    }

    /// Says which files could not be used, since what was asked for may lie in one of them.
    private func nameBadFiles() {
        let bad = Set(store.status.files.filter(\.isBad).map(\.path))
        let problems = store.status.problems.filter { bad.contains($0.file) }
        for problem in problems { StandardStreams.complain(problem.description) }
    }

    /// What the service answers.
    func answer(
        _ method: Method, _ target: String, fields: [(String, String)] = [], body: [UInt8] = []
    ) -> Response {
        let head = RequestHead(
            method: method, target: Array(target.utf8), fields: RequestFields(fields + [("Host", "localhost")]))
        _ = service.admit(head)
        switch service.respond(to: Request(head: head, body: .complete(body))) {
        case .once(let response): return response
        case .prepared(let prepared, _): return prepared.response
        case .repeated(let repeated, let own, _): return repeated.response(adding: own)
        case .stream(let response, _): return response
        }
    }

    /// Text as it stands in a path segment or in a query (RFC 3986, section 2.1).
    static func percentEncode(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = Array("0123456789ABCDEF".unicodeScalars)
                result.unicodeScalars.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return result
    }
}
