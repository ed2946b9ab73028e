import HTTPCore
import Operations

/// `parlance render`: prints a template or a widget tree in one language.
struct RenderCommand {
    /// What the command line sets.
    struct Options {
        var configuration = Configuration()
        /// The query of `POST /render`, as names and values.
        var query: [(name: String, value: String)] = []
        var mediaType: String?
    }

    static var options: [OptionGroup<Options>] {
        [
            OptionGroup(
                "Rendering",
                [
                    Option("locale", .list("TAG"), environment: false, help: "locale to render in; several make JSON") {
                        options, text throws(UsageError) in options.query.append(("locale", text))
                    },
                    Option(
                        "type", .value("TYPE"), default: "by the file's name", environment: false,
                        help: "media type, such as text/html"
                    ) { options, text throws(UsageError) in options.mediaType = try OptionValue.text(text) },
                    Option("arg", .list("NAME=VALUE"), environment: false, help: "argument for messages") {
                        options, text throws(UsageError) in
                        let pair = try OptionValue.argument(text)
                        options.query.append(("arg." + pair.from, pair.to))
                    },
                    query("missing", "keep|key|empty|error", default: "keep", "what becomes of missing keys"),
                    query("placeholders", "angles|braces|both", default: "angles", "how placeholders are written"),
                    query("properties", "A,B", default: "all", "members of widgets to expand, no others"),
                    query("skip", "A,B", default: "none", "members of widgets to leave alone"),
                    query(
                        "widget-set", "NAME", default: "none",
                        "widget types whose members are expanded: uikit, or a set of --widgets", parameter: "widgets"),
                    query("timezone", "ZONE", default: "UTC", "time zone of dates"),
                ]),
            Configuration.tables.lifted(\.configuration),
            Configuration.answers.keeping(["widgets"]).lifted(\.configuration),
        ]
    }

    private static func query(
        _ name: String, _ value: String, default standard: String, _ help: String, parameter: String? = nil
    ) -> Option<Options> {
        Option(name, .value(value), default: standard, environment: false, help: help) {
            options, text throws(UsageError) in options.query.append((parameter ?? name, text))
        }
    }

    let options: Options
    let file: String

    init(_ options: Options, words: [String]) throws(UsageError) {
        guard words.count == 1 else { throw UsageError("render takes one file, or - for standard input") }
        guard options.query.contains(where: { $0.name == "locale" }) else {
            throw UsageError("--locale: a value is missing, such as --locale fr")
        }
        self.options = options
        file = words[0]
    }

    /// Exit status 0 with the answer on standard output; 1 where the file cannot be rendered.
    func run() throws(UsageError) -> Int32 {
        guard let body = StandardStreams.readFile(file) else {
            StandardStreams.complain("\(UsageError.quote(file)) cannot be read")
            return 1
        }
        let query = options.query.map { name, value in
            LocalService.percentEncode(name) + "=" + LocalService.percentEncode(value)
        }
        let mediaType = options.mediaType ?? Self.mediaType(ofFile: file)
        return try LocalService.run(options.configuration) { service in
            let response = service.answer(
                .post, "/render?" + query.joined(separator: "&"),
                fields: mediaType.map { [("Content-Type", $0)] } ?? [], body: body)
            guard response.status == 200 else { return Answers.complain(about: response) }
            StandardStreams.write(response.body.array, to: 1)
            Answers.warnOfMissing(response)
            return 0
        }
    }

    /// By the end of the file's name; nil lets the content decide.
    static func mediaType(ofFile name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
        return switch name[name.index(after: dot)...].lowercased() {
        case "json": "application/json"
        case "html", "htm": "text/html"
        case "xhtml": "application/xhtml+xml"
        case "xml": "application/xml"
        case "svg": "image/svg+xml"
        case "txt", "text", "md": "text/plain"
        default: nil
        }
    }
}
