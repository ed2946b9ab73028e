/// A BCP 47 language tag in canonical form.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The canonical tag, as in `pt-BR`.
    public let description: String

    /// Reads a tag, or returns nil where the text is not well-formed.
    public init?(_ text: String) {
        // Skeleton: replaced by ICU's canonicalisation.
        guard !text.isEmpty else { return nil }
        description = text
    }
}
