internal import CICU

/// What CLDR knows of tags, asked of ICU.
enum Likelihood {
    /// The canonical form of a tag that follows the grammar; nil where ICU refuses it all the same (a variant twice).
    ///
    /// The text is in lower case.
    static func canonical(_ text: [UInt8]) -> String? {
        PlainTags.canonical(text) ?? canonicalByICU(text)
    }

    /// The canonical form, as ICU has it.
    static func canonicalByICU(_ text: [UInt8]) -> String? {
        unsafe text.withUnsafeBytes { bytes in
            unsafe written { buffer, capacity in
                unsafe parlance_locale_canonicalize(
                    bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count, buffer, capacity)
            }
        }
    }

    /// A text that a C function writes; nil where it fails.
    ///
    /// The function answers the length that it needs, so that a second call fits where the first did not.
    static func written(_ body: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
        var capacity = 192
        while true {
            var needed = 0
            let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer -> String? in
                needed = unsafe body(buffer.baseAddress!, capacity)
                guard needed >= 0, needed <= capacity else { return nil }
                return unsafe String(
                    decoding: UnsafeRawBufferPointer(start: buffer.baseAddress!, count: needed), as: UTF8.self)
            }
            if text != nil || needed <= capacity { return text }
            capacity = needed
        }
    }
}

extension LanguageTag {
    /// The tag with its likely subtags, `zh-Hant-TW` for `zh-TW`
    /// ([UTS #35](https://www.unicode.org/reports/tr35/#Likely_Subtags)); `und`, which is no language, stays itself.
    package var maximized: LanguageTag {
        guard description != "und" else { return self }
        return unsafe transformed { unsafe parlance_locale_maximize($0, $1, $2, $3) }
    }

    /// The shortest tag with the same likely subtags, `zh-TW` for `zh-Hant-TW`.
    package var minimized: LanguageTag {
        unsafe transformed { unsafe parlance_locale_minimize($0, $1, $2, $3) }
    }

    /// What this locale is called in the language of a reader, as in `Deutsch (Schweiz)`.
    package func name(for reader: LanguageTag) -> String {
        unsafe withCharacters { tag, count in
            unsafe reader.withCharacters { readerTag, readerCount in
                unsafe Likelihood.written {
                    unsafe parlance_locale_display_name(tag, count, readerTag, readerCount, $0, $1)
                }
            }
        } ?? description
    }

    /// What this locale is called by its own readers.
    package var nameInItself: String {
        let name = name(for: self)
        // CLDR knows no names in Azerbaijani of Arabic script, and ICU then answers with codes.
        return name.hasPrefix(language) ? self.name(for: LanguageTag(canonical: language)) : name
    }

    /// What this locale is called in English.
    package var nameInEnglish: String { name(for: LanguageTag(canonical: "en")) }

    /// Whether text in this locale runs from right to left.
    package var isRightToLeft: Bool {
        unsafe withCharacters { unsafe parlance_locale_is_right_to_left($0, $1) }
    }

    private func transformed(
        _ body: (UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>, Int) -> Int
    ) -> LanguageTag {
        let text = unsafe withCharacters { tag, count in
            unsafe Likelihood.written { unsafe body(tag, count, $0, $1) }
        }
        return text.map(LanguageTag.init(canonical:)) ?? self
    }

    private func withCharacters<Result>(_ body: (UnsafePointer<CChar>, Int) -> Result) -> Result {
        unsafe Array(description.utf8).withUnsafeBytes { bytes in
            unsafe body(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }
}
