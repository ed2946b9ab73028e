import Localization
import Testing

@Suite("A catalog as a program asks it") struct CatalogFaceTests {
    static let catalog: Catalog = {
        let tables = ["en": "Log in", "fr": "Se connecter", "pt-BR": "Entrar", "zh-Hant": "登入"].map { tag, text in
            Table(
                tag: LanguageTag(tag)!, messages: [("login.title", text)] + (tag == "en" ? [("only", "English")] : []))
        }
        return Catalog(tables: tables, options: CatalogOptions(defaultLocale: .english))!
    }()

    @Test(arguments: [
        ("fr-CA, en;q=0.5", "fr"), ("zh-TW", "zh-Hant"), ("pt", "pt-BR"), ("xx", "en"), ("", "en"), (nil, "en"),
        ("fr;q=0, *", "en"), ("; ;,\u{0},é", "en"), (String(repeating: "fr,", count: 2000), "en"),
        ("de;q=0.9, fr;q=0.8", "fr"),
    ])
    func aReaderAlwaysGetsStrings(_ header: String?, _ expected: String) {
        #expect(Self.catalog.strings(acceptLanguage: header).tag.description == expected)
    }

    @Test(arguments: [
        ("fr", "fr"), ("FR_ca", "fr"), ("pt_br", "pt-BR"), ("pt", "pt-BR"), ("zh-TW", "zh-Hant"), ("es", nil),
        ("", nil),
        ("not a tag", nil), ("auto", nil), ("*", nil), (String(repeating: "fr-", count: 100_000), nil),
    ])
    func aLocaleIsFoundByName(_ name: String, _ expected: String?) {
        #expect(Self.catalog.strings(for: name)?.tag.description == expected)
        #expect(Self.catalog.strings(for: name[...])?.tag.description == expected)
        #expect(LanguageTag(name).flatMap { Self.catalog.strings(for: $0) }?.tag.description == expected)
    }

    @Test func stringsFallBackKeyByKey() throws {
        let french = try #require(Self.catalog.strings(for: "fr"))
        #expect(french.string(forKeyPath: "login.title") == "Se connecter")
        #expect(french.string(forKeyPath: "only") == "English")
        #expect(french.locales.map(\.description) == ["fr", "en"])
        #expect(Self.catalog.locales.map(\.description) == ["en", "fr", "pt-BR", "zh-Hant"])
        #expect(Self.catalog.defaultStrings.tag == .english)
    }

    @Test func aTableIsMadeFromJSON() throws {
        let table = try Table(tag: .english, json: #"{"login":{"title":"Log in"},"login.hint":"?","list":["x"]}"#)
        let strings = try #require(Catalog(tables: [table], options: CatalogOptions())).defaultStrings
        #expect(strings.message(forKeyPath: "login.title") == "Log in")
        #expect(strings.message(forKeyPath: "login.hint") == "?")
        #expect(strings.message(forKeyPath: "list.0") == "x")
        #expect(throws: Problem.self) { try Table(tag: .english, json: "[]") }
        #expect(throws: Problem.self) { try Table(tag: .english, json: #"{"a":}"#) }
    }

    @Test func withoutATableForTheDefaultLocaleThereIsNoCatalog() {
        let french = Table(tag: LanguageTag("fr")!, messages: [])
        #expect(Catalog(tables: [french], options: CatalogOptions()) == nil)
        #expect(Catalog(tables: [french], options: CatalogOptions(defaultLocale: french.tag)) != nil)
    }

    @Test func keyPathsAreBuiltAndPassedOn() throws {
        let login: MessageKeyPath = "login"
        let title = login.appending("title")
        let strings = Self.catalog.defaultStrings
        #expect(title.description == "login.title")
        #expect(title.segments == ["login", "title"])
        #expect(strings.string(forKeyPath: title) == "Log in")
        #expect(strings.string(forKeyPath: title, arguments: [:]) == "Log in")
        #expect(strings.message(forKeyPath: title) == "Log in")
        #expect(strings.string(forKeyPath: login) == "login")
        #expect(strings.string(forKeyPath: login, default: "Door") == "Door")
        #expect(strings.message(forKeyPath: login) == nil)
        let empty = ""
        #expect(MessageKeyPath(empty) == nil)
        #expect(try #require(MessageKeyPath(String("a..b"))).segments == ["a", "", "b"])
        // Byte for byte, as tables have it: letters are not normalised.
        #expect(MessageKeyPath("caf\u{E9}") != MessageKeyPath("cafe\u{301}"))
        #expect(Set<MessageKeyPath>(["a.b", "caf\u{E9}", "cafe\u{301}", "a.b"]).count == 3)
        #expect(MessageKeyPath("a.b") < MessageKeyPath("a.c"))
    }

    /// Swift's own type keeps its name in a file that imports the library.
    @Test func swiftsKeyPathsAreNotHidden() {
        let path: KeyPath<LanguageTag, String> = \.language
        #expect(LanguageTag.english[keyPath: path] == "en")
    }
}
