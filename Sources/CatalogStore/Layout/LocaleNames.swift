import Localization

/// Which locale a file or a folder directly in the locales folder stands for, by its name.
struct LocaleNames: Sendable {
    private let aliases: [[UInt8]: LanguageTag]
    private let ignored: Set<[UInt8]>
    private let defaultLocale: LanguageTag

    init(_ configuration: CatalogStoreConfiguration) {
        aliases = Dictionary(
            configuration.aliases.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
        ignored = Set(configuration.ignoredNames.map { Array($0.utf8) })
        defaultLocale = configuration.options.defaultLocale
    }

    /// What a name in the locales folder may be.
    enum Meaning: Hashable {
        case file(LanguageTag)
        case folder(LanguageTag)
        /// Not a locale, and somebody said so.
        case ignored
        case other
    }

    func meaning(of name: [UInt8]) -> Meaning {
        let file = name.removing(suffix: ".json")
        let stem = file ?? name.removing(suffix: ".lproj") ?? name
        if ignored.contains(name) || ignored.contains(stem) { return .ignored }
        guard let tag = locale(of: stem) else { return .other }
        return file == nil ? .folder(tag) : .file(tag)
    }

    /// Whether a path below a locale's folder is to be left out.
    func ignores(_ path: RelativePath) -> Bool { ignored.contains(path.bytes) }

    private func locale(of stem: [UInt8]) -> LanguageTag? {
        if let alias = aliases[stem] { return alias }
        if stem.elementsEqual("Base".utf8) { return defaultLocale }
        return LanguageTag(fileName: stem)
    }
}
