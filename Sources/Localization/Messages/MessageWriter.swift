/// Runs programs: appends messages with their arguments and the messages they refer to, and notes what is missing.
///
/// Writing never fails for a message's or an argument's sake; limits alone end it.
struct MessageWriter {
    /// Where references are looked up; nil where they stay as they are written.
    let strings: Strings?
    let limits: RenderLimits
    let clock: MessageClock
    /// The messages put in.
    var expansions = 0
    /// What was missing or unusable.
    var missing = MissingReport()
    /// The messages that are being written, one inside the other.
    private var open: [MessageReference] = []

    /// How deep references are followed below a placeholder's own message.
    static let maximumDepth = 16

    init(strings: Strings?, limits: RenderLimits, clock: MessageClock) {
        self.strings = strings
        self.limits = limits
        self.clock = clock
    }

    /// What one message is written with.
    @unsafe struct Context {
        let text: UnsafePointer<UInt8>
        let textCount: Int
        let pool: UnsafePointer<UInt8>
        let formatters: MessageFormatters
        /// The key path, for the report.
        let path: UnsafeBufferPointer<UInt8>
        let arguments: ArgumentScope?
        /// How the message's own text is written.
        let textEscaping: Escaping
        /// How arguments are.
        let argumentEscaping: Escaping

        @inline(__always)
        func bytes(_ offset: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
            let base = unsafe offset < textCount ? text + offset : pool + (offset - textCount)
            return unsafe UnsafeBufferPointer(start: base, count: count)
        }
    }

    /// Appends a message of the chain.
    ///
    /// - Parameter isInsideText: whether it stands inside a message that is escaped as a whole.
    mutating func write(
        _ message: MessageReference, of strings: Strings, at path: UnsafeBufferPointer<UInt8>,
        arguments: ArgumentScope?, escaping: Escaping, isInsideText: Bool, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        expansions += 1
        if expansions > limits.maximumExpansions { throw .expansions }
        let table = strings.chain[message.step]
        let text = unsafe table.text(of: message.node)
        let textEscaping =
            if case .markup = escaping, !isInsideText, unsafe Self.isMarkup(path) { Escaping.none } else { escaping }
        if table.needsProgram(message.node) && !strings.syntax.isPlain,
            let program = unsafe table.programs.program(
                at: table.programOrdinal(of: message.node), text: text, syntax: strings.syntax)
        {
            let context = unsafe Context(
                text: text.baseAddress!, textCount: text.count, pool: program.pool,
                formatters: table.programs.formatters, path: path, arguments: arguments, textEscaping: textEscaping,
                argumentEscaping: escaping)
            open.append(message)
            defer { open.removeLast() }
            unsafe try run(program, context, into: &output)
        } else {
            unsafe textEscaping.append(text, to: &output)
        }
        try checkOutput(output)
    }

    @inline(__always)
    func checkOutput(_ output: [UInt8], adding count: Int = 0) throws(RenderLimitError) {
        if output.count + count > limits.maximumOutput { throw .output }
    }

    /// Whether a message holds markup by its name: the last segment is `html` or ends in `_html`.
    static func isMarkup(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = path.count
        guard unsafe count >= 4 && path[(count - 4)...].elementsEqual("html".utf8) else { return false }
        return unsafe count == 4 || path[count - 5] == 0x2E || path[count - 5] == 0x5F
    }

    /// Runs a program to its end.
    mutating func run(
        _ program: MessageProgram, _ context: Context, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        let words = unsafe program.words
        var position = 0
        // The number of the `plural` step met last, which is mostly the one that `#` asks for.
        var numberStep = -1
        var number = Quantity(0)
        while true {
            let word = unsafe words[position]
            let payload = Int(word >> 8)
            switch word & 0xFF {
            case MessageStep.literal:
                unsafe context.textEscaping.append(
                    context.bytes(payload, Int(words[position + 1])), to: &output)
                position += 2
            case MessageStep.argument:
                unsafe try writeArgument(context.bytes(payload, Int(words[position + 1])), context, into: &output)
                position += 2
            case MessageStep.jump:
                position = payload
            case MessageStep.number:
                if payload != numberStep {
                    guard let found = unsafe self.number(ofStep: payload, words, context) else {
                        position += 1
                        continue
                    }
                    number = unsafe shownNumber(found, ofStep: payload, words, context)
                    numberStep = payload
                }
                let start = output.count
                unsafe context.formatters.locale.symbols.append(number, to: &output)
                unsafe context.argumentEscaping.escapeTail(of: &output, from: start)
                position += 1
            case MessageStep.plural:
                if let found = unsafe self.number(ofStep: position, words, context) {
                    number = unsafe shownNumber(found, ofStep: position, words, context)
                    numberStep = position
                    position = unsafe target(of: found, shown: number, step: position, words, context)
                } else {
                    unsafe writeMissing(
                        context.bytes(payload, Int(words[position + 1] & 0xFFFF)), context, into: &output)
                    position = unsafe end(ofTable: Int(words[position + 8]), step: position, words)
                }
            case MessageStep.select:
                position = unsafe select(step: position, words, context, into: &output)
            case MessageStep.format:
                unsafe writeFormatted(
                    context.bytes(payload, Int(words[position + 1])), formatter: Int(words[position + 2]), context,
                    into: &output)
                try checkOutput(output)
                position += 3
            case MessageStep.reference:
                unsafe try writeReference(
                    whole: context.bytes(payload, Int(words[position + 1])),
                    path: context.bytes(Int(words[position + 2]), Int(words[position + 3])), context, into: &output)
                position += 4
            default:
                return
            }
        }
    }

    /// Notes an argument that is missing or unusable, as `KEY{ARGUMENT}`.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>, _ context: Context) {
        let entry = unsafe Array(context.path) + [0x7B] + Array(name) + [0x7D]
        unsafe entry.withUnsafeBufferPointer { unsafe missing.note($0) }
    }

    /// `{name}`, because there is no value, or none that can be used.
    private mutating func writeMissing(
        _ name: UnsafeBufferPointer<UInt8>, _ context: Context, into output: inout [UInt8]
    ) {
        unsafe note(name, context)
        output.append(0x7B)
        unsafe context.argumentEscaping.append(name, to: &output)
        output.append(0x7D)
    }

    @inline(__always)
    private mutating func writeArgument(
        _ name: UnsafeBufferPointer<UInt8>, _ context: Context, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        switch unsafe context.arguments?.value(named: name) {
        case .string(let text):
            try checkOutput(output, adding: text.count)
            unsafe text.withUnsafeBufferPointer { unsafe context.argumentEscaping.append($0, to: &output) }
        case .boolean(let value):
            output.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .some(let value):
            guard let number = NumberArgument(value) else {
                unsafe writeMissing(name, context, into: &output)
                return
            }
            let symbols = unsafe context.formatters.locale.symbols
            let start = output.count
            symbols.append(number.shown(by: symbols), to: &output)
            unsafe context.argumentEscaping.escapeTail(of: &output, from: start)
        case .none:
            unsafe writeMissing(name, context, into: &output)
        }
    }

    /// Chooses the branch of a `select` step; answers where to go on.
    private mutating func select(
        step: Int, _ words: UnsafePointer<UInt32>, _ context: Context, into output: inout [UInt8]
    ) -> Int {
        let nameCount = unsafe Int(words[step + 1] & 0xFFFF)
        let branchCount = unsafe Int(words[step + 1] >> 16)
        let name = unsafe context.bytes(Int(words[step] >> 8), nameCount)
        let table = unsafe Int(words[step + 3])
        let key: [UInt8]
        switch unsafe context.arguments?.value(named: name) {
        case .string(let text): key = text
        case .boolean(let value): key = Array(value ? "true".utf8 : "false".utf8)
        case .some(let value):
            guard let number = NumberArgument(value) else { fallthrough }
            key = number.quantity.spelling
        case .none:
            unsafe writeMissing(name, context, into: &output)
            return table + 3 * branchCount
        }
        return unsafe key.withUnsafeBufferPointer { key in
            for branch in 0..<branchCount {
                let entry = table + 3 * branch
                let candidate = unsafe context.bytes(Int(words[entry]), Int(words[entry + 1]))
                if unsafe candidate.count == key.count && candidate.elementsEqual(key) {
                    return unsafe Int(words[entry + 2])
                }
            }
            return unsafe Int(words[step + 2])
        }
    }

    /// Writes an argument that has a type.
    private mutating func writeFormatted(
        _ name: UnsafeBufferPointer<UInt8>, formatter: Int, _ context: Context, into output: inout [UInt8]
    ) {
        let start = output.count
        let symbols = unsafe context.formatters.locale.symbols
        var isWritten = false
        if let value = unsafe context.arguments?.value(named: name) {
            switch unsafe context.formatters[formatter] {
            case .plainNumber:
                if let number = NumberArgument(value) {
                    symbols.append(number.shown(by: symbols), to: &output)
                    isWritten = true
                }
            case .integer:
                if let number = NumberArgument(value) {
                    symbols.append(number.quantity.rounded(toFractionDigits: 0), to: &output)
                    isWritten = true
                }
            case .number(let format):
                if let number = NumberArgument(value) {
                    isWritten = format.append(number.quantity, to: &output)
                }
            case .date(let format):
                if case .string(let text) = value, let instant = Instant(text) {
                    isWritten = unsafe writeDate(instant, format, context, into: &output)
                }
            }
        }
        if isWritten {
            unsafe context.argumentEscaping.escapeTail(of: &output, from: start)
        } else {
            unsafe writeMissing(name, context, into: &output)
        }
    }

    private mutating func writeDate(
        _ instant: Instant, _ format: ICUDateFormat, _ context: Context, into output: inout [UInt8]
    ) -> Bool {
        var zone = clock.timeZone
        unsafe MessageClock.argumentName.withUnsafeBufferPointer { name in
            guard let value = unsafe context.arguments?.value(named: name) else { return }
            if case .string(let text) = value, let named = clock.timeZone(named: text) {
                zone = named
            } else {
                unsafe note(name, context)
            }
        }
        return format.append(
            milliseconds: instant.milliseconds, zone: zone.name, offset: zone.offset(at: instant.seconds), to: &output)
    }

    /// Whether a reference to nothing is one: in markup it may be an element whose name has dots.
    private func isReported(
        _ path: UnsafeBufferPointer<UInt8>, of strings: Strings, _ context: Context
    ) -> Bool {
        guard case .markup = unsafe context.argumentEscaping else { return true }
        let first = unsafe UnsafeBufferPointer(rebasing: path[..<(path.firstIndex(of: 0x2E) ?? path.count)])
        return strings.chain.contains { unsafe $0.hasFirstSegment(first) }
    }

    /// Writes the message that a reference names, or the reference as it is written.
    private mutating func writeReference(
        whole: UnsafeBufferPointer<UInt8>, path: UnsafeBufferPointer<UInt8>, _ context: Context,
        into output: inout [UInt8]
    ) throws(RenderLimitError) {
        if let strings {
            if let message = unsafe strings.message(at: path) {
                if open.count <= Self.maximumDepth && !open.contains(message) {
                    let isInsideText: Bool =
                        if case .markup = unsafe context.textEscaping { true } else { false }
                    unsafe try write(
                        message, of: strings, at: path, arguments: context.arguments,
                        escaping: context.argumentEscaping, isInsideText: isInsideText, into: &output)
                    return
                }
            } else if unsafe isReported(path, of: strings, context) {
                unsafe missing.note(path)
            }
        }
        unsafe context.textEscaping.append(whole, to: &output)
    }
}
