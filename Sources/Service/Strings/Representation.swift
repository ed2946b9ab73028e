import Compression
import HTTPCore
import Localization
import Operations
import Synchronization

/// A document in the codings that it is sent in: JSON of a catalog, kept as long as that, or the console's page. For all
/// workers.
final class Representation: Sendable {
    /// A document in one coding.
    struct Coded: Sendable {
        var bytes: SharedBytes
        var tag: EntityTag
    }

    /// Smaller documents gain nothing from compression that a packet would notice.
    static let smallestCompressed = 1025
    /// Larger documents are not compressed while a request waits.
    static let largestCompressedAtOnce = 64 << 10

    let identity: Coded
    private let contentType: String
    private let language: String
    private let coded = Mutex<[HTTPCore.ContentCoding: Coded]>([:])
    private let isScheduled = Mutex<Set<HTTPCore.ContentCoding>>([])
    /// When a client asked for it last, in nanoseconds of the monotonic clock; 0 is never.
    private let lastAsked = Atomic<UInt64>(0)

    init(_ bytes: [UInt8], contentType: String = Representation.contentType, language: String) {
        self.contentType = contentType
        self.language = language
        identity = Coded(bytes: SharedBytes(bytes), tag: .of(bytes, contentType: contentType, language: language))
    }

    static let contentType = "application/json"

    var count: Int { identity.bytes.count }

    /// The document in a coding, where it is there already.
    func ready(_ coding: HTTPCore.ContentCoding) -> Coded? {
        coding == .identity ? identity : coded.withLock { $0[coding] }
    }

    /// Makes the document in a coding and keeps it; nil where the library refuses.
    func make(_ coding: HTTPCore.ContentCoding) -> Coded? {
        if let ready = ready(coding) { return ready }
        let compression: Compression.ContentCoding = coding == .gzip ? .gzip : .brotli
        guard let bytes = compression.encode(identity.bytes.array) else { return nil }
        let made = Coded(
            bytes: SharedBytes(bytes),
            tag: .of(bytes, contentType: contentType, language: language, coding: coding))
        coded.withLock { $0[coding] = made }
        return made
    }

    /// Has the document made in a coding off the request path, once.
    func schedule(_ coding: HTTPCore.ContentCoding, on chores: Chores) {
        guard isScheduled.withLock({ $0.insert(coding).inserted }) else { return }
        // Of a catalog that is gone by then nobody wants it any more.
        let isTaken = chores.perform { [weak self] in _ = self?.make(coding) }
        if !isTaken { _ = isScheduled.withLock { $0.remove(coding) } }
    }

    /// Whether a client asked for it, or for the document of an earlier catalog that it follows, since that moment.
    func isAsked(since moment: UInt64) -> Bool { lastAsked.load(ordering: .relaxed) > moment }

    /// Counts as asked for when that document was.
    func follow(_ document: Representation) {
        lastAsked.store(document.lastAsked.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// What is sent to a client.
    enum Choice {
        /// This coding. `isFinal` where a later request could get no better one.
        case send(Coded, HTTPCore.ContentCoding, isFinal: Bool)
        /// The client refuses what there is, and what it takes is being made.
        case pending
        /// The client refuses what there is and will be.
        case none
    }

    /// The best coding that the client accepts, among those that are ready. The others are scheduled.
    func choose(_ accepted: AcceptEncoding, chores: Chores?) -> Choice {
        lastAsked.store(Clock.monotonicNanoseconds(), ordering: .relaxed)
        var isFinal = true
        var wasSmall = false
        for coding in accepted.preferences {
            if coding == .identity { return .send(identity, .identity, isFinal: isFinal) }
            guard count >= Self.smallestCompressed else {
                wasSmall = true
                continue
            }
            if let ready = ready(coding) { return .send(ready, coding, isFinal: isFinal) }
            if let chores { schedule(coding, on: chores) }
            isFinal = false
        }
        // Identity is refused. What is small enough is compressed while the client waits.
        guard let coding = accepted.preferences.first else { return .none }
        if wasSmall || count <= Self.largestCompressedAtOnce {
            return make(coding).map { .send($0, coding, isFinal: true) } ?? .none
        }
        return chores == nil ? .none : .pending
    }
}

extension EntityTag {
    /// The tag of a representation: a hash of all that makes it, the same on every machine.
    static func of(
        _ body: [UInt8], contentType: String, language: String, coding: HTTPCore.ContentCoding = .identity
    ) -> EntityTag {
        var hash = SHA256()
        hash.update(Array("\(contentType)\n\(language)\n\(coding.name)\n".utf8))
        hash.update(body)
        return EntityTag(opaque: hash.finish().hexadecimal(count: 16))
    }
}
