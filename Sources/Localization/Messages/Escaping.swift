/// How inserted text is written so that it stays text where it lands.
package enum Escaping: Sendable {
    /// As it is.
    case none
    /// Inside a JSON string (RFC 8259, section 7), minimally, raw UTF-8.
    case json
    /// Inside markup: `&amp; &lt; &gt; &quot; &#39;`.
    case markup

    /// Appends text, escaped.
    @inline(__always)
    func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        switch self {
        case .none: unsafe ShortBytes.append(text, to: &output)
        case .json: unsafe JSONText.appendEscaped(text, to: &output)
        case .markup: unsafe MarkupText.appendEscaped(text, to: &output)
        }
    }

    /// Escapes what stands in the output from an index on.
    @inline(__always)
    func escapeTail(of output: inout [UInt8], from start: Int) {
        if case .none = self { return }
        escape(&output, from: start)
    }

    private func escape(_ output: inout [UInt8], from start: Int) {
        let tail = Array(output[start...])
        output.removeLast(tail.count)
        unsafe tail.withUnsafeBufferPointer { unsafe append($0, to: &output) }
    }
}
