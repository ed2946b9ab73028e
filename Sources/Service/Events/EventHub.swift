import HTTPCore
import Operations
import Synchronization

/// All readers of `/events`: as many as the limit allows.
final class EventHub: Sendable {
    /// How often a stream says something, in nanoseconds.
    private static let commentInterval: UInt64 = 15_000_000_000
    /// How often the streams are written to at most where there is no room, in nanoseconds.
    private static let probeInterval: UInt64 = 1_000_000_000

    private struct State {
        var streams: [ObjectIdentifier: EventStream] = [:]
        var isClosed = false
        var ticks = false
        /// When the readers may be written to again because there is no room for another, in nanoseconds of the
        /// monotonic clock.
        var nextProbe: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    private let chores: Chores

    /// A hub for so many readers, whose comments a thread of the chores sends.
    init(limit: Int, chores: Chores) {
        self.limit = limit
        self.chores = chores
    }

    /// How many readers there are.
    var count: Int { state.withLock { $0.streams.count } }

    /// A stream for one more reader; nil where there are too many, or the service is about to end.
    ///
    /// A reader that has seen another version than the current one gets an event at once, with all locales.
    ///
    /// - Parameters:
    ///   - lastEventID: the version that the reader has seen; nil where it does not say.
    ///   - current: the version that is served, and all locales.
    func open(lastEventID: ArraySlice<UInt8>?, current: () -> (version: String, locales: [String])?) -> EventStream? {
        let stream = EventStream { [weak self] stream in self?.remove(stream) }
        let (isTaken, mustTick) = state.withLock { state in
            guard !state.isClosed, state.streams.count < limit else { return (false, false) }
            state.streams[ObjectIdentifier(stream)] = stream
            defer { state.ticks = true }
            return (true, !state.ticks)
        }
        // Asked when whatever is published from now on reaches the stream: a change in between is seen here or there.
        if isTaken, let lastEventID, let current = current(), !current.version.utf8.elementsEqual(lastEventID) {
            stream.send(version: current.version, locales: current.locales)
        }
        if !isTaken { probe() }
        if mustTick {
            chores.repeat(every: Self.commentInterval) { [weak self] in self?.all.forEach { $0.sendComment() } }
        }
        return isTaken ? stream : nil
    }

    /// Tells every reader of a new catalog.
    func publish(version: String, locales: [String]) {
        for stream in all { stream.send(version: version, locales: locales) }
    }

    /// Ends every stream, and lets no other begin.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.end() }
    }

    /// Has every stream say something: of readers that have gone, nobody hears before they are written to.
    private func probe() {
        let isDue = state.withLock { state in
            // Read here: what another thread notes is never later.
            let now = Clock.monotonicNanoseconds()
            guard !state.isClosed, state.nextProbe <= now else { return false }
            state.nextProbe = now + Self.probeInterval
            return true
        }
        if isDue { chores.perform { [weak self] in self?.all.forEach { $0.sendComment() } } }
    }

    private var all: [EventStream] { state.withLock { Array($0.streams.values) } }

    private func remove(_ stream: EventStream) {
        _ = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
    }
}
