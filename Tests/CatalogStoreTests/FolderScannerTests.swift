import Foundation
import Localization
import Testing

@testable import CatalogStore

@Suite struct FolderScannerTests {
    typealias Entry = TemporaryFolder.Entry

    /// A folder and what is seen in it: `path tag keyPrefix` of each file, `path code` of each problem.
    struct Case: CustomTestStringConvertible {
        var name: String
        var folder: KeyValuePairs<String, Entry>
        var files: [String]
        var problems: [String] = []
        var testDescription: String { name }
    }

    static let empty = Entry.text("{}")

    static let cases = [
        Case(
            name: "every place where a table may lie",
            folder: [
                "fr.json": empty, "de/strings.json": empty, "it.lproj/strings.json": empty,
                "pl/translation.json": empty, "fr/login.json": empty, "it.lproj/login.json": empty,
                "fr/shop/cart.json": empty,
            ],
            files: [
                "de/strings.json de ", "fr.json fr ", "fr/login.json fr login", "fr/shop/cart.json fr shop.cart",
                "it.lproj/login.json it login", "it.lproj/strings.json it ", "pl/translation.json pl ",
            ]),
        Case(
            name: "only directly in the locale's folder is strings.json the root",
            folder: ["fr/shop/strings.json": empty, "fr/shop/translation.json": empty, "fr/a.b.json": empty],
            files: [
                "fr/a.b.json fr a.b", "fr/shop/strings.json fr shop.strings",
                "fr/shop/translation.json fr shop.translation",
            ]),
        Case(
            name: "Base is the default locale",
            folder: ["Base.lproj/strings.json": empty, "Base.lproj/login.json": empty, "Base.json": empty],
            files: ["Base.json en ", "Base.lproj/login.json en login", "Base.lproj/strings.json en "]),
        Case(
            name: "names that are no locale",
            folder: [
                "percentages.json": empty, "package.json": empty, "sr@latin.json": empty, "qqq.json": empty,
                "QQQ/strings.json": empty, "README.md": empty, "images/en.json": empty, "x.json": empty,
                "12.json": empty, "en.json": empty, "en.JSON": empty, ".json": empty, "-en.json": empty,
            ],
            files: ["en.json en "],
            problems: [
                "-en.json not-a-locale", "12.json not-a-locale", "QQQ not-a-locale", "README.md not-a-locale",
                "sr@latin.json not-a-locale", "en.JSON not-a-locale", "images not-a-locale",
                "package.json not-a-locale", "percentages.json not-a-locale", "qqq.json not-a-locale",
                "x.json not-a-locale",
            ]),
        Case(
            name: "hidden names and editors' copies pass without a word",
            folder: [
                ".git/en.json": empty, ".en.json.swp": empty, "en.json~": empty, "fr~/strings.json": empty,
                "en/.hidden.json": empty, "en/a.json~": empty, "en/a.json": empty, "en/..2026/b.json": empty,
            ],
            files: ["en/a.json en a"]),
        Case(
            name: "aliases and ignored names",
            folder: [
                "tw.json": empty, "ca@valencia.json": empty, "new.json": empty, "app/strings.json": empty,
                "en/notes.json": empty, "en/login.json": empty,
            ],
            files: ["ca@valencia.json ca ", "en/login.json en login", "tw.json zh-TW "]),
        Case(
            name: "a file where a folder belongs, and the other way round",
            folder: ["fr": empty, "de.json/strings.json": empty, "it.lproj": empty, "en.json": empty],
            files: ["en.json en "],
            problems: ["de.json not-a-locale", "fr not-a-locale", "it.lproj not-a-locale"]),
        Case(
            name: "what is no table inside a locale's folder",
            folder: ["en.lproj/Main.strings": empty, "en.lproj/strings.json": empty, "en.lproj/x/.keep": empty],
            files: ["en.lproj/strings.json en "], problems: ["en.lproj/Main.strings not-a-locale"]),
        Case(
            name: "a ConfigMap",
            folder: [
                "..2026_11_30/fr.json": empty, "..2026_11_30/en.json": empty, "..data": .link("..2026_11_30"),
                "fr.json": .link("..data/fr.json"), "en.json": .link("..data/en.json"),
            ],
            files: ["en.json en ", "fr.json fr "]),
        Case(
            name: "links inside the folder",
            folder: [
                "shared/de.json": empty, "de.json": .link("shared/de.json"), "de": .link("./shared/../real"),
                "real/login.json": .link("../shared/de.json"), "fr": .link("de"), "en.json": .link("de.json"),
            ],
            files: ["de.json de ", "de/login.json de login", "en.json en ", "fr/login.json fr login"],
            problems: ["real not-a-locale", "shared not-a-locale"]),
        Case(
            name: "links that lead out, in circles and to nothing",
            folder: [
                "en.json": empty, "fr.json": .link("../outside.json"), "de.json": .link("/etc/passwd"),
                "it.json": .link("it.json"), "pl.json": .link("es.json"), "es.json": .link("pl.json"),
                "ja.json": .link("nowhere.json"), "ko": .link(".."), "zh.json": .link("en.json/x"),
                "nl": .link("/"), "sv/up": .link("../.."), "sv/a.json": .link("../../../etc/passwd"),
            ],
            files: ["en.json en "],
            problems: [
                "de.json unreadable", "es.json unreadable", "fr.json unreadable", "it.json unreadable",
                "ja.json unreadable", "ko unreadable", "nl unreadable", "pl.json unreadable", "sv/a.json unreadable",
                "sv/up unreadable", "zh.json unreadable",
            ]),
        Case(
            name: "folders that lead back into themselves",
            folder: [
                "en/strings.json": empty, "en/again": .link("../en"), "en/all": .link(".."), "fr/deep/x": .link(".."),
                "fr/a.json": empty,
            ],
            files: ["en/strings.json en ", "fr/a.json fr a"],
            problems: ["en/again unreadable", "en/all unreadable", "fr/deep/x unreadable"]),
        Case(
            name: "pipes are not opened",
            folder: ["en.json": empty, "fr.json": .pipe, "de/login.json": .pipe, "it.json": .link("fr.json")],
            files: ["en.json en "],
            problems: ["de/login.json unreadable", "fr.json unreadable", "it.json unreadable"]),
        Case(
            name: "names that are the same to a reader and not to a program",
            folder: ["en/\u{E9}.json": empty, "en/e\u{301}.json": empty],
            files: ["en/e\u{301}.json en e\u{301}", "en/\u{E9}.json en \u{E9}"]),
    ]

    @Test(arguments: cases)
    func sees(_ scenario: Case) throws {
        let folder = try TemporaryFolder(scenario.folder)
        let scan = try scan(folder.path)
        #expect(describe(scan.files) == scenario.files)
        #expect(scan.problems.map { "\($0.file) \($0.code.rawValue)" }.sorted() == scenario.problems.sorted())
        for problem in scan.problems { #expect(!problem.description.contains(folder.path)) }
    }

    @Test func absoluteLinksIntoTheFolderAreFollowed() throws {
        let folder = try TemporaryFolder(["real/shared/de.json": Self.empty, "link": .link("real")])
        try folder.add(.link(folder("link/shared/de.json")), at: "real/de.json")
        try folder.add(.link(folder("real/shared/de.json")), at: "real/fr.json")
        try folder.add(.link(folder("real2/de.json")), at: "real/it.json")
        let scan = try scan(folder("link"))
        #expect(describe(scan.files) == ["de.json de ", "fr.json fr "])
    }

    @Test func tagsAreCanonical() throws {
        let folder = try TemporaryFolder([
            "pt_br.json": Self.empty, "PT-BR/login.json": Self.empty, "iw.json": Self.empty, "zh_hant.json": Self.empty,
        ])
        let scan = try scan(folder.path)
        #expect(
            describe(scan.files) == [
                "PT-BR/login.json pt-BR login", "iw.json he ", "pt_br.json pt-BR ", "zh_hant.json zh-Hant ",
            ])
    }

    @Test func namesThatAreNotUTF8AreReported() throws {
        let folder = try TemporaryFolder(["en/strings.json": Self.empty])
        try folder.shell(#"touch $'en/\xff.json' $'\xff.json' $'en/\xc3(.json'"#)
        let scan = try scan(folder.path)
        #expect(describe(scan.files) == ["en/strings.json en "])
        #expect(scan.problems.map(\.code) == [.notALocale, .notALocale, .notALocale])
    }

    @Test func depthAndNumberAreLimited() throws {
        let folder = try TemporaryFolder(["en/a/b/c/d.json": Self.empty, "en/a/x.json": Self.empty])
        for number in 0..<20 { try folder.add(Self.empty, at: "fr/\(number).json") }
        var limits = CatalogStoreConfiguration.Limits()
        limits.depth = 3
        limits.fileCount = 10
        let scan = try scan(folder.path, limits: limits)
        #expect(scan.files.count == 10)
        #expect(describe(scan.files).first == "en/a/x.json en a.x")
        #expect(scan.problems.map(\.code) == [.limit, .limit])
    }

    @Test func linksDoNotMakeASmallTreeEndless() throws {
        // Each level doubles the ways: two to the thirtieth folders, were they all entered.
        let folder = try TemporaryFolder(["en/strings.json": Self.empty])
        for level in 0..<30 {
            try folder.add(.link("../level\(level + 1)"), at: "level\(level)/a")
            try folder.add(.link("../level\(level + 1)"), at: "level\(level)/b")
        }
        try folder.add(.folder, at: "level30")
        try folder.add(.link("level0"), at: "fr")
        var limits = CatalogStoreConfiguration.Limits()
        limits.fileCount = 500
        let scan = try scan(folder.path, limits: limits)
        #expect(describe(scan.files) == ["en/strings.json en "])
        #expect(scan.problems.contains { $0.code == .limit })
        #expect(scan.problems.count < 1_000)
    }

    @Test func whatDecidesIsWatched() throws {
        let folder = try TemporaryFolder([
            "..1/fr.json": Self.empty, "..data": .link("..1"), "fr.json": .link("..data/fr.json"),
            "en/shop/cart.json": Self.empty, "pictures/a.png": .text(""),
        ])
        let scan = try scan(folder.path)
        #expect(Set(scan.watched.keys.map(\.text)) == ["", "..1", "en", "en/shop"])
        let top = try #require(scan.watched[.top])
        #expect(top.includes(Array("..data".utf8)) && top.includes(Array("new.json".utf8)))
        #expect(!top.includes(Array("..data_tmp".utf8)) && !top.includes(Array("fr.json~".utf8)))
        let hidden = try #require(scan.watched[RelativePath.top.appending(Array("..1".utf8))])
        #expect(hidden.includes(Array("fr.json".utf8)) && !hidden.includes(Array("de.json".utf8)))
    }

    private func scan(
        _ path: String, limits: CatalogStoreConfiguration.Limits = CatalogStoreConfiguration.Limits()
    ) throws -> FolderScan {
        var configuration = CatalogStoreConfiguration(
            folder: path, options: CatalogOptions(defaultLocale: try #require(LanguageTag("en"))))
        configuration.aliases = [
            "tw": try #require(LanguageTag("zh-TW")), "ca@valencia": try #require(LanguageTag("ca")),
        ]
        configuration.ignoredNames = ["new", "app", "en/notes.json"]
        let configured = ConfiguredPath(path)
        let scanner = FolderScanner(names: LocaleNames(configuration), limits: limits)
        return try scanner.scan(
            top: Folder(top: configured.absolute),
            absolutePaths: [configured.absolute] + [configured.route().target].compactMap(\.self))
    }

    private func describe(_ files: [FoundFile]) -> [String] {
        files.map { "\($0.path.text) \($0.tag) \(String(decoding: $0.keyPrefix, as: UTF8.self))" }
    }
}
