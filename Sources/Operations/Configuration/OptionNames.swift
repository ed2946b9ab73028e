/// What the person wrote who set an option, a flag or a variable of the environment: errors that show only after the
/// options were read name what that person can mend.
package struct OptionNames: Sendable {
    private var given: [String: String] = [:]

    /// The names of an empty command line and environment.
    package init() {}

    /// `--host` or `PARLANCE_HOST`, by what set the option last; nil where it has its default.
    package func given(_ option: String) -> String? { given[option] }

    /// `--host` or `PARLANCE_HOST`; the flag where the option has its default.
    package subscript(_ option: String) -> String { given[option] ?? "--\(option)" }

    /// Notes what set an option.
    mutating func note(_ option: String, as name: String) { given[option] = name }

    /// Forgets what set an option, since something else took its place.
    package mutating func forget(_ option: String) { given[option] = nil }
}

/// What options are read into.
package protocol OptionTarget: Sendable {
    /// What set the options.
    var optionNames: OptionNames { get set }
}
