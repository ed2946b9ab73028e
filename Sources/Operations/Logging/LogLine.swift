/// Writes events as lines. Whatever a value holds, a line stays one line and shows whose words it quotes.
struct LogLine {
    /// A value is cut after so many bytes; a request target alone could otherwise fill a disk.
    static let maximumValueLength = 2048

    let format: LogFormat

    /// Appends one line with its line feed.
    func append(
        level: LogLevel, message: String, fields: [LogField], wallNanoseconds: UInt64, to output: inout [UInt8]
    ) {
        switch format {
        case .human:
            Clock.appendTimestamp(wallNanoseconds, to: &output)
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: level.rawValue.utf8)
            output.append(UInt8(ascii: " "))
            Self.appendEscaped(Array(message.utf8)[...], quotes: false, json: false, to: &output)
            for field in fields {
                output.append(UInt8(ascii: " "))
                Self.append(field.name, to: &output)
                output.append(UInt8(ascii: "="))
                appendHuman(field.value, to: &output)
            }
        case .json:
            output.append(contentsOf: "{\"time\":\"".utf8)
            Clock.appendTimestamp(wallNanoseconds, to: &output)
            output.append(contentsOf: "\",\"level\":\"".utf8)
            output.append(contentsOf: level.rawValue.utf8)
            output.append(contentsOf: "\",\"message\":".utf8)
            Self.appendJSON(Array(message.utf8)[...], to: &output)
            for field in fields {
                output.append(contentsOf: ",\"".utf8)
                Self.append(field.name, to: &output)
                output.append(contentsOf: "\":".utf8)
                appendJSON(field.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
        output.append(UInt8(ascii: "\n"))
    }

    private static func append(_ name: StaticString, to output: inout [UInt8]) {
        name.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
    }

    private func appendHuman(_ value: LogField.Value, to output: inout [UInt8]) {
        switch value {
        case .text(let text): Self.appendHuman(Array(text.utf8)[...], to: &output)
        case .bytes(let bytes): Self.appendHuman(bytes, to: &output)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .boolean(let truth): output.append(contentsOf: (truth ? "true" : "false").utf8)
        case .nanoseconds(let time):
            Self.appendMilliseconds(time, to: &output)
            output.append(contentsOf: "ms".utf8)
        case .list(let texts):
            Self.appendHuman(Array(texts.joined(separator: ",").utf8)[...], to: &output)
        }
    }

    private func appendJSON(_ value: LogField.Value, to output: inout [UInt8]) {
        switch value {
        case .text(let text): Self.appendJSON(Array(text.utf8)[...], to: &output)
        case .bytes(let bytes): Self.appendJSON(bytes, to: &output)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .boolean(let truth): output.append(contentsOf: (truth ? "true" : "false").utf8)
        case .nanoseconds(let time): Self.appendMilliseconds(time, to: &output)
        case .list(let texts):
            output.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.appendJSON(Array(text.utf8)[...], to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
    }

    /// Milliseconds with three decimals, so that a request of some microseconds shows.
    private static func appendMilliseconds(_ nanoseconds: UInt64, to output: inout [UInt8]) {
        let microseconds = nanoseconds / 1000
        let fraction = String(microseconds % 1000)
        output.append(contentsOf: String(microseconds / 1000).utf8)
        output.append(UInt8(ascii: "."))
        for _ in fraction.utf8.count..<3 { output.append(UInt8(ascii: "0")) }
        output.append(contentsOf: fraction.utf8)
    }

    private static func appendHuman(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
        // Bare words need no quotes; anything that could be taken for a field of its own does.
        let bare =
            !value.isEmpty
            && value.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
                    && $0 != UInt8(ascii: "\\")
            }
        if bare {
            appendEscaped(value, quotes: false, json: false, to: &output)
        } else {
            output.append(UInt8(ascii: "\""))
            appendEscaped(value, quotes: true, json: false, to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    private static func appendJSON(_ value: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        appendEscaped(value, quotes: true, json: true, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Appends text as visible characters: controls, line separators and what turns the writing direction are
    /// escaped (a terminal obeys them), and bytes that are no UTF-8 are shown as U+FFFD.
    private static func appendEscaped(
        _ value: ArraySlice<UInt8>, quotes: Bool, json: Bool, to output: inout [UInt8]
    ) {
        let isCut = value.count > maximumValueLength
        let shown = isCut ? value.prefix(maximumValueLength) : value
        // Plain ASCII, nearly every value, is copied as it is.
        if shown.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output.append(contentsOf: shown)
        } else {
            for scalar in String(decoding: shown, as: UTF8.self).unicodeScalars {
                append(scalar, quotes: quotes, json: json, to: &output)
            }
        }
        if isCut { output.append(contentsOf: "…".utf8) }
    }

    private static func append(_ scalar: Unicode.Scalar, quotes: Bool, json: Bool, to output: inout [UInt8]) {
        switch scalar {
        case "\"" where quotes, "\\" where quotes:
            output.append(UInt8(ascii: "\\"))
            output.append(UInt8(scalar.value))
        case "\n": output.append(contentsOf: "\\n".utf8)
        case "\r": output.append(contentsOf: "\\r".utf8)
        case "\t": output.append(contentsOf: "\\t".utf8)
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}",
            "\u{2066}"..."\u{2069}", "\u{FEFF}":
            let digits = String(scalar.value, radix: 16)
            output.append(contentsOf: (json ? "\\u" : "\\u{").utf8)
            for _ in digits.utf8.count..<4 { output.append(UInt8(ascii: "0")) }
            output.append(contentsOf: digits.utf8)
            if !json { output.append(UInt8(ascii: "}")) }
        default:
            output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        }
    }
}
