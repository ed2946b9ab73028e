import HTTPCore
import MicroHTTPD
import TestSupport
import Testing

@Suite struct ServingTests {
    @Test func servesOneOffAndPreparedAnswersOnOneConnection() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            for _ in 0..<3 {
                let prepared = try client.request("GET", "/prepared")
                #expect(prepared.status == 200)
                #expect(prepared.text == "prepared")
                #expect(prepared["etag"] == "\"1\"")
                let echoed = try client.request("POST", "/echo", body: Array("body".utf8))
                #expect(echoed.text == "body")
            }
            let large = try client.request("GET", "/large")
            #expect(large.body == EchoHandler.large.array)
            let head = try client.request("HEAD", "/large")
            #expect(head["content-length"] == "\(EchoHandler.large.count)")
            #expect(try client.request("GET", "/204").body.isEmpty)
        }
        #expect(handler.finishedRecords.count == 9)
        #expect(handler.admittedCount == 9)
    }

    @Test func aRepeatedAnswerHasTheFieldsOfItsOwnRequestAlone() throws {
        try withServer(EchoHandler()) { server in
            let clients = try (0..<6).map { _ in try RawConnection(port: server.port) }
            for round in 0..<20 {
                // Asked before any is read, so that several connections hold the answer at a time.
                for (index, client) in clients.enumerated() {
                    try client.sendRequest("GET", "/repeated?\(round)-\(index)")
                }
                for (index, client) in clients.enumerated() {
                    let answer = try client.readResponse()
                    #expect(answer.text == "prepared" && answer["x-same"] == "yes")
                    #expect(answer["x-own"] == "\(round)-\(index)")
                    #expect(answer.count(of: "x-own") == 1 && answer.count(of: "x-length") == 1)
                }
            }
            let head = try clients[0].request("HEAD", "/repeated?head")
            #expect(head["x-own"] == "head" && head["content-length"] == "8")
            let last = try clients[0].request("GET", "/repeated?last", fields: [("Connection", "close")])
            #expect(last["x-own"] == "last" && last["connection"] == "close")
            #expect(try clients[1].request("GET", "/repeated?next")["connection"] != "close")
        }
    }

    @Test func aRepeatedAnswerThatIsReadSlowlyOrNotAtAllIsNotChanged() throws {
        try withServer(EchoHandler()) { server in
            // Far more than the system's buffers hold: these answers are on their way while others are given.
            let slow = try (0..<6).map { _ in try RawConnection(port: server.port) }
            for (index, client) in slow.enumerated() { try client.sendRequest("GET", "/repeated-large?slow-\(index)") }
            let client = try RawConnection(port: server.port)
            for index in 0..<4 {
                let answer = try client.request("GET", "/repeated-large?quick-\(index)")
                #expect(answer["x-own"] == "quick-\(index)" && answer.body == EchoHandler.large.array)
            }
            slow[0].abort()
            slow[1].abort()
            for (index, client) in slow.enumerated().dropFirst(2) {
                let answer = try client.readResponse()
                #expect(answer["x-own"] == "slow-\(index)" && answer.count(of: "x-own") == 1)
                #expect(answer.body == EchoHandler.large.array)
                #expect(try client.request("GET", "/repeated?again-\(index)")["x-own"] == "again-\(index)")
            }
        }
    }

    /// A handler may keep the target, as one with a cache does.
    @Test func aKeptTargetTakesNoMoreRoomThanItNeedsHoweverManyWereKeptBefore() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let client = try RawConnection(port: server.port)
            for number in 0..<500 { #expect(try client.request("GET", "/kept-\(number)").text == "/kept-\(number)") }
        }
        let targets = handler.finishedRecords.map(\.head.target)
        #expect(targets.count == 500)
        #expect(targets.allSatisfy { $0.capacity <= $0.count + 64 }, "\(targets.map(\.capacity).max() ?? 0)")
        #expect(targets.last == Array("/kept-499".utf8))
    }

    @Test func aBodyThatTheHandlerCannotHoldIsThrownAwayAndTheConnectionGoesOn() throws {
        try withServer(EchoHandler(heldLimit: 100_000)) { server in
            let client = try RawConnection(port: server.port)
            for _ in 0..<2 {
                let large = Array(repeating: UInt8(ascii: "x"), count: 300_000)
                #expect(try client.request("POST", "/length", body: large).status == 413)
                let small = try client.request("POST", "/length", body: Array(large.prefix(100_000)))
                #expect(small.status == 200 && small.text == "100000")
            }
        }
    }

    @Test func anAnswerThatCannotBeBuiltIsA500AndEndsTheConnection() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let answer = try RawConnection(port: server.port).request("GET", "/unbuildable")
            #expect(answer.status == 500)
            #expect(answer["connection"] == "close")
            #expect(try RawConnection(port: server.port).request("GET", "/prepared").status == 200)
        }
        // Two workers: the one that ends a connection may be the later one.
        #expect(handler.finishedRecords.map(\.outcome.status).sorted() == [200, 500])
    }
}
