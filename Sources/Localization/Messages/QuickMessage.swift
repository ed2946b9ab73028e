/// Runs the programs that most messages have, with the arguments that they mostly get: text, arguments that are text or
/// small whole numbers, branches for these.
///
/// It writes a whole message, unescaped, or gives up without a trace, for whatever reason; `MessageWriter` then begins
/// anew. So nothing here notes what is missing, fails, allocates or counts a reference.
@unsafe enum QuickMessage {
    /// The bytes of memory that are enough for most messages.
    @safe static let room = 512
    /// How many bytes of the memory stay free: a word may be stored whole where fewer bytes of it count.
    @safe static let slack = 8

    /// Writes a message and gives the end of it; nil where it is not for here.
    ///
    /// - Parameters:
    ///   - program: a quick one.
    ///   - arguments: the memory of the nearest arguments, which the caller holds.
    ///   - target: where it begins.
    ///   - limit: where it must end, `slack` bytes before the end of the memory.
    static func write(
        _ program: MessageProgram, _ text: UnsafeBufferPointer<UInt8>, _ small: SmallNumbers,
        _ arguments: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let words = unsafe program.words
        let bytes = unsafe MessageBytes(text: text.baseAddress!, textCount: text.count, pool: program.pool)
        var next = unsafe target
        var step = unsafe words
        // The `plural` step met last, and its number.
        var numberStep = -1
        var number: Int64 = 0
        while true {
            let kind = unsafe step[0] & 0xFF
            let payload = unsafe Int(step[0] >> 8)
            // Kinds are told apart by comparisons in the order of their numbers: a jump by a table costs more than a
            // short message takes.
            if kind <= MessageStep.literal {
                if kind == MessageStep.end { return unsafe next }
                let piece = unsafe bytes[payload, Int(step[1])]
                if unsafe piece.count > limit - next { return nil }
                unsafe next = ShortBytes.append(piece, to: next)
                unsafe step += 2
                continue
            }
            if kind == MessageStep.number {
                guard payload == numberStep, let end = unsafe append(number, small, to: next, limit) else {
                    return nil
                }
                unsafe next = end
                unsafe step += 1
                continue
            }
            if kind == MessageStep.jump {
                unsafe step = words + payload
                continue
            }
            // The others begin with the name of an argument: its length is in the low half of the second word.
            guard kind <= MessageStep.select,
                let value = unsafe ArgumentView.find(bytes[payload, Int(step[1] & 0xFFFF)], in: arguments)
            else { return nil }
            if kind == MessageStep.argument {
                if unsafe value.kind == .string {
                    if unsafe value.text.count > limit - next { return nil }
                    unsafe next = ShortBytes.append(value.text, to: next)
                } else {
                    guard unsafe value.kind == .integer,
                        let end = unsafe append(value.integer, small, to: next, limit)
                    else { return nil }
                    unsafe next = end
                }
                unsafe step += 2
            } else if kind == MessageStep.plural {
                let place = unsafe step - words
                guard let whole = unsafe value.wholeNumber,
                    let (shown, target) = unsafe MessageWriter.wholeTarget(of: whole, step: place, words, small)
                else { return nil }
                numberStep = place
                number = shown
                unsafe step = words + target
            } else {
                guard unsafe value.kind == .string else { return nil }
                unsafe step = words + MessageWriter.branch(for: value.text, step: step - words, words, bytes)
            }
        }
    }

    /// Appends a small whole number.
    @inline(__always)
    private static func append(
        _ number: Int64, _ small: SmallNumbers, to next: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let word = unsafe small.word(of: number)
        if unsafe word == 0 || next >= limit { return nil }
        unsafe UnsafeMutableRawPointer(next).storeBytes(of: word, as: UInt64.self)
        let end = unsafe next + Int(UInt64(littleEndian: word) >> 56)
        return unsafe end > limit ? nil : end
    }
}
