import CatalogStore
import Localization
import Operations

extension Configuration {
    /// What the catalog store is to load and how; tags that are none are an error of the command line.
    func storeConfiguration(watches: Bool) throws(UsageError) -> CatalogStoreConfiguration {
        var options = CatalogOptions(defaultLocale: try tag(defaultLocale, of: "default-locale"))
        options.keepsEmptyStrings = keepsEmptyStrings
        options.messageSyntax = messageSyntax == .icu ? .icu : .none
        for pair in refused {
            options.refused.append(
                (
                    desired: try tag(pair.from, of: "refuse").description,
                    supported: try tag(pair.to, of: "refuse").description
                ))
        }
        for pair in fallbacks {
            options.fallbacks.append(
                (from: try tag(pair.from, of: "fallback"), to: try tag(pair.to, of: "fallback")))
        }
        var configuration = CatalogStoreConfiguration(folder: locales, options: options)
        for pair in aliases { configuration.aliases[pair.from] = try tag(pair.to, of: "alias") }
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

    private func tag(_ text: String, of option: String) throws(UsageError) -> LanguageTag {
        do throws(UsageError) {
            return try OptionValue.tag(text)
        } catch {
            throw UsageError("\(optionNames[option]): \(error.description)")
        }
    }
}

extension OptionValue {
    /// A language tag.
    static func tag(_ text: String) throws(UsageError) -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw UsageError("\(UsageError.quote(text)) is not a BCP 47 tag such as fr or pt-BR")
        }
        return tag
    }

    /// A locale as a request names it: a language tag, or `auto`.
    static func locale(_ text: String) throws(UsageError) -> String {
        if text != "auto" { _ = try tag(text) }
        return text
    }
}

/// The options of a command that has some of the service's among its own.
protocol ServiceOptions: OptionTarget {
    /// Those of the service.
    var configuration: Configuration { get set }
}

extension ServiceOptions {
    var optionNames: OptionNames {
        get { configuration.optionNames }
        set { configuration.optionNames = newValue }
    }
}

extension CatalogStoreError {
    /// The reason with what the person gave who reads it: the folder's path, and the option or the variable that may be
    /// wrong. The reason itself goes without: `/status` shows it to readers.
    func text(for configuration: Configuration) -> String {
        let names = configuration.optionNames
        switch code {
        case .folder:
            return (names.given("locales").map { "\($0): " } ?? "") + "\(configuration.locales): \(reason)"
        case .noDefaultTable:
            return (names.given("default-locale").map { "\($0): " } ?? "") + reason
        default:
            return reason
        }
    }
}
