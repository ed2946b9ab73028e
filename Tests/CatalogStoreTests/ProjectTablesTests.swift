import Foundation
import Localization
import TestSupport
import Testing

@testable import CatalogStore

/// The tables of real projects load as they are, and every string answers at its key path.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ProjectTablesTests {
    struct Project: CustomTestStringConvertible {
        var folder: String
        var aliases: [String: String] = [:]
        var testDescription: String { folder }
    }

    static let projects = [
        Project(folder: "etherpad/files/src/locales"),
        Project(folder: "excalidraw/files/packages/excalidraw/locales"),
        Project(
            folder: "hoppscotch/files/packages/hoppscotch-common/locales", aliases: ["cn": "zh-CN", "tw": "zh-TW"]),
        Project(
            folder: "hoppscotch/files/packages/hoppscotch-sh-admin/locales", aliases: ["cn": "zh-CN", "tw": "zh-TW"]),
        Project(folder: "uptime-kuma/files/src/lang"),
        Project(folder: "i18next-tests/files/test/compatibility/v1/locales"),
        Project(folder: "i18next-tests/files/test/runtime/locales"),
    ]

    @Test(arguments: projects)
    func loadsAndAnswers(_ project: Project) throws {
        let folder = SharedData.url("corpora/tables/" + project.folder).path
        guard FileManager.default.fileExists(atPath: folder) else {
            print("\(project.folder): not there")
            return
        }
        let english = try #require(LanguageTag("en"))
        var configuration = CatalogStoreConfiguration(folder: folder, options: CatalogOptions(defaultLocale: english))
        configuration.options.keepsEmptyStrings = true
        configuration.watches = false
        configuration.limits.problemCount = .max
        for (name, tag) in project.aliases { configuration.aliases[name] = LanguageTag(tag) }
        let store = CatalogStore(configuration)
        try store.start()
        defer { store.stop() }
        let status = store.status
        let catalog = try #require(store.current)
        let skipped = status.problems.filter { $0.code == .notALocale }.map(\.file)
        let twice = status.problems.filter { $0.code == .duplicatePath || $0.code == .duplicateKey }
        print("\(project.folder): \(catalog.tables.count) locales of \(status.files.count) files; skipped: \(skipped)")
        for problem in twice { print("  twice: \(problem)") }
        let bad = Set(status.files.filter(\.isBad).map(\.path))
        for problem in status.problems {
            let isExpected = [.notALocale, .duplicatePath, .duplicateKey].contains(problem.code)
            #expect(isExpected || bad.contains(problem.file), "\(problem)")
        }

        // Defined twice, the later one answers; which that is, the tables' own tests say.
        let doubtful = Set(twice.compactMap { problem in problem.keyPath.map { "\(problem.file) \($0)" } })
        let doubtfulPaths = Set(twice.compactMap(\.keyPath))
        var strings = 0
        for file in status.files {
            let table = try #require(catalog.tables.first { $0.tag == file.tag })
            let own = Strings(chain: [table])
            let bytes = try Data(contentsOf: URL(filePath: folder + "/" + file.path))
            // What is bad to us is bad to another parser.
            guard let object = try? JSONSerialization.jsonObject(with: bytes) else {
                print("  bad: \(file.path)")
                #expect(file.isBad)
                continue
            }
            #expect(!file.isBad)
            let prefix = try #require(keyPrefix(file.path))
            visit(object, at: prefix) { path, text in
                strings += 1
                if doubtful.contains("\(file.path) \(path)") || doubtfulPaths.contains(path) { return }
                let answer = own.message(forKeyPath: path)
                if answer != text { Issue.record("\(file.path) \(path): \(answer ?? "nothing") for \(text)") }
            }
        }
        print("  \(strings) strings, each at its key path")
        #expect(strings > 0)
    }

    private func keyPrefix(_ path: String) -> String? {
        let parts = path.split(separator: "/").dropFirst().map { $0.replacing(".json", with: "") }
        return parts == ["translation"] || parts == ["strings"] ? "" : parts.joined(separator: ".")
    }

    private func visit(_ value: Any, at path: String, _ body: (String, String) throws -> Void) rethrows {
        switch value {
        case let text as String: try body(path, text)
        case let object as [String: Any]:
            for (key, value) in object { try visit(value, at: path.isEmpty ? key : "\(path).\(key)", body) }
        case let array as [Any]:
            for (index, value) in array.enumerated() { try visit(value, at: "\(path).\(index)", body) }
        default: break
        }
    }
}
