/// Text from a request as a problem shows it: in quotes, cut short, without control characters.
struct Quoted: CustomStringConvertible {
    let description: String

    /// Shows at most 100 characters of UTF-8 text.
    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
        var shown = ""
        for scalar in text.unicodeScalars.prefix(100) {
            shown.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        description = "\"\(shown)\(text.unicodeScalars.count > 100 ? "…" : "")\""
    }
}
