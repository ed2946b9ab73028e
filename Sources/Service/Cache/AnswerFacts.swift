import HTTPCore
import Localization

/// The request headers that an answer depends on, beside the target.
struct AnswerFacts: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// `Accept-Language` chose the locale.
    static let language = AnswerFacts(rawValue: 1)
    /// `Accept` chose between text and JSON.
    static let mediaType = AnswerFacts(rawValue: 2)
    /// `Accept-Encoding` chose the content coding.
    static let coding = AnswerFacts(rawValue: 4)

    /// The fields' names as `Vary` lists them, or nil where there are none.
    var vary: ResponseField? {
        switch rawValue {
        case 1: Self.fields[0]
        case 2: Self.fields[1]
        case 3: Self.fields[2]
        case 4: Self.fields[3]
        case 5: Self.fields[4]
        case 6: Self.fields[5]
        case 7: Self.fields[6]
        default: nil
        }
    }

    private static let fields = [
        "Accept-Language", "Accept", "Accept, Accept-Language", "Accept-Encoding",
        "Accept-Encoding, Accept-Language", "Accept, Accept-Encoding", "Accept, Accept-Encoding, Accept-Language",
    ].map { ResponseField("Vary", $0) }
}

/// What the request's headers come to for an answer that depends on some of them: equal variants, equal answers.
struct AnswerVariant: Sendable, Hashable {
    /// The facts packed: the coding classes in the low byte, the media type above, which headers matter, then the table.
    let rawValue: UInt64

    init(facts: AnswerFacts, table: Int, prefersJSON: Bool, codings: UInt8) {
        rawValue =
            UInt64(UInt32(truncatingIfNeeded: table)) << 16 | UInt64(facts.rawValue) << 9
            | (prefersJSON ? 1 << 8 : 0) | UInt64(codings)
    }
}
