import Foundation
import Synchronization
import Testing

@testable import Operations

@Suite("Log lines")
struct LogTests {
    private func line(
        _ format: LogFormat, _ level: LogLevel, _ message: String, _ fields: [LogField]
    ) -> String {
        let lines = Mutex<[UInt8]>([])
        let log = Log(format: format) { line in lines.withLock { $0 += line } }
        log.write(level, message, fields)
        return String(decoding: lines.withLock { $0 }, as: UTF8.self)
    }

    @Test(
        "Whatever a value holds, one event is one line",
        arguments: [
            "plain", "", "two words", "a=b", "say \"hi\"", "back\\slash", "line\nfeed", "carriage\rreturn",
            "nul\0", "escape\u{1B}[2J", "\u{85}\u{2028}\u{2029}", "\u{202E}evil\u{2066}", "é中🎉", "\u{9B}31m",
            "\",\"level\":\"error\"",
        ])
    func oneLine(value: String) throws {
        for format in [LogFormat.human, .json] {
            let text = line(format, .info, "event", [LogField("value", value), LogField("count", 3)])
            #expect(text.hasSuffix("\n"))
            #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 1)
            for scalar in text.unicodeScalars.dropLast() {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
            }
            if format == .json {
                let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                #expect(object?["value"] as? String == value)
                #expect(object?["level"] as? String == "info")
                #expect(object?["count"] as? Int == 3)
            }
        }
    }

    @Test("A value cannot pass for a field of its own")
    func forgery() {
        let text = line(.human, .warning, "missing", [LogField("key", "a level=error b")])
        #expect(text.hasSuffix("warning missing key=\"a level=error b\"\n"))
    }

    @Test("Bytes that are no UTF-8 are shown as such, long values are cut")
    func bytes() throws {
        let text = line(.json, .info, "x", [LogField("target", [0x2F, 0xFF, 0xC0][...])])
        #expect(text.contains("\"target\":\"/\u{FFFD}\u{FFFD}\""))
        let long = line(.json, .info, "x", [LogField("target", String(repeating: "a", count: 100_000))])
        #expect(long.utf8.count < 3000)
    }

    @Test("Times are milliseconds, lists are lists")
    func values() {
        let fields = [
            LogField("time", .nanoseconds(1_234_567)), LogField("locales", .list(["fr", "de"])),
            LogField("ready", true),
        ]
        #expect(line(.human, .info, "x", fields).hasSuffix("info x time=1.234ms locales=fr,de ready=true\n"))
        #expect(
            line(.json, .info, "x", fields).hasSuffix(",\"time\":1.234,\"locales\":[\"fr\",\"de\"],\"ready\":true}\n"))
    }

    @Test("A log that nobody reads never keeps its caller waiting, and says how much was lost")
    func slowReader() throws {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        let readEnd = ends[0]
        let log = Log(descriptor: ends[1], format: .json, logsRequests: true)
        // Far more than the pipe and the buffer hold; the call must return all the same.
        for index in 0..<40_000 { log.access([LogField("target", "/strings/fr/login.title"), LogField("n", index)]) }
        let text = Mutex<[UInt8]>([])
        let reader = Thread {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe read(readEnd, &chunk, chunk.count)
                if count <= 0 { return }
                text.withLock { $0 += chunk[..<count] }
            }
        }
        reader.start()
        log.flush()
        let limit = Date().addingTimeInterval(10)
        func received() -> String { String(decoding: text.withLock { $0 }, as: UTF8.self) }
        while !received().contains("log lines were dropped"), Date() < limit { usleep(10_000) }
        #expect(received().contains("log lines were dropped"))
        #expect(received().contains("\"n\":0}"))
    }

    @Test("Requests are logged only where that was asked for, and the line is not even made otherwise")
    func accessOff() {
        let log = Log(format: .json) { _ in Issue.record("a line was written") }
        func fields() -> [LogField] {
            Issue.record("a line was made")
            return []
        }
        log.access(fields())
    }

    @Test(
        "Timestamps are RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (4_107_542_399_001, "2100-02-28T23:59:59.001Z"),
        ] as [(UInt64, String)])
    func timestamps(milliseconds: UInt64, text: String) {
        #expect(Clock.timestamp(milliseconds * 1_000_000) == text)
    }
}
