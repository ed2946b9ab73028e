import CMicroHTTPD
import Glibc

/// A socket that listens. It is ours rather than the library's, so that a failure has its reason and that it can be
/// shut before the daemon stops.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// The host's addresses, which the caller frees.
    static func resolve(host: String, port: UInt16) throws(ServerError) -> UnsafeMutablePointer<addrinfo> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let resolved = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard resolved == 0, let first = unsafe list else {
            let reason = unsafe gai_strerror(resolved).map { unsafe String(cString: $0) } ?? "unknown"
            throw ServerError(.unknownHost, "cannot listen on \(host): \(reason)")
        }
        return unsafe first
    }

    /// Resolves the host, binds and listens.
    init(host: String, port: UInt16, backlog: Int) throws(ServerError) {
        let first = unsafe try Self.resolve(host: host, port: port)
        defer { unsafe freeaddrinfo(first) }
        var failure = "no address"
        // IPv4 first: `localhost` is often both, and clients that were told 127.0.0.1 are more than those told ::1. An
        // address of the other family has one entry only.
        for family in [AF_INET, AF_INET6] {
            var candidate: UnsafeMutablePointer<addrinfo>? = unsafe first
            while let info = unsafe candidate {
                unsafe candidate = info.pointee.ai_next
                if unsafe info.pointee.ai_family != family { continue }
                let descriptor = unsafe socket(
                    info.pointee.ai_family,
                    info.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
                    info.pointee.ai_protocol)
                if descriptor < 0 {
                    failure = Self.lastError()
                    continue
                }
                Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
                if unsafe info.pointee.ai_family == AF_INET6 {
                    Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0)
                }
                if unsafe bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
                    listen(descriptor, Int32(clamping: max(backlog, 1))) == 0
                {
                    self.descriptor = descriptor
                    self.port = Self.boundPort(of: descriptor)
                    return
                }
                failure = Self.lastError()
                close(descriptor)
            }
        }
        throw ServerError(.cannotListen, "cannot listen on \(host) port \(port): \(failure)")
    }

    /// Stops listening at once, for everybody who waits for connections at this descriptor.
    ///
    /// The descriptor stays open, but is of something now that never has an event: the system itself takes a socket that
    /// nobody has any more out of the sets in which it was waited for. The library's own way, `MHD_quiesce_daemon`, and a
    /// worker that wakes meanwhile both take it out of the worker's set, and who comes second ends the process.
    ///
    /// - Returns: whether it was done; there may be no descriptor left to do it with.
    static func silence(_ descriptor: Int32) -> Bool {
        // Datagrams to a socket that was bound to no address do not come.
        let silent = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        if silent < 0 { return false }
        defer { close(silent) }
        guard dup2(silent, descriptor) == descriptor else { return false }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return true
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        unsafe _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        // The port stands at the same place in the addresses of both families.
        return result == 0 ? UInt16(bigEndian: address.sin6_port) : 0
    }

    private static func lastError() -> String {
        let code = errno
        return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// The numeric form of a socket's address, without the port; an IPv4 address that came in by an IPv6 socket is
/// written as IPv4. Empty for anything else.
func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address = unsafe address else { return "" }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let capacity = socklen_t(text.count)
    let written: Bool
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
        written = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
            var internet = unsafe address.pointee.sin_addr
            return unsafe inet_ntop(AF_INET, &internet, &text, capacity) != nil
        }
    case AF_INET6:
        written = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
            var internet = unsafe address.pointee.sin6_addr
            return unsafe inet_ntop(AF_INET6, &internet, &text, capacity) != nil
        }
    default:
        written = false
    }
    guard written else { return "" }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    let numeric = String(decoding: text[..<end].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return numeric.hasPrefix("::ffff:") && numeric.contains(".") ? String(numeric.dropFirst(7)) : numeric
}
