import Localization
import Operations

/// The file of `--widgets`: sets of declarations of widget types, by the name under which `?widgets=` chooses them.
enum WidgetsFile {
    /// The sets of the configured file, none where there is no file. One that cannot be used is a bad value of the option.
    static func sets(of configuration: Configuration) throws(UsageError) -> [String: WidgetDeclarations] {
        guard let path = configuration.widgets else { return [:] }
        let option = configuration.optionNames["widgets"]
        guard let content = StandardStreams.readFile(path) else {
            throw UsageError("\(option): \(path) cannot be read")
        }
        do {
            return try WidgetDeclarations.sets(json: content)
        } catch {
            throw UsageError("\(option): \(path):\(error.place.line):\(error.place.column): \(error.reason)")
        }
    }
}
