import HTTPCore
import Localization
import Operations

/// `parlance render`: prints a template or a widget tree in one language.
struct RenderCommand {
    /// What the command line sets.
    struct Options: ServiceOptions {
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
                        options, text throws(UsageError) in
                        options.query.append(("locale", try OptionValue.locale(text)))
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
                    choice("missing", MissingPolicy.keep, "what becomes of missing keys"),
                    choice("placeholders", PlaceholderStyle.angles, "how placeholders are written"),
                    query("properties", "A,B", default: "all", "members of widgets to expand, no others"),
                    query("skip", "A,B", default: "none", "members of widgets to leave alone"),
                    query(
                        "widget-set", "NAME", default: "none",
                        "widget types whose members are expanded: uikit, or a set of --widgets", OptionValue.text),
                    query("timezone", "ZONE", default: "UTC", "time zone of dates", OptionValue.text),
                ]),
            Configuration.tables.lifted(\.configuration),
            Configuration.answers.keeping(["widgets"]).lifted(\.configuration),
        ]
    }

    /// The options of query parameters that have another name; a `--widgets` is there already.
    private static let optionNames = ["widgets": "widget-set"]

    private static func query(
        _ name: String, _ value: String, default standard: String, _ help: String,
        _ read: @escaping @Sendable (String) throws(UsageError) -> String = { text in text }
    ) -> Option<Options> {
        let parameter = optionNames.first { $0.value == name }?.key ?? name
        return Option(name, .value(value), default: standard, environment: false, help: help) {
            options, text throws(UsageError) in options.query.append((parameter, try read(text)))
        }
    }

    /// A parameter that takes one of a few words.
    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ standard: Choice, _ help: String
    ) -> Option<Options> {
        let words = Choice.allCases.map(\.rawValue)
        return query(name, words.joined(separator: "|"), default: standard.rawValue, help) { text throws(UsageError) in
            try OptionValue.choice(text, of: words)
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
        return try LocalService.run(options.configuration) { service throws(UsageError) in
            let response = service.answer(
                .post, "/render?" + query.joined(separator: "&"),
                fields: mediaType.map { [("Content-Type", $0)] } ?? [], body: body)
            guard response.status == 200 else {
                if let error = badOption(response) { throw error }
                let document = file == "-" ? "standard input" : file
                return service.fail(Answers.line(about: response, document: document))
            }
            let status = StandardStreams.print(response.body.array)
            if status == 0 { Answers.warnOfMissing(response) }
            return status
        }
    }

    /// The option whose value only the service could tell to be bad.
    private func badOption(_ response: Response) -> UsageError? {
        if let type = options.mediaType, let problem = ProblemAnswer(response), problem.isAboutType {
            return UsageError("--type: \(UsageError.quote(type)): \(Answers.line(about: response))")
        }
        return Answers.badOption(response, query: options.query, options: Self.optionNames)
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
