internal import CScan

/// Text inside markup: element content and quoted attribute values of HTML and XML.
package enum MarkupText {
    /// Appends text with what markup reserves written as `&amp; &lt; &gt; &quot; &#39;`.
    package static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard var position = text.baseAddress else { return }
        let end = unsafe position + text.count
        while true {
            let stop = unsafe cscan_markup(position, end)
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: position, count: stop - position))
            if unsafe stop == end { return }
            switch unsafe stop.pointee {
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
            default: output.append(contentsOf: "&#39;".utf8)
            }
            unsafe position = stop + 1
        }
    }
}
