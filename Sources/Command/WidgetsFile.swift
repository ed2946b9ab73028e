import Localization
import Operations

/// The file of `--widgets`: sets of declarations of widget types, by the name under which `?widgets=` chooses them.
enum WidgetsFile {
    /// The sets of the configured file, none where there is no file.
    static func sets(of configuration: Configuration) throws(StartError) -> [String: WidgetDeclarations] {
        guard let path = configuration.widgets else { return [:] }
        guard let content = StandardStreams.readFile(path) else { throw StartError("\(path) cannot be read") }
        do {
            return try WidgetDeclarations.sets(json: content)
        } catch {
            throw StartError("\(path):\(error.place.line):\(error.place.column): \(error.reason)")
        }
    }
}
