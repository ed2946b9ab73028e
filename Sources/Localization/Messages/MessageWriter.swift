/// Runs programs: appends messages with their arguments and the messages they refer to, and notes what is missing.
///
/// Writing never fails for a message's or an argument's sake; limits alone end it.
struct MessageWriter {
    /// Where references are looked up; nil where they stay as they are written.
    let strings: Strings?
    let limits: RenderLimits
    /// The time zone of the request, and where others are found; nil is UTC and no other.
    let clock: MessageClock?
    /// The messages put in.
    var expansions = 0
    /// What was missing or unusable.
    var missing: MissingReport?
    /// The messages whose references are being followed, one inside the other.
    private var open: [MessageReference]?

    /// How deep references are followed below a placeholder's own message.
    static let maximumDepth = 16

    init(strings: Strings?, limits: RenderLimits, clock: MessageClock?) {
        self.strings = strings
        self.limits = limits
        self.clock = clock
    }

    /// What one message is written with. All of it outlives the writing; nothing here counts references.
    @unsafe struct Context {
        let bytes: MessageBytes
        let small: SmallNumbers
        let formatters: Unmanaged<MessageFormatters>
        /// The message itself, where it is one of a chain.
        let message: MessageReference?
        /// The key path, for the report.
        let path: UnsafeBufferPointer<UInt8>
        /// The memory of the nearest arguments.
        let arguments: UnsafeRawPointer?
        /// How the message's own text is written.
        let textEscaping: Escaping
        /// How arguments are.
        let argumentEscaping: Escaping

        /// The argument of this name.
        @inline(__always)
        func argument(_ name: UnsafeBufferPointer<UInt8>) -> ArgumentView? {
            unsafe ArgumentView.find(name, mark: NameMark.mark(of: name), in: arguments)
        }

        var locale: MessageLocale { unsafe formatters._withUnsafeGuaranteedRef { $0.locale } }
    }

    /// Appends a message of the chain.
    ///
    /// - Parameters:
    ///   - arguments: the memory of the nearest arguments, which the caller holds.
    ///   - isInsideText: whether it stands inside a message that is escaped as a whole.
    mutating func write(
        _ message: MessageReference, of strings: Strings, at path: UnsafeBufferPointer<UInt8>,
        arguments: UnsafeRawPointer?, escaping: Escaping, isInsideText: Bool, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        if unsafe try writeQuickly(
            message, of: strings, at: path, arguments: arguments, escaping: escaping, isInsideText: isInsideText,
            into: &output)
        {
            return
        }
        expansions += 1
        let table = strings.chain[message.step]
        let text = unsafe table.text(of: message.node)
        let textEscaping = unsafe Self.textEscaping(escaping, at: path, isInsideText: isInsideText)
        if let program = unsafe table.programs.program(
            at: table.programOrdinal(of: message.node), text: text, syntax: strings.syntax)
        {
            let formatters = table.programs.formatters
            let context = unsafe Context(
                bytes: program.bytes(with: text), small: formatters.locale.small,
                formatters: Unmanaged.passUnretained(formatters), message: message,
                path: path, arguments: arguments, textEscaping: textEscaping, argumentEscaping: escaping)
            unsafe try run(program, context, into: &output)
        } else {
            unsafe textEscaping.append(text, to: &output)
        }
        try checkOutput(output)
    }

    /// Appends a message that is its text, or that has a quick program that is compiled; false, and nothing done, where
    /// it is another.
    @inline(__always)
    mutating func writeQuickly(
        _ message: MessageReference, of strings: Strings, at path: UnsafeBufferPointer<UInt8>,
        arguments: UnsafeRawPointer?, escaping: Escaping, isInsideText: Bool, into output: inout [UInt8]
    ) throws(RenderLimitError) -> Bool {
        if expansions >= limits.maximumExpansions { throw .expansions }
        let textEscaping = unsafe Self.textEscaping(escaping, at: path, isInsideText: isInsideText)
        guard let quick = unsafe strings.quick(message) else { return false }
        if unsafe quick.program == nil {
            unsafe textEscaping.append(quick.text, to: &output)
        } else {
            guard textEscaping == escaping, unsafe quick.append(arguments, escaping, to: &output) else { return false }
        }
        expansions += 1
        try checkOutput(output)
        return true
    }

    /// How a message's own text is written: as it is in markup, where the key path says that it is markup.
    @inline(__always)
    private static func textEscaping(
        _ escaping: Escaping, at path: UnsafeBufferPointer<UInt8>, isInsideText: Bool
    ) -> Escaping {
        if case .markup = escaping, !isInsideText, unsafe isMarkup(path) { .none } else { escaping }
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
        var failure: RenderLimitError?
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PieceBuffer.capacity) { memory in
            var pieces = unsafe PieceBuffer(base: memory.baseAddress!)
            do throws(RenderLimitError) {
                unsafe try run(program.words, context, &pieces, into: &output)
            } catch {
                failure = error
            }
            unsafe pieces.flush(into: &output)
        }
        if let failure { throw failure }
    }

    private mutating func run(
        _ words: UnsafePointer<UInt32>, _ context: Context, _ pieces: inout PieceBuffer, into output: inout [UInt8]
    ) throws(RenderLimitError) {
        var position = 0
        // The number of the `plural` step met last, which is mostly the one that `#` asks for: a whole number, the
        // common case, or any other.
        var wholeStep = -1
        var whole: Int64 = 0
        while true {
            let step = unsafe words + position
            let size = unsafe Int(step[1])
            if size > 0 {
                let text = unsafe UnsafeBufferPointer(start: context.bytes.text + Int(step[0] >> 8), count: size)
                unsafe pieces.append(text, context.textEscaping, into: &output)
            }
            switch unsafe step[0] & 0xFF {
            case MessageStep.text:
                position += MessageStep.body
            case MessageStep.argument:
                let name = unsafe name(ofStep: position, words, context)
                if let value = unsafe context.argument(name), unsafe value.kind == .string {
                    try checkOutput(output, adding: unsafe pieces.count + value.text.count)
                    unsafe pieces.append(value.text, context.argumentEscaping, into: &output)
                } else {
                    unsafe pieces.flush(into: &output)
                    unsafe writeArgument(name, context, into: &output)
                }
                position += MessageStep.behindName
            case MessageStep.jump:
                position = unsafe Int(step[MessageStep.body])
            case MessageStep.number:
                let asked = unsafe Int(step[MessageStep.body])
                if asked == wholeStep, let text = unsafe context.small.text(of: whole) {
                    unsafe pieces.append(text, context.argumentEscaping, into: &output)
                } else {
                    unsafe pieces.flush(into: &output)
                    unsafe writeNumber(ofStep: asked, words, context, into: &output)
                }
                position += MessageStep.body + 1
            case MessageStep.plural:
                let value = unsafe context.argument(name(ofStep: position, words, context))
                if let number = unsafe value?.wholeNumber,
                    let (shown, target) = unsafe Self.wholeTarget(of: number, step: step, in: words, context.small)
                {
                    wholeStep = position
                    whole = shown
                    position = target
                } else if let value = unsafe value, let number = unsafe NumberArgument(value) {
                    wholeStep = -1
                    position = unsafe target(of: number, step: position, words, context)
                } else {
                    unsafe pieces.flush(into: &output)
                    unsafe writeMissing(name(ofStep: position, words, context), context, into: &output)
                    position = unsafe endOfPlural(step: position, words)
                }
            case MessageStep.select:
                if let target = unsafe select(step: position, words, context) {
                    position = target
                } else {
                    unsafe pieces.flush(into: &output)
                    unsafe writeMissing(name(ofStep: position, words, context), context, into: &output)
                    position = unsafe Int(step[MessageStep.selectTable]) + 3 * Int(step[3] >> 16)
                }
            case MessageStep.format:
                unsafe pieces.flush(into: &output)
                unsafe writeFormatted(
                    name(ofStep: position, words, context), formatter: Int(step[MessageStep.behindName]), context,
                    into: &output)
                try checkOutput(output)
                position += MessageStep.behindName + 1
            case MessageStep.reference:
                unsafe pieces.flush(into: &output)
                unsafe try writeReference(
                    whole: context.bytes[step[2], step[3]], path: context.bytes[step[4], step[5]], context,
                    into: &output)
                position += MessageStep.body + 4
            case MessageStep.pool:
                unsafe pieces.append(context.bytes.pooled(step[2], step[3]), context.textEscaping, into: &output)
                position += MessageStep.body + 2
            default:
                return
            }
        }
    }

    /// The name of a step's argument.
    @inline(__always)
    func name(
        ofStep step: Int, _ words: UnsafePointer<UInt32>, _ context: Context
    ) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(
            start: context.bytes.text + Int(words[step + 2]), count: Int(words[step + 3] & 0xFFFF))
    }

    private mutating func note(_ name: UnsafeBufferPointer<UInt8>) {
        if missing == nil { missing = MissingReport() }
        unsafe missing!.note(name)
    }

    /// Notes an argument that is missing or unusable, as `KEY{ARGUMENT}`.
    private mutating func note(_ name: UnsafeBufferPointer<UInt8>, _ context: Context) {
        let entry = unsafe Array(context.path) + [0x7B] + Array(name) + [0x7D]
        unsafe entry.withUnsafeBufferPointer { unsafe note($0) }
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

    /// `{name}`, where the value is no text.
    private mutating func writeArgument(
        _ name: UnsafeBufferPointer<UInt8>, _ context: Context, into output: inout [UInt8]
    ) {
        guard let value = unsafe context.argument(name) else {
            unsafe writeMissing(name, context, into: &output)
            return
        }
        if unsafe value.kind == .boolean {
            unsafe output.append(contentsOf: value.integer == 1 ? "true".utf8 : "false".utf8)
        } else if let number = unsafe NumberArgument(value) {
            unsafe write(number: number.shown(by: context.locale.symbols), context, into: &output)
        } else {
            unsafe writeMissing(name, context, into: &output)
        }
    }

    private func write(number: Quantity, _ context: Context, into output: inout [UInt8]) {
        let start = output.count
        unsafe context.locale.symbols.append(number, to: &output)
        unsafe context.argumentEscaping.escapeTail(of: &output, from: start)
    }

    /// `#`, where the number is not a small whole one.
    private func writeNumber(
        ofStep step: Int, _ words: UnsafePointer<UInt32>, _ context: Context, into output: inout [UInt8]
    ) {
        let name = unsafe name(ofStep: step, words, context)
        // The branch would not have been reached without a number.
        guard let value = unsafe context.argument(name), let number = unsafe NumberArgument(value) else { return }
        unsafe write(number: shownNumber(number, ofStep: step, words, context), context, into: &output)
    }

    /// Writes an argument that has a type.
    private mutating func writeFormatted(
        _ name: UnsafeBufferPointer<UInt8>, formatter: Int, _ context: Context, into output: inout [UInt8]
    ) {
        let start = output.count
        let symbols = unsafe context.locale.symbols
        var isWritten = false
        if let value = unsafe context.argument(name) {
            switch unsafe context.formatters._withUnsafeGuaranteedRef({ $0[formatter] }) {
            case .plainNumber:
                if let number = unsafe NumberArgument(value) {
                    symbols.append(number.shown(by: symbols), to: &output)
                    isWritten = true
                }
            case .integer:
                if let number = unsafe NumberArgument(value) {
                    symbols.append(number.quantity.rounded(toFractionDigits: 0), to: &output)
                    isWritten = true
                }
            case .number(let format):
                if let number = unsafe NumberArgument(value) {
                    isWritten = format.append(number.quantity, to: &output)
                }
            case .date(let format):
                if unsafe value.kind == .string, let instant = unsafe Instant(Array(value.text)) {
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

    /// The scopes that may name a zone that there is not, each of which costs a look for its file.
    private static let maximumZones = 8

    private mutating func writeDate(
        _ instant: Instant, _ format: ICUDateFormat, _ context: Context, into output: inout [UInt8]
    ) -> Bool {
        let clock = clock ?? .utc
        var zone = clock.timeZone
        unsafe MessageClock.argumentName.withUnsafeBufferPointer { name in
            // What names no zone is passed over, and the next one around it counts.
            var nearest = unsafe context.argument(name)
            for attempt in 0..<Self.maximumZones {
                guard let value = unsafe nearest else { return }
                if unsafe value.kind == .string, let named = unsafe clock.timeZone(named: Array(value.text)) {
                    zone = named
                    return
                }
                if attempt == 0 { unsafe note(name, context) }
                unsafe nearest = value.next(name)
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
                if open == nil { open = [] }
                if let own = unsafe context.message { open!.append(own) }
                defer { open?.removeLast() }
                if let open, open.count <= Self.maximumDepth && !open.contains(message) {
                    let isInsideText: Bool =
                        if case .markup = unsafe context.textEscaping { true } else { false }
                    unsafe try write(
                        message, of: strings, at: path, arguments: context.arguments,
                        escaping: context.argumentEscaping, isInsideText: isInsideText, into: &output)
                    return
                }
            } else if unsafe isReported(path, of: strings, context) {
                unsafe note(path)
            }
        }
        unsafe context.textEscaping.append(whole, to: &output)
    }
}
