import HTTPCore

extension QueryParameters {
    /// The last value of a parameter, or nil where it is not there.
    func value(_ name: String) throws(ProblemDetails) -> [UInt8]? {
        do {
            return try last(name)
        } catch {
            throw ProblemDetails(error)
        }
    }

    /// All values of a parameter that takes several.
    func values(_ name: String, allowingEmpty: Bool = false) throws(ProblemDetails) -> [[UInt8]] {
        do {
            return try all(name, allowingEmpty: allowingEmpty)
        } catch {
            throw ProblemDetails(error)
        }
    }

    /// The parameters of a family, as `arg.NAME`.
    func members(of prefix: String) throws(ProblemDetails) -> [(name: [UInt8], value: [UInt8])] {
        do {
            return try family(prefix)
        } catch {
            throw ProblemDetails(error)
        }
    }

    /// A parameter that is `true` or `false`; false where it is not there.
    func flag(_ name: String) throws(ProblemDetails) -> Bool {
        try choice(name, ["true", "false"]) == "true"
    }

    /// A parameter that has one of a few values, or nil where it is not there.
    func choice(_ name: String, _ allowed: [String]) throws(ProblemDetails) -> String? {
        guard let value = try value(name) else { return nil }
        guard let match = allowed.first(where: { $0.utf8.elementsEqual(value) }) else {
            throw .badValue(
                of: name, expected: allowed.count == 1 ? allowed[0] : "one of \(allowed.joined(separator: ", "))")
        }
        return match
    }
}
