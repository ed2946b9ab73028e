import HTTPCore
import Localization

/// A problem as the service answers it (RFC 9457), read for a person at a keyboard.
struct ProblemAnswer {
    /// The values of the members by the names of those around them, as in `missing.key`; of an array all its items.
    private var values: [String: [String]] = [:]

    /// Reads an answer; nil where it is no problem.
    init?(_ response: Response) {
        let body = response.body.array
        let values = unsafe body.withUnsafeBufferPointer { document -> [String: [String]]? in
            var visitor = unsafe Visitor(document: document)
            do throws(JSONSyntaxError) {
                try unsafe JSONScanner.scan(document, depthLimit: 8, visitor: &visitor)
            } catch {
                return nil
            }
            return visitor.values
        }
        guard let values, values["detail"] != nil else { return nil }
        self.values = values
    }

    /// What kind of problem it is: the last part of its `type`.
    var kind: Substring { values["type"]?.first?.split(separator: "/").last ?? "" }
    /// What every problem of its kind has in common, in a line.
    var title: String { values["title"]?.first ?? "" }
    /// What happened, in sentences.
    var detail: String { values["detail"]?.first ?? "" }
    /// Whether it is about the media type that was declared. What is wrong with a body itself has a place in it.
    var isAboutType: Bool { kind == "unsupported-media-type" || (kind == "bad-body" && place == nil) }
    /// The query parameter with the bad value.
    var parameter: String? { values["parameter"]?.first }
    /// The locales that there are.
    var available: [String] { values["available"] ?? [] }
    /// The locales that were looked in.
    var tried: [String] { values["tried"] ?? [] }
    /// Where it is in the document, as `3:14`.
    var place: String? {
        guard let line = values["line"]?.first, let column = values["column"]?.first else { return nil }
        return "\(line):\(column)"
    }
    /// How many placeholders stand for nothing.
    var missingCount: Int { values["count"]?.first.flatMap { Int($0) } ?? 0 }
    /// The first of the placeholders that stand for nothing.
    var missing: [(key: String, place: String)] {
        let lines = zip(values["missing.line"] ?? [], values["missing.column"] ?? [])
        return zip(values["missing.key"] ?? [], lines).map { ($0, "\($1.0):\($1.1)") }
    }

    @safe private struct Visitor: JSONVisitor {
        let document: UnsafeBufferPointer<UInt8>
        var values: [String: [String]] = [:]
        /// The key of the member that is read in each container around; an array has that of its own member.
        private var names: [String] = []

        init(document: UnsafeBufferPointer<UInt8>) { unsafe self.document = unsafe document }

        mutating func beginObject(at offset: Int) { names.append("") }
        mutating func endObject(at offset: Int) { names.removeLast() }

        mutating func key(_ token: JSONStringToken) {
            names[names.count - 1] = text(of: token)
        }

        mutating func string(_ token: JSONStringToken) { note(text(of: token)) }

        mutating func number(_ range: Range<Int>) {
            note(unsafe String(decoding: UnsafeBufferPointer(rebasing: document[range]), as: UTF8.self))
        }

        private mutating func note(_ value: String) {
            values[names.joined(separator: "."), default: []].append(value)
        }

        private func text(of token: JSONStringToken) -> String {
            var text: [UInt8] = []
            _ = unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &text)
            return String(decoding: text, as: UTF8.self)
        }
    }
}
