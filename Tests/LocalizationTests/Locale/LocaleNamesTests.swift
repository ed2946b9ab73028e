import Foundation
import Localization
import TestSupport
import Testing

@Suite struct LocaleNamesTests {
    @Test(arguments: [
        ("fr", "fr"), ("pt_br", "pt-BR"), ("zh-hant", "zh-Hant"), ("iw", "he"), ("en_GB", "en-GB"),
        ("sr-latn", "sr-Latn"),
        ("dev", "dev"), ("qaa", "qaa"),
    ])
    func locales(_ name: String, _ tag: String) throws {
        #expect(LocaleNames().meaning(of: name) == .locale(try #require(LanguageTag(tag))))
    }

    @Test(arguments: [
        "qqq", "QQQ", "percentages", "package", "ca@valencia", "README", "strings", "Base", "", "..", "1",
    ])
    func others(_ name: String) {
        #expect(LocaleNames().meaning(of: name) == .other)
    }

    @Test func exceptions() throws {
        let chinese = try #require(LanguageTag("zh-TW"))
        let names = LocaleNames(aliases: ["tw": chinese, "notes": chinese, "src": chinese], ignored: ["src", "sv"])
        #expect(names.meaning(of: "tw") == .locale(chinese))
        #expect(names.meaning(of: "notes") == .locale(chinese))
        #expect(names.meaning(of: "src") == .ignored)
        #expect(names.meaning(of: "sv") == .ignored)
        #expect(names.meaning(of: "TW") == .locale(try #require(LanguageTag("tw"))))
    }

    /// What real projects call their tables.
    @Test(.enabled(if: SharedData.isPresent, SharedData.absence)) func corpora() throws {
        let others: [String: Set<String>] = [
            "etherpad": ["qqq"], "excalidraw": ["percentages"], "hoppscotch": [], "i18next-tests": [],
            "uptime-kuma": ["ca@valencia"],
        ]
        for (project, expected) in others {
            var found: Set<String> = []
            var locales: Set<String> = []
            for name in try Self.localeNames(in: project) {
                switch LocaleNames().meaning(of: name) {
                case .locale(let tag): locales.insert(name == tag.description ? name : "\(name) is \(tag)")
                case .other, .ignored: found.insert(name)
                }
            }
            print("\(project): \(locales.count) locales: \(locales.sorted().joined(separator: ", "))")
            print("\(project): others: \(found.sorted().joined(separator: ", "))")
            #expect(found == expected, "\(project)")
        }
    }

    /// The names of files and folders that stand directly in a project's locale folders.
    private static func localeNames(in project: String) throws -> Set<String> {
        let root = SharedData.url("corpora/tables/\(project)/files")
        var names: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "json" {
            let parts = file.path.split(separator: "/").map(String.init)
            let folders = ["locales", "lang", "ep_admin_pads"]
            guard let folder = parts.lastIndex(where: folders.contains), folder + 1 < parts.count else { continue }
            let name = parts[folder + 1]
            names.insert(name.hasSuffix(".json") ? String(name.dropLast(5)) : name)
        }
        return names
    }
}
