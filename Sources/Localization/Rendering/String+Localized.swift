extension String {
    /// The message that a string in the ancestor's spelling stands for, or the string itself.
    ///
    /// A string that is, once white space at both ends is left out, `{some.key.path}` becomes the message at that key
    /// path, as the translator wrote it. Between the braces stands at least one character, and no brace. Where the key
    /// path is no message, and in any other case, the string stays as it is, white space and all.
    ///
    /// ```swift
    /// " {login.title} ".localized(with: strings)  // "Log in"
    /// "{no.such.key}".localized(with: strings)  // "{no.such.key}"
    /// ```
    public func localized(with strings: Strings) -> String {
        var text = self
        let message = text.withUTF8 { text -> String? in
            let range = unsafe ScalarClasses.trimmed(text)
            guard range.count >= 3, unsafe text[range.lowerBound] == UInt8(ascii: "{"),
                unsafe text[range.upperBound - 1] == UInt8(ascii: "}")
            else { return nil }
            let key = unsafe UnsafeBufferPointer(rebasing: text[range.lowerBound + 1..<range.upperBound - 1])
            if unsafe key.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) { return nil }
            return unsafe strings.message(forKeyPath: String(decoding: key, as: UTF8.self))
        }
        return message ?? self
    }
}
