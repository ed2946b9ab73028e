import CICU
import Synchronization

/// The number and date formatters that the messages of one table name, made once each, shared by threads.
final class MessageFormatters: Sendable {
    /// One formatter. Plain and integer numbers are formatted natively.
    enum Formatter: Sendable {
        case plainNumber
        case integer
        case number(ICUNumberFormat)
        case date(ICUDateFormat)
    }

    private enum Family: Hashable { case number, date, time }

    private struct Key: Hashable {
        var family: Family
        var style: [UInt8]
    }

    private struct State {
        var indices: [Key: Int] = [:]
        var formatters: [Formatter] = [.plainNumber, .integer]
    }

    /// The place of `plainNumber`.
    static let plainNumber = 0
    /// The place of `integer`.
    static let integer = 1

    /// What the messages of this locale are formatted by.
    let locale: MessageLocale
    private let state = Mutex(State())

    init(locale: MessageLocale) { self.locale = locale }

    /// The formatter at a place that `number` or `date` gave.
    subscript(index: Int) -> Formatter { state.withLock { $0.formatters[index] } }

    /// The place of the formatter for a `number` argument of this style, as it stands behind the comma; nil is none.
    func number(style: [UInt8]?) throws(ICUError) -> Int {
        let style = style ?? []
        let trimmed = PatternCharacters.trimmed(style[...])
        switch Self.lowercased(trimmed) {
        case []: return Self.plainNumber
        case Array("integer".utf8): return Self.integer
        case Array("currency".utf8): return try number(.init(style: parlance_number_style_currency, text: []))
        case Array("percent".utf8): return try number(.init(style: parlance_number_style_percent, text: []))
        default: break
        }
        if let skeleton = Self.skeleton(of: style) {
            return try number(.init(style: parlance_number_style_skeleton, text: skeleton))
        }
        return try number(.init(style: parlance_number_style_pattern, text: style))
    }

    /// The place of the formatter for a `date` or `time` argument of this style; nil is none.
    func date(style: [UInt8]?, isTime: Bool) throws(ICUError) -> Int {
        let style = style ?? []
        let family: Family = isTime ? .time : .date
        let icuStyle: parlance_date_style
        var text: [UInt8] = []
        switch Self.lowercased(PatternCharacters.trimmed(style[...])) {
        case []: icuStyle = parlance_date_style_default
        case Array("short".utf8): icuStyle = parlance_date_style_short
        case Array("medium".utf8): icuStyle = parlance_date_style_medium
        case Array("long".utf8): icuStyle = parlance_date_style_long
        case Array("full".utf8): icuStyle = parlance_date_style_full
        default:
            if let skeleton = Self.skeleton(of: style) {
                icuStyle = parlance_date_style_skeleton
                text = skeleton
            } else {
                icuStyle = parlance_date_style_pattern
                text = style
            }
        }
        let locale = locale.tag
        return try place(Key(family: family, style: [UInt8(icuStyle.rawValue)] + text)) { () throws(ICUError) in
            .date(try ICUDateFormat(locale: locale, isTime: isTime, style: icuStyle, text: text))
        }
    }

    private struct NumberStyle {
        var style: parlance_number_style
        var text: [UInt8]
    }

    private func number(_ style: NumberStyle) throws(ICUError) -> Int {
        let locale = locale.tag
        return try place(Key(family: .number, style: [UInt8(style.style.rawValue)] + style.text)) {
            () throws(ICUError) in
            .number(try ICUNumberFormat(locale: locale, style: style.style, text: style.text))
        }
    }

    private func place(_ key: Key, make: () throws(ICUError) -> Formatter) throws(ICUError) -> Int {
        if let index = state.withLock({ $0.indices[key] }) { return index }
        // Made outside the lock; of two that meet here one is thrown away.
        let formatter = try make()
        return state.withLock { state in
            if let index = state.indices[key] { return index }
            state.indices[key] = state.formatters.count
            state.formatters.append(formatter)
            return state.formatters.count - 1
        }
    }

    private static func skeleton(of style: [UInt8]) -> [UInt8]? {
        let rest = PatternCharacters.withoutLeadingSpace(style[...])
        return rest.starts(with: [0x3A, 0x3A]) ? Array(rest.dropFirst(2)) : nil
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}

/// What ICU says when it refuses something.
struct ICUError: Error, Sendable {
    /// ICU's name of it, as in `U_NUMBER_SKELETON_SYNTAX_ERROR`.
    let name: String
}
