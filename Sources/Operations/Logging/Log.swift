import Glibc

/// The service's log: one line an event, to standard error.
///
/// No call waits for the reader of the log. Values are escaped so that nothing from a request can end a line or look
/// like another.
package final class Log: Sendable {
    /// How lines are written.
    package let format: LogFormat
    /// Whether requests are logged; `access` does nothing where they are not.
    package let logsRequests: Bool

    private let line: LogLine
    private let emit: @Sendable (_ line: [UInt8], _ urgent: Bool) -> Void
    private let flushes: @Sendable () -> Void

    /// A log that writes to a descriptor through a thread of its own. Without a format it is human on a terminal and
    /// JSON elsewhere.
    package convenience init(descriptor: Int32 = 2, format: LogFormat? = nil, logsRequests: Bool = false) {
        let format = format ?? (isatty(descriptor) == 1 ? .human : .json)
        let writer = LogWriter(descriptor: descriptor) { dropped in
            var line: [UInt8] = []
            LogLine(format: format).append(
                level: .warning, message: "log lines were dropped, the reader of the log is too slow",
                fields: [LogField("lines", dropped)], wallNanoseconds: Clock.wallNanoseconds(), to: &line)
            return line
        }
        self.init(
            format: format, logsRequests: logsRequests, emit: { writer.take($0, urgent: $1) },
            flush: { writer.flush() })
    }

    /// A log that hands each line, with its line feed, to a closure; for tests.
    package convenience init(
        format: LogFormat, logsRequests: Bool = false, write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.init(format: format, logsRequests: logsRequests, emit: { line, _ in write(line) }, flush: {})
    }

    private init(
        format: LogFormat, logsRequests: Bool, emit: @escaping @Sendable ([UInt8], Bool) -> Void,
        flush: @escaping @Sendable () -> Void
    ) {
        self.format = format
        self.logsRequests = logsRequests
        self.emit = emit
        flushes = flush
        line = LogLine(format: format)
    }

    /// Writes an event that is worth knowing.
    package func info(_ message: String, _ fields: LogField...) {
        write(.info, message, fields)
    }

    /// Writes an event that somebody should look at.
    package func warning(_ message: String, _ fields: LogField...) {
        write(.warning, message, fields)
    }

    /// Writes an event that keeps the service from doing its work.
    package func error(_ message: String, _ fields: LogField...) {
        write(.error, message, fields)
    }

    /// Writes an event with fields that were gathered before.
    package func write(_ level: LogLevel, _ message: String, _ fields: [LogField]) {
        var bytes: [UInt8] = []
        line.append(
            level: level, message: message, fields: fields, wallNanoseconds: Clock.wallNanoseconds(), to: &bytes)
        emit(bytes, true)
    }

    /// Writes one request's line where `--access-log` asks for it; lines gather and are written together.
    package func access(_ fields: @autoclosure () -> [LogField]) {
        guard logsRequests else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(320)
        line.append(
            level: .info, message: "request", fields: fields(), wallNanoseconds: Clock.wallNanoseconds(), to: &bytes)
        emit(bytes, false)
    }

    /// Waits, two seconds at most, until everything logged so far is written. For the end of the process only.
    package func flush() {
        flushes()
    }
}
