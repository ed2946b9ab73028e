/// Runs the programs that most messages have, with the arguments that they mostly get: text, arguments that are text or
/// small whole numbers, branches for these.
///
/// It writes a whole message, unescaped, or gives up without a trace, for whatever reason; `MessageWriter` then begins
/// anew. So nothing here notes what is missing, fails, allocates or counts a reference.
@unsafe enum QuickMessage {
    /// How many bytes of the memory stay free.
    @safe static let slack = ShortBytes.slack
    /// The bytes of memory that are enough for most messages.
    @safe private static let room = 512
    /// The bytes that an array must have left, so that a message is tried there first.
    @safe private static let leastRoom = 64

    /// Appends a message, escaped as a whole; false, and nothing done, where it is not for here.
    static func append(
        _ program: MessageProgram, _ text: UnsafeBufferPointer<UInt8>, _ small: SmallNumbers,
        _ arguments: UnsafeRawPointer?, _ escaping: Escaping, to output: inout [UInt8]
    ) -> Bool {
        let left = output.capacity &- output.count
        if left >= leastRoom, case .none = escaping {
            var isWritten = false
            output.append(addingCapacity: left) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                    let start = buffer.baseAddress!
                    guard
                        let end = unsafe write(program, text, small, arguments, to: start, start + (left &- slack))
                    else { return }
                    unsafe count = end - start
                    isWritten = true
                }
            }
            if isWritten || left >= room { return isWritten }
        }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { memory in
            let start = memory.baseAddress!
            guard let end = unsafe write(program, text, small, arguments, to: start, start + (room - slack)) else {
                return false
            }
            unsafe escaping.append(UnsafeBufferPointer(start: start, count: end - start), to: &output)
            return true
        }
    }

    /// Writes a message and gives the end of it; nil where it is not for here.
    ///
    /// - Parameters:
    ///   - program: a quick one.
    ///   - arguments: the memory of the nearest arguments, which the caller holds.
    ///   - target: where it begins.
    ///   - limit: where it must end, `slack` bytes before the end of the memory.
    @inline(never)
    static func write(
        _ program: MessageProgram, _ text: UnsafeBufferPointer<UInt8>, _ small: SmallNumbers,
        _ arguments: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let words = unsafe program.words
        let bytes = unsafe program.bytes(with: text)
        var next = unsafe target
        var step = unsafe words
        // The `plural` step met last, and its number.
        var numberStep = UInt32.max
        var number: Int64 = 0
        while true {
            let head = unsafe step[0]
            let size = unsafe Int(step[1])
            if unsafe size > limit - next { return nil }
            unsafe next = ShortBytes.append(bytes.text + Int(head >> 8), size, to: next)
            // Kinds are told apart by few comparisons, the common ones first: a jump by a table costs more.
            let kind = head & 0xFF
            if kind & MessageStep.nameBit != 0 {
                let name = unsafe UnsafeBufferPointer(start: bytes.text + Int(step[2]), count: Int(step[3] & 0xFFFF))
                let mark = unsafe UInt64(step[4]) | UInt64(step[5]) << 32
                guard let value = unsafe ArgumentView.find(name, mark: mark, in: arguments) else { return nil }
                if kind == MessageStep.argument {
                    if unsafe value.kind == .string {
                        let text = unsafe value.text
                        if unsafe text.count > limit - next { return nil }
                        unsafe next = ShortBytes.append(text.baseAddress.unsafelyUnwrapped, text.count, to: next)
                    } else {
                        guard unsafe value.kind == .integer,
                            let end = unsafe append(value.integer, small, to: next, limit)
                        else { return nil }
                        unsafe next = end
                    }
                    unsafe step += MessageStep.behindName
                } else if kind == MessageStep.plural {
                    guard let whole = unsafe value.wholeNumber,
                        let (shown, target) = unsafe MessageWriter.wholeTarget(
                            of: whole, step: step, in: words, small)
                    else { return nil }
                    unsafe numberStep = UInt32(truncatingIfNeeded: step - words)
                    number = shown
                    unsafe step = words + target
                } else {
                    guard kind == MessageStep.select, unsafe value.kind == .string else { return nil }
                    unsafe step = words + MessageWriter.branch(for: value.text, step: step, in: words, bytes.text)
                }
            } else if kind <= MessageStep.number {
                if kind == MessageStep.end { return unsafe next }
                guard unsafe step[MessageStep.body] == numberStep,
                    let end = unsafe append(number, small, to: next, limit)
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

    /// Appends a small whole number.
    @inline(__always)
    private static func append(
        _ number: Int64, _ small: SmallNumbers, to next: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let word = unsafe small.word(of: number)
        if unsafe word == 0 || limit - next < 8 { return nil }
        unsafe UnsafeMutableRawPointer(next).storeBytes(of: word, as: UInt64.self)
        return unsafe next + Int(UInt64(littleEndian: word) >> 56)
    }
}
