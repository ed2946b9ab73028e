import HTTPCore
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

@Suite struct LogTests {
    /// What the library says, and what the server says, comes as lines of text.
    @Test func theLibrarySpeaksThroughTheLog() throws {
        let lines = Mutex<[String]>([])
        try withServer(
            EchoHandler(),
            {
                $0.log = { line in lines.withLock { $0.append(line) } }
                $0.headerSeconds = 1
                $0.connectionLimit = 4_000_000
            }
        ) { server in
            let client = try RawConnection(port: server.port)
            try client.send("GET / HTTP/1.1\r\ncolon\r\n\r\n")
            #expect(try client.readResponse().status == 400)
            let late = try RawConnection(port: server.port)
            #expect(late.isEnded())
        }
        let said = lines.withLock { $0 }
        #expect(said.contains { $0.contains("the connection limit needs 4000064") })
        #expect(said.contains { $0.contains("came too late") })
        // The library's own: the values are formatted, the end of the line is cut.
        #expect(said.contains { $0.contains("HTTP error") || $0.contains("400") || $0.contains("malformed") })
        #expect(said.allSatisfy { !$0.contains("\n") && !$0.contains("%") && !$0.isEmpty })
    }
}
