extension PluralRules {
    /// Compiles rules from text as ICU's data holds it: `one: i = 1 and v = 0;few: n % 10 = 2..4`. Nil where the text
    /// is no such rules.
    convenience init?(text: String) {
        var rules: [Rule] = []
        for rule in text.utf8.split(separator: UInt8(ascii: ";")) {
            guard let compiled = Rule(text: Array(rule)) else { return nil }
            if compiled.category != .other { rules.append(compiled) }
        }
        self.init(rules: rules)
    }
}

extension PluralRules.Rule {
    fileprivate init?(text: [UInt8]) {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = text[..<colon].filter { $0 != 0x20 }
        guard let category = unsafe name.withUnsafeBufferPointer({ unsafe PluralCategory(name: $0) }) else {
            return nil
        }
        self.category = category
        alternatives = []
        var tokens = RuleTokens(text: text[(colon + 1)...])
        guard tokens.current != nil else { return }
        var relations: [PluralRules.Relation] = []
        while true {
            guard let relation = PluralRules.Relation(from: &tokens) else { return nil }
            relations.append(relation)
            if tokens.skip("and") { continue }
            alternatives.append(relations)
            relations = []
            if tokens.skip("or") { continue }
            break
        }
        guard tokens.current == nil else { return nil }
    }
}

extension PluralRules.Relation {
    fileprivate init?(from tokens: inout RuleTokens) {
        switch tokens.take() {
        case "n": operand = .n
        case "i": operand = .i
        case "v": operand = .v
        case "w": operand = .w
        case "f": operand = .f
        case "t": operand = .t
        case "e", "c": operand = .e
        default: return nil
        }
        modulus = 0
        if tokens.skip("%") {
            guard let value = tokens.take().flatMap({ UInt64($0) }), value > 0 else { return nil }
            modulus = value
        }
        if tokens.skip("!=") {
            isNegated = true
        } else if tokens.skip("=") {
            isNegated = false
        } else {
            return nil
        }
        ranges = []
        repeat {
            guard let low = tokens.take().flatMap({ UInt64($0) }) else { return nil }
            var high = low
            if tokens.skip("..") {
                guard let value = tokens.take().flatMap({ UInt64($0) }), value >= low else { return nil }
                high = value
            }
            ranges.append(low...high)
        } while tokens.skip(",")
    }
}

/// The words, numbers and signs of a rule, one after the other.
private struct RuleTokens {
    private(set) var current: String?
    private var rest: ArraySlice<UInt8>

    init(text: ArraySlice<UInt8>) {
        rest = text
        advance()
    }

    mutating func take() -> String? {
        let token = current
        advance()
        return token
    }

    mutating func skip(_ token: String) -> Bool {
        guard current == token else { return false }
        advance()
        return true
    }

    private mutating func advance() {
        rest = rest.drop { $0 == 0x20 }
        guard let first = rest.first else {
            current = nil
            return
        }
        let isWord: (UInt8) -> Bool = { ($0 | 0x20) &- 0x61 < 26 }
        let isDigit: (UInt8) -> Bool = { $0 &- 0x30 <= 9 }
        let token =
            if isWord(first) {
                rest.prefix(while: isWord)
            } else if isDigit(first) {
                rest.prefix(while: isDigit)
            } else if first == UInt8(ascii: "!") || first == UInt8(ascii: ".") {
                rest.prefix(2)
            } else {
                rest.prefix(1)
            }
        current = String(decoding: token, as: UTF8.self)
        rest = rest.dropFirst(token.count)
    }
}
