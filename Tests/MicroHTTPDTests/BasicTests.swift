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

    @Test func anAnswerThatCannotBeBuiltIsA500AndEndsTheConnection() throws {
        let handler = EchoHandler()
        try withServer(handler) { server in
            let answer = try RawConnection(port: server.port).request("GET", "/unbuildable")
            #expect(answer.status == 500)
            #expect(answer["connection"] == "close")
            #expect(try RawConnection(port: server.port).request("GET", "/prepared").status == 200)
        }
        #expect(handler.finishedRecords.map(\.outcome.status) == [500, 200])
    }
}
