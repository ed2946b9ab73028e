/// Reads ICU MessageFormat and writes a program.
///
/// Accepts and refuses exactly what ICU does, save types that are refused on purpose and limits that ICU has not. The
/// depth of its recursion is bounded by the limit on nesting. The text must outlive it.
@safe struct ICUMessageParser {
    let text: UnsafeBufferPointer<UInt8>
    /// The bytes of the text.
    let size: Int
    let formatters: MessageFormatters
    var builder: ProgramBuilder
    /// The literal text since the last step, as pieces of the message's text.
    var literals: [Range<Int>] = []
    /// The place of the next byte.
    var index = 0
    var branches = 0
    /// Where the literal text since the last step begins.
    var runStart = 0
    /// What the message is made of, where somebody wants to know.
    var outline: MessageOutline?

    /// The argument of the branches around: `#` in them is its number.
    struct Plural {
        /// Where the name stands.
        var name: Range<Int>
        /// Where its step stands.
        var step: Int
        /// What the branch `other` shows the number with first.
        var category = CategorySource.unknown
    }

    /// What decides the category of a number: ICU looks for the number in the branch `other`.
    enum CategorySource {
        case unknown
        case plain
        case formatter(Int)
    }

    init(text: UnsafeBufferPointer<UInt8>, formatters: MessageFormatters) {
        unsafe self.text = text
        size = text.count
        self.formatters = formatters
        builder = ProgramBuilder()
    }

    /// Makes a program that writes the text as it is.
    mutating func takeAsText() {
        builder.append(text: 0..<size)
        builder.finish()
    }

    /// Parses the whole text.
    mutating func parse() throws(MessageSyntaxError) {
        guard size <= MessageLimits.bytes else {
            throw error(.limit, at: 0, "the message is longer than \(MessageLimits.bytes) bytes")
        }
        // Tables hold nothing but UTF-8, on which the search for references relies.
        if unsafe text.contains(0x3C) && String(validating: text, as: UTF8.self) == nil {
            throw error(.unexpected, at: 0, "the message is not UTF-8")
        }
        var none: Plural?
        try parseMessage(nesting: 0, start: 0, plural: &none, tracksCategory: false)
        builder.finish()
    }

    func error(_ code: MessageSyntaxError.Code, at offset: Int, _ reason: String) -> MessageSyntaxError {
        unsafe MessageSyntaxError(code, at: offset, in: text, reason)
    }

    func unmatched(_ start: Int) -> MessageSyntaxError {
        error(.unmatchedBraces, at: start, "this { has no }")
    }

    /// Parses a message up to its end: the end of the text or, in a branch, behind its `}`.
    ///
    /// - Parameters:
    ///   - start: where the branch's `{` stands.
    ///   - plural: the argument whose branch this is, nil under a `select` and outside of all.
    ///   - tracksCategory: whether the branch is `other`, so that what shows the number first in it is of interest.
    mutating func parseMessage(
        nesting: Int, start: Int, plural: inout Plural?, tracksCategory: Bool
    ) throws(MessageSyntaxError) {
        var literalStart = index
        runStart = index
        while index < size {
            let byte = unsafe text[index]
            switch byte {
            case 0x27:  // '
                literalStart = parseApostrophe(literalStart: literalStart, isInPlural: plural != nil)
            case 0x23 where plural != nil:  // #
                addLiteral(literalStart..<index)
                try flushLiterals(isInPlural: plural != nil)
                builder.append(MessageStep.number)
                builder.append(word: plural!.step)
                if tracksCategory, case .unknown = plural!.category { plural!.category = .plain }
                index += 1
                literalStart = index
                runStart = index
            case 0x7B:  // {
                addLiteral(literalStart..<index)
                try flushLiterals(isInPlural: plural != nil)
                try parseArgument(nesting: nesting, plural: &plural, tracksCategory: tracksCategory)
                literalStart = index
                runStart = index
            case 0x7D where nesting > 0:  // }
                addLiteral(literalStart..<index)
                try flushLiterals(isInPlural: plural != nil)
                index += 1
                return
            default:
                if byte == 0x23, nesting > 0 { outline?.literalNumberSigns.append(index) }
                index += 1
            }
        }
        if nesting > 0 { throw unmatched(start) }
        addLiteral(literalStart..<index)
        try flushLiterals(isInPlural: plural != nil)
    }

    /// Parses an apostrophe and what it quotes; answers where literal text goes on.
    private mutating func parseApostrophe(literalStart: Int, isInPlural: Bool) -> Int {
        index += 1
        guard index < size else { return literalStart }
        switch unsafe text[index] {
        case 0x27:
            // Two are one.
            addLiteral(literalStart..<index)
            index += 1
            return index
        case 0x7B, 0x7D, 0x23:
            if !isInPlural, unsafe text[index] == 0x23 { return literalStart }
            addLiteral(literalStart..<(index - 1))
            var start = index
            index += 1
            while index < size {
                if unsafe text[index] != 0x27 {
                    index += 1
                } else if unsafe index + 1 < size && text[index + 1] == 0x27 {
                    addLiteral(start..<(index + 1))
                    index += 2
                    start = index
                } else {
                    addLiteral(start..<index)
                    index += 1
                    return index
                }
            }
            return start
        default:
            return literalStart
        }
    }

    mutating func addLiteral(_ range: Range<Int>) {
        if range.isEmpty { return }
        if let last = literals.last, last.upperBound == range.lowerBound {
            literals[literals.count - 1] = last.lowerBound..<range.upperBound
        } else {
            literals.append(range)
        }
    }

    /// Parses an argument from its `{` to behind its `}`.
    private mutating func parseArgument(
        nesting: Int, plural: inout Plural?, tracksCategory: Bool
    ) throws(MessageSyntaxError) {
        let start = index
        index += 1
        skipWhiteSpace()
        let nameStart = index
        if index == size { throw unmatched(start) }
        skipIdentifier()
        let name = nameStart..<index
        guard isArgumentName(name) else {
            throw error(.unexpected, at: nameStart, "an argument's name is expected behind {")
        }
        skipWhiteSpace()
        if index == size { throw unmatched(start) }
        switch unsafe text[index] {
        case 0x7D:
            note(name, .plain)
            appendStep(MessageStep.argument, name: name)
            if tracksCategory { noteCategory(&plural, name: name, source: .plain) }
            index += 1
        case 0x2C:
            index += 1
            try parseType(of: name, start: start, nesting: nesting, plural: &plural, tracksCategory: tracksCategory)
        default:
            throw error(.unexpected, at: nameStart, "} or a comma is expected behind the argument's name")
        }
    }

    private func noteCategory(_ plural: inout Plural?, name: Range<Int>, source: CategorySource) {
        guard let known = plural, case .unknown = known.category else { return }
        guard unsafe name.count == known.name.count && text[name].elementsEqual(text[known.name]) else { return }
        plural!.category = source
    }

    private mutating func parseType(
        of name: Range<Int>, start: Int, nesting: Int, plural: inout Plural?, tracksCategory: Bool
    ) throws(MessageSyntaxError) {
        skipWhiteSpace()
        let typeStart = index
        while unsafe index < size && (text[index] | 0x20) &- 0x61 < 26 { index += 1 }
        let type = unsafe String(decoding: text[typeStart..<index].map { $0 | 0x20 }, as: UTF8.self)
        skipWhiteSpace()
        if index == size { throw unmatched(start) }
        let next = unsafe text[index]
        guard !type.isEmpty, next == 0x2C || next == 0x7D else {
            throw error(.unexpected, at: name.lowerBound, "the argument's type is expected, then a comma or }")
        }
        switch type {
        case "plural", "selectordinal", "select":
            guard next == 0x2C else {
                throw error(.unexpected, at: name.lowerBound, "\(type) is expected to have branches")
            }
            index += 1
            note(name, type == "plural" ? .plural : type == "select" ? .select : .ordinal)
            try parseBranches(of: name, start: start, type: type, nesting: nesting)
        case "choice", "spellout", "ordinal", "duration":
            throw error(
                .unknownType, at: typeStart, "the type \(type) is not supported; use plural, selectordinal or number")
        default:
            var style: Range<Int>?
            if next == 0x2C {
                index += 1
                style = try parseStyle(start: start)
            }
            let formatter = try formatter(type: type, at: typeStart, style: style)
            note(name, type == "number" ? .number : .date)
            appendStep(MessageStep.format, name: name)
            builder.append(word: formatter)
            if tracksCategory { noteCategory(&plural, name: name, source: .formatter(formatter)) }
        }
        // Whatever it was, it stopped at its }.
        index += 1
    }

    private func formatter(type: String, at typeStart: Int, style: Range<Int>?) throws(MessageSyntaxError) -> Int {
        let styleText = style.map { unsafe Array(text[$0]) }
        do {
            switch type {
            case "number": return try formatters.number(style: styleText)
            case "date": return try formatters.date(style: styleText, isTime: false)
            case "time": return try formatters.date(style: styleText, isTime: true)
            default: break
            }
        } catch {
            throw self.error(
                .badStyle, at: style?.lowerBound ?? typeStart, "ICU does not know this style (\(error.name))")
        }
        throw error(
            .unknownType, at: typeStart,
            "there is no type \(type.prefix(32)); there are number, date, time, plural, selectordinal and select")
    }

    /// Parses a style up to its `}`.
    private mutating func parseStyle(start: Int) throws(MessageSyntaxError) -> Range<Int> {
        let styleStart = index
        var braces = 0
        while index < size {
            switch unsafe text[index] {
            case 0x27:
                index += 1
                while unsafe index < size && text[index] != 0x27 { index += 1 }
                if index == size {
                    throw error(.unexpected, at: styleStart, "an apostrophe in this style is not closed")
                }
            case 0x7B:
                braces += 1
            case 0x7D:
                if braces == 0 { return styleStart..<index }
                braces -= 1
            default: break
            }
            index += 1
        }
        throw unmatched(start)
    }
}

// MARK: - Small things

extension ICUMessageParser {
    private mutating func note(_ name: Range<Int>, _ use: MessageOutline.Use) {
        if outline != nil { unsafe outline!.note(String(decoding: text[name], as: UTF8.self), use) }
    }

    /// Begins a step that has an argument; the place of it.
    @discardableResult
    mutating func appendStep(_ kind: UInt32, name: Range<Int>) -> Int {
        let step = builder.append(kind)
        unsafe builder.append(name: UnsafeBufferPointer(rebasing: text[name]), at: name.lowerBound)
        return step
    }

    mutating func skipWhiteSpace() {
        while index < size {
            let (value, count) = unsafe PatternCharacters.scalar(in: text, at: index)
            if !PatternCharacters.isWhiteSpace(value) { return }
            index += count
        }
    }

    mutating func skipIdentifier() {
        while index < size {
            let (value, count) = unsafe PatternCharacters.scalar(in: text, at: index)
            if !PatternCharacters.isIdentifier(value) { return }
            index += count
        }
    }

    /// Digits alone are a number: without zeros before it, and not above what ICU takes.
    private func isArgumentName(_ name: Range<Int>) -> Bool {
        guard !name.isEmpty else { return false }
        guard unsafe text[name].allSatisfy({ $0 &- 0x30 <= 9 }) else { return true }
        if unsafe name.count > 1 && text[name.lowerBound] == 0x30 { return false }
        guard name.count <= 5 else { return false }
        return unsafe text[name].reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 0x7FFF
    }
}
