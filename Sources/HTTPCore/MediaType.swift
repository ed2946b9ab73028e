/// A media type (RFC 9110, section 8.3.1): type and subtype in lower case, and its parameters.
public struct MediaType: Sendable, Hashable {
    /// The type, as in `text`.
    public let type: String
    /// The subtype, as in `html` or `problem+json`.
    public let subtype: String
    /// The `charset` parameter in lower case, or nil where there is none. Of several the first counts.
    public let charset: String?

    /// Reads a `Content-Type`; nil where it is not of the form. Values are tokens or quoted strings.
    public init?(_ value: ArraySlice<UInt8>) {
        let text = ASCII.trimmed(value)
        var end = text.firstIndex(of: UInt8(ascii: ";")) ?? text.endIndex
        let essence = ASCII.trimmed(text[..<end])
        guard essence.count <= 128, let slash = essence.firstIndex(of: UInt8(ascii: "/")),
            ASCII.isToken(essence[..<slash]), ASCII.isToken(essence[(slash + 1)...])
        else { return nil }
        type = Self.lowercased(essence[..<slash])
        subtype = Self.lowercased(essence[(slash + 1)...])

        var charset: String?
        while end < text.endIndex {
            var index = end + 1
            while index < text.endIndex, ASCII.isBlank(text[index]) { index += 1 }
            let nameStart = index
            while index < text.endIndex, ASCII.isToken(text[index]) { index += 1 }
            let name = text[nameStart..<index]
            if name.isEmpty {
                // An empty parameter, as a last semicolon leaves it.
                guard index == text.endIndex || text[index] == UInt8(ascii: ";") else { return nil }
                end = index
                continue
            }
            guard index < text.endIndex, text[index] == UInt8(ascii: "=") else { return nil }
            index += 1
            guard let value = Self.parameterValue(in: text, at: &index) else { return nil }
            if charset == nil, ASCII.equal(name, "charset") { charset = Self.lowercased(value[...]) }
            while index < text.endIndex, ASCII.isBlank(text[index]) { index += 1 }
            guard index == text.endIndex || text[index] == UInt8(ascii: ";") else { return nil }
            end = index
        }
        self.charset = charset
    }

    /// Type and subtype, as in `text/html`.
    public var essence: String { "\(type)/\(subtype)" }

    /// A token or a quoted string from `index` on, which is moved behind it.
    private static func parameterValue(in text: ArraySlice<UInt8>, at index: inout Int) -> [UInt8]? {
        var value: [UInt8] = []
        guard index < text.endIndex, text[index] == UInt8(ascii: "\"") else {
            while index < text.endIndex, ASCII.isToken(text[index]) {
                value.append(text[index])
                index += 1
            }
            return value.isEmpty ? nil : value
        }
        index += 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
            if text[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < text.endIndex else { return nil }
            value.append(text[index])
            index += 1
        }
        guard index < text.endIndex else { return nil }
        index += 1
        return value
    }

    private static func lowercased(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.map(ASCII.lowercased), as: UTF8.self)
    }
}
