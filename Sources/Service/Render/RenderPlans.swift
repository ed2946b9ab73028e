import HTTPCore
import Localization

/// The plans of one worker's last renderings, by the request's target and the headers that a plan depends on.
///
/// A program renders many documents at few addresses. Finding its plan costs a comparison of bytes, and no memory.
struct RenderPlans {
    // An object, so that looking at one counts one reference.
    private final class Entry {
        let hash: UInt64
        let target: [UInt8]
        let contentType: [UInt8]
        /// Nil where the plan does not depend on it, empty where there was none.
        let acceptLanguage: [UInt8]?
        let plan: RenderPlan

        init(hash: UInt64, target: [UInt8], contentType: [UInt8], acceptLanguage: [UInt8]?, plan: RenderPlan) {
            self.hash = hash
            self.target = target
            self.contentType = contentType
            self.acceptLanguage = acceptLanguage
            self.plan = plan
        }
    }

    /// What is kept at most: a plan replaces another one in its place.
    private static let capacity = 64
    private static let longestTarget = 512
    private static let longestHeader = 256

    private var entries = [Entry?](repeating: nil, count: capacity)

    /// The plan that was made for such a request before.
    func plan(for head: RequestHead, hash: SeededHash) -> RenderPlan? {
        // No plan is made of a request with a content coding.
        if head.fields.contains(.contentEncoding) { return nil }
        let hash = unsafe head.target.withUnsafeBufferPointer { unsafe hash($0) }
        guard let entry = entries[Self.position(hash)], entry.hash == hash,
            Bytes.equal(entry.target[...], head.target[...]),
            Self.equal(entry.contentType, head.fields, .contentType),
            entry.acceptLanguage.map({ Self.equal($0, head.fields, .acceptLanguage) }) ?? true
        else { return nil }
        return entry.plan
    }

    /// Keeps a plan that was made for a request.
    mutating func keep(_ plan: RenderPlan, for head: RequestHead, hash: SeededHash) {
        let contentType = head.fields.joined(.contentType) ?? []
        let acceptLanguage = plan.isNegotiated ? head.fields.joined(.acceptLanguage) ?? [] : nil
        guard head.target.count <= Self.longestTarget, contentType.count <= Self.longestHeader,
            (acceptLanguage?.count ?? 0) <= Self.longestHeader
        else { return }
        let hash = unsafe head.target.withUnsafeBufferPointer { unsafe hash($0) }
        entries[Self.position(hash)] = Entry(
            hash: hash, target: head.target, contentType: Array(contentType),
            acceptLanguage: acceptLanguage.map { Array($0) }, plan: plan)
    }

    private static func position(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (capacity - 1) }

    private static func equal(_ kept: [UInt8], _ fields: RequestFields, _ field: KnownField) -> Bool {
        guard fields.contains(field) else { return kept.isEmpty }
        return fields.joined(field).map { Bytes.equal($0, kept[...]) } ?? false
    }
}
