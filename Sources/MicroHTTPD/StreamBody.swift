import CMicroHTTPD
import HTTPCore
import Synchronization

/// A body that waits for its source: the library asks for bytes, and the connection is suspended while there are none.
///
/// The library's response retains it (`passRetained` in `responseForStream`, released in `streamFreed`); the registry
/// holds it until the request is completed.
@safe final class StreamBody: Sendable {
    @safe private struct State {
        /// Null before the first byte is asked for and after the request is completed.
        // Unsafe: the pointer is the library's. It is used under the lock only, and cleared before it dies.
        nonisolated(unsafe) var connection: OpaquePointer?
        var isSuspended = false
        /// The source has called since the last pull.
        var isWoken = false
        var isEnded = false
        var isAttached = false
    }

    private let state = Mutex(State())
    private let source: any StreamSource
    // Unsafe: both are touched by the connection's worker only.
    private nonisolated(unsafe) var pending: ArraySlice<UInt8> = []
    private nonisolated(unsafe) var sent = 0

    init(_ source: any StreamSource) {
        self.source = source
    }

    /// The bytes handed to the library so far; for the connection's worker.
    var sentBytes: Int { unsafe sent }

    /// The connection, which is known before the library asks for the first byte.
    func begin(on connection: OpaquePointer) {
        state.withLock { unsafe $0.connection = connection }
    }

    /// Copies the next bytes to `buffer`.
    ///
    /// - Returns: how many they were, 0 when the connection was suspended, or -1 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let attaches = state.withLock { state in
            defer { state.isAttached = true }
            return !state.isAttached
        }
        if attaches {
            source.attach { [weak self] in self?.wake() }
        }
        while true {
            let isEnded = state.withLock { state in
                state.isWoken = false
                return state.isEnded
            }
            if isEnded { return -1 }
            if unsafe pending.isEmpty {
                switch source.pull(maximum: buffer.count) {
                case .bytes(let bytes):
                    if bytes.isEmpty { continue }
                    unsafe pending = bytes[...]
                case .wait: break
                case .end: return -1
                }
            }
            if unsafe !pending.isEmpty {
                let count = unsafe min(pending.count, buffer.count)
                unsafe buffer.copyBytes(from: pending.prefix(count))
                unsafe pending.removeFirst(count)
                unsafe sent += count
                return count
            }
            let isSuspended = state.withLock { state in
                guard !state.isWoken, !state.isEnded, let connection = unsafe state.connection else {
                    return false
                }
                unsafe MHD_suspend_connection(connection)
                state.isSuspended = true
                return true
            }
            if isSuspended { return 0 }
        }
    }

    /// Makes the library ask again; from any thread.
    func wake() {
        state.withLock { state in
            state.isWoken = true
            Self.resume(&state)
        }
    }

    /// Ends the body at the next pull; from any thread.
    func end() {
        state.withLock { state in
            state.isEnded = true
            Self.resume(&state)
        }
    }

    /// The request is over: the connection is not touched again, and the source is told.
    func finish() {
        state.withLock { state in
            unsafe state.connection = nil
            state.isSuspended = false
            state.isEnded = true
        }
        source.finished()
    }

    private static func resume(_ state: inout State) {
        guard state.isSuspended, let connection = unsafe state.connection else { return }
        state.isSuspended = false
        unsafe MHD_resume_connection(connection)
    }
}
