/// One message, compiled for one locale: for programs that have a text and no table.
///
/// ```swift
/// let message = try MessageFormatter("{count, plural, one {# item} other {# items}}", locale: LanguageTag("en")!)
/// message.string(["count": 3])  // "3 items"
/// ```
///
/// Immutable, shared by threads. References to other messages stay as they are written.
@safe public final class MessageFormatter: Sendable {
    // All are written once, before anybody else sees them.
    private nonisolated(unsafe) let text: UnsafeBufferPointer<UInt8>
    private nonisolated(unsafe) let program: MessageProgram
    private let formatters: MessageFormatters
    /// The short way to write it, where there is one.
    private nonisolated(unsafe) let quick: QuickMessage?

    /// Compiles a message.
    public init(_ text: String, locale: LanguageTag, syntax: MessageSyntax = .icu) throws(MessageSyntaxError) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + ShortBytes.slack)
        let end = unsafe copy.initialize(fromContentsOf: text.utf8)
        unsafe self.text = UnsafeBufferPointer(rebasing: copy[..<end])
        formatters = MessageFormatters(locale: .of(locale))
        let builder: ProgramBuilder
        do {
            builder = try unsafe syntax.compile(self.text, formatters: formatters)
        } catch {
            unsafe copy.deallocate()
            throw error
        }
        let program = unsafe MessageProgram(
            builder, in: .allocate(byteCount: MessageProgram.size(of: builder), alignment: 8))
        unsafe self.program = unsafe program
        let isText = unsafe builder.isText(of: self.text.count)
        unsafe quick =
            builder.isQuick
            ? QuickMessage(text: self.text, program: isText ? nil : program, small: formatters.locale.small) : nil
    }

    deinit {
        unsafe text.deallocate()
        unsafe program.memory.deallocate()
    }

    /// Appends the message with these arguments, UTF-8. What is missing or unusable shows as `{name}`.
    public func format(_ arguments: Arguments = [:], into output: inout [UInt8]) {
        format(arguments.scope, into: &output)
    }

    /// Appends the message with these arguments, UTF-8. What is missing or unusable shows as `{name}`.
    package func format(_ arguments: ArgumentScope?, into output: inout [UInt8]) {
        defer { withExtendedLifetime(arguments) {} }
        unsafe append(arguments?.memory, to: &output)
    }

    /// Appends the message with these arguments, UTF-8, to memory of the caller's; false, and nothing appended, where it
    /// has no room for them.
    ///
    /// Nothing is allocated where there are some bytes more than the message takes.
    public func format(_ arguments: Arguments = [:], into output: inout OutputSpan<UInt8>) -> Bool {
        let scope = arguments.scope
        defer { withExtendedLifetime(scope) {} }
        return unsafe append(scope?.memory, to: &output)
    }

    /// Appends the message with arguments that are made for this one time, UTF-8.
    ///
    /// ```swift
    /// message.format(into: &output) { arguments in arguments.add(name.span, string: value.span) }
    /// ```
    ///
    /// They lie on the stack, where they are few, and nothing is allocated for them.
    public func format(into output: inout [UInt8], arguments write: (inout ArgumentWriter) -> Void) {
        unsafe ArgumentWriter.withArguments(write) { memory in unsafe append(memory, to: &output) }
    }

    /// The same, to memory of the caller's; false, and nothing appended, where it has no room.
    public func format(
        into output: inout OutputSpan<UInt8>, arguments write: (inout ArgumentWriter) -> Void
    ) -> Bool {
        unsafe ArgumentWriter.withArguments(write) { memory in unsafe append(memory, to: &output) }
    }

    /// The message with these arguments.
    public func string(_ arguments: Arguments = [:]) -> String {
        let scope = arguments.scope
        defer { withExtendedLifetime(scope) {} }
        if let string = unsafe quick?.string(scope?.memory) { return string }
        var whole: [UInt8] = []
        unsafe write(scope?.memory, into: &whole)
        return String(decoding: whole, as: UTF8.self)
    }

    @inline(__always)
    private func append(_ arguments: UnsafeRawPointer?, to output: inout [UInt8]) {
        if unsafe quick?.append(arguments, to: &output) != true { unsafe write(arguments, into: &output) }
    }

    @inline(__always)
    private func append(_ arguments: UnsafeRawPointer?, to output: inout OutputSpan<UInt8>) -> Bool {
        unsafe quick?.append(arguments, to: &output) == true || appendWhole(arguments, to: &output)
    }

    @inline(never)
    private func appendWhole(_ arguments: UnsafeRawPointer?, to output: inout OutputSpan<UInt8>) -> Bool {
        var whole: [UInt8] = []
        unsafe write(arguments, into: &whole)
        if whole.count > output.freeCapacity { return false }
        for byte in whole { output.append(byte) }
        return true
    }

    /// Appends the message, whatever it takes.
    ///
    /// - Parameter arguments: the memory of the arguments, which the caller holds.
    @inline(never)
    func write(_ arguments: UnsafeRawPointer?, into output: inout [UInt8]) {
        var limits = RenderLimits()
        limits.maximumOutput = .max
        var writer = MessageWriter(strings: nil, limits: limits, clock: nil)
        let noPath = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        let context = unsafe MessageWriter.Context(
            bytes: program.bytes(with: text), small: formatters.locale.small,
            formatters: Unmanaged.passUnretained(formatters), message: nil, path: noPath, arguments: arguments,
            textEscaping: .none, argumentEscaping: .none)
        do {
            unsafe try writer.run(program, context, into: &output)
        } catch {
            preconditionFailure("a single message has no limits")
        }
    }
}
