import HTTPCore
import Localization

/// The query of a request for strings, read whole: a known parameter with a bad value is bad wherever it stands.
struct StringsParameters {
    var withFallback: Bool
    var isFlat: Bool
    var withReferences: Bool
    /// Only what stands at this key path and below it; nil for everything.
    var prefix: [UInt8]?
    /// Only these key paths; empty for everything.
    var keys: [[UInt8]]
    /// Whether messages are wanted as the translator wrote them.
    var isWritten: Bool
    /// What answers for a missing message; nil for nothing.
    var substitute: [UInt8]?
    var arguments: [Argument]
    /// The time zone for dates.
    var clock: MessageClock
    /// The version that the client names; nil for whatever is current.
    var version: [UInt8]?

    init(_ query: QueryParameters, timeZones: TimeZones?) throws(ProblemDetails) {
        withFallback = try query.choice("fallback", ["none"]) == nil
        isFlat = try query.choice("shape", ["nested", "flat"]) == "flat"
        withReferences = try query.choice("references", ["none"]) == nil
        prefix = try query.value("prefix")
        keys = try query.values("key")
        isWritten = try query.choice("format", ["none"]) != nil
        substitute = try query.value("default")
        arguments = try query.arguments()
        clock = try query.clock(timeZones)
        version = try query.value("v")
    }
}

extension QueryParameters {
    /// The arguments `arg.NAME=VALUE`, all of them strings.
    func arguments() throws(ProblemDetails) -> [Argument] {
        try members(of: "arg.").map { Argument(name: $0.name, value: .string($0.value)) }
    }
}
