import Testing

@testable import Localization

@Suite struct CatalogTests {
    private let english = LanguageTag("en")!
    private let french = LanguageTag("fr")!
    private let canadian = LanguageTag("fr-CA")!

    private func source(_ tag: LanguageTag, _ json: String, path: String? = nil, prefix: String = "") throws
        -> Catalog.Source
    {
        .init(tag: tag, files: [try TableFixtures.file(json, path: path ?? "\(tag).json", prefix: prefix)])
    }

    private func sources() throws -> [Catalog.Source] {
        [
            try source(english, #"{"a":"1","b":{"c":"2","d":""},"n":3}"#),
            try source(french, #"{"a":"un","x":"extra"}"#),
            try source(canadian, #"{"b.c":"deux"}"#),
        ]
    }

    private func catalog(_ sources: [Catalog.Source], replacing previous: Catalog? = nil) throws -> Catalog {
        try #require(Catalog(sources: sources, options: CatalogOptions(defaultLocale: english), replacing: previous))
    }

    @Test func tablesStandInByteOrder() throws {
        let catalog = try catalog(sources().reversed())
        #expect(catalog.tables.map(\.tag.description) == ["en", "fr", "fr-CA"])
        #expect(catalog.strings.map(\.tag.description) == ["en", "fr", "fr-CA"])
        #expect(catalog.strings[2].chain.map(\.tag.description) == ["fr-CA", "fr", "en"])
        #expect(catalog.ownStrings.map(\.chain.count) == [1, 1, 1])
        #expect(catalog.defaultStrings === catalog.strings[0])
        #expect(catalog.strings(for: canadian)?.string(forKeyPath: "a") == "un")
        #expect(catalog.strings(for: LanguageTag("fr-BE")!)?.tag == french)
        #expect(catalog.strings(for: LanguageTag("ja")!) == nil)
    }

    @Test func withoutATableForTheDefaultLocaleThereIsNone() throws {
        #expect(Catalog(sources: [try source(french, "{}")], options: CatalogOptions(defaultLocale: english)) == nil)
        #expect(Catalog(sources: [], options: CatalogOptions(defaultLocale: english)) == nil)
    }

    @Test func sourcesOfOneLocaleMerge() throws {
        let catalog = try catalog([
            source(english, #"{"a":"1"}"#, path: "en/strings.json"),
            source(english, #"{"b":"2"}"#, path: "EN/strings.json"),
            source(english, #"{"a":"3"}"#, path: "en/shop.json", prefix: "shop"),
        ])
        #expect(catalog.tables.count == 1)
        #expect(catalog.defaultStrings.text() == #"{"b":"2","shop":{"a":"3"},"a":"1"}"#)
    }

    @Test func messagesAreCounted() throws {
        let catalog = try catalog(sources())
        #expect(catalog.tables.map(\.messageCount) == [2, 2, 1])
        #expect(catalog.translatedCounts == [2, 1, 1])
        let next = try self.catalog(sources(), replacing: catalog)
        #expect(next.translatedCounts == [2, 1, 1])
    }

    // MARK: Versions

    @Test func theVersionNamesContentAndNothingElse() throws {
        let first = try catalog(sources())
        #expect(first.version.utf8.count == 32)
        #expect(first.version.allSatisfy { $0.isHexDigit })
        #expect(try catalog(sources().reversed()).version == first.version)
        #expect(try catalog(sources(), replacing: first).version == first.version)
    }

    @Test func theVersionChangesWithWhateverChangesAnswers() throws {
        var versions: Set<String> = [try catalog(sources()).version]
        var count = 1
        func expectAnother(_ catalog: Catalog?) {
            count += 1
            versions.insert(catalog?.version ?? "")
            #expect(versions.count == count)
        }
        var changed = try sources()
        changed[1] = try source(french, #"{"a":"une","x":"extra"}"#)
        expectAnother(try catalog(changed))
        changed[1] = try source(LanguageTag("fr-BE")!, #"{"a":"un","x":"extra"}"#)
        expectAnother(try catalog(changed))
        changed[1] = try source(french, #"{"a":"un","x":"extra"}"#, path: "fr/p.json", prefix: "p")
        expectAnother(try catalog(changed))
        expectAnother(try catalog(Array(sources().dropLast())))

        var options = CatalogOptions(defaultLocale: french)
        expectAnother(Catalog(sources: try sources(), options: options))
        options = CatalogOptions(defaultLocale: english)
        options.keepsEmptyStrings = true
        expectAnother(Catalog(sources: try sources(), options: options))
        options = CatalogOptions(defaultLocale: english)
        options.refused = [("fr", "en")]
        expectAnother(Catalog(sources: try sources(), options: options))
        options = CatalogOptions(defaultLocale: english)
        options.fallbacks = [(canadian, english)]
        expectAnother(Catalog(sources: try sources(), options: options))
    }

    /// The order in which the files of a locale count is part of its content.
    @Test func theVersionChangesWhereTwoFilesChangePlaces() throws {
        let one = #"{"a":"1"}"#
        let other = #"{"a":"2"}"#
        let first = try catalog([
            source(english, one, path: "en.json"), source(english, other, path: "en/strings.json"),
        ])
        let second = try catalog([
            source(english, other, path: "en.json"), source(english, one, path: "en/strings.json"),
        ])
        #expect(first.defaultStrings.string(forKeyPath: "a") == "2")
        #expect(second.defaultStrings.string(forKeyPath: "a") == "1")
        #expect(first.version != second.version)
    }

    // MARK: Reuse and changes

    @Test func tablesWhoseFilesDidNotChangeAreKept() throws {
        let first = try catalog(sources())
        var changed = try sources()
        changed[1] = try source(french, #"{"a":"une"}"#)
        let second = try catalog(changed, replacing: first)
        #expect(second.tables[0] === first.tables[0])
        #expect(second.tables[1] !== first.tables[1])
        #expect(second.tables[2] === first.tables[2])
        // Another name for the same bytes can change which file counts.
        changed = try sources()
        changed[1] = try source(french, #"{"a":"un","x":"extra"}"#, path: "fr/strings.json")
        #expect(try catalog(changed, replacing: first).tables[1] !== first.tables[1])
    }

    @Test func tablesAreBuiltAnewUnderAnotherRule() throws {
        let first = try catalog(sources())
        var options = CatalogOptions(defaultLocale: english)
        options.keepsEmptyStrings = true
        let second = try #require(Catalog(sources: try sources(), options: options, replacing: first))
        #expect(second.tables[0] !== first.tables[0])
        #expect(second.tables[0].messageCount == 3)
    }

    @Test func changesAreCounted() throws {
        let german = LanguageTag("de")!
        let first = try catalog([
            source(english, #"{"a":"1","b":{"c":"2","d":"3"},"n":1,"e":"","l":["x","y"]}"#),
            source(french, #"{"a":"un","b":"deux"}"#),
            source(canadian, #"{"a":"un"}"#),
        ])
        let second = try catalog(
            [
                source(english, #"{"b":{"c":"2","d":"three","f":"4"},"n":2,"e":"now","l":["x"],"a":{"b":"5"}}"#),
                source(canadian, #"{"a":"un"}"#),
                source(german, #"{"a":"eins","n":null}"#),
            ], replacing: first)
        #expect(
            second.changes(since: first) == [
                TableChanges(tag: german, added: 2),
                TableChanges(tag: english, added: 2, changed: 3, removed: 2),
                TableChanges(tag: french, removed: 2),
            ])
        #expect(second.changes(since: second).isEmpty)
    }

    /// Other bytes of the same meaning make another table, and no changed key.
    @Test func aChangeOfLayoutChangesNoKey() throws {
        let first = try catalog([source(english, #"{"a.b":"1"}"#)])
        let second = try catalog([source(english, #"{"a": {"b": "1"}}"#)], replacing: first)
        #expect(second.changes(since: first) == [TableChanges(tag: english)])
    }
}
