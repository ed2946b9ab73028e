import HTTPCore
import Synchronization

/// One reader of `/events` (a `text/event-stream` of the HTML standard).
///
/// A reader that reads slowly finds one event with everything that changed since, so that what waits for it never grows
/// beyond one event and one comment.
final class EventStream: StreamSource {
    private struct State {
        /// The version and the locales of an event that was not begun yet.
        var version: String?
        var locales: Set<String> = []
        var hasComment = false
        /// What was begun and does not fit into what the transport has asked for so far.
        var rest: ArraySlice<UInt8> = []
        var hasEnded = false
        var wake: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let onFinish: @Sendable (EventStream) -> Void

    /// A stream that begins with the retry time.
    init(onFinish: @escaping @Sendable (EventStream) -> Void) {
        var first = State()
        first.rest = Array("retry: 3000\n\n".utf8)[...]
        state = Mutex(first)
        self.onFinish = onFinish
    }

    /// Tells the reader of a new catalog.
    func send(version: String, locales: [String]) {
        change { state in
            state.version = version
            state.locales.formUnion(locales)
        }
    }

    /// Sends a line that readers ignore, so that nobody between takes the connection for dead.
    func sendComment() {
        change { $0.hasComment = true }
    }

    /// Ends the stream after what was begun.
    func end() {
        change { $0.hasEnded = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake
        }
        // Outside the lock: the transport may pull at once.
        wake?()
    }

    func attach(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func pull(maximum: Int) -> StreamChunk {
        state.withLock { state in
            if state.rest.isEmpty {
                if let version = state.version {
                    state.rest = Self.event(version: version, locales: state.locales.sorted())[...]
                    state.version = nil
                    state.locales = []
                    state.hasComment = false
                } else if state.hasComment {
                    state.rest = Array(": still here\n\n".utf8)[...]
                    state.hasComment = false
                }
            }
            guard !state.rest.isEmpty else { return state.hasEnded ? .end : .wait }
            let chunk = state.rest.prefix(maximum)
            state.rest = state.rest.dropFirst(chunk.count)
            return .bytes(Array(chunk))
        }
    }

    func finished() {
        onFinish(self)
    }

    private static func event(version: String, locales: [String]) -> [UInt8] {
        var data = JSONWriter()
        data.object { writer in
            writer.member("version", version)
            writer.member("locales", locales)
        }
        return Array("id: \(version)\nevent: catalog\ndata: ".utf8) + data.bytes + Array("\n\n".utf8)
    }
}
