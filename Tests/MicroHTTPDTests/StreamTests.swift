import Glibc
import HTTPCore
import MicroHTTPD
import Synchronization
import TestSupport
import Testing

/// A stream that a test feeds.
final class Feed: StreamSource {
    private struct State {
        var waiting: [[UInt8]] = []
        var isOver = false
        var wake: (@Sendable () -> Void)?
        var finishes = 0
        var attaches = 0
    }

    private let state = Mutex(State())

    var finishes: Int { state.withLock { $0.finishes } }
    var attaches: Int { state.withLock { $0.attaches } }

    func push(_ text: String) { change { $0.waiting.append(Array(text.utf8)) } }
    func end() { change { $0.isOver = true } }
    func wakeForNothing() { change { _ in } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake
        }
        wake?()
    }

    func pull(maximum: Int) -> StreamChunk {
        state.withLock { state in
            if !state.waiting.isEmpty { return .bytes(state.waiting.removeFirst()) }
            return state.isOver ? .end : .wait
        }
    }

    func attach(wake: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.wake = wake
            state.attaches += 1
        }
    }

    func finished() { state.withLock { $0.finishes += 1 } }
}

@Suite struct StreamTests {
    private static let get = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func sendsWhatComesWhenItComes() throws {
        let feed = Feed()
        let handler = EchoHandler { feed }
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            feed.push("first")
            try client.send(Self.get)
            let head = try client.readHead()
            #expect(head.status == 200)
            #expect(head["transfer-encoding"] == "chunked")
            #expect(head["content-type"] == "text/event-stream")
            #expect(try client.readChunk() == Array("first".utf8))
            for number in 0..<100 {
                feed.wakeForNothing()
                feed.push("event \(number)")
                #expect(try client.readChunk() == Array("event \(number)".utf8))
            }
            #expect(server.streamCount == 1)
            feed.end()
            #expect(try client.readChunk() == nil)
            // The connection lives on.
            #expect(try client.request("GET", "/prepared").text == "prepared")
            #expect(server.streamCount == 0)
        }
        #expect(feed.finishes == 1)
        #expect(feed.attaches == 1)
        let record = try #require(handler.finishedRecords.first)
        #expect(record.outcome.completed && record.outcome.status == 200)
        #expect(record.outcome.sentBytes == 5 + 10 * 7 + 90 * 8)
    }

    @Test func piecesMayBeLongerThanAskedFor() throws {
        let feed = Feed()
        let text = String(repeating: "0123456789", count: 20_000)
        feed.push(text)
        feed.push("")
        feed.push("end")
        feed.end()
        try withServer(EchoHandler { feed }) { server in
            let answer = try RawConnection(port: server.port).request("GET", "/stream")
            #expect(answer.text == text + "end")
        }
    }

    @Test func olderVersionsGetItUntilTheEndOfTheConnection() throws {
        let feed = Feed()
        try withServer(EchoHandler { feed }) { server in
            let client = try RawConnection(port: server.port)
            try client.send("GET /stream HTTP/1.0\r\n\r\n")
            feed.push("all")
            feed.end()
            let answer = try client.readResponse()
            #expect(answer["transfer-encoding"] == nil)
            #expect(answer.text == "all")
        }
        #expect(feed.finishes == 1)
    }

    @Test func headAsksForNothing() throws {
        let feed = Feed()
        try withServer(EchoHandler { feed }) { server in
            let client = try RawConnection(port: server.port)
            let head = try client.request("HEAD", "/stream")
            #expect(head.status == 200)
            #expect(head["content-type"] == "text/event-stream")
            #expect(head["content-length"] == nil)
            #expect(head.closes)
            #expect(client.isEnded())
        }
        #expect(feed.attaches == 0)
        #expect(feed.finishes == 1)
    }

    @Test func aReaderThatGoesAwayIsNoticedWhenWritingToIt() throws {
        let feed = Feed()
        let handler = EchoHandler { feed }
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send(Self.get)
            feed.push("first")
            _ = try client.readHead()
            client.abort()
            #expect(
                eventually {
                    feed.push("more")
                    return feed.finishes == 1
                })
            #expect(eventually { server.connectionCount == 0 && server.streamCount == 0 })
            // A source that still calls calls into nothing.
            feed.push("late")
            feed.end()
        }
        #expect(handler.finishedRecords.map(\.outcome.completed) == [false])
    }

    @Test func stoppingEndsStreamsInOrder() throws {
        let feeds = Mutex<[Feed]>([])
        let handler = EchoHandler {
            let feed = Feed()
            feeds.withLock { $0.append(feed) }
            return feed
        }
        try withServer(handler) { server in
            let clients = try (0..<20).map { _ in try RawConnection(port: server.port) }
            for client in clients {
                try client.send(Self.get)
                #expect(try client.readHead().status == 200)
            }
            #expect(server.stop(grace: 5) == 0)
            for client in clients { #expect(try client.readChunk() == nil) }
        }
        #expect(feeds.withLock { $0.map(\.finishes) } == Array(repeating: 1, count: 20))
        #expect(handler.finishedRecords.allSatisfy { $0.outcome.completed })
    }

    /// Readers of which none reads: the grace ends, and nothing aborts.
    @Test func stoppingCutsStreamsThatNobodyReads() throws {
        let feed = Feed()
        let handler = EchoHandler { feed }
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            try client.send(Self.get)
            _ = try client.readHead()
            for _ in 0..<200 { feed.push(String(repeating: "x", count: 100_000)) }
            usleep(100_000)
            #expect(server.stop(grace: 0.3) == 1)
        }
        #expect(feed.finishes == 1)
        #expect(handler.finishedRecords.map(\.outcome.completed) == [false])
    }
}
