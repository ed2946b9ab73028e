import Foundation
import Localization
import TestSupport
import Testing

@Suite struct LocaleFileNameTests {
    private static func tag(_ name: String) -> LanguageTag? { LanguageTag(fileName: Array(name.utf8)) }

    @Test(arguments: [
        ("fr", "fr"), ("pt_br", "pt-BR"), ("zh-hant", "zh-Hant"), ("iw", "he"), ("en_GB", "en-GB"),
        ("sr-latn", "sr-Latn"),
        ("dev", "dev"), ("qaa", "qaa"), ("qqa", "qqa"), ("src", "sc"),
    ])
    func locales(_ name: String, _ tag: String) {
        #expect(Self.tag(name)?.description == tag)
    }

    @Test(arguments: [
        "qqq", "QQQ", "qqq-x-a", "percentages", "package", "ca@valencia", "README", "strings", "Base", "", "..", "1",
        "a",
    ])
    func others(_ name: String) {
        #expect(Self.tag(name) == nil)
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
                if let tag = Self.tag(name) {
                    locales.insert(name == tag.description ? name : "\(name) is \(tag)")
                } else {
                    found.insert(name)
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
