import Glibc
import HTTPCore
import Synchronization

/// One accepted socket: where it comes from, who serves it and how long it may take.
///
/// It is retained by `notifyConnection` when the socket is accepted and released there when the socket is closed.
/// Its worker writes the atomics, the reaper and the shutdown read them.
final class Connection: Sendable {
    /// Kept by its connections: a request reaches it without counting a reference that all workers share.
    let server: Server
    let socket: Int32
    let peer: String
    let worker: Int
    /// When the connection became idle, 0 while a request is on its way.
    let idleSince: Atomic<UInt64>
    /// When the reaper ends the connection, 0 for never.
    let deadline: Atomic<UInt64>
    /// Whether more of a body is waited for.
    let isReading = Atomic(false)
    /// The target of the request that is on its way, or of the last one: often the next one's too.
    // Unsafe and unchecked: only the worker touches them, and never two at a time.
    @exclusivity(unchecked) private(set) nonisolated(unsafe) var target: [UInt8] = []
    /// The same of the header section.
    @exclusivity(unchecked) nonisolated(unsafe) var section = HeaderSection()

    init(server: Server, socket: Int32, peer: String, worker: Int, now: UInt64, deadline: UInt64) {
        self.server = server
        self.socket = socket
        self.peer = peer
        self.worker = worker
        self.idleSince = Atomic(now)
        self.deadline = Atomic(deadline)
    }

    /// Whether the last request had this target; for the worker.
    func hadTarget(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe target.withUnsafeBytes { last in
            guard last.count == bytes.count else { return false }
            guard let left = last.baseAddress, let right = bytes.baseAddress else { return true }
            return unsafe memcmp(left, right, last.count) == 0
        }
    }

    /// Takes a request's target; for the worker.
    ///
    /// In memory of its own and no more than it needs: the handler may have kept the last one. Emptying an array that
    /// someone else has makes another one with all of its room and a little more, so that each would be larger than
    /// the one before.
    func take(target bytes: UnsafeRawBufferPointer) {
        unsafe target = Array(bytes)
    }

    /// The request is over: lets go of memory that is large, and tells whether there was any; for the worker.
    func trim() -> Bool {
        let isLong = unsafe target.count > 1024
        if isLong { unsafe target = [] }
        return unsafe section.trim() || isLong
    }
}
