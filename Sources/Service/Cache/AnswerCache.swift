import HTTPCore
import Localization

/// An answer that was given before, ready to be sent again.
final class CachedAnswer {
    let prepared: PreparedResponse
    /// The representation's tag; nil where it has none, and then no condition applies.
    let tag: EntityTag?
    /// The answer for who has it already; nil where it has no tag.
    let notModified: PreparedResponse?

    /// An answer that was made for a route.
    init(_ answer: Answer, route: RouteLabel) {
        let mark = UInt8(route.rawValue)
        prepared = PreparedResponse(answer.response, mark: mark)
        tag = answer.tag
        notModified = answer.notModified.map { PreparedResponse($0, mark: mark) }
    }
}

/// One worker's answers of one catalog, by raw target and what the headers came to.
///
/// A hit makes no string, no dictionary and no allocation. The cache never evicts: a full one is put aside whole and a
/// new one begun, and so is the cache of a catalog that is no longer served; the store frees them on its own thread.
final class AnswerCache: @unchecked Sendable {
    // Unchecked: it belongs to one thread at a time, which took it out of its worker's slot (`WorkerSlot`).

    /// How many answers a cache holds, and how many bytes of bodies that are its own.
    enum Limit {
        static let answers = 4096
        static let bytes = 16 << 20
        /// Longer targets are not cached; nor are longer bodies, unless the catalog's view keeps them anyway.
        static let target = 512
        static let body = 16 << 10
    }

    private struct Slot {
        var hash: UInt64 = 0
        var entry: Entry?
    }

    private final class Entry {
        let target: [UInt8]
        /// Which headers matter for this target.
        let facts: AnswerFacts
        let variant: AnswerVariant
        let answer: CachedAnswer

        init(target: [UInt8], facts: AnswerFacts, variant: AnswerVariant, answer: CachedAnswer) {
            self.target = target
            self.facts = facts
            self.variant = variant
            self.answer = answer
        }
    }

    /// The catalog that the answers are of.
    let view: CatalogView
    /// The view's when it was begun.
    private let evictionCount: Int
    private let seededHash = SeededHash()
    private var slots = [Slot](repeating: Slot(), count: 2 * Limit.answers)
    private var count = 0
    private var bytes = 0
    private var accepts = HeaderMemo<Bool>(capacity: 16, longest: 256)
    private var codings = HeaderMemo<UInt8>(capacity: 16, longest: 128)
    private var languages = HeaderMemo<Int>(capacity: 256, longest: 256)
    private var plans = RenderPlans()
    private var rendered = RenderedAnswers()

    init(view: CatalogView) {
        self.view = view
        evictionCount = view.documents.evictionCount
    }

    /// Whether it should be put aside for a new one.
    var isSpent: Bool { isFull || view.documents.evictionCount != evictionCount }

    private var isFull: Bool { count >= Limit.answers || bytes >= Limit.bytes }

    /// The answer for a target and a request's headers, or nil where there is none yet.
    func answer(for head: RequestHead) -> CachedAnswer? {
        guard head.target.count <= Limit.target else { return nil }
        let targetHash = unsafe head.target.withUnsafeBufferPointer { unsafe seededHash($0) }
        guard let first = entry(targetHash, head.target, nil) else { return nil }
        if first.facts.isEmpty { return first.answer }
        let variant = self.variant(of: head, facts: first.facts)
        if first.variant == variant { return first.answer }
        return entry(seededHash.combined(targetHash, variant.rawValue), head.target, variant)?.answer
    }

    /// Keeps an answer that was made for a request.
    func keep(_ answer: CachedAnswer, for head: RequestHead, facts: AnswerFacts, ownBytes: Int) {
        guard head.target.count <= Limit.target, ownBytes <= Limit.body, !isFull else { return }
        let targetHash = unsafe head.target.withUnsafeBufferPointer { unsafe seededHash($0) }
        let variant = self.variant(of: head, facts: facts)
        let isFirst = self.entry(targetHash, head.target, nil) == nil
        let hash = isFirst ? targetHash : seededHash.combined(targetHash, variant.rawValue)
        if !isFirst, entry(hash, head.target, variant) != nil { return }
        var position = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[position].entry != nil { position = (position + 1) & (slots.count - 1) }
        slots[position] = Slot(
            hash: hash, entry: Entry(target: head.target, facts: facts, variant: variant, answer: answer))
        count += 1
        bytes += ownBytes
    }

    /// The plan of a rendering that was asked for in the same way before.
    func plan(for head: RequestHead) -> RenderPlan? { plans.plan(for: head, hash: seededHash) }

    /// Keeps the plan of a rendering.
    func keep(_ plan: RenderPlan, for head: RequestHead) { plans.keep(plan, for: head, hash: seededHash) }

    /// Looks for the answer to a document that was rendered by this plan before.
    func search(_ document: [UInt8], _ plan: RenderPlan) -> RenderedAnswers.Search {
        rendered.search(document, plan, hash: seededHash)
    }

    /// Keeps an answer that is asked for again and again.
    func keep(_ response: Response, expansions: Int, of document: [UInt8], _ plan: RenderPlan, hash: UInt64) {
        rendered.keep(response, expansions: expansions, of: document, plan, hash: hash)
    }

    /// The entry of a target, with this variant where one is given.
    private func entry(_ hash: UInt64, _ target: [UInt8], _ variant: AnswerVariant?) -> Entry? {
        var position = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while let entry = slots[position].entry {
            if slots[position].hash == hash, variant == nil || entry.variant == variant,
                Bytes.equal(entry.target[...], target[...])
            {
                return entry
            }
            position = (position + 1) & (slots.count - 1)
        }
        return nil
    }

    private func variant(of head: RequestHead, facts: AnswerFacts) -> AnswerVariant {
        AnswerVariant(
            facts: facts, table: facts.contains(.language) ? table(for: head) : 0,
            prefersJSON: facts.contains(.mediaType) && prefersJSON(head),
            codings: facts.contains(.coding) ? codingClass(head) : 0)
    }

    /// The table that `Accept-Language` chooses, or -1 for none.
    func table(for head: RequestHead) -> Int {
        guard head.fields.contains(.acceptLanguage), let header = head.fields.joined(.acceptLanguage) else {
            return languages.value(of: [], hash: seededHash) { _ in view.table(for: nil) }
        }
        return languages.value(of: header, hash: seededHash) { view.table(for: $0) }
    }

    private func prefersJSON(_ head: RequestHead) -> Bool {
        guard head.fields.contains(.accept), let header = head.fields.joined(.accept) else { return false }
        return accepts.value(of: header, hash: seededHash) { Accept($0).prefersJSONToText }
    }

    private static let noCodings = AcceptEncoding(nil).preferenceClass

    private func codingClass(_ head: RequestHead) -> UInt8 {
        guard head.fields.contains(.acceptEncoding), let header = head.fields.joined(.acceptEncoding) else {
            return Self.noCodings
        }
        return codings.value(of: header, hash: seededHash) { AcceptEncoding($0).preferenceClass }
    }
}
