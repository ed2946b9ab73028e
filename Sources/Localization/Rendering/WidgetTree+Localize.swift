extension WidgetTree {
    /// Lets each widget of a registered type localize itself, wherever in the tree it stands; the rest stays byte for
    /// byte.
    ///
    /// - Parameters:
    ///   - strings: the reader's.
    ///   - registry: who localizes which type; the ancestor's six classes where nothing else is said.
    public mutating func localize(with strings: Strings, registry: WidgetRegistry = .uikit) {
        let source = json
        var output: [UInt8] = []
        output.reserveCapacity(source.count + source.count / 4)
        unsafe source.withUnsafeBufferPointer { source in
            var reader = unsafe WidgetReader(document: source)
            // The tree has been read before, and without error.
            guard (try? unsafe JSONScanner.scan(source, visitor: &reader)) != nil else { return }
            var copied = 0
            for (range, text) in reader.changes(with: strings, registry: registry) {
                unsafe output.append(contentsOf: source[copied..<range.lowerBound])
                var text = text
                text.withUTF8 { text in unsafe JSONText.appendEscaped(text, to: &output) }
                copied = range.upperBound
            }
            unsafe output.append(contentsOf: source[copied...])
        }
        replace(json: output)
    }
}

/// Notes the strings of each object, and what type the object names.
@safe private struct WidgetReader: JSONVisitor {
    private struct Level {
        let isObject: Bool
        /// Its number among the objects, or -1.
        let object: Int
        var key = JSONStringToken(range: 0..<0, traits: [])
        /// How many elements have begun.
        var count = 0
    }

    private struct Text {
        /// The object whose member it is, or is part of.
        let object: Int
        let path: String
        let range: Range<Int>
    }

    private let document: UnsafeBufferPointer<UInt8>
    private var levels: [Level] = []
    private var objectTypes: [String?] = []
    private var texts: [Text] = []

    init(document: UnsafeBufferPointer<UInt8>) { unsafe self.document = document }

    mutating func beginObject(at offset: Int) {
        beginValue()
        levels.append(Level(isObject: true, object: objectTypes.count))
        objectTypes.append(nil)
    }

    mutating func endObject(at offset: Int) { levels.removeLast() }

    mutating func beginArray(at offset: Int) {
        beginValue()
        levels.append(Level(isObject: false, object: -1))
    }

    mutating func endArray(at offset: Int) { levels.removeLast() }

    mutating func key(_ token: JSONStringToken) { levels[levels.count - 1].key = token }

    mutating func number(_ range: Range<Int>) { beginValue() }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) { beginValue() }

    mutating func string(_ token: JSONStringToken) {
        defer { beginValue(isString: true) }
        guard let inner = levels.last else { return }
        let name = inner.isObject ? text(inner.key.range) : String(inner.count)
        if inner.isObject {
            if name == "type" { objectTypes[inner.object] = text(token.range) }
            texts.append(Text(object: inner.object, path: name, range: token.range))
        }
        if levels.count >= 2, levels[levels.count - 2].isObject {
            let outer = levels[levels.count - 2]
            texts.append(
                Text(object: outer.object, path: "\(text(outer.key.range)).\(name)", range: token.range))
        }
    }

    /// The texts that their widgets have changed, in the order of the document.
    func changes(with strings: Strings, registry: WidgetRegistry) -> [(range: Range<Int>, text: String)] {
        var byObject: [Int: [Text]] = [:]
        for text in texts {
            if let type = objectTypes[text.object], registry.knows(type) {
                byObject[text.object, default: []].append(text)
            }
        }
        var changes: [Int: (range: Range<Int>, text: String)] = [:]
        for (object, texts) in byObject.sorted(by: { $0.key < $1.key }) {
            guard let type = objectTypes[object] else { continue }
            var before: [String: String] = [:]
            // Of two members of one name the last counts.
            for text in texts { before[text.path] = self.text(text.range) }
            var widget = Widget(type: type, texts: before)
            registry.localize(&widget, with: strings)
            for text in texts where before[text.path] == self.text(text.range) {
                // A widget inside another has the last word on its own strings.
                if let changed = widget[text.path], changed != before[text.path] {
                    changes[text.range.lowerBound] = (text.range, changed)
                }
            }
        }
        return changes.values.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private mutating func beginValue(isString: Bool = false) {
        guard let last = levels.last else { return }
        if !last.isObject {
            levels[levels.count - 1].count += 1
        } else if !isString, text(last.key.range) == "type" {
            objectTypes[last.object] = nil
        }
    }

    private func text(_ range: Range<Int>) -> String {
        var text: [UInt8] = []
        unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[range]), to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
