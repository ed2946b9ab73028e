import Glibc

/// A client that sends the bytes it is told to and reads answers strictly: blocking, with a timeout for each call.
public final class RawConnection {
    /// What went wrong on the wire.
    public enum Failure: Error, Equatable {
        case notConnected(errno: Int32)
        case cannotSend(errno: Int32)
        /// The connection ended inside an answer or before it, after these bytes.
        case ended(after: String)
        /// The peer reset the connection.
        case reset
        /// Nothing came within the timeout, after these bytes.
        case timedOut(after: String)
        /// What came is no answer of HTTP/1.1.
        case malformed(String)
    }

    /// The socket.
    public let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    /// Connects to a port of this machine.
    public init(port: UInt16, host: String = "127.0.0.1", timeoutSeconds: Int = 30) throws {
        let isSix = host.contains(":")
        descriptor = socket(isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        let result: Int32
        if isSix {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            inet_pton(AF_INET, host, &address.sin_addr)
            result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        if result != 0 {
            let code = errno
            Glibc.close(descriptor)
            isOpen = false
            throw Failure.notConnected(errno: code)
        }
    }

    deinit { close() }

    /// Closes both directions; calling it again does nothing.
    public func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Closes with a reset, as a client does that crashed.
    public func abort() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Ends the sending direction.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends all bytes.
    public func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure.cannotSend(errno: errno)
            }
            sent += count
        }
    }

    /// Sends text as it stands; line ends are written out.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends a request with a `Host` and a `Content-Length` where there is a body, and reads the answer.
    public func request(
        _ method: String, _ target: String, fields: [(String, String)] = [], body: [UInt8] = []
    ) throws -> RawResponse {
        try sendRequest(method, target, fields: fields, body: body)
        return try readResponse(toHead: method == "HEAD")
    }

    /// Sends a request with a `Host` and a `Content-Length` where there is a body.
    public func sendRequest(
        _ method: String, _ target: String, fields: [(String, String)] = [], body: [UInt8] = []
    ) throws {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
        try send(Array((text + "\r\n").utf8) + body)
    }

    /// Reads one answer: framed by its length, its chunks or the end of the connection (RFC 9112, section 6.3).
    /// Interim answers are returned as they are.
    public func readResponse(toHead: Bool = false) throws -> RawResponse {
        var response = try readHead()
        if toHead || response.status < 200 || response.status == 204 || response.status == 304 { return response }
        if response["transfer-encoding"]?.lowercased() == "chunked" {
            while let chunk = try readChunk() { response.body += chunk }
        } else if let length = response["content-length"] {
            guard let count = Int(length) else { throw Failure.malformed("Content-Length: \(length)") }
            response.body = try take(count)
        } else {
            response.body = try readToEnd()
        }
        return response
    }

    /// Reads a status line and a header section.
    public func readHead() throws -> RawResponse {
        let lines = try readLines()
        let parts = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), let status = Int(parts[1]) else {
            throw Failure.malformed(lines[0])
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields.append((String(line[..<colon]), String(value)))
        }
        return RawResponse(version: String(parts[0]), status: status, fields: fields, body: [])
    }

    /// Reads one chunk, or nil at the last one.
    public func readChunk() throws -> [UInt8]? {
        let line = try readLine()
        guard let size = Int(line, radix: 16) else { throw Failure.malformed("chunk \(line)") }
        if size == 0 {
            while try !readLine().isEmpty {}
            return nil
        }
        let bytes = try take(size)
        guard try readLine().isEmpty else { throw Failure.malformed("a chunk without an end") }
        return bytes
    }

    /// Reads until the peer ends the connection.
    public func readToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// Whether the peer ends the connection, with nothing more to read, within the timeout.
    public func isEnded() -> Bool {
        do { return try readToEnd().isEmpty } catch { return error as? Failure == .reset }
    }

    private func readLines() throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try readLine()
            if line.isEmpty, !lines.isEmpty { return lines }
            lines.append(line)
        }
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                guard end > 0, buffer[end - 1] == 0x0D else { throw Failure.malformed("a line without CR") }
                let line = String(decoding: buffer[..<(end - 1)], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line
            }
            guard try fill() else { throw Failure.ended(after: text) }
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure.ended(after: text) }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private var text: String { String(decoding: buffer.prefix(300), as: UTF8.self) }

    private func fill() throws -> Bool {
        let room = 64 * 1024
        while true {
            var count = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { piece, used in
                count = recv(descriptor, piece.baseAddress, room, 0)
                used = max(count, 0)
            }
            if count > 0 {
                buffer += piece
                return true
            }
            if count == 0 { return false }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw Failure.timedOut(after: text)
            default: throw Failure.reset
            }
        }
    }
}

/// An answer as it stood on the wire.
public struct RawResponse: Sendable {
    /// As in `HTTP/1.1`.
    public var version: String
    /// The status code.
    public var status: Int
    /// The header section, in order.
    public var fields: [(name: String, value: String)]
    /// The content, without its chunks' framing.
    public var body: [UInt8]

    /// The value of the first field of this name, in any case.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// How many fields have this name.
    public func count(of name: String) -> Int {
        fields.filter { $0.name.lowercased() == name.lowercased() }.count
    }

    /// The content as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Whether the connection ends after this answer.
    public var closes: Bool { self["connection"]?.lowercased() == "close" }
}
