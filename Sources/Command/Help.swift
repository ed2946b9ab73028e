import Operations

/// The texts of `--help`.
enum Help {
    /// `parlance --help`: the commands, and every option of the service.
    static var overview: String {
        """
        Parlance serves an app's strings over HTTP.

        Usage
          parlance [serve] [OPTIONS]                  serve a folder of string tables
          parlance check [--json] [LOCALES]           report what is wrong with the tables
          parlance render --locale TAG FILE|-         render a template or a widget tree
          parlance get TAG KEY [NAME=VALUE...]        print one message
          parlance healthcheck [livez|readyz]         ask the running service how it is
          parlance --version                          print the version

        Each command has a --help of its own. Each option can also be set in the environment under its name:
        --max-body is PARLANCE_MAX_BODY; lists have spaces between their values. Sizes are bytes or end in KiB, MiB
        or GiB, times are seconds or end in ms or m.


        """ + help(ServeCommand.options)
    }

    /// `parlance COMMAND --help`.
    static func text(for name: Invocation.Name) -> String {
        switch name {
        case .serve: overview
        case .check:
            """
            Usage: parlance check [OPTIONS] [LOCALES]

            Reports everything that a load reports, messages that do not parse, keys that a locale lacks or has beyond
            the default's, arguments and markup that differ between locales, plural categories that a language needs
            and a message lacks or never uses, references to nothing and in circles. One line each, file:line:column.
            Exit status 0 where there is nothing to report, 1 where there is; --allow takes out what you live with. Of very
            many problems 100,000 are listed and all are counted.


            """ + help(CheckCommand.options)
        case .render:
            """
            Usage: parlance render --locale TAG [OPTIONS] FILE|-

            Prints the file with its placeholders replaced, as POST /render would: .json is a widget tree, .html and
            .xml are markup, anything else is text unless it begins like JSON. Exit status 1, and a line that says why,
            where there is nothing to print or it cannot be written; 64 for a bad option.


            """ + help(RenderCommand.options)
        case .get:
            """
            Usage: parlance get [OPTIONS] TAG KEY [NAME=VALUE...]

            Prints one message, formatted with the arguments given: parlance get fr cart.items count=3
            The arguments are text, as in a query; plurals and number formats take numbers from it. Exit status 1, and a
            line that says why, where there is no such message or it cannot be written; 64 for a bad option.


            """ + help(GetCommand.options)
        case .healthcheck:
            """
            Usage: parlance healthcheck [OPTIONS] [livez|readyz]

            Asks the service on this host and port. Exit status 0 where it is well, 1 where it is not. Where it serves
            TLS, accepting a connection has to do.


            """ + help(HealthcheckCommand.options)
        }
    }

    private static func help<Target>(_ groups: [OptionGroup<Target>]) -> String {
        groups.map(\.help).joined(separator: "\n")
            + """

            Help
              --help                              this text
              --version                           the version

            """
    }
}
