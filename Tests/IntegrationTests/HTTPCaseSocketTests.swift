import Synchronization
import TestSupport
import Testing

/// The service's table of requests and answers, over a socket: what holds in memory holds on the wire.
@Suite("Rows of requests and answers over a socket", .serialized)
struct HTTPCaseSocketTests {
    /// One service for each set of flags; the process ends them all.
    private static let services = Mutex<[[String]: LiveService]>([:])
    private static let folder = Result { try ScratchFolder(DemoTables.files.map { ($0.path, $0.text) }) }

    private func service(_ flags: [String]) throws -> LiveService {
        try Self.services.withLock { services in
            if let known = services[flags] { return known }
            let made = try LiveService(locales: try Self.folder.get().path, flags)
            services[flags] = made
            return made
        }
    }

    @Test("Each row", arguments: [HTTPCase.messages, HTTPCase.tables, HTTPCase.locales])
    func rows(rows: [HTTPCase]) throws {
        for row in rows {
            let answer = try service(row.flags).request(
                row.method, row.target, row.headers.map { ($0.name, $0.value) }, body: row.body)
            row.check(status: answer.status, headers: answer.fields, body: answer.body)
        }
    }
}
