import Glibc
import HTTPCore
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// Where threads meet: what the sanitizers are run on.
@Suite struct ConcurrentServingTests {
    /// One prepared answer, whose form many workers race to make; bodies, streams, aborts and new connections beside.
    @Test func manyClientsOfEverything() throws {
        let handler = EchoHandler {
            let feed = Feed()
            feed.push("one")
            feed.end()
            return feed
        }
        let wrong = Mutex<[String]>([])
        try withServer(handler, { $0.threads = 4 }) { server in
            let port = server.port
            let clients = (0..<8).map { index in
                startThread {
                    do {
                        for round in 0..<10 {
                            let client = try RawConnection(port: port)
                            let body = [UInt8](repeating: UInt8(index), count: 1 + round * 6_000)
                            let answers = [
                                try client.request("GET", "/prepared").text == "prepared",
                                try client.request("POST", "/echo", body: body).body == body,
                                try client.request("GET", "/stream").text == "one",
                                try client.request("HEAD", "/prepared").status == 200,
                                try client.request("GET", "/length").text == "0",
                            ]
                            if answers.contains(false) { wrong.withLock { $0.append("\(index) \(answers)") } }
                            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
                            if round % 2 == 0 { client.abort() }
                        }
                    } catch {
                        wrong.withLock { $0.append("\(index) \(error)") }
                    }
                }
            }
            clients.forEach(join)
            #expect(
                eventually { handler.finishedRecords.count == handler.admittedCount },
                "\(handler.finishedRecords.count) of \(handler.admittedCount), \(server.connectionCount) open")
        }
        #expect(wrong.withLock { $0 } == [])
        #expect(handler.finishedRecords.filter { $0.outcome.completed }.count == 8 * 10 * 5)
    }

    @Test func wakesFromManyThreadsLoseNothing() throws {
        let feed = Feed()
        try withServer(EchoHandler { feed }) { server in
            let client = try RawConnection(port: server.port)
            try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            let threads = (0..<4).map { _ in
                startThread {
                    for _ in 0..<500 { feed.push("x") }
                }
            }
            _ = try client.readHead()
            var count = 0
            while count < 2_000 { count += try client.readChunk()?.count ?? 2_000 }
            #expect(count == 2_000)
            threads.forEach(join)
            feed.end()
            #expect(try client.readChunk() == nil)
        }
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
            #expect(eventually { answered.load(ordering: .relaxed) > 100 })
            server.drain()
            #expect(eventually { closing.load(ordering: .relaxed) > 0 })
            #expect(server.stop(grace: 60) == 0)
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
