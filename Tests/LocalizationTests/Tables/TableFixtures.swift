@testable import Localization

/// Tables from JSON in a test's own text.
enum TableFixtures {
    /// A parsed file.
    static func file(_ json: String, path: String = "fr.json", prefix: String = "") throws(Problem) -> TableFile {
        try TableFile(bytes: Array(json.utf8).span, path: path, keyPrefix: prefix)
    }

    /// A table of files in this order of their paths.
    static func table(_ jsons: [String], tag: String = "fr", keepsEmptyStrings: Bool = false) throws -> Table {
        let files = try jsons.enumerated().map { index, json in try file(json, path: "\(tag)/\(index).json") }
        return Table(tag: LanguageTag(tag)!, files: files, keepsEmptyStrings: keepsEmptyStrings)
    }

    /// A chain of tables, one file each.
    static func strings(_ jsons: [String], keepsEmptyStrings: Bool = false) throws -> Strings {
        let tags = ["fr-CA", "fr", "en", "de"]
        return Strings(
            chain: try jsons.enumerated().map { index, json in
                try table([json], tag: tags[index], keepsEmptyStrings: keepsEmptyStrings)
            })
    }
}

extension Strings {
    /// The JSON of the table as text.
    func text(_ selection: TableSelection = TableSelection()) -> String {
        String(decoding: json(selection), as: UTF8.self)
    }
}
