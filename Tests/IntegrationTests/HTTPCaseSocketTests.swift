import Synchronization
import TestSupport
import Testing

/// The service's table of requests and answers, over a socket: what holds in memory holds on the wire.
@Suite("Rows of requests and answers over a socket", .serialized)
struct HTTPCaseSocketTests {
    /// One service for each set of flags; they end with the tests' process.
    private static let services = Mutex<[[String]: LiveService]>([:])
    private static let folder = Result { try ScratchFolder(DemoTables.files.map { ($0.path, $0.text) }) }

    private func service(_ flags: [String]) throws -> LiveService {
        try Self.services.withLock { services in
            if let known = services[flags] { return known }
            let made = try LiveService(locales: try Self.folder.get().path, try arguments(flags))
            services[flags] = made
            return made
        }
    }

    /// The rows name a token itself; the program reads tokens from a file.
    private func arguments(_ flags: [String]) throws -> [String] {
        guard let position = flags.firstIndex(of: "--token") else { return flags }
        let name = "\(flags[position + 1]).token"
        try Self.folder.get().write(flags[position + 1] + "\n", to: ".tokens/\(name)")
        var arguments = flags
        arguments.replaceSubrange(
            position...(position + 1), with: ["--token-file", try Self.folder.get().path + "/.tokens/\(name)"])
        return arguments
    }

    private static let tables: [(name: String, rows: [HTTPCase])] = [
        ("messages", HTTPCase.messages), ("formatted", HTTPCase.formatted), ("references", HTTPCase.references),
        ("tables", HTTPCase.tables), ("renders", HTTPCase.renders), ("caching", HTTPCase.caching),
        ("routes", HTTPCase.routes), ("locales", HTTPCase.locales),
    ]

    @Test("Each row of a table", arguments: tables.map(\.name))
    func rows(name: String) throws {
        let rows = try #require(Self.tables.first { $0.name == name }?.rows)
        print("rows over a socket, \(name): \(rows.count)")
        for row in rows {
            let connection = try service(row.flags).connect()
            try connection.sendRequest(
                row.method, row.target, fields: row.headers.map { ($0.name, $0.value) }, body: row.body)
            let answer: RawResponse
            if row.target == "/events" && row.method == "GET" && row.status == 200 {
                // A stream has no end: the first chunk is what the row tells.
                var begun = try connection.readHead()
                begun.body = try connection.readChunk() ?? []
                answer = begun
            } else {
                answer = try connection.readResponse(toHead: row.method == "HEAD")
            }
            row.check(status: answer.status, headers: answer.fields, body: answer.body)
        }
    }
}
