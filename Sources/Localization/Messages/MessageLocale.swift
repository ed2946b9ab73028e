import CICU
import Synchronization

/// What a locale brings to its messages: plural rules and number symbols, taken from ICU once.
///
/// Immutable, shared by threads and by all tables of the locale.
@safe final class MessageLocale: Sendable {
    /// The tag, as ICU's formatters are opened with.
    let tag: String
    let cardinal: PluralRules
    let ordinal: PluralRules
    let symbols: NumberSymbols
    /// What the common case needs of the three, in plain memory.
    nonisolated(unsafe) let small: SmallNumbers

    private static let known = Mutex<[String: MessageLocale]>([:])

    /// The locale of this tag. Tags come from tables, so that no caller can make their number grow.
    static func of(_ tag: LanguageTag) -> MessageLocale {
        if let locale = known.withLock({ $0[tag.description] }) { return locale }
        let locale = MessageLocale(tag: tag.description)
        return known.withLock { known in
            if let first = known[locale.tag] { return first }
            known[locale.tag] = locale
            return locale
        }
    }

    private init(tag: String) {
        self.tag = tag
        cardinal = Self.rules(tag: tag, ordinal: false)
        ordinal = Self.rules(tag: tag, ordinal: true)
        symbols = NumberSymbols(locale: tag)
        unsafe small = SmallNumbers(cardinal: cardinal, ordinal: ordinal, symbols: symbols)
    }

    private static func rules(tag: String, ordinal: Bool) -> PluralRules {
        var text = [UInt8](repeating: 0, count: 4096)
        let size = unsafe text.withUnsafeMutableBytes { buffer in
            let memory = unsafe buffer.assumingMemoryBound(to: CChar.self)
            return unsafe parlance_plural_rules(tag, ordinal, memory.baseAddress!, Int32(memory.count))
        }
        guard size > 0, size <= text.count else { return .otherOnly }
        let rules = PluralRules(text: String(decoding: text[..<Int(size)], as: UTF8.self))
        assert(rules != nil, "ICU's rules are written as UTS #35 says")
        return rules ?? .otherOnly
    }
}
