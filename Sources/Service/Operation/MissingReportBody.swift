import Localization

/// The body of `POST /locales/add/{lng}/{ns}`: an object whose members are the keys that a client did not find
/// (`saveMissing` of i18next). Their values are what the client showed instead, and are not kept.
struct MissingReportBody {
    @safe private struct Keys: JSONVisitor {
        let document: UnsafeBufferPointer<UInt8>
        var depth = 0
        var isObject = false
        var keys: [[UInt8]] = []

        mutating func beginObject(at offset: Int) {
            if depth == 0 { isObject = true }
            depth += 1
        }

        mutating func endObject(at offset: Int) { depth -= 1 }
        mutating func beginArray(at offset: Int) { depth += 1 }
        mutating func endArray(at offset: Int) { depth -= 1 }

        mutating func key(_ token: JSONStringToken) {
            guard depth == 1, isObject else { return }
            var key: [UInt8] = []
            _ = unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &key)
            keys.append(key)
        }
    }

    /// The keys, in the order of the body.
    let keys: [[UInt8]]

    /// Reads a body.
    ///
    /// - Throws: 400 with the place of the first error, or where the body is no object.
    init(_ body: [UInt8]) throws(ProblemDetails) {
        let (keys, problem) = unsafe body.withUnsafeBufferPointer { document -> ([[UInt8]], ProblemDetails?) in
            var visitor = unsafe Keys(document: document)
            do throws(JSONSyntaxError) {
                try unsafe JSONScanner.scan(document, depthLimit: 64, visitor: &visitor)
            } catch {
                let place = unsafe TextPlace(offset: error.offset, in: document)
                return ([], ProblemDetails(.badBody, "The body is no JSON: \(error).", place: place))
            }
            if visitor.isObject { return (visitor.keys, nil) }
            return ([], ProblemDetails(.badBody, "The body is an object whose members are the missing keys."))
        }
        if let problem { throw problem }
        self.keys = keys
    }
}

extension ProblemDetails {
    /// A problem at a place of the body.
    init(_ kind: Kind, _ detail: String, place: TextPlace, pointer: String? = nil) {
        var members: [(name: String, value: Value)] = [
            ("line", .integer(place.line)), ("column", .integer(place.column)), ("offset", .integer(place.offset)),
        ]
        if let pointer { members.append(("pointer", .string(pointer))) }
        self.init(kind, detail, members: members)
    }
}
