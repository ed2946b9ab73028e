import Glibc
import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

@Suite struct ListeningTests {
    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("::1", "::1"), ("::", "::1")])
    func listensOn(host: String, peer: String) throws {
        try withServer(EchoHandler(), { $0.host = host }) { server in
            #expect(server.port != 0)
            let client = try RawConnection(port: server.port, host: peer)
            #expect(try client.request("GET", "/head").text.contains("peer=\(peer) "))
        }
    }

    @Test func theUnspecifiedAddressTakesBothFamilies() throws {
        try withServer(EchoHandler(), { $0.host = "::" }) { server in
            let client = try RawConnection(port: server.port)
            #expect(try client.request("GET", "/head").text.contains("peer=127.0.0.1 "))
        }
    }

    @Test func aTakenPortIsAnError() throws {
        try withServer(EchoHandler()) { first in
            var configuration = Server.Configuration()
            configuration.port = first.port
            let second = Server(configuration: configuration, handler: EchoHandler())
            let error = #expect(throws: ServerError.self) { try second.start() }
            #expect(error?.code == .cannotListen)
            #expect(error?.description.contains("Address already in use") == true)
            #expect(second.stop() == 0)
        }
    }

    @Test func anUnknownHostIsAnError() {
        var configuration = Server.Configuration()
        configuration.host = "300.1.1.1.invalid"
        let server = Server(configuration: configuration, handler: EchoHandler())
        let error = #expect(throws: ServerError.self) { try server.start() }
        #expect(error?.code == .unknownHost)
    }

    @Test func startsOnceAndStopsIdempotently() throws {
        var configuration = Server.Configuration()
        configuration.port = 0
        let server = Server(configuration: configuration, handler: EchoHandler())
        #expect(server.stop() == 0)
        try server.start()
        #expect(throws: ServerError.self) { try server.start() }
        #expect(server.stop() == 0)
        #expect(server.stop() == 0)
        #expect(throws: ServerError.self) { try server.start() }
    }
}

@Suite struct LimitTests {
    @Test func aLateHeaderSectionEndsTheConnection() throws {
        let handler = EchoHandler()
        try withServer(handler, { $0.headerSeconds = 1 }) { server in
            // One that drips, one that says nothing, one that is slow with its second request only.
            let drip = try RawConnection(port: server.port)
            let silent = try RawConnection(port: server.port)
            let second = try RawConnection(port: server.port)
            _ = try second.request("GET", "/prepared")
            try second.send("GET /head HTTP/1.1\r\n")
            try drip.send("GET /head HTTP/1.1\r\nX: ")
            #expect(throws: RawConnection.Failure.self) {
                for _ in 0..<1_000 {
                    try drip.send("x")
                    usleep(10_000)
                }
            }
            #expect(silent.isEnded())
            #expect(second.isEnded())
            #expect(eventually { server.connectionCount == 0 })
        }
        #expect(handler.admittedCount == 1)
    }

    @Test func anIdleConnectionEnds() throws {
        try withServer(EchoHandler(), { $0.idleSeconds = 1 }) { server in
            let client = try RawConnection(port: server.port)
            _ = try client.request("GET", "/prepared")
            #expect(client.isEnded())
        }
    }

    @Test func beyondTheConnectionLimitClientsWait() throws {
        try withServer(EchoHandler(), { $0.connectionLimit = 2 }) { server in
            var open = try (0..<2).map { _ in try RawConnection(port: server.port) }
            for client in open { _ = try client.request("GET", "/prepared") }
            let waiting = try RawConnection(port: server.port)
            try waiting.send("GET /prepared HTTP/1.1\r\nHost: a\r\n\r\n")
            usleep(50_000)
            #expect(server.connectionCount == 2)
            open.removeAll()
            #expect(try waiting.readResponse().text == "prepared")
        }
    }

    @Test func beyondTheAddressLimitClientsAreCut() throws {
        try withServer(EchoHandler(), { $0.addressLimit = 1 }) { server in
            let first = try RawConnection(port: server.port)
            _ = try first.request("GET", "/prepared")
            let second = try RawConnection(port: server.port)
            #expect(second.isEnded())
            #expect(try first.request("GET", "/prepared").status == 200)
        }
    }
}
