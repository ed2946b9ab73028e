import HTTPCore
import Service
import Synchronization
import TestSupport
import Testing

/// The tables of requests and answers, run in memory: each case twice, so that what is cached answers like what is not.
@Suite struct HTTPCaseTests {
    private static let benches = Mutex<[[String]: ServiceBench]>([:])

    private static func bench(_ flags: [String]) throws -> ServiceBench {
        try benches.withLock { benches in
            if let known = benches[flags] { return known }
            let made = try ServiceBench(configuration: ServiceBench.configuration(flags))
            benches[flags] = made
            return made
        }
    }

    private func run(_ row: HTTPCase) throws {
        let bench = try Self.bench(row.flags)
        for _ in 0..<2 {
            let response = bench.answer(row.method, row.target, row.headers, body: row.body)
            row.check(
                status: response.status, headers: response.fields.map { ($0.name, $0.value) }, body: response.body.array
            )
        }
    }

    @Test(arguments: HTTPCase.messages) func message(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.formatted) func formatted(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.references) func reference(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.tables) func table(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.renders) func rendering(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.caching) func caching(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.routes) func route(_ row: HTTPCase) throws { try run(row) }
    @Test(arguments: HTTPCase.locales) func locale(_ row: HTTPCase) throws { try run(row) }
}
