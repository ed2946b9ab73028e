import HTTPCore
import Operations

/// `parlance get`: prints one message.
struct GetCommand {
    /// What the command line sets.
    struct Options: ServiceOptions {
        var configuration = Configuration()
        var isRaw = false
    }

    static var options: [OptionGroup<Options>] {
        [
            OptionGroup(
                "Message",
                [
                    Option(
                        "raw", .toggle, default: "off", environment: false,
                        help: "print the message as the translator wrote it"
                    ) { options, text throws(UsageError) in options.isRaw = try OptionValue.boolean(text) }
                ]),
            Configuration.tables.lifted(\.configuration),
        ]
    }

    let options: Options
    let target: String

    init(_ options: Options, words: [String]) throws(UsageError) {
        guard words.count >= 2 else {
            throw UsageError("get takes a locale and a key path: parlance get fr login.title")
        }
        self.options = options
        _ = try OptionValue.locale(words[0])
        var target =
            "/strings/\(LocalService.percentEncode(words[0]))/\(LocalService.percentEncode(words[1]))"
        var query: [String] = options.isRaw ? ["format=none"] : []
        for word in words.dropFirst(2) {
            let pair = try OptionValue.argument(word)
            query.append(
                "arg.\(LocalService.percentEncode(pair.from))=\(LocalService.percentEncode(pair.to))")
        }
        if !query.isEmpty { target += "?" + query.joined(separator: "&") }
        self.target = target
    }

    /// Exit status 0 with the message on standard output; 1 where there is none.
    func run() throws(UsageError) -> Int32 {
        try LocalService.run(options.configuration) { service throws(UsageError) in
            let response = service.answer(
                .get, target, fields: [("Accept", "application/json;q=0.9, text/plain")])
            guard response.status == 200 else { return service.fail(Answers.line(about: response)) }
            let status = StandardStreams.print(response.body.array + [UInt8(ascii: "\n")])
            if status == 0 { Answers.warnOfMissing(response) }
            return status
        }
    }
}
