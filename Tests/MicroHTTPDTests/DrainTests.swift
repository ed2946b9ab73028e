import Glibc
import HTTPCore
import MicroHTTPD
import Synchronization
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
            let stopping = startThread { #expect(server.stop(grace: 10) == 0) }
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

    /// Clients that send as fast as they can, through the whole of it: whatever the handler was asked is answered,
    /// what it was not asked about is refused or closed, and nothing hangs.
    @Test(arguments: 0..<5)
    func underLoadEveryRequestThatWasReadIsAnswered(round: Int) throws {
        let handler = EchoHandler { Feed() }
        let answered = Atomic(0)
        let closing = Atomic(0)
        let wrong = Mutex<[String]>([])
        try withServer(handler) { server in
            let port = server.port
            let reader = try RawConnection(port: port)
            try reader.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try reader.readHead().status == 200)
            let clients = (0..<6).map { index in
                startThread {
                    let body = [UInt8](repeating: 0x61, count: index * 7_000)
                    while let client = try? RawConnection(port: port) {
                        while true {
                            do {
                                let answer = try client.request("POST", "/echo", body: body)
                                answered.add(1, ordering: .relaxed)
                                if answer.body != body || answer.status != 200 {
                                    wrong.withLock { $0.append("status \(answer.status)") }
                                }
                                if answer.closes {
                                    closing.add(1, ordering: .relaxed)
                                    break
                                }
                            } catch let failure as RawConnection.Failure {
                                // Closed before anything came: the server had not read it, or not all of it.
                                if failure != .ended(after: ""), failure != .reset, !failure.isBrokenPipe {
                                    wrong.withLock { $0.append("\(failure)") }
                                }
                                break
                            } catch {}
                        }
                    }
                }
            }
            usleep(200_000)
            server.drain()
            usleep(20_000)
            #expect(server.stop(grace: 10) == 0)
            clients.forEach(join)
            #expect(try reader.readChunk() == nil)
        }
        #expect(wrong.withLock { $0 } == [])
        let records = handler.finishedRecords
        #expect(records.count == handler.admittedCount)
        let complete = records.filter { $0.outcome.completed }
        // Those that were cut had not arrived whole: the handler never answered them.
        #expect(records.allSatisfy { $0.outcome.completed || $0.outcome.status == 0 })
        #expect(complete.count == answered.load(ordering: .relaxed) + 1)
        #expect(closing.load(ordering: .relaxed) > 0)
    }
}

extension RawConnection.Failure {
    fileprivate var isBrokenPipe: Bool {
        if case .cannotSend(let code) = self { return code == EPIPE || code == ECONNRESET }
        return false
    }
}
