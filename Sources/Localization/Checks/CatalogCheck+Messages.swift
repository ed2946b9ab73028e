extension CatalogCheck {
    /// What a message says by itself.
    mutating func check(_ subject: Subject) {
        for plural in subject.outline.plurals { check(plural, subject) }
        if !subject.outline.literalNumberSigns.isEmpty {
            add(
                .literalNumberSign, subject,
                "# stands directly under a select, where it is shown as it is; repeat the argument's name instead")
        }
    }

    private mutating func check(_ plural: MessageOutline.Plural, _ subject: Subject) {
        let kind = plural.isOrdinal ? "selectordinal" : "plural"
        let categories = PluralCategories.of(subject.table.tag, ordinal: plural.isOrdinal)
        let lacking = categories.filter { category in
            !plural.keys.contains(category)
                && !PluralCategories.covers(
                    plural.exactKeys, category, of: subject.table.tag, ordinal: plural.isOrdinal)
        }
        if !lacking.isEmpty {
            add(
                .missingCategory, subject,
                "the \(kind) of {\(plural.name)} has no branch for \(lacking.joined(separator: ", ")), which "
                    + "\(subject.table.tag) needs")
        }
        let unused = plural.keys.filter { !categories.contains($0) }
        if !unused.isEmpty {
            add(
                .unusedCategory, subject,
                "the \(kind) of {\(plural.name)} has a branch for \(unused.joined(separator: ", ")), which no number "
                    + "of \(subject.table.tag) uses")
        }
    }

    /// What a message says beside the default locale's.
    mutating func compare(_ subject: Subject, with reference: Subject) {
        let own = Set(subject.outline.parameters.map(\.name))
        let expected = Set(reference.outline.parameters.map(\.name))
        let lacking = expected.subtracting(own).sorted()
        let extra = own.subtracting(expected).sorted()
        if !lacking.isEmpty || !extra.isEmpty {
            var parts: [String] = []
            if !lacking.isEmpty { parts.append("lacks \(Self.list(lacking))") }
            if !extra.isEmpty { parts.append("has \(Self.list(extra)) beyond it") }
            add(
                .differentArguments, subject,
                "beside \(reference.table.tag), the message \(parts.joined(separator: " and "))")
        }
        let difference = MarkupTags.difference(tags(of: subject), tags(of: reference))
        if let difference {
            add(.differentMarkup, subject, "beside \(reference.table.tag), the message \(difference)")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "{\($0)}" }.joined(separator: ", ")
    }

    /// The tags in all of a message's literal texts. A message that needs no program holds none.
    private func tags(of subject: Subject) -> Set<String> {
        var tags: Set<String> = []
        for run in subject.outline.runs { MarkupTags.collect(from: run.text, into: &tags) }
        return tags
    }
}

extension PluralCategories {
    /// Whether exact branches (`=1`) stand for all numbers of a category, as `=1` does for `one` in English and does
    /// not in Russian. Numbers up to 1,000 are looked at; `other` is never covered.
    static func covers(_ exactKeys: [String], _ category: String, of tag: LanguageTag, ordinal: Bool) -> Bool {
        guard category != "other", !exactKeys.isEmpty else { return false }
        let exact = Set(exactKeys.compactMap { UInt64($0) })
        let locale = MessageLocale.of(tag)
        let rules = ordinal ? locale.ordinal : locale.cardinal
        var isEmpty = true
        for number in 0...1000 as ClosedRange<UInt64> where rules.category(ofInteger: number).name == category {
            if !exact.contains(number) { return false }
            isEmpty = false
        }
        return !isEmpty
    }
}
