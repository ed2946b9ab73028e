import HTTPCore
import Operations

/// What the commands make of answers that are not what was asked for.
enum Answers {
    /// How many of the keys that are missing are told.
    private static let toldKeys = 20

    /// What was wrong, in one line and in the command's words.
    ///
    /// - Parameter document: the name of the file in which the problem has its place.
    static func line(about response: Response, document: String = "") -> String {
        guard let problem = ProblemAnswer(response) else {
            return "\(response.status) \(String(decoding: response.body.array, as: UTF8.self))"
        }
        if let first = problem.missing.first {
            return "\(document):\(first.place): \(problem.title): \(list(problem.missing, of: problem.missingCount))"
        }
        var text = words(of: problem)
        if !problem.available.isEmpty { text += "; there are \(problem.available.joined(separator: ", "))" }
        if !problem.tried.isEmpty { text += "; looked in \(problem.tried.joined(separator: ", "))" }
        return problem.place.map { "\(document):\($0): \(text)" } ?? text
    }

    /// The line of an option whose value the service cannot use; nil for every other problem.
    ///
    /// - Parameters:
    ///   - query: the query, as names and values.
    ///   - options: the options of parameters that have another name.
    static func badOption(
        _ response: Response, query: [(name: String, value: String)], options: [String: String] = [:]
    ) -> UsageError? {
        guard let problem = ProblemAnswer(response), let parameter = problem.parameter else { return nil }
        let subject = "The query parameter \(parameter) "
        let reason = ending(problem.detail.hasPrefix(subject) ? problem.detail.dropFirst(subject.count) : "is bad")
        let values = query.filter { $0.name == parameter }
        let value = values.count == 1 ? ", not \(UsageError.quote(values[0].value))" : ""
        let option = options[parameter] ?? (parameter.hasPrefix("arg.") ? "arg" : parameter)
        return UsageError("--\(option): \(reason)\(value)")
    }

    /// Says which keys and arguments were missing in an answer that was given all the same.
    static func warnOfMissing(_ response: Response) {
        guard let missing = response.fields.first(where: { $0.name == "Parlance-Missing" }) else { return }
        StandardStreams.complain("missing: \(missing.value)")
    }

    private static func list(_ missing: [(key: String, place: String)], of count: Int) -> String {
        let told = missing.prefix(toldKeys)
        // The first one's place stands before the sentence.
        var list = told.enumerated().map { index, each in
            UsageError.quote(each.key) + (index == 0 ? "" : " (\(each.place))")
        }
        if count > told.count { list.append("and \(count - told.count) more") }
        return list.joined(separator: ", ")
    }

    /// The detail of a problem, where a command has its own name for something, by that.
    private static func words(of problem: ProblemAnswer) -> String {
        var text = problem.detail
        for (term, own) in ownWords { text = text.replacing(term, with: own) }
        return ending(text)
    }

    private static let ownWords = [
        ("The body ", "The file "), ("send Content-Type: ", "say --type "), ("Content-Type is", "This is"),
    ]

    /// The text without its final stop.
    private static func ending(_ text: some StringProtocol) -> String {
        String(text.hasSuffix(".") ? text.dropLast() : text[...])
    }
}
