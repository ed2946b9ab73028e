import HTTPCore

/// What the commands make of answers that are not what was asked for.
enum Answers {
    /// Prints what was wrong, as the problem (RFC 9457) tells it, and returns the exit status.
    static func complain(about response: Response) -> Int32 {
        let body = String(decoding: response.body.array, as: UTF8.self)
        StandardStreams.complain("\(response.status) \(body)")
        return 1
    }

    /// Says which keys and arguments were missing in an answer that was given all the same.
    static func warnOfMissing(_ response: Response) {
        guard let missing = response.fields.first(where: { $0.name == "Parlance-Missing" }) else { return }
        StandardStreams.complain("missing: \(missing.value)")
    }
}
