import Operations

/// The program behind `parlance`.
public enum Command {
    /// Runs what the arguments (without the program's own name) and the environment ask for, and returns the exit
    /// status: 0 for success, 1 for failure, 64 for a command line that cannot be understood.
    ///
    /// `serve` blocks signals for the whole process and returns when the service has ended.
    public static func run(arguments: [String]) -> Int32 {
        StandardStreams.occupyClosed()
        Signals.ignoreThoseOfWrites()
        do {
            let invocation = try Invocation(arguments)
            if invocation.wantsHelp {
                return StandardStreams.print(invocation.isNamed ? Help.text(for: invocation.name) : Help.overview)
            }
            if invocation.wantsVersion {
                return StandardStreams.print("parlance \(Version.current)\n")
            }
            return try run(invocation, environment: Environment.variables())
        } catch {
            StandardStreams.complain(error.description)
            return UsageError.exitStatus
        }
    }

    private static func run(_ invocation: Invocation, environment: [String: String]) throws(UsageError) -> Int32 {
        switch invocation.name {
        case .serve:
            var configuration = Configuration()
            let words = try OptionParser(ServeCommand.options).parse(
                invocation.arguments, environment: environment, into: &configuration)
            guard words.isEmpty else { throw UsageError("serve takes options only, not \(UsageError.quote(words[0]))") }
            try configuration.validate()
            return try ServeCommand(configuration).run()
        case .healthcheck:
            var configuration = Configuration()
            let words = try OptionParser(HealthcheckCommand.options).parse(
                invocation.arguments, environment: environment, into: &configuration)
            return try HealthcheckCommand(configuration, words: words).run()
        case .check:
            var options = CheckCommand.Options()
            let words = try OptionParser(CheckCommand.options).parse(
                invocation.arguments, environment: environment, into: &options)
            return try CheckCommand(options, words: words).run()
        case .render:
            var options = RenderCommand.Options()
            let words = try OptionParser(RenderCommand.options).parse(
                invocation.arguments, environment: environment, into: &options)
            return try RenderCommand(options, words: words).run()
        case .get:
            var options = GetCommand.Options()
            let words = try OptionParser(GetCommand.options).parse(
                invocation.arguments, environment: environment, into: &options)
            return try GetCommand(options, words: words).run()
        }
    }
}
