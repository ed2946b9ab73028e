/// What is done with a placeholder whose key path is no message.
package enum MissingPolicy: String, Sendable, Hashable, CaseIterable {
    /// It stays as it is.
    case keep
    /// Its key path is written.
    case key
    /// Nothing is written.
    case empty
    /// Nothing is rendered: the report is the answer.
    case error
}

/// What was asked for and not found while a document was rendered.
package struct MissingReport: Sendable {
    /// One placeholder whose key path is no message.
    struct Occurrence: Sendable {
        let key: [UInt8]
        /// The document's byte at which it begins.
        let offset: Int
        /// Which of the locales of the request it was missing in, from 0.
        let locale: Int
    }

    /// How many occurrences are kept with their place.
    package static let maximumOccurrences = 100
    /// How many different keys are kept.
    package static let maximumKeys = 1000

    /// How many placeholders and arguments were missing, each as often as it occurred.
    package private(set) var count = 0
    /// The different key paths in the order of their first occurrence, a missing argument as `KEY{ARGUMENT}`; at most
    /// `maximumKeys`.
    package var keys: [[UInt8]] { found?.keys.names ?? [] }
    /// The first placeholders of all.
    var occurrences: [Occurrence] { found?.occurrences ?? [] }

    private struct Found: Sendable {
        var keys = NameTable()
        var occurrences: [Occurrence] = []
    }

    /// Nil where nothing was missing, as mostly.
    private var found: Found?

    /// An empty report.
    package init() {}

    mutating func add(key: UnsafeBufferPointer<UInt8>, offset: Int, locale: Int) {
        unsafe note(key)
        if occurrences.count < Self.maximumOccurrences {
            unsafe found?.occurrences.append(Occurrence(key: Array(key), offset: offset, locale: locale))
        }
    }

    /// Adds what another report has counted.
    mutating func add(_ other: MissingReport) {
        let total = count + other.count
        for key in other.keys { unsafe key.withUnsafeBufferPointer { key in unsafe note(key) } }
        count = total
    }

    /// Counts an occurrence that has no place in the document.
    mutating func note(_ key: UnsafeBufferPointer<UInt8>) {
        count += 1
        if found == nil { found = Found() }
        if keys.count < Self.maximumKeys { unsafe found?.keys.insert(key) }
    }
}

/// A placeholder that was missing, with its place.
package struct MissingPlaceholder: Sendable, Hashable {
    /// The key path.
    package let key: String
    /// Where it begins.
    package let place: TextPlace
    /// The JSON Pointer (RFC 6901) of its string; in widget trees only, and not where it is longer than 4 KB.
    package let pointer: String?
    /// Which of the locales of the request it was missing in, from 0.
    package let locale: Int
}

extension Document {
    /// The first hundred missing placeholders with their places, in the order in which they were found.
    ///
    /// Reads the document again; only an answer that tells places pays for them.
    package func places(of report: MissingReport) -> [MissingPlaceholder] {
        // Several locales miss at the same places: each is looked up once, in ascending order.
        let offsets = Set(report.occurrences.map(\.offset)).sorted()
        return unsafe source.withUnsafeBufferPointer { source in
            var places = unsafe TextPlaces(document: source)
            let found = offsets.map { offset in places.place(of: offset) }
            let pointers: [String?] =
                kind == .widgetTree
                ? unsafe JSONPointers.pointers(at: offsets, in: source) : offsets.map { _ in nil }
            var indices: [Int: Int] = [:]
            for (index, offset) in offsets.enumerated() { indices[offset] = index }
            return report.occurrences.compactMap { occurrence in
                guard let index = indices[occurrence.offset] else { return nil }
                return MissingPlaceholder(
                    key: String(decoding: occurrence.key, as: UTF8.self), place: found[index],
                    pointer: pointers[index], locale: occurrence.locale)
            }
        }
    }
}
