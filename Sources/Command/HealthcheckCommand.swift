import Glibc
import Operations

/// `parlance healthcheck`: asks the service on the configured port how it is. The image has no other client.
struct HealthcheckCommand {
    /// The service answers, or does not, within so many seconds.
    private static let patience = 3

    let configuration: Configuration
    /// `livez` or `readyz`.
    let probe: String

    init(_ configuration: Configuration, words: [String]) throws(UsageError) {
        self.configuration = configuration
        probe = words.first ?? "readyz"
        guard words.count <= 1, probe == "livez" || probe == "readyz" else {
            throw UsageError("healthcheck takes livez or readyz, nothing else")
        }
    }

    /// Exit status 0 where the service is well; otherwise 1 and a line that says why.
    func run() -> Int32 {
        let address = Self.loopback(for: configuration.host)
        guard let socket = connect(to: address) else {
            StandardStreams.complain("nothing answers on \(address) port \(configuration.port)")
            return 1
        }
        defer { close(socket) }
        // Behind TLS an accepted connection has to do: there is no client for it here.
        if configuration.tlsCertificate != nil { return 0 }
        let request =
            "GET \(configuration.basePath)/\(probe) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        // So little goes out at once; where it does not, there is no answer either.
        _ = unsafe send(socket, Array(request.utf8), request.utf8.count, Int32(MSG_NOSIGNAL))
        var answer = [UInt8](repeating: 0, count: 512)
        var length = 0
        while length < 12 {
            let count = unsafe answer.withUnsafeMutableBytes {
                unsafe read(socket, $0.baseAddress! + length, $0.count - length)
            }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            length += count
        }
        let line = String(decoding: answer[..<length].prefix { $0 != 0x0D }, as: UTF8.self)
        if line.hasPrefix("HTTP/1.1 200") { return 0 }
        StandardStreams.complain(
            line.isEmpty ? "no answer within \(Self.patience) s" : "/\(probe) answers \(UsageError.quote(line))")
        return 1
    }

    /// Where a service that listens on this address is reached from beside it.
    static func loopback(for host: String) -> String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::", "[::]": "::1"
        default: host
        }
    }

    private func connect(to address: String) -> Int32? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, String(configuration.port), &hints, &found) == 0 else { return nil }
        defer { unsafe freeaddrinfo(found) }
        var candidate = unsafe found
        while let current = unsafe candidate {
            let socket = unsafe Glibc.socket(current.pointee.ai_family, current.pointee.ai_socktype | O_CLOEXEC, 0)
            var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                unsafe setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
            }
            if unsafe Glibc.connect(socket, current.pointee.ai_addr, current.pointee.ai_addrlen) == 0 { return socket }
            close(socket)
            unsafe candidate = current.pointee.ai_next
        }
        return nil
    }
}

extension HealthcheckCommand {
    /// Those options of the service that say where it listens.
    static var options: [OptionGroup<Configuration>] {
        [Configuration.listening.keeping(["host", "port", "base-path", "tls-certificate"])]
    }
}
