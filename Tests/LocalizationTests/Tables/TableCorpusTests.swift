import Foundation
import TestSupport
import Testing

@testable import Localization

/// The complete locale folders of five projects, each file as a table of its own.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct TableCorpusTests {
    static let projects = ["etherpad", "excalidraw", "hoppscotch", "i18next-tests", "uptime-kuma"]

    @Test(arguments: projects) func everyStringIsFoundAtItsKeyPath(_ project: String) throws {
        let folder = SharedData.url("corpora/tables/\(project)/files")
        let enumerator = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var stringCount = 0
        var fileCount = 0
        for case let url as URL in enumerator where url.pathExtension == "json" {
            let data = try Data(contentsOf: url)
            guard let expected = try? JSONSerialization.jsonObject(with: data) else {
                #expect(throws: Problem.self) {
                    try TableFile(bytes: [UInt8](data).span, path: url.lastPathComponent, keyPrefix: "")
                }
                continue
            }
            fileCount += 1
            let file = try TableFile(bytes: [UInt8](data).span, path: url.lastPathComponent, keyPrefix: "")
            let table = Table(tag: LanguageTag("fr")!, files: [file], keepsEmptyStrings: true)
            let strings = Strings(chain: [table])
            let doubled = Set(table.problems.compactMap(\.keyPath))
            #expect(table.problemCount == doubled.count)

            var leaves: [(path: String, value: String)] = []
            Self.flatten(expected, at: "", into: &leaves)
            for leaf in leaves where !doubled.contains(leaf.path) {
                let found = strings.message(forKeyPath: leaf.path)
                if found?.unicodeScalars.elementsEqual(leaf.value.unicodeScalars) != true {
                    Issue.record("\(url.lastPathComponent): \(leaf.path)")
                }
                stringCount += 1
            }
            // Key paths that are spelled twice come once.
            #expect(table.messageCount == Set(leaves.map { Array($0.path.utf8) }).count)

            for shape in [TableSelection.Shape.nested, .flat] {
                let written = strings.json(TableSelection(shape: shape))
                let again = try TableFile(bytes: written.span, path: "again.json", keyPrefix: "")
                #expect(again.problemCount == 0)
                let second = Table(tag: LanguageTag("fr")!, files: [again], keepsEmptyStrings: true)
                #expect(second.messageCount == table.messageCount)
                #expect(table.messageCount(alsoIn: second) == table.messageCount)
                #expect(Strings(chain: [second]).json(TableSelection(shape: shape)) == written)
            }
        }
        #expect(fileCount > 0 && stringCount > 0)
    }

    /// The strings of a document by key path; Foundation's own reading is what ours is held against.
    static func flatten(_ value: Any, at path: String, into leaves: inout [(path: String, value: String)]) {
        switch value {
        case let object as [String: Any]:
            for (key, member) in object { flatten(member, at: path.isEmpty ? key : path + "." + key, into: &leaves) }
        case let array as [Any]:
            for (index, element) in array.enumerated() { flatten(element, at: path + ".\(index)", into: &leaves) }
        case let string as String: leaves.append((path, string))
        default: break
        }
    }
}
