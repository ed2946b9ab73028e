import Glibc
import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

@Suite struct BodyTests {
    private static let head = "POST /length HTTP/1.1\r\nHost: localhost\r\n"

    @Test(arguments: [1, 15_000, 16_384, 100_000, 1 << 20])
    func arrivesWhole(size: Int) throws {
        // Made before the connection, which does not wait for it under a sanitizer.
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try withServer(EchoHandler()) { server in
            let client = try RawConnection(port: server.port)
            #expect(try client.request("POST", "/echo", body: body).body == body)
            // And the same in chunks.
            try client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in stride(from: 0, to: size, by: 5_000) {
                let piece = body[start..<min(start + 5_000, size)]
                try client.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
            }
            try client.send("0\r\n\r\n")
            #expect(try client.readResponse().body == body)
        }
    }

    @Test func dripsInByteByByte() throws {
        try withServer(EchoHandler()) { server in
            let client = try RawConnection(port: server.port)
            for byte in Array("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde".utf8) {
                try client.send([byte])
            }
            #expect(try client.readResponse().text == "abcde")
        }
    }

    /// The sender comes to read the answer, and may go on.
    @Test(arguments: [1_001, 100_000, 4 << 20])
    func beyondTheLimitIsDiscardedAndAnswered(size: Int) throws {
        let handler = EchoHandler(bodyLimit: 1_000)
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            let body = [UInt8](repeating: 0x61, count: size)
            let declared = try client.request("POST", "/length", body: body)
            #expect(declared.status == 413)
            #expect(!declared.closes)
            try client.send("\(Self.head)Transfer-Encoding: chunked\r\n\r\n\(String(size, radix: 16))\r\n")
            try client.send(body + Array("\r\n0\r\n\r\n".utf8))
            let chunked = try client.readResponse()
            #expect(chunked.status == 413)
            #expect(try client.request("POST", "/length", body: Array(body.prefix(1_000))).text == "1000")
        }
        #expect(handler.finishedRecords.map(\.outcome.status) == [413, 413, 200])
    }

    /// With `Expect` nothing was sent yet, and more than would be discarded is not waited for.
    @Test(arguments: [
        "\(head)Content-Length: 1001\r\nExpect: 100-continue\r\n\r\n", "\(head)Content-Length: 16777217\r\n\r\n",
    ])
    func beyondTheLimitIsRefusedAtOnce(request: String) throws {
        try withServer(EchoHandler(bodyLimit: 1_000)) { server in
            let client = try RawConnection(port: server.port)
            try client.send(request)
            let answer = try client.readResponse()
            #expect(answer.status == 413)
            #expect(answer.closes)
            #expect(client.isEnded())
        }
    }

    @Test func endlessChunksAreCut() throws {
        let handler = EchoHandler(bodyLimit: 1_000)
        try withServer(handler, { $0.discardLimit = 1 << 20 }) { server in
            let client = try RawConnection(port: server.port)
            try client.send("\(Self.head)Transfer-Encoding: chunked\r\n\r\n")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 0x10000) + Array("\r\n".utf8)
            #expect(throws: RawConnection.Failure.self) {
                for _ in 0..<1_000 { try client.send(chunk) }
            }
        }
        #expect(handler.finishedRecords.count == 1)
        #expect(handler.finishedRecords.first?.outcome.completed == false)
    }

    @Test func slowDiscardIsCut() throws {
        let handler = EchoHandler(bodyLimit: 10)
        try withServer(handler, { $0.discardSeconds = 1 }) { server in
            let client = try RawConnection(port: server.port)
            try client.send("\(Self.head)Content-Length: 1000\r\n\r\n")
            #expect(throws: RawConnection.Failure.self) {
                for _ in 0..<1_000 {
                    try client.send([0x61])
                    usleep(10_000)
                }
                _ = try client.readResponse()
            }
        }
        #expect(handler.finishedRecords.map(\.outcome.completed) == [false])
    }
}

@Suite struct AbortTests {
    /// Where a client goes away: after these bytes.
    @Test(arguments: [
        "", "GET", "GET /head HTTP/1.1\r\n", "GET /head HTTP/1.1\r\nHost: a\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "GET /large HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
    func eachAdmittedRequestIsFinishedOnce(sent: String) throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            for way in 0..<3 {
                let client = try RawConnection(port: server.port)
                try client.send(sent)
                usleep(20_000)
                switch way {
                case 0: client.abort()
                case 1: client.close()
                default: client.finishSending()
                }
            }
            #expect(eventually { server.connectionCount == 0 })
            // The server serves on.
            #expect(try RawConnection(port: server.port).request("GET", "/prepared").status == 200)
            #expect(eventually { handler.finishedRecords.count == handler.admittedCount })
        }
        let aborted = handler.finishedRecords.dropLast()
        if sent.contains("\r\n\r\n") {
            #expect(aborted.count == 3)
        } else {
            #expect(aborted.isEmpty)
        }
        if sent.hasPrefix("POST") {
            #expect(aborted.allSatisfy { !$0.outcome.completed && $0.outcome.status == 0 && $0.outcome.sentBytes == 0 })
        }
    }
}

@Suite struct OutcomeTests {
    @Test func tellsStatusSizeAndPlace() throws {
        let handler = EchoHandler()
        try withServer(
            handler,
            {
                $0.role = .admin
                $0.firstWorker = 7
            }
        ) { server in
            let client = try RawConnection(port: server.port)
            _ = try client.request("GET", "/prepared")
            _ = try client.request("HEAD", "/prepared")
            _ = try client.request("GET", "/large")
            try client.send("GET /head HTTP/1.1\r\n\r\n")
            _ = try client.readResponse()
            #expect(eventually { handler.finishedRecords.count == 4 })
        }
        let records = handler.finishedRecords
        #expect(records.map(\.outcome.status) == [200, 200, 200, 400])
        #expect(records.map(\.outcome.sentBytes) == [8, 0, 3 << 20, 24])
        #expect(records.allSatisfy { $0.outcome.completed && $0.outcome.duration > 0 })
        #expect(records.allSatisfy { $0.head.role == .admin && $0.head.peer == "127.0.0.1" && $0.head.worker >= 7 })
        #expect(records.allSatisfy { $0.head.worker < 9 })
    }
}
