internal import CICU

/// CLDR's language matching ([UTS #35](https://www.unicode.org/reports/tr35/tr35.html#LanguageMatching)) among some of
/// the locales that have tables: immutable, shared by threads.
@safe final class LocaleMatcher: Sendable {
    /// The distance from which on two locales do not match.
    static let threshold = 50.0

    /// The indices of the tags among which it matches.
    let indices: [Int]
    // ICU documents its matcher as immutable and safe to share.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// Prepares the matching among the tags with these indices; `preferred` wins among equally near ones.
    ///
    /// `und` is left out: ICU would take it for English. Nil where nothing is left, or where ICU refuses a tag.
    init?(tags: [LanguageTag], indices: some Sequence<Int>, preferred: Int? = nil) {
        let indices = indices.filter { tags[$0].language != "und" }
        guard !indices.isEmpty else { return nil }
        var packed: [UInt8] = []
        for index in indices {
            packed.append(contentsOf: tags[index].description.utf8)
            packed.append(0)
        }
        let position = preferred.flatMap { indices.firstIndex(of: $0) } ?? -1
        let handle = unsafe packed.withUnsafeBytes { bytes in
            unsafe parlance_locale_matcher_create(
                bytes.baseAddress!.assumingMemoryBound(to: CChar.self), indices.count, Int32(position))
        }
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        self.indices = indices
    }

    deinit { unsafe parlance_locale_matcher_destroy(handle) }

    /// The index of the tag that suits a reader best, who desires anything but `und`.
    func match(_ desired: LanguageTag) -> Int? {
        var tag = Array(desired.description.utf8)
        tag.append(0)
        let result = unsafe tag.withUnsafeBytes { bytes in
            unsafe parlance_locale_matcher_match(handle, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), 1)
        }
        return result.supported < 0 ? nil : indices[Int(result.supported)]
    }

    /// How far each tag is from what a reader desires, 0 to 100, in the order of ``indices``.
    func distances(from desired: LanguageTag) -> [Double] {
        let tag = Array(desired.description.utf8)
        return unsafe [Double](unsafeUninitializedCapacity: indices.count) { buffer, count in
            unsafe tag.withUnsafeBytes { bytes in
                unsafe parlance_locale_matcher_distances(
                    handle, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), tag.count, buffer.baseAddress!)
            }
            count = indices.count
        }
    }
}
