import ICUReference

@testable import Localization

/// ICU's own answers.
enum Reference {
    /// What ICU's MessageFormat makes of a pattern, or the name of its error.
    static func format(_ pattern: String, locale: String, _ arguments: [(String, ReferenceValue)]) -> (
        text: String, isFormatted: Bool
    ) {
        var result = [CChar](repeating: 0, count: 8192)
        var strings: [[CChar]] = []
        for (name, value) in arguments {
            strings.append(Array(name.utf8CString))
            strings.append(Array(value.spelling.utf8CString))
        }
        let copies = strings.map { string in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count)
            copy.initialize(from: string, count: string.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        let list = arguments.indices.map { index in
            icu_reference_argument(
                name: copies[index * 2], value: copies[index * 2 + 1], kind: arguments[index].1.kind)
        }
        let bytes = Array(pattern.utf8)
        let isFormatted = bytes.withUnsafeBytes { pattern in
            icu_reference_format(
                pattern.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(copies.first ?? emptyText),
                Int32(pattern.count), locale, list, Int32(list.count), &result, Int32(result.count))
        }
        return (String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), isFormatted)
    }

    private nonisolated(unsafe) static let emptyText: UnsafeMutablePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        text.initialize(to: 0)
        return text
    }()

    /// The plural category of a sample.
    static func category(locale: String, ordinal: Bool, sample: String) -> String? {
        var result = [CChar](repeating: 0, count: 64)
        guard icu_reference_category(locale, ordinal, sample, &result, Int32(result.count)) else { return nil }
        return String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// An argument for both engines.
enum ReferenceValue {
    case text(String)
    case number(String)
    /// Milliseconds since 1970, and the same in ISO 8601.
    case date(Int64, String)

    var spelling: String {
        switch self {
        case .text(let text): text
        case .number(let number): number
        case .date(let milliseconds, _): String(milliseconds)
        }
    }

    var kind: icu_reference_kind {
        switch self {
        case .text: icu_reference_text
        case .number: icu_reference_number
        case .date: icu_reference_date
        }
    }

    var value: ArgumentValue {
        switch self {
        case .text(let text): .string(Array(text.utf8))
        case .number(let number): .number(Array(number.utf8))
        case .date(_, let text): .string(Array(text.utf8))
        }
    }
}
