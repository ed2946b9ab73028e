import Glibc
import Synchronization

/// The connections and streams that are open at the moment.
///
/// A socket is shut under the same lock under which its connection is removed, and the library closes it after that
/// only: so no other file that got the same number can be hit.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var streams: [ObjectIdentifier: StreamBody] = [:]
        var streamsEnded = false
        var workers: [pthread_t: Int] = [:]
    }

    private let state = Mutex(State())
    private let firstWorker: Int

    init(firstWorker: Int) {
        self.firstWorker = firstWorker
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.connections.count } }

    /// The number of open streams.
    var streamCount: Int { state.withLock { $0.streams.count } }

    /// The index of the calling worker: the library accepts, serves and closes a connection on one thread.
    func workerIndex() -> Int {
        let thread = pthread_self()
        return state.withLock { state in
            if let index = state.workers[thread] { return index }
            let index = firstWorker + state.workers.count
            state.workers[thread] = index
            return index
        }
    }

    func insert(_ connection: Connection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
    }

    func remove(_ connection: Connection) {
        // The object is given back, so that it is not freed under the lock.
        _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// Ends both directions of each connection whose deadline has passed, and tells how many.
    func endLate(now: UInt64) -> Int {
        state.withLock { state in
            var ended = 0
            for connection in state.connections.values {
                let deadline = connection.deadline.load(ordering: .relaxed)
                if deadline != 0, deadline <= now {
                    // Once is enough; the worker finds the end of the stream and closes.
                    connection.deadline.store(0, ordering: .relaxed)
                    shutdown(connection.socket, Int32(SHUT_RDWR))
                    ended += 1
                }
            }
            return ended
        }
    }

    /// Wakes the worker of each connection whose client has gone in the middle of a body.
    ///
    /// The library takes a short read for an empty socket. Where the end of the stream came along with the last bytes,
    /// no event follows, and it would wait for the rest until the idle time is over. Ending the reading direction once
    /// more makes an event and changes nothing else: an answer could still be written.
    func wakeEnded() {
        state.withLock { state in
            for connection in state.connections.values where connection.isReading.load(ordering: .relaxed) {
                var byte: UInt8 = 0
                let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
                if unsafe recv(connection.socket, &byte, 1, flags) == 0 { shutdown(connection.socket, Int32(SHUT_RD)) }
            }
        }
    }

    /// Ends the reading direction of each connection that has been idle since before `moment`. What its client had
    /// sent before is still read and answered.
    func endIdle(since moment: UInt64) {
        state.withLock { state in
            for connection in state.connections.values {
                let since = connection.idleSince.load(ordering: .relaxed)
                if since != 0, since <= moment { shutdown(connection.socket, Int32(SHUT_RD)) }
            }
        }
    }

    /// Keeps a stream until it is over. After `endStreams` it is ended at once.
    func insert(_ stream: StreamBody) {
        let ended = state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            return state.streamsEnded
        }
        if ended { stream.end() }
    }

    func remove(_ stream: StreamBody) {
        _ = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
    }

    /// Ends every stream, now and from now on, so that none stays suspended.
    func endStreams() {
        let streams = state.withLock { state in
            state.streamsEnded = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.end() }
    }
}
