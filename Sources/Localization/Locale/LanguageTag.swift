/// A BCP 47 language tag in canonical form: `pt-BR` for `pt_br`, `he` for `iw`, `sr-Latn` for `sh`.
///
/// Two tags that mean the same are equal. Extensions (`-u-…`, `-x-…`) are kept.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The longest text that is read as a tag, in bytes; the cost of reading one grows with the square of its length.
    package static let maximumLength = 128

    /// The canonical tag, as in `pt-BR`.
    public let description: String

    /// Reads a tag, in any case and with `-` or `_` between its subtags.
    ///
    /// Nil where the language has not two or three letters, where the text is not well-formed by
    /// [RFC 5646, section 2.1](https://www.rfc-editor.org/rfc/rfc5646#section-2.1), or where it is longer than 128 bytes.
    public init?(_ text: some StringProtocol) {
        self.init(bytes: Array(text.utf8))
    }

    /// Reads a tag from its bytes; see ``init(_:)``.
    package init?(bytes: [UInt8]) {
        guard let subtags = LanguageTagSyntax.separated(bytes), LanguageTagSyntax.isWellFormed(subtags),
            let canonical = Likelihood.canonical(subtags)
        else { return nil }
        description = canonical
    }

    /// Reads the name of a file or a folder, without `.json` and `.lproj`, as a tag; see ``init(_:)``.
    ///
    /// Nil also for `qqq`, which is set aside for private use and in which translation tools keep their notes.
    package init?(fileName name: [UInt8]) {
        self.init(bytes: name)
        if language == "qqq" { return nil }
    }

    /// English, the default locale where nothing else is said.
    public static let english = LanguageTag(canonical: "en")

    /// Takes over what is known to be a canonical tag.
    init(canonical: String) {
        description = canonical
    }

    /// The language of two or three letters, as in `pt`; `und` where the tag names none.
    public var language: String {
        String(description.prefix { $0 != "-" })
    }

    /// The script of four letters, as in `Hant`, where the tag names one.
    public var script: String? {
        mainSubtags.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(LanguageTagSyntax.isLetter) }
            .map(String.init)
    }

    /// The region of two letters or three digits, as in `BR` or `419`, where the tag names one.
    public var region: String? {
        mainSubtags.dropFirst().first {
            $0.utf8.count == 2 || ($0.utf8.count == 3 && $0.utf8.allSatisfy(LanguageTagSyntax.isDigit))
        }
        .map(String.init)
    }

    /// The tag up to its first extension: `ar` for `ar-u-nu-latn`, `de` for `de-x-informal`.
    package var withoutExtensions: LanguageTag {
        let subtags = mainSubtags
        guard let last = subtags.last, last.endIndex != description.endIndex else { return self }
        return LanguageTag(canonical: String(description[..<last.endIndex]))
    }

    /// Language, script and region alone, which is all that matching looks at.
    var withoutVariants: LanguageTag {
        let kept = mainSubtags.prefix { !Self.isVariant($0) }
        return kept.last?.endIndex == description.endIndex ? self : LanguageTag(canonical: kept.joined(separator: "-"))
    }

    /// Whether the tag has variants, as in `ca-ES-valencia`.
    var hasVariants: Bool { mainSubtags.dropFirst().contains(where: Self.isVariant) }

    private static func isVariant(_ subtag: Substring) -> Bool {
        subtag.utf8.count >= 5 || (subtag.utf8.count == 4 && subtag.utf8.first.map(LanguageTagSyntax.isDigit) == true)
    }

    /// The subtags before the first extension.
    private var mainSubtags: [Substring] {
        Array(description.split(separator: "-").prefix { $0.utf8.count > 1 })
    }
}

extension LanguageTag: Comparable {
    /// The byte order of the tags.
    public static func < (left: LanguageTag, right: LanguageTag) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}
