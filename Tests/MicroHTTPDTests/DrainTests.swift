import Glibc
import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

@Suite struct DrainTests {
    @Test func answersCloseAndNewConnectionsAreStillTaken() throws {
        try withServer(EchoHandler()) { server in
            let before = try RawConnection(port: server.port)
            #expect(try !before.request("GET", "/prepared").closes)
            server.drain()
            #expect(server.isDraining)
            #expect(try before.request("GET", "/prepared").closes)
            #expect(before.isEnded())
            for target in ["/prepared", "/echo", "/large", "/404"] {
                let after = try RawConnection(port: server.port)
                #expect(try after.request("GET", target).closes)
                #expect(after.isEnded())
            }
        }
    }

    @Test func idleConnectionsEndAndNewOnesAreRefused() throws {
        try withServer(EchoHandler()) { server in
            let idle = try (0..<10).map { _ in try RawConnection(port: server.port) }
            for client in idle.dropLast(3) { _ = try client.request("GET", "/prepared") }
            let port = server.port
            #expect(server.stop(grace: 5) == 0)
            for client in idle { #expect(client.isEnded()) }
            #expect(throws: RawConnection.Failure.notConnected(errno: ECONNREFUSED)) { try RawConnection(port: port) }
        }
    }

    @Test func aRequestOnItsWayIsAnswered() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
            let reader = try RawConnection(port: server.port)
            try reader.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(eventually { handler.admittedCount == 2 })
            let stopping = startThread { #expect(server.stop(grace: 60) == 0) }
            #expect(eventually { (try? RawConnection(port: server.port).close()) == nil })
            usleep(300_000)
            try client.send("def")
            let answer = try client.readResponse()
            #expect(answer.text == "abcdef")
            #expect(answer.closes)
            #expect(try reader.readResponse().body.count == 3 << 20)
            reader.close()
            join(stopping)
        }
    }

    @Test func theGraceEnds() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
            #expect(eventually { handler.admittedCount == 1 })
            #expect(server.stop(grace: 0.2) == 1)
            #expect(client.isEnded())
        }
        #expect(handler.finishedRecords.map(\.outcome.completed) == [false])
    }
}
