/// Runs the programs that most messages have, with the arguments that they mostly get: text, arguments that are text or
/// small whole numbers, branches for these.
///
/// It writes a whole message, unescaped, or gives up without a trace, for whatever reason; `MessageWriter` then begins
/// anew. So nothing here notes what is missing, fails, allocates or counts a reference.
@unsafe struct QuickMessage {
    /// The message's text.
    let text: UnsafeBufferPointer<UInt8>
    /// Its program, a quick one; nil where the message is its text.
    let program: MessageProgram?
    /// The numbers of its locale.
    let small: SmallNumbers

    /// The bytes of memory that are enough for most messages.
    @safe private static let room = 512
    /// The bytes that an array must have left, so that a message is tried there first.
    @safe private static let leastRoom = 64

    /// Appends the message; false, and nothing done, where it is not for here.
    ///
    /// - Parameters:
    ///   - arguments: the memory of the nearest arguments, which the caller holds.
    ///   - escaping: how the whole is escaped.
    func append(_ arguments: UnsafeRawPointer?, _ escaping: Escaping = .none, to output: inout [UInt8]) -> Bool {
        guard let program = unsafe program else {
            unsafe escaping.append(text, to: &output)
            return true
        }
        let left = output.capacity &- output.count
        if left >= Self.leastRoom, case .none = escaping {
            var isWritten = false
            output.append(addingCapacity: left) { span in
                isWritten = unsafe append(program, arguments, to: &span)
            }
            if isWritten || left >= Self.room { return isWritten }
        }
        return unsafe appendByStack(program, arguments, escaping, to: &output)
    }

    /// Appends the message by way of the stack: apart, so that where it is not needed nothing is set up for it.
    @inline(never)
    private func appendByStack(
        _ program: MessageProgram, _ arguments: UnsafeRawPointer?, _ escaping: Escaping, to output: inout [UInt8]
    ) -> Bool {
        unsafe withShort(program, arguments) { written in unsafe escaping.append(written, to: &output) } != nil
    }

    /// Appends the message; false, and nothing done, where it is not for here or the room is too small.
    @inline(__always)
    func append(_ arguments: UnsafeRawPointer?, to output: inout OutputSpan<UInt8>) -> Bool {
        if let program = unsafe program { return unsafe append(program, arguments, to: &output) }
        return unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            guard unsafe text.count <= buffer.count - count, let base = buffer.baseAddress else { return false }
            unsafe ShortBytes.copy(text.baseAddress.unsafelyUnwrapped, to: base + count, text.count)
            unsafe count += text.count
            return true
        }
    }

    /// The message as a string; nil where it is not for here.
    func string(_ arguments: UnsafeRawPointer?) -> String? {
        guard let program = unsafe program else { return unsafe String(decoding: text, as: UTF8.self) }
        return unsafe withShort(program, arguments) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always)
    private func append(
        _ program: MessageProgram, _ arguments: UnsafeRawPointer?, to output: inout OutputSpan<UInt8>
    ) -> Bool {
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
            guard let base = buffer.baseAddress, buffer.count - count > ShortBytes.slack else { return false }
            let start = unsafe base + count
            let limit = unsafe base + (buffer.count - ShortBytes.slack)
            guard let end = unsafe Self.write(program, text, small, arguments, to: start, limit) else { return false }
            unsafe count = end - base
            return true
        }
    }

    /// Writes the message to memory of the stack's; nil where it is not for here.
    @inline(__always)
    private func withShort<Result>(
        _ program: MessageProgram, _ arguments: UnsafeRawPointer?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.room) { memory in
            let start = memory.baseAddress!
            let limit = unsafe start + (Self.room - ShortBytes.slack)
            guard let end = unsafe Self.write(program, text, small, arguments, to: start, limit) else { return nil }
            return unsafe body(UnsafeBufferPointer(start: start, count: end - start))
        }
    }

    /// Writes a message and gives the end of it; nil where it is not for here.
    ///
    /// - Parameters:
    ///   - target: where it begins.
    ///   - limit: where it must end, `ShortBytes.slack` bytes before the end of the memory.
    @inline(never)
    private static func write(
        _ program: MessageProgram, _ text: UnsafeBufferPointer<UInt8>, _ small: SmallNumbers,
        _ arguments: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let words = unsafe program.words
        let bytes = unsafe program.bytes(with: text)
        var next = unsafe target
        var step = unsafe words
        // The `plural` step met last, and its number.
        var pluralStep = UInt32.max
        var pluralNumber: Int64 = 0
        while true {
            let head = unsafe step[0]
            let size = unsafe Int(step[1])
            if unsafe size > limit - next { return nil }
            unsafe next = ShortBytes.append(bytes.text + Int(head >> 8), size, to: next)
            // Kinds are told apart by few comparisons, the common ones first: a jump by a table costs more.
            if head & MessageStep.nameBit != 0 {
                let name = unsafe UnsafeBufferPointer(start: bytes.text + Int(step[2]), count: Int(step[3] & 0xFFFF))
                let mark = unsafe UInt64(step[4]) | UInt64(step[5]) << 32
                guard let value = unsafe ArgumentView.find(name, mark: mark, in: arguments) else { return nil }
                if head & MessageStep.plainBit != 0 {
                    unsafe step += MessageStep.behindName
                    if unsafe value.kind == .string {
                        let text = unsafe value.text
                        if unsafe text.count > limit - next { return nil }
                        unsafe next = ShortBytes.append(text.baseAddress.unsafelyUnwrapped, text.count, to: next)
                        continue
                    }
                    guard unsafe value.kind == .integer,
                        let end = unsafe append(value.integer, small, to: next, limit)
                    else { return nil }
                    unsafe next = end
                } else if head & 0xFF == MessageStep.plural {
                    guard let number = unsafe value.wholeNumber,
                        let (shown, target) = unsafe MessageWriter.wholeTarget(
                            of: number, step: step, in: words, small)
                    else { return nil }
                    unsafe pluralStep = UInt32(truncatingIfNeeded: step - words)
                    pluralNumber = shown
                    unsafe step = words + target
                } else {
                    guard head & 0xFF == MessageStep.select, unsafe value.kind == .string else { return nil }
                    unsafe step = words + MessageWriter.branch(for: value.text, step: step, in: words, bytes.text)
                }
            } else {
                let kind = head & 0xFF
                if kind <= MessageStep.number {
                    if kind == MessageStep.end { return unsafe next }
                    guard unsafe step[MessageStep.body] == pluralStep,
                        let end = unsafe append(pluralNumber, small, to: next, limit)
                    else { return nil }
                    unsafe next = end
                    unsafe step += MessageStep.body + 1
                } else if kind == MessageStep.jump {
                    unsafe step = words + Int(step[MessageStep.body])
                } else if kind == MessageStep.text {
                    unsafe step += MessageStep.body
                } else {
                    guard kind == MessageStep.pool else { return nil }
                    let text = unsafe bytes.pooled(step[2], step[3])
                    if unsafe text.count > limit - next { return nil }
                    unsafe next = ShortBytes.append(text.baseAddress.unsafelyUnwrapped, text.count, to: next)
                    unsafe step += MessageStep.body + 2
                }
            }
        }
    }

    /// Appends a whole number.
    @inline(__always)
    private static func append(
        _ number: Int64, _ small: SmallNumbers, to next: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let word = unsafe small.word(of: number)
        if word == 0 {
            if unsafe limit - next < SmallNumbers.maximumSize { return nil }
            return unsafe small.write(large: number, to: next)
        }
        if unsafe limit - next < 8 { return nil }
        return unsafe SmallNumbers.store(word, to: next)
    }
}
