import CatalogStore
import Localization
import Testing

/// The store as a program embeds it, on the folders of an app that BRLocalize served.
@Suite("A folder in one line") struct FollowingTests {
    static let base = #"{"login":{"title":"Log in","count":3},"a.day":"{d, date, ::Hm}"}"#

    @Test("XX.lproj/strings.json and Base.lproj are read, and found as appStrings was") func ancestorsFolders() throws {
        let folder = try TemporaryFolder([
            "Base.lproj/strings.json": .text(Self.base),
            "fr.lproj/strings.json": .text(#"{"login":{"title":"Connexion"}}"#),
            "fr.lproj/login.json": .text(#"{"hint":"Votre nom"}"#), "zh-Hant.lproj/strings.json": .text("{}"),
        ])
        let store = try CatalogStore(following: folder.path)
        defer { store.stop() }
        let catalog = try #require(store.current)
        #expect(catalog.locales.map(\.description) == ["en", "fr", "zh-Hant"])
        let french = try #require(catalog.strings(for: "fr_FR"))
        #expect(french.string(forKeyPath: "login.title") == "Connexion")
        #expect(french.string(forKeyPath: "login.hint") == "Votre nom")
        #expect(french.string(forKeyPath: "login.count") == "login.count")
        #expect(" {login.title} ".localized(with: french) == "Connexion")
        let chinese = try #require(catalog.strings(for: "zh-TW"))
        #expect(chinese.string(forKeyPath: "login.title") == "Log in")
    }

    @Test("The default locale may be another, and Base.lproj is its table") func anotherDefaultLocale() throws {
        let german = try #require(LanguageTag("de"))
        let folder = try TemporaryFolder(["Base.lproj/strings.json": .text(#"{"a":"Hallo"}"#)])
        let store = try CatalogStore(following: folder.path, defaultLocale: german)
        defer { store.stop() }
        #expect(store.current?.strings(acceptLanguage: nil).tag == german)
        #expect(store.current?.strings(acceptLanguage: "fr").string(forKeyPath: "a") == "Hallo")
    }

    @Test("Changes are followed, and a catalog that was handed out stays as it is") func changesAreFollowed() throws {
        let folder = try TemporaryFolder(["en.json": .text(#"{"a":"one"}"#)])
        let store = try CatalogStore(following: folder.path)
        defer { store.stop() }
        let before = try #require(store.current)
        try folder.add(.text(#"{"a":"two"}"#), at: "en.json")
        store.reload()
        #expect(store.current?.defaultStrings.string(forKeyPath: "a") == "two")
        #expect(before.defaultStrings.string(forKeyPath: "a") == "one")
    }

    @Test("Dates are shown in the system's time zones") func timeZones() throws {
        let folder = try TemporaryFolder(["en.json": .text(Self.base)])
        let store = try CatalogStore(following: folder.path)
        defer { store.stop() }
        let strings = try #require(store.current).defaultStrings
        let arguments: Arguments = ["d": "2026-07-15T12:00:00Z", "timezone": "Europe/Paris"]
        #expect(strings.string(forKeyPath: "a.day", arguments: arguments) == "14:00")
        #expect(try Template("<a.day>").render(with: strings, arguments: arguments) == "14:00")
    }

    @Test("A folder that cannot serve the default locale is refused, and says what it has") func refused() throws {
        let folder = try TemporaryFolder(["fr.json": .text("{}")])
        do throws(CatalogStoreError) {
            _ = try CatalogStore(following: folder.path)
            Issue.record("it started")
        } catch {
            #expect(error.code == .noDefaultTable)
            #expect(error.foundLocales == ["fr"])
        }
        #expect(throws: CatalogStoreError.self) { try CatalogStore(following: folder("no such folder")) }
    }
}
