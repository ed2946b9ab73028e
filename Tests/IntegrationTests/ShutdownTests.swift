import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The end of a service")
struct ShutdownTests {
    private func service(_ flags: [String] = []) throws -> (LiveService, ScratchFolder) {
        let folder = try ScratchFolder([("en.json", #"{"a":{"b":"c"}}"#)])
        return (try LiveService(locales: folder.path, flags), folder)
    }

    @Test("Requests that were read are answered, and the exit status is 0", arguments: [SIGTERM, SIGINT])
    func inFlight(number: Int32) throws {
        let (service, folder) = try service()
        // Half of each request is there when the signal comes; the other half follows.
        var connections: [RawConnection] = []
        let body = "x <a.b> y"
        for _ in 0..<20 {
            let connection = try service.connect()
            try connection.send(
                "POST /render?locale=en HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\nx <a")
            connections.append(connection)
        }
        // An answer on another connection says that the service has come to know of them.
        #expect(try service.request("GET", "/livez").status == 200)
        usleep(100_000)
        service.signal(number)
        #expect(eventually { service.log.contains { $0.contains("\"message\":\"ending\"") } })
        for connection in connections {
            try connection.send(".b> y")
            let answer = try connection.readResponse()
            #expect(answer.status == 200 && answer.text == "x c y")
            #expect(answer.closes)
        }
        #expect(service.wait() == 0)
        withExtendedLifetime(folder) {}
    }

    @Test("While it drains it is not ready, answers and ends each connection")
    func draining() throws {
        let (service, folder) = try service(["--drain-delay", "2"])
        let idle = try service.connect()
        #expect(try idle.request("GET", "/strings/en/a.b").text == "c")
        service.signal(SIGTERM)
        #expect(try eventually { try service.request("GET", "/readyz").status == 503 })
        let answer = try idle.request("GET", "/strings/en/a.b")
        #expect(answer.text == "c" && answer.closes)
        #expect(service.wait() == 0)
        #expect(throws: (any Error).self) { try service.connect() }
        withExtendedLifetime(folder) {}
    }

    @Test("A second signal ends it at once")
    func secondSignal() throws {
        let (service, folder) = try service(["--drain-delay", "600"])
        service.signal(SIGTERM)
        #expect(eventually { service.log.contains { $0.contains("\"message\":\"ending\"") } })
        service.signal(SIGTERM)
        #expect(service.wait() == 128 + SIGTERM)
        withExtendedLifetime(folder) {}
    }
}
