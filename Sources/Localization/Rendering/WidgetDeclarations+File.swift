extension WidgetDeclarations {
    /// Reads sets of declarations, each under the name by which requests choose it:
    ///
    /// ```json
    /// {"shop": {"Card": ["title", "buttons[]"], "Price": ["labels.old", "labels.new"]}}
    /// ```
    ///
    /// - Throws: the place where this is no such JSON.
    package static func sets(json bytes: [UInt8]) throws(DocumentError) -> [String: WidgetDeclarations] {
        var reader = DeclarationsReader(document: bytes)
        var syntaxError: JSONSyntaxError?
        unsafe bytes.withUnsafeBufferPointer { bytes in
            do throws(JSONSyntaxError) {
                unsafe try JSONScanner.scan(bytes, visitor: &reader)
            } catch { syntaxError = error }
        }
        let problem = syntaxError.map { ($0.offset, $0.description) } ?? reader.problem
        guard let (offset, reason) = problem else { return reader.sets }
        throw unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe DocumentError(
                reason: reason, place: TextPlace(offset: offset, in: bytes), pointer: nil,
                isEncodingError: syntaxError?.reason == .utf8)
        }
    }
}

private struct DeclarationsReader: JSONVisitor {
    private let document: [UInt8]
    private(set) var sets: [String: WidgetDeclarations] = [:]
    private(set) var problem: (offset: Int, reason: String)?
    private var depth = 0
    private var set = ""
    private var type = ""

    init(document: [UInt8]) { self.document = document }

    mutating func beginObject(at offset: Int) {
        depth += 1
        if depth > 2 { refuse(offset) }
    }

    mutating func endObject(at offset: Int) { depth -= 1 }

    mutating func beginArray(at offset: Int) {
        depth += 1
        if depth != 3 { refuse(offset) }
    }

    mutating func endArray(at offset: Int) { depth -= 1 }

    mutating func key(_ token: JSONStringToken) {
        if depth == 1 {
            set = text(token)
            if sets[set] == nil { sets[set] = WidgetDeclarations() }
        } else {
            type = text(token)
        }
    }

    mutating func string(_ token: JSONStringToken) {
        guard depth == 3 else { return refuse(token.range.lowerBound - 1) }
        let member = text(token)
        if sets[set, default: WidgetDeclarations()].declare(type: type, member: member) { return }
        note(
            token.range.lowerBound - 1,
            "\"\(member)\" names no member; write it as in \"title\", \"titles.normal\" or \"segments[]\"")
    }

    mutating func number(_ range: Range<Int>) { refuse(range.lowerBound) }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { refuse(offset) }

    private mutating func refuse(_ offset: Int) {
        note(
            offset, "expected {\"set\": {\"Type\": [\"member\", …]}}: sets of widget types with lists of their members")
    }

    /// Notes the first problem.
    private mutating func note(_ offset: Int, _ reason: String) {
        if problem == nil { problem = (offset, reason) }
    }

    private func text(_ token: JSONStringToken) -> String {
        var text: [UInt8] = []
        unsafe document.withUnsafeBufferPointer { document in
            _ = unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
