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
    /// The memory of the last request's target and header section, for the next one.
    // Unsafe and unchecked: only the worker touches them, and never two at a time.
    @exclusivity(unchecked) private nonisolated(unsafe) var spareTarget: [UInt8] = []
    @exclusivity(unchecked) private nonisolated(unsafe) var spareFields = RequestFields()

    init(server: Server, socket: Int32, peer: String, worker: Int, now: UInt64, deadline: UInt64) {
        self.server = server
        self.socket = socket
        self.peer = peer
        self.worker = worker
        self.idleSince = Atomic(now)
        self.deadline = Atomic(deadline)
    }

    /// Copies a target, into the memory of the last one; for the worker.
    func takeTarget(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var target: [UInt8] = []
        unsafe swap(&target, &spareTarget)
        unsafe target.append(contentsOf: bytes)
        return target
    }

    /// Lends the memory of a header section; for the worker.
    func takeFields() -> RequestFields {
        var fields = RequestFields()
        unsafe swap(&fields, &spareFields)
        return fields
    }

    /// Takes memory back, unless it has become large; for the worker.
    func giveBack(_ head: inout RequestHead) {
        if head.target.count <= 1024 {
            unsafe swap(&head.target, &spareTarget)
            unsafe spareTarget.removeAll(keepingCapacity: true)
        }
        if head.fields.byteCount <= 4096 {
            unsafe swap(&head.fields, &spareFields)
            unsafe spareFields.removeAll()
        }
    }
}
