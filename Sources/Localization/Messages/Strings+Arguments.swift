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
        var output: [UInt8] = []
        return append(messageAt: keyPath, arguments: arguments, to: &output)
            ? String(decoding: output, as: UTF8.self) : defaultValue
    }

    /// Appends the message at a key path with these arguments, UTF-8; false, and nothing appended, where there is none
    /// or where its references lead to more text than a rendering may have.
    public func append(messageAt keyPath: String, arguments: Arguments, to output: inout [UInt8]) -> Bool {
        var keyPath = keyPath
        let start = output.count
        return keyPath.withUTF8 { path in
            guard let message = unsafe message(at: path) else { return false }
            var limits = RenderLimits()
            limits.maximumOutput += start
            var expander = Expander(strings: self, limits: limits, clock: clock)
            do throws(RenderLimitError) {
                unsafe try expander.expand(
                    message, at: path, arguments: arguments.scope, escaping: .none, into: &output)
                return true
            } catch {
                output.removeLast(output.count - start)
                return false
            }
        }
    }

    /// The clock of renderings that no request brings one for.
    var clock: MessageClock { timeZones.map { MessageClock(zones: $0) } ?? .utc }
}
