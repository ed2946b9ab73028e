/// What an option takes.
package enum OptionKind: Sendable {
    /// No value: being there turns it on. `--name=false` and the environment can turn it off.
    case toggle
    /// One value; the last one counts.
    case value(String)
    /// A value each time it is given; in the environment several, with white space between them.
    case list(String)
}

/// One option of a command: a flag and, under the same name, a variable of the environment.
package struct Option<Target>: Sendable {
    /// The name without dashes, as in `max-body`.
    package let name: String
    /// What it takes; the text names the value in `--help`.
    package let kind: OptionKind
    /// What it does, in a line.
    package let help: String
    /// The default as `--help` shows it; empty where there is none.
    package let defaultText: String
    /// Whether the environment can set it.
    package let readsEnvironment: Bool
    let apply: @Sendable (inout Target, String) throws(UsageError) -> Void

    /// An option. `apply` reads a value into the target and throws what is wrong with it, without the option's name.
    package init(
        _ name: String, _ kind: OptionKind, default defaultText: String = "", environment: Bool = true, help: String,
        apply: @escaping @Sendable (inout Target, String) throws(UsageError) -> Void
    ) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        readsEnvironment = environment
        self.help = help
        self.apply = apply
    }

    /// The variable of the environment that sets it, as in `PARLANCE_MAX_BODY`.
    package var variable: String {
        "PARLANCE_" + String(name.map { $0 == "-" ? "_" : $0 }).uppercased()
    }

    /// The same option of a larger target that holds this one's.
    package func lifted<Larger>(_ path: any WritableKeyPath<Larger, Target> & Sendable) -> Option<Larger> {
        Option<Larger>(name, kind, default: defaultText, environment: readsEnvironment, help: help) {
            target, value throws(UsageError) in
            try apply(&target[keyPath: path], value)
        }
    }
}

/// Options under one heading of `--help`.
package struct OptionGroup<Target>: Sendable {
    /// The heading.
    package let title: String
    /// The options, in the order of `--help`.
    package let options: [Option<Target>]

    /// A group of options.
    package init(_ title: String, _ options: [Option<Target>]) {
        self.title = title
        self.options = options
    }

    /// The same group of a larger target.
    package func lifted<Larger>(_ path: any WritableKeyPath<Larger, Target> & Sendable) -> OptionGroup<Larger> {
        OptionGroup<Larger>(title, options.map { $0.lifted(path) })
    }

    /// The group with these of its options only, in its own order.
    package func keeping(_ names: Set<String>) -> OptionGroup {
        OptionGroup(title, options.filter { names.contains($0.name) })
    }

    /// The lines of `--help`, aligned, with defaults.
    package var help: String {
        var text = "\(title)\n"
        for option in options {
            let flag =
                switch option.kind {
                case .toggle: "  --\(option.name)"
                case .value(let value), .list(let value): "  --\(option.name) \(value)"
                }
            text += flag
            text += String(repeating: " ", count: max(2, 36 - flag.count))
            text += option.help
            if case .list = option.kind { text += "; repeatable" }
            if !option.defaultText.isEmpty { text += " (\(option.defaultText))" }
            text += "\n"
        }
        return text
    }
}

/// Reads a command line and the environment into a target.
package struct OptionParser<Target: OptionTarget>: Sendable {
    private let options: [Option<Target>]

    /// A parser for these options.
    package init(_ groups: [OptionGroup<Target>]) {
        options = groups.flatMap(\.options)
    }

    /// Applies the environment and the flags, notes in the target which of them set an option, and returns the words
    /// that are no options.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same; everything behind `--` is a word. A flag replaces its variable, a
    /// list too. An empty variable counts as unset.
    package func parse(
        _ arguments: [String], environment: [String: String], into target: inout Target
    ) throws(UsageError) -> [String] {
        var words: [String] = []
        var given: [(option: Option<Target>, value: String)] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                words += arguments[index...]
                break
            }
            guard argument.hasPrefix("-"), argument.utf8.count > 1 else {
                words.append(argument)
                continue
            }
            let (option, inlineValue) = try self.option(of: argument)
            if let inlineValue {
                given.append((option, inlineValue))
            } else if case .toggle = option.kind {
                given.append((option, "true"))
            } else if index < arguments.count {
                given.append((option, arguments[index]))
                index += 1
            } else {
                throw UsageError("--\(option.name): a value is missing")
            }
        }
        let flags = Set(given.map(\.option.name))
        for option in options where option.readsEnvironment && !flags.contains(option.name) {
            try apply(option, of: environment, to: &target)
        }
        for (option, value) in given {
            try Self.apply(option, value, named: "--\(option.name)", to: &target)
        }
        return words
    }

    private func option(of argument: String) throws(UsageError) -> (Option<Target>, value: String?) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = options.first(where: { "--" + $0.name == parts[0] }) else {
            throw UsageError("unknown option \(UsageError.quote(String(parts[0]))); see --help")
        }
        return (option, parts.count == 2 ? String(parts[1]) : nil)
    }

    private func apply(
        _ option: Option<Target>, of environment: [String: String], to target: inout Target
    ) throws(UsageError) {
        guard let value = environment[option.variable], !value.isEmpty else { return }
        // Kubernetes sets such a variable in every pod beside a service of this name; no person means it.
        if value.hasPrefix("tcp://") || value.hasPrefix("udp://") { return }
        if case .list = option.kind {
            for part in value.split(whereSeparator: \.isWhitespace) {
                try Self.apply(option, String(part), named: option.variable, to: &target)
            }
        } else {
            try Self.apply(option, value, named: option.variable, to: &target)
        }
    }

    private static func apply(
        _ option: Option<Target>, _ value: String, named name: String, to target: inout Target
    ) throws(UsageError) {
        do {
            try option.apply(&target, value)
        } catch {
            throw UsageError("\(name): \(error.description)")
        }
        target.optionNames.note(option.name, as: name)
    }
}
