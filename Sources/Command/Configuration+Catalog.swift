import CatalogStore
import Localization
import Operations

extension Configuration {
    /// What the catalog store is to load and how; tags that are none are an error of the command line.
    func storeConfiguration(watches: Bool) throws(UsageError) -> CatalogStoreConfiguration {
        var options = CatalogOptions(defaultLocale: try Self.tag(defaultLocale, option: "default-locale"))
        options.keepsEmptyStrings = keepsEmptyStrings
        options.messageSyntax = messageSyntax == .icu ? .icu : .none
        for pair in refused {
            options.refused.append(
                (
                    desired: try Self.tag(pair.from, option: "refuse").description,
                    supported: try Self.tag(pair.to, option: "refuse").description
                ))
        }
        for pair in fallbacks {
            options.fallbacks.append(
                (from: try Self.tag(pair.from, option: "fallback"), to: try Self.tag(pair.to, option: "fallback")))
        }
        var configuration = CatalogStoreConfiguration(folder: locales, options: options)
        for pair in aliases { configuration.aliases[pair.from] = try Self.tag(pair.to, option: "alias") }
        configuration.ignoredNames = Set(ignoredNames)
        configuration.waitsForTables = waitsForTables
        configuration.watches = watches
        if watches {
            configuration.checksMessages = { catalog, isObsolete in
                let found = catalog.syntaxProblems(isCancelled: isObsolete)
                return (found.problems, found.count)
            }
        }
        configuration.pollInterval = pollInterval > 0 ? .seconds(pollInterval) : nil
        return configuration
    }

    private static func tag(_ text: String, option: String) throws(UsageError) -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw UsageError("--\(option): \(UsageError.quote(text)) is not a BCP 47 tag such as fr or pt-BR")
        }
        return tag
    }
}

extension CatalogStoreError {
    /// The reason with the folder's path as it was given, for the person who gave it. The reason itself goes without:
    /// `/status` shows it to readers.
    func text(locales folder: String) -> String { code == .folder ? "\(folder): \(reason)" : reason }
}
