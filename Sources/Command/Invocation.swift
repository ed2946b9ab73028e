import Operations

/// What a command line asks for: a command and the words behind its name.
struct Invocation: Sendable {
    /// The commands, in the order of `--help`.
    enum Name: String, CaseIterable, Sendable {
        case serve, check, render, get, healthcheck
    }

    /// The command; `serve` where none is named.
    var name = Name.serve
    /// The arguments without the command's name.
    var arguments: [String]
    /// Whether `--help` stands before any `--`.
    var wantsHelp = false
    /// Whether `--version` stands in place of a command.
    var wantsVersion = false
    /// Whether a command was named.
    var isNamed = false

    /// Reads the arguments behind the program's own name.
    init(_ arguments: [String]) throws(UsageError) {
        self.arguments = arguments
        if let first = arguments.first, !first.hasPrefix("-") {
            guard let name = Name(rawValue: first) else {
                let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("\(UsageError.quote(first)) is no command; there are \(known)")
            }
            self.name = name
            isNamed = true
            self.arguments.removeFirst()
        }
        let options = self.arguments.prefix { $0 != "--" }
        wantsHelp = options.contains("--help") || options.contains("-h")
        wantsVersion = options.contains("--version")
    }
}
