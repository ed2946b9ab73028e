import CatalogStore
import HTTPCore
import Localization
import Operations
import Service

/// The service in this process, without a socket: what `render` and `get` print is what it would have answered.
struct LocalService {
    private let service: ParlanceService
    private let store: CatalogStore

    private init(_ store: CatalogStore, widgets: [String: WidgetDeclarations]) {
        self.store = store
        var settings = ServiceConfiguration()
        settings.widgets.merge(widgets) { _, own in own }
        // One's own files are not a stranger's: the limits are those of memory, not of a shared service.
        settings.maximumBody = 1 << 30
        settings.renderLimits.maximumOutput = 1 << 30
        settings.renderLimits.maximumExpansions = .max
        settings.maximumMemory = .max
        service = ParlanceService(store: store, configuration: settings)
    }

    /// Loads the tables once, and gives what the service answers to a closure that returns the exit status; 1 where the
    /// tables cannot be used.
    static func run(
        _ configuration: Configuration, _ body: (LocalService) throws(UsageError) -> Int32
    ) throws(UsageError) -> Int32 {
        var tables = try configuration.storeConfiguration(watches: false)
        // A bad file is told, however many problems stand before it.
        tables.limits.problemCount = .max
        let widgets = try WidgetsFile.sets(of: configuration)
        let store = CatalogStore(tables)
        do throws(CatalogStoreError) {
            try store.start()
        } catch {
            StandardStreams.complain(error.text(for: configuration))
            return 1
        }
        return try body(LocalService(store, widgets: widgets))
    }

    /// Says why there is no answer, and which files could not be used, since what was asked for may lie in one of them.
    /// Returns the exit status.
    func fail(_ line: String) -> Int32 {
        StandardStreams.complain(line)
        let bad = Set(store.status.files.filter(\.isBad).map(\.path))
        for problem in store.status.problems where bad.contains(problem.file) {
            StandardStreams.complain(problem.description)
        }
        return 1
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
