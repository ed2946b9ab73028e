extension Strings {
    /// The message at a key path with these arguments, or the key path itself where there is none.
    ///
    /// ```swift
    /// strings.string(forKeyPath: "cart.items", arguments: ["count": 3])  // "3 items"
    /// ```
    ///
    /// A missing or unusable argument shows as `{name}`. A message that does not parse is given as it stands.
    public func string(forKeyPath keyPath: String, arguments: Arguments) -> String {
        string(forKeyPath: keyPath, default: keyPath, arguments: arguments)
    }

    /// The message at a key path with these arguments, or this default as it stands where there is none.
    public func string(forKeyPath keyPath: String, default defaultValue: String, arguments: Arguments) -> String {
        var keyPath = keyPath
        return keyPath.withUTF8 { path in
            guard let message = unsafe message(at: path) else { return defaultValue }
            let scope = arguments.scope
            defer { withExtendedLifetime(scope) {} }
            if let quick = unsafe shortQuick(message), let string = unsafe quick.string(scope?.memory) { return string }
            var output: [UInt8] = []
            let isWritten = unsafe append(message, at: path, arguments: scope, to: &output)
            return isWritten ? String(decoding: output, as: UTF8.self) : defaultValue
        }
    }

    /// Appends the message at a key path with these arguments, UTF-8; false, and nothing appended, where there is none
    /// or where its references lead to more text than a rendering may have.
    public func append(messageAt keyPath: String, arguments: Arguments, to output: inout [UInt8]) -> Bool {
        var keyPath = keyPath
        return keyPath.withUTF8 { path in
            guard let message = unsafe message(at: path) else { return false }
            let scope = arguments.scope
            defer { withExtendedLifetime(scope) {} }
            if let quick = unsafe shortQuick(message), unsafe quick.append(scope?.memory, to: &output) { return true }
            return unsafe append(message, at: path, arguments: scope, to: &output)
        }
    }

    /// The short way to write a message, where there is one and its text does not reach the limits of a rendering.
    @inline(__always)
    private func shortQuick(_ message: MessageReference) -> QuickMessage? {
        guard let quick = unsafe quick(message), unsafe quick.text.count <= MessageLimits.bytes else { return nil }
        return unsafe quick
    }

    @inline(never)
    private func append(
        _ message: MessageReference, at path: UnsafeBufferPointer<UInt8>, arguments: ArgumentScope?,
        to output: inout [UInt8]
    ) -> Bool {
        let start = output.count
        var limits = RenderLimits()
        limits.maximumOutput += start
        var expander = Expander(strings: self, limits: limits, clock: clock)
        do throws(RenderLimitError) {
            unsafe try expander.expand(message, at: path, arguments: arguments, escaping: .none, into: &output)
            return true
        } catch {
            output.removeLast(output.count - start)
            return false
        }
    }

    /// The clock of renderings that no request brings one for.
    var clock: MessageClock { timeZones.map { MessageClock(zones: $0) } ?? .utc }

    /// The short way to write a message; nil where there is none, or its program is not compiled yet.
    @inline(__always)
    func quick(_ message: MessageReference) -> QuickMessage? {
        // The tables' memory is asked without counting references to the tables.
        let storage = unsafe storages + message.step
        let programs = unsafe programs + message.step
        let text = unsafe storage.pointee.text(of: message.node)
        if unsafe !storage.pointee.nodes[Int(message.node)].needsProgram || syntax.isPlain {
            return unsafe QuickMessage(text: text, program: nil, small: programs.pointee.small)
        }
        guard let program = unsafe programs.pointee.program(at: storage.pointee.programOrdinal(of: message.node)),
            unsafe program.isQuick
        else { return nil }
        return unsafe QuickMessage(text: text, program: program, small: programs.pointee.small)
    }
}
