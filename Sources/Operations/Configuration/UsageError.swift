/// What was asked for cannot be done as it was asked: one line for the person at the keyboard, exit status 64.
package struct UsageError: Error, Sendable, CustomStringConvertible {
    /// The exit status of a command that was called wrongly (`EX_USAGE` of sysexits.h).
    package static let exitStatus: Int32 = 64

    /// The line, without the program's name. Controls in quoted values are escaped, so that it is one line.
    package let description: String

    /// An error with its line.
    package init(_ description: String) {
        self.description = description
    }

    /// A value as it is quoted in an error: visible, on one line, at most 200 characters of it.
    package static func quote(_ value: String) -> String {
        var result = "\""
        for scalar in value.unicodeScalars.prefix(200) { VisibleText.append(scalar, to: &result) }
        return result + (value.unicodeScalars.count > 200 ? "…\"" : "\"")
    }
}
