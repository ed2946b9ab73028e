import HTTPCore
import Localization

/// Answers that a worker has rendered and may be asked for again: the same document, to be rendered by the same plan.
///
/// Programs send the same screens for one reader after another. A document is kept when it comes for the second time,
/// so that those that differ each time cost a hash and no memory. What is kept is bounded: a new answer takes the place
/// of an older one.
struct RenderedAnswers {
    /// One answer in which nothing was missing.
    final class Entry {
        fileprivate let hash: UInt64
        fileprivate let plan: RenderPlan
        fileprivate let document: [UInt8]
        let answer: RepeatedResponse
        /// The messages that were put in.
        let expansions: Int

        fileprivate init(
            hash: UInt64, plan: RenderPlan, document: [UInt8], answer: RepeatedResponse, expansions: Int
        ) {
            self.hash = hash
            self.plan = plan
            self.document = document
            self.answer = answer
            self.expansions = expansions
        }
    }

    /// What a search ended with.
    enum Search {
        case found(Entry)
        /// It came before, and is to be kept.
        case seen(hash: UInt64)
        case new
    }

    /// How much is kept at most, and of which size: 8 MB in all.
    private static let capacity = 256
    private static let largestDocument = 8 << 10
    private static let largestAnswer = 24 << 10
    /// How many documents are remembered by their hash.
    private static let rememberedCount = 1024

    private var entries = [Entry?](repeating: nil, count: capacity)
    private var remembered = [UInt64](repeating: 0, count: rememberedCount)

    /// Looks for an answer, and remembers what was asked for.
    mutating func search(_ document: [UInt8], _ plan: RenderPlan, hash: SeededHash) -> Search {
        guard document.count <= Self.largestDocument else { return .new }
        let number = UInt64(UInt(bitPattern: ObjectIdentifier(plan)))
        let key = hash.combined(unsafe document.withUnsafeBufferPointer { unsafe hash($0) }, number)
        if let entry = entries[Self.position(key)], entry.hash == key, entry.plan === plan,
            Bytes.equal(entry.document[...], document[...])
        {
            return .found(entry)
        }
        let place = Int(truncatingIfNeeded: key) & (Self.rememberedCount - 1)
        if remembered[place] == key { return .seen(hash: key) }
        remembered[place] = key
        return .new
    }

    /// Keeps an answer whose document was seen before.
    mutating func keep(
        _ response: Response, expansions: Int, of document: [UInt8], _ plan: RenderPlan, hash: UInt64
    ) {
        guard response.body.count <= Self.largestAnswer else { return }
        entries[Self.position(hash)] = Entry(
            hash: hash, plan: plan, document: Bytes.copy(document),
            answer: RepeatedResponse(response, mark: UInt8(RouteLabel.render.rawValue)), expansions: expansions)
    }

    private static func position(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & (capacity - 1) }
}
