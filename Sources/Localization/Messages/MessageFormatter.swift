/// One message, compiled for one locale: for programs that have a text and no table.
///
/// ```swift
/// let message = try MessageFormatter("{count, plural, one {# item} other {# items}}", locale: LanguageTag("en")!)
/// message.string(["count": 3])  // "3 items"
/// ```
///
/// Immutable, shared by threads. References to other messages stay as they are written.
@safe public final class MessageFormatter: Sendable {
    // Both are written once, before anybody else sees them.
    private nonisolated(unsafe) let text: UnsafeBufferPointer<UInt8>
    private nonisolated(unsafe) let program: MessageProgram
    private let formatters: MessageFormatters
    /// Whether the message is its text, without arguments and without apostrophes that quote.
    private let isText: Bool

    /// Compiles a message.
    public init(_ text: String, locale: LanguageTag, syntax: MessageSyntax = .icu) throws(MessageSyntaxError) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, text.utf8.count))
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
        isText = unsafe builder.isText(of: self.text.count)
        unsafe program = MessageProgram(
            builder, in: .allocate(byteCount: MessageProgram.size(of: builder), alignment: 8))
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
        if isText {
            unsafe output.append(contentsOf: text)
            return
        }
        var limits = RenderLimits()
        limits.maximumOutput = .max
        var writer = MessageWriter(strings: nil, limits: limits, clock: nil)
        write(arguments, with: &writer, into: &output)
    }

    /// The message with these arguments.
    public func string(_ arguments: Arguments = [:]) -> String {
        var output: [UInt8] = []
        format(arguments.scope, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    func write(_ arguments: ArgumentScope?, with writer: inout MessageWriter, into output: inout [UInt8]) {
        defer { withExtendedLifetime(arguments) {} }
        let noPath = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        let context = unsafe MessageWriter.Context(
            text: text.baseAddress!, textCount: text.count, pool: program.pool, symbols: formatters.locale.small,
            formatters: Unmanaged.passUnretained(formatters), message: nil, path: noPath, arguments: arguments?.memory,
            textEscaping: .none, argumentEscaping: .none)
        do {
            unsafe try writer.run(program, context, into: &output)
        } catch {
            preconditionFailure("a single message has no limits")
        }
    }
}
