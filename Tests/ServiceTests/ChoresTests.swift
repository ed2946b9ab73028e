import Foundation
import HTTPCore
import Testing

@testable import Service

@Suite struct ChoresTests {
    @Test func whatNobodyServesAnyMoreIsNotCoded() {
        let chores = Chores()
        let gate = DispatchSemaphore(value: 0)
        chores.perform { gate.wait() }
        var document: Representation? = Representation([UInt8](repeating: 97, count: 5000), language: "en")
        weak let left = document
        document?.schedule(.gzip, on: chores)
        document = nil
        #expect(left == nil)
        gate.signal()
    }

    @Test func whatIsServedIsCodedOnce() throws {
        let chores = Chores()
        let document = Representation([UInt8](repeating: 97, count: 5000), language: "en")
        document.schedule(.gzip, on: chores)
        document.schedule(.gzip, on: chores)
        let isOver = DispatchSemaphore(value: 0)
        chores.perform { isOver.signal() }
        isOver.wait()
        let coded = try #require(document.ready(.gzip))
        #expect(coded.bytes.count < 200 && coded.tag != document.identity.tag)
    }
}
