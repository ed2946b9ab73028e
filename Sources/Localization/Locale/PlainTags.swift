internal import CICU

/// Tags of a language, perhaps a script and perhaps a region, none of which CLDR replaces: only their case changes.
///
/// Nearly all that readers send is of this kind, and ICU, which searches its lists from end to end, takes up to 20
/// microseconds for one of them.
enum PlainTags {
    /// The subtags that CLDR replaces, each packed into a number.
    private struct Aliases {
        var languages: Set<UInt32> = []
        var scripts: Set<UInt32> = []
        var territories: Set<UInt32> = []
    }

    /// The subtags of a plain tag, packed; 0 for none.
    private struct Subtags {
        var language: UInt32
        var script: UInt32 = 0
        var territory: UInt32 = 0
    }

    private static let aliases: Aliases = {
        var aliases = Aliases()
        for alias in names(PARLANCE_LANGUAGE_ALIASES) {
            // `sgn_BR` is plain and `en_GB_oed` is not: the one makes every `sgn` suspicious, the other says nothing.
            if let subtags = subtags(of: alias) { aliases.languages.insert(subtags.language) }
        }
        // The one language that ICU replaces without CLDR's word for it: an old code of Javanese.
        aliases.languages.insert(packed(Array("jaw".utf8)[...]))
        aliases.scripts = Set(names(PARLANCE_SCRIPT_ALIASES).map { packed($0[...]) })
        aliases.territories = Set(names(PARLANCE_TERRITORY_ALIASES).map { packed($0[...]) })
        return aliases
    }()

    /// The canonical form of a text in lower case; nil where it is not plain, or no tag at all.
    static func canonical(_ text: [UInt8]) -> String? {
        guard let subtags = subtags(of: text), !aliases.languages.contains(subtags.language),
            !aliases.scripts.contains(subtags.script), !aliases.territories.contains(subtags.territory)
        else { return nil }
        var result = text
        if subtags.script != 0, let start = text.firstIndex(of: UInt8(ascii: "-")) { result[start + 1] &= 0xDF }
        if subtags.territory != 0, let start = text.lastIndex(of: UInt8(ascii: "-")) {
            for index in start + 1..<text.count where LanguageTagSyntax.isLetter(text[index]) { result[index] &= 0xDF }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The subtags of a plain tag in lower case.
    private static func subtags(of text: [UInt8]) -> Subtags? {
        var parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 3, omittingEmptySubsequences: false)[...]
        guard let language = parts.popFirst(), (2...3).contains(language.count),
            language.allSatisfy(LanguageTagSyntax.isLetter)
        else { return nil }
        var subtags = Subtags(language: packed(language))
        if let script = parts.first, script.count == 4, script.allSatisfy(LanguageTagSyntax.isLetter) {
            subtags.script = packed(script)
            parts.removeFirst()
        }
        if let territory = parts.first,
            (territory.count == 2 && territory.allSatisfy(LanguageTagSyntax.isLetter))
                || (territory.count == 3 && territory.allSatisfy(LanguageTagSyntax.isDigit))
        {
            subtags.territory = packed(territory)
            parts.removeFirst()
        }
        return parts.isEmpty ? subtags : nil
    }

    private static func packed(_ subtag: ArraySlice<UInt8>) -> UInt32 {
        subtag.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// What CLDR replaces, in lower case with `-`.
    private static func names(_ kind: parlance_alias_kind) -> [[UInt8]] {
        var names: [[UInt8]] = []
        let isKnown = unsafe withUnsafeMutablePointer(to: &names) { pointer in
            unsafe parlance_visit_locale_aliases(kind, pointer) { context, alias in
                guard let name = unsafe LanguageTagSyntax.separated(Array(String(cString: alias).utf8)) else { return }
                unsafe context.assumingMemoryBound(to: [[UInt8]].self).pointee.append(name)
            }
        }
        precondition(isKnown, "the data of the linked ICU lacks the aliases of subtags")
        return names
    }
}
