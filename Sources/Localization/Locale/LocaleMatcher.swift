internal import CICU

/// CLDR's language matching ([UTS #35](https://www.unicode.org/reports/tr35/tr35.html#LanguageMatching)) among some of
/// the locales that have tables: immutable, shared by threads.
@safe package final class LocaleMatcher: Sendable {
    /// What a match came to.
    package struct Match: Sendable, Hashable {
        /// The index of the supported tag.
        package var supported: Int
        /// The position of the desired tag that it suits.
        package var desired: Int
    }

    /// How many desired locales ICU looks at: each place costs 5 of the distance of 50 that may lie between two.
    static let groupSize = 10
    /// What the next place in the list of desired locales costs.
    static let demotion = 5.0
    /// The distance from which on two locales do not match.
    static let threshold = 50.0

    // ICU documents its matcher as immutable and safe to share.
    private nonisolated(unsafe) let handle: OpaquePointer
    private let indices: [Int]
    private let tags: [LanguageTag]

    /// Prepares the matching among the tags with these indices; `preferred` wins among equally near ones.
    ///
    /// `und` is left out: ICU would take it for English. Nil where nothing is left, or where ICU refuses a tag.
    package init?(tags: [LanguageTag], indices: some Sequence<Int>, preferred: Int? = nil) {
        let indices = indices.filter { tags[$0].language != "und" }
        guard !indices.isEmpty else { return nil }
        let position = preferred.flatMap { indices.firstIndex(of: $0) } ?? -1
        let handle = unsafe Self.packed(indices.map { tags[$0] }).withUnsafeBytes { bytes in
            unsafe parlance_locale_matcher_create(
                bytes.baseAddress!.assumingMemoryBound(to: CChar.self), indices.count, Int32(position))
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        self.indices = indices
        self.tags = tags
    }

    deinit { unsafe parlance_locale_matcher_destroy(handle) }

    /// The supported tag that suits these desired ones best, the most wanted first. Only the first ten count, and none
    /// of them may be `und`.
    package func match(_ desired: some Collection<LanguageTag>) -> Match? {
        guard !desired.isEmpty else { return nil }
        let result = unsafe Self.packed(desired).withUnsafeBytes { bytes in
            unsafe parlance_locale_matcher_match(
                handle, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), desired.count)
        }
        guard result.supported >= 0 else { return nil }
        return Match(supported: indices[Int(result.supported)], desired: Int(result.desired))
    }

    /// How far a supported tag is from what a reader desires, 0 to 100.
    func distance(from desired: LanguageTag, to supported: Int) -> Double {
        let desired = Array(desired.description.utf8)
        let supported = Array(tags[supported].description.utf8)
        return unsafe desired.withUnsafeBytes { desired in
            unsafe supported.withUnsafeBytes { supported in
                unsafe parlance_locale_matcher_distance(
                    handle, desired.baseAddress!.assumingMemoryBound(to: CChar.self), desired.count,
                    supported.baseAddress!.assumingMemoryBound(to: CChar.self), supported.count)
            }
        }
    }

    /// The tags one behind the other, each ended by a NUL.
    private static func packed(_ tags: some Sequence<LanguageTag>) -> [UInt8] {
        var bytes: [UInt8] = []
        for tag in tags {
            bytes.append(contentsOf: tag.description.utf8)
            bytes.append(0)
        }
        return bytes
    }
}
