/// What a message is made of, for those who check or rewrite it: a by-product of parsing.
package struct MessageOutline: Sendable {
    /// How an argument is used.
    package enum Use: String, Sendable, Hashable {
        case plain, number, date, plural, ordinal, select
    }

    /// An argument that the message takes.
    package struct Parameter: Sendable, Hashable {
        /// The name.
        package let name: String
        /// How it is used.
        package let use: Use
    }

    /// A `plural` or `selectordinal`.
    package struct Plural: Sendable, Hashable {
        /// The argument's name.
        package let name: String
        /// Whether it is a `selectordinal`.
        package let isOrdinal: Bool
        /// The keys of its branches, exact ones not among them.
        package var keys: [String]
        /// The numbers of its exact branches (`=1`), as they are spelled.
        package var exactKeys: [String] = []
        /// Where its name stands, in bytes.
        package let offset: Int
    }

    /// Literal text between two arguments, or between an argument and an end.
    package struct Run: Sendable {
        /// Where it stands in the message, apostrophes and all.
        let source: Range<Int>
        /// The pieces of the message that make it up.
        let pieces: [Range<Int>]
        /// The text, without the apostrophes that quote.
        package let text: [UInt8]
        /// Whether `#` would be a number in it.
        let isInPlural: Bool
    }

    /// The arguments in the order of their first use, each use once.
    package internal(set) var parameters: [Parameter] = []
    /// The plurals and ordinals, outer ones first.
    package internal(set) var plurals: [Plural] = []
    /// The literal texts in order.
    package internal(set) var runs: [Run] = []
    /// Where a `#` stands directly under a `select`, inside a plural or not: it is no number there.
    package internal(set) var literalNumberSigns: [Int] = []

    init() {}

    /// Reads a message's outline.
    ///
    /// - Throws: what is wrong with it, as when it is compiled.
    package init(
        of text: UnsafeBufferPointer<UInt8>, syntax: MessageSyntax, locale: LanguageTag
    ) throws(MessageSyntaxError) {
        self = try unsafe syntax.outline(of: text, formatters: MessageFormatters(locale: .of(locale)))
    }

    /// The key paths of the messages that this one refers to, in order.
    package var references: [[UInt8]] {
        runs.flatMap { run in
            unsafe run.text.withUnsafeBufferPointer { text in
                unsafe MessageReferences.find(in: text).map { unsafe Array(text[$0.key]) }
            }
        }
    }

    mutating func note(_ name: String, _ use: Use) {
        let parameter = Parameter(name: name, use: use)
        if !parameters.contains(parameter) { parameters.append(parameter) }
    }
}

/// References in literal text.
enum MessageReferences {
    /// The references in a literal text; those behind a backslash are none.
    static func find(in text: UnsafeBufferPointer<UInt8>) -> [Placeholder] {
        var found: [Placeholder] = []
        var position = 0
        while position < text.count {
            let byte = unsafe text[position]
            if byte == 0x5C, unsafe position + 1 < text.count && text[position + 1] == 0x3C,
                let literal = unsafe PlaceholderSyntax.placeholder(at: position + 1, in: text)
            {
                position = literal.end
            } else if byte == 0x3C, let reference = unsafe PlaceholderSyntax.placeholder(at: position, in: text) {
                found.append(reference)
                position = reference.end
            } else {
                position += 1
            }
        }
        return found
    }

    /// Whether a message might hold a reference: a quick look, so that markup is not parsed for nothing.
    static func mayStand(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            let byte = unsafe text[index]
            index += 1
            guard byte == 0x3C else { continue }
            while index < text.count {
                let byte = unsafe text[index]
                if byte == 0x2E { return true }
                // Apostrophes are no part of a key path, but vanish where they quote.
                guard byte >= 0x80 || ScalarClasses.isASCIIKeyByte(byte) || byte == 0x40 || byte == 0x27 else { break }
                index += 1
            }
        }
        return false
    }
}

/// The plural categories of locales, for those who check messages.
package enum PluralCategories {
    /// The categories that a locale's numbers have, `other` included, as messages spell them.
    package static func of(_ locale: LanguageTag, ordinal: Bool) -> [String] {
        let locale = MessageLocale.of(locale)
        return (ordinal ? locale.ordinal : locale.cardinal).categories.map(\.name)
    }
}
