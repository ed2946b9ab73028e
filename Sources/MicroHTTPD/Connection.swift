import Synchronization

/// One accepted socket: where it comes from, who serves it and how long it may take.
///
/// It is retained by `notifyConnection` when the socket is accepted and released there when the socket is closed.
/// Its worker writes the atomics, the reaper and the shutdown read them.
final class Connection: Sendable {
    let socket: Int32
    let peer: String
    let worker: Int
    /// When the connection became idle, 0 while a request is on its way.
    let idleSince: Atomic<UInt64>
    /// When the reaper ends the connection, 0 for never.
    let deadline: Atomic<UInt64>

    init(socket: Int32, peer: String, worker: Int, now: UInt64, deadline: UInt64) {
        self.socket = socket
        self.peer = peer
        self.worker = worker
        self.idleSince = Atomic(now)
        self.deadline = Atomic(deadline)
    }
}
