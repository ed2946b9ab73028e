extension SiteCollector {
    /// What a whole string turned out to be.
    enum WholeString: Equatable {
        /// No placeholder in whole.
        case none
        /// Noted, and there is nothing else to find in it.
        case settled
        /// Noted at this index; where that is no message, what stands inside counts.
        case open(Int)
    }

    /// Notes the placeholder that a string is in whole.
    mutating func collectWhole(
        _ text: UnsafeBufferPointer<UInt8>, brackets: PlaceholderSyntax.Brackets, from source: inout Source
    ) -> WholeString {
        var range = brackets == .braces ? unsafe ScalarClasses.trimmed(text) : 0..<text.count
        let outerRange = 0..<text.count
        guard let first = unsafe range.isEmpty ? nil : text[range.lowerBound] else { return .none }
        let isLiteral = first == UInt8(ascii: "\\")
        if isLiteral { range = range.lowerBound + 1..<range.upperBound }
        guard range.count >= 3, unsafe text[range.lowerBound] == brackets.opening,
            unsafe text[range.upperBound - 1] == brackets.closing
        else { return .none }
        let regular = unsafe PlaceholderSyntax.placeholder(at: range.lowerBound, in: text, brackets: brackets)
        if let regular, regular.end == range.upperBound {
            if isLiteral {
                appendLiteral(backslash: range.lowerBound - 1, from: &source)
                return .settled
            }
            // `<a.b>` is one key however it is read; `<a.b n=3>` may be the key `a.b n=3`.
            var triesContent = false
            if regular.key.upperBound + 1 < regular.end {
                triesContent =
                    unsafe PlaceholderSyntax.wholePlaceholder(
                        UnsafeBufferPointer(rebasing: text[range]), brackets: brackets)?.content != nil
            }
            unsafe append(
                regular, of: text, replacing: outerRange, brackets: brackets, triesContent: triesContent, from: &source)
            return .settled
        }
        guard
            let whole = unsafe PlaceholderSyntax.wholePlaceholder(
                UnsafeBufferPointer(rebasing: text[range]), brackets: brackets)
        else { return .none }
        let base = range.lowerBound
        func shifted(_ range: Range<Int>) -> Range<Int> { base + range.lowerBound..<base + range.upperBound }
        let key = whole.placeholder?.key ?? whole.content ?? 1..<1
        let attributes = whole.placeholder?.attributes ?? key.upperBound..<key.upperBound
        unsafe append(
            Placeholder(
                start: base, key: shifted(key), attributes: shifted(attributes), end: range.upperBound), of: text,
            replacing: isLiteral ? base - 1..<base : outerRange, brackets: brackets,
            triesContent: whole.placeholder != nil && whole.content != nil,
            kind: isLiteral ? .literalIfMessage : .placeholder, from: &source)
        return .open(sites.count - 1)
    }
}
