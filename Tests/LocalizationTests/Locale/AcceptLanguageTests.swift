import Testing

@testable import Localization

/// What is read from a header, before any table is known.
@Suite struct AcceptLanguageTests {
    /// The ranges as `tag;q=thousandths`, in their order; `?` is a range that names no language.
    static func ranges(_ header: [UInt8]) -> [String] {
        AcceptLanguage(header.span).ranges.map { range in
            "\(range.isWildcard ? "*" : range.tag?.description ?? "?");q=\(range.weight)"
        }
    }

    static func ranges(_ header: String) -> [String] { ranges(Array(header.utf8)) }

    @Test(
        arguments: [
            ("", []),
            (" \t , ,,", []),
            ("fr", ["fr;q=1000"]),
            ("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", ["fr-CH;q=1000", "fr;q=900", "en;q=800", "*;q=500"]),
            ("en;q=0.5,fr;q=0.5,de", ["de;q=1000", "en;q=500", "fr;q=500"]),
            // Weights.
            ("fr;q=1", ["fr;q=1000"]), ("fr;q=1.", ["fr;q=1000"]), ("fr;q=1.000", ["fr;q=1000"]),
            ("fr;q=1.0000000000000000000000", ["fr;q=1000"]), ("fr;q=.5", ["fr;q=500"]), ("fr;q=0.", ["fr;q=0"]),
            ("fr;q=0", ["fr;q=0"]), ("fr;q=0.12345", ["fr;q=123"]), ("fr;q=0.0001", ["fr;q=1"]),
            ("fr;q=0.00000000000000000000000001", ["fr;q=1"]), ("fr;q=0.9999999", ["fr;q=999"]),
            ("fr;Q=0.5", ["fr;q=500"]),
            ("fr;q=00.5", ["fr;q=500"]), ("fr;q=0.000", ["fr;q=0"]), ("fr; q = 0.5 ", ["fr;q=500"]),
            // Weights that drop their element.
            ("fr;q", []), ("fr;q=", []), ("fr;q=.", []), ("fr;q=x", []), ("fr;q=-0.5", []), ("fr;q=-0", []),
            ("fr;q=+0.5", []),
            ("fr;q=1.001", []), ("fr;q=1.0001", []), ("fr;q=2", []), ("fr;q=10", []), ("fr;q=0.5.5", []),
            ("fr;q=1e-1", []),
            ("fr;q=0,5", ["?;q=1000", "fr;q=0"]), ("fr;q=0x1", []), ("fr;q=99999999999999999999999999", []),
            ("fr;q=NaN", []),
            ("fr;q=0.5 0.6", []), ("fr;q=\"0.5\"", []), ("fr;q=0.5;q=oops", []),
            // Parameters.
            ("fr;level=1", ["fr;q=1000"]), ("fr;level=1;q=0.2;x", ["fr;q=200"]), ("fr;;q=0.2;", ["fr;q=200"]),
            ("fr;qq=0.1", ["fr;q=1000"]), ("fr;=0.1", ["fr;q=1000"]), ("fr;q=0.2;q=0.4", ["fr;q=400"]),
            // Ranges.
            ("fr_FR", ["fr-FR;q=1000"]), ("FR-fr", ["fr-FR;q=1000"]), ("iw-IL", ["he-IL;q=1000"]),
            ("en-*, de", ["de;q=1000"]), ("*-CH, de", ["de;q=1000"]), ("**, de", ["de;q=1000"]),
            ("fr FR, de", ["de;q=1000"]), ("fr--FR, -fr, fr-, _, de", ["de;q=1000"]),
            ("fr@euro, C.UTF-8, de", ["de;q=1000"]),
            ("fr;", ["fr;q=1000"]), (";q=0.5, de", ["de;q=1000"]), ("\"fr\", de", ["de;q=1000"]),
            ("français, de", ["de;q=1000"]), ("f\0r, de\0, en", ["en;q=1000"]), ("fr\r\n, de", ["de;q=1000"]),
            ("und, root, x1, english", ["und;q=1000", "?;q=1000", "?;q=1000", "?;q=1000"]),
            // Extensions.
            ("de-u-co-phonebk", ["de;q=1000"]), ("ar-EG-u-nu-latn;q=0.5", ["ar-EG;q=500"]),
            ("en-t-fr-x-a", ["en;q=1000"]),
            ("de-x-informal", ["de;q=1000"]), ("de_x_informal", ["de;q=1000"]), ("x-elvish", ["?;q=1000"]),
            ("en-x", ["en;q=1000"]), ("i-klingon", ["tlh;q=1000"]), ("i-klingon-x-a", ["tlh;q=1000"]),
            ("a-b", ["?;q=1000"]),
            ("en-GB-oed", ["en-GB-oxendict;q=1000"]), ("en-US-POSIX", ["en-US;q=1000"]),
            // Duplicates: the highest weight, the first position.
            ("es;q=0.8, en;q=0.9, es;q=0.95", ["es;q=950", "en;q=900"]),
            ("fr;q=0.5, en;q=0.9, fr;q=0.9", ["fr;q=900", "en;q=900"]),
            ("iw;q=0.1, he;q=0.7, HE_;q=1", ["he;q=700"]), ("fr;q=0, fr;q=0.3", ["fr;q=300"]),
            ("*;q=0.1, *;q=0.4", ["*;q=400"]), ("de-u-co-phonebk;q=0.2, de;q=0.3", ["de;q=300"]),
        ] as [(String, [String])])
    func reading(_ header: String, _ expected: [String]) {
        #expect(Self.ranges(header) == expected)
    }

    @Test func aRangeHasAtMost64Bytes() {
        #expect(Self.ranges("en-x-" + String(repeating: "a", count: 59)) == ["en;q=1000"])
        #expect(Self.ranges("en-x-" + String(repeating: "a", count: 60)) == [])
    }

    @Test func aRangeHasAtMostSixSubtagsBesideExtensions() {
        #expect(Self.ranges("sl-Latn-IT-rozaj-biske-1994") == ["sl-Latn-IT-1994-biske-rozaj;q=1000"])
        #expect(Self.ranges("sl-Latn-IT-rozaj-biske-1994-nedis") == ["sl-Latn-IT-1994-biske-rozaj;q=1000"])
        #expect(Self.ranges("sl-Latn-IT-rozaj-biske-u-co-phonebk-1994") == ["sl-Latn-IT-biske-rozaj;q=1000"])
    }

    @Test func bytesAbove7FDropTheirElementOnly() {
        for byte in UInt8(0x80)...0xFF {
            #expect(Self.ranges([byte, 0x2C, 0x66, 0x72]) == ["fr;q=1000"])
            #expect(Self.ranges([0x66, 0x72, byte, 0x2C, 0x64, 0x65]) == ["de;q=1000"])
        }
    }

    @Test func onlyTheBest32AreMatched() {
        let strangers = (0..<32).map { "q\(letters($0))" }
        #expect(Self.ranges((strangers + ["fr"]).joined(separator: ",")).count == 32)
        #expect(!Self.ranges((strangers + ["fr"]).joined(separator: ",")).contains("fr;q=1000"))
        #expect(Self.ranges((strangers.map { "\($0);q=0.5" } + ["fr"]).joined(separator: ",")).first == "fr;q=1000")
        #expect(Self.ranges((["fr"] + strangers).joined(separator: ",")).first == "fr;q=1000")
        // What names no language counts all the same.
        let nonsense = (0..<32).map { "x\($0)" }
        #expect(Self.ranges((nonsense + ["fr"]).joined(separator: ",")) == [String](repeating: "?;q=1000", count: 32))
        // The last of the lowest weight gives way.
        let mixed = strangers.enumerated().map { "\($1);q=0.\($0 < 16 ? 5 : 4)" } + ["fr;q=0.45"]
        let kept = Self.ranges(mixed.joined(separator: ","))
        #expect(kept.count == 32)
        #expect(kept[16] == "fr;q=450")
        #expect(!kept.contains("\(strangers[31]);q=400"))
        #expect(kept.contains("\(strangers[30]);q=400"))
    }

    @Test func repeatedRangesDoNotPushOthersOut() {
        let header = String(repeating: "qaa, QAA;q=0.9, qaa-x-a,", count: 100) + "fr"
        #expect(Self.ranges(header) == ["qaa;q=1000", "fr;q=1000"])
    }

    @Test func exclusionsAreKeptBesideTheBest() {
        let strangers = (0..<40).map { "q\(letters($0))" }.joined(separator: ",")
        let ranges = Self.ranges("\(strangers), en;q=0, *;q=0")
        #expect(ranges.count == 34)
        #expect(ranges.suffix(2) == ["en;q=0", "*;q=0"])
    }

    /// Two letters for a number below 676.
    private func letters(_ number: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
        return String([alphabet[number / 26], alphabet[number % 26]])
    }
}
