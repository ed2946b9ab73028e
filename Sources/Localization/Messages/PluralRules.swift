/// A plural category (UTS #35, part 3, section 5).
enum PluralCategory: UInt8, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// The category of this name.
    init?(name: UnsafeBufferPointer<UInt8>) {
        for category in Self.allCases where unsafe category.name.utf8.elementsEqual(name) {
            self = category
            return
        }
        return nil
    }

    /// The name as rules and messages spell it.
    var name: String {
        switch self {
        case .zero: "zero"
        case .one: "one"
        case .two: "two"
        case .few: "few"
        case .many: "many"
        case .other: "other"
        }
    }
}

/// What plural rules look at in a number (UTS #35, part 3, section 5.1.1).
struct PluralOperands: Sendable {
    /// The number itself, where it has no fraction; ICU holds it in a floating-point number.
    var n: Double
    /// The integer digits, the last eighteen of them as ICU has it.
    var i: UInt64
    /// The count of visible fraction digits, with zeros at the end.
    var v: UInt64 = 0
    /// The visible fraction digits as an integer, with zeros at the end.
    var f: UInt64 = 0
    /// The count of visible fraction digits without zeros at the end.
    var w: UInt64 = 0
    /// The visible fraction digits as an integer without zeros at the end.
    var t: UInt64 = 0
    /// The exponent of compact decimal notation, which no number of ours is shown in.
    var e: UInt64 = 0

    /// The operands of an integer.
    init(integer: UInt64) {
        n = Double(integer)
        i = integer < Self.limit ? integer : integer % Self.limit
    }

    /// The operands of a number as it is seen.
    init(_ quantity: Quantity) {
        self.init(integer: quantity.scale == 0 ? quantity.magnitude : 0)
        if let long = quantity.long {
            // ICU looks at eighteen digits of either part.
            let integer = long.dropLast(quantity.scale)
            let fraction = long.suffix(quantity.scale)
            n = Double(String(decoding: integer.map { $0 + 0x30 }, as: UTF8.self)) ?? 0
            i = integer.suffix(18).reduce(0) { $0 * 10 + UInt64($1) }
            v = UInt64(quantity.scale)
            f = fraction.prefix(18).reduce(0) { $0 * 10 + UInt64($1) }
            let visible = fraction.count - fraction.reversed().prefix { $0 == 0 }.count
            w = UInt64(visible)
            t = fraction.prefix(visible).prefix(18).reduce(0) { $0 * 10 + UInt64($1) }
            return
        }
        if quantity.scale == 0 { return }
        let power = quantity.scale <= 19 ? Quantity.powersOfTen[quantity.scale] : 0
        (i, f) = power == 0 ? (0, quantity.magnitude) : quantity.magnitude.quotientAndRemainder(dividingBy: power)
        n = Double(i)
        v = UInt64(quantity.scale)
        (w, t) = (v, f)
        if f == 0 {
            w = 0
        } else {
            while t % 10 == 0 {
                t /= 10
                w -= 1
            }
        }
    }

    /// The first integer of more digits than ICU looks at.
    private static let limit: UInt64 = 1_000_000_000_000_000_000
}

/// The plural rules of a locale, cardinal or ordinal, compiled from the text of ICU's own data.
///
/// Immutable, shared by threads.
final class PluralRules: Sendable {
    enum Operand: UInt8, Sendable {
        case n, i, v, w, f, t, e
    }

    /// One relation, as in `n % 10 = 2..4`.
    struct Relation: Sendable {
        var operand: Operand
        var isNegated: Bool
        /// 0 where there is no remainder to take.
        var modulus: UInt64
        /// The values, as ends of ranges, both included.
        var ranges: [ClosedRange<UInt64>]
    }

    /// A category and its condition: alternatives, in each of which every relation holds.
    struct Rule: Sendable {
        var category: PluralCategory
        var alternatives: [[Relation]]
    }

    let rules: [Rule]

    /// Rules under which every number is `other`.
    static let otherOnly = PluralRules(rules: [])

    init(rules: [Rule]) {
        self.rules = rules
    }

    /// The categories that these rules tell apart, `other` included.
    var categories: [PluralCategory] { rules.map(\.category) + [.other] }

    /// The category of an integer without fraction digits.
    func category(ofInteger integer: UInt64) -> PluralCategory {
        Self.category(of: PluralOperands(integer: integer), by: rules)
    }

    /// Whether every integer from 1,000 on that ends in the same three digits as this one has the same category.
    func followsLastDigits(of integer: UInt64) -> Bool {
        rules.allSatisfy { rule in
            rule.alternatives.allSatisfy { $0.allSatisfy { $0.followsLastDigits(of: integer) } }
        }
    }

    /// The category of a number as it is seen.
    func category(of quantity: Quantity) -> PluralCategory {
        if quantity.scale == 0 && quantity.long == nil { return category(ofInteger: quantity.magnitude) }
        return Self.category(of: PluralOperands(quantity), by: rules)
    }

    /// The category of a number with these operands.
    func category(of operands: PluralOperands) -> PluralCategory {
        Self.category(of: operands, by: rules)
    }

    private static func category(of operands: PluralOperands, by rules: [Rule]) -> PluralCategory {
        for rule in rules {
            for alternative in rule.alternatives where alternative.allSatisfy({ $0.holds(for: operands) }) {
                return rule.category
            }
        }
        return .other
    }
}

extension PluralRules.Relation {
    fileprivate func followsLastDigits(of integer: UInt64) -> Bool {
        // The other operands are zero.
        guard operand == .n || operand == .i else { return true }
        if modulus == 0 { return ranges.allSatisfy { $0.upperBound < 1000 } }
        if 1000 % modulus == 0 { return true }
        // Remainders that are whole thousands, as of the millions of Romance languages.
        return integer % 1000 != 0 && modulus % 1000 == 0
            && ranges.allSatisfy { $0.lowerBound == $0.upperBound && $0.lowerBound % 1000 == 0 }
    }

    func holds(for operands: PluralOperands) -> Bool {
        var value: UInt64
        switch operand {
        case .n:
            // A number with a fraction equals no integer, and so its negation holds.
            if operands.t != 0 { return isNegated }
            value = operands.i
            if operands.n >= 0x1p53 {
                let rest = modulus == 0 ? operands.n : operands.n.truncatingRemainder(dividingBy: Double(modulus))
                // What is no integer of 64 bits equals none of a rule's.
                guard let whole = UInt64(exactly: rest) else { return isNegated }
                return ranges.contains { $0.contains(whole) } != isNegated
            }
        case .i: value = operands.i
        case .v: value = operands.v
        case .w: value = operands.w
        case .f: value = operands.f
        case .t: value = operands.t
        case .e: value = operands.e
        }
        if value > 1 << 53 {
            // ICU calculates with floating-point numbers, and its categories are those of the rounded value.
            value = UInt64(Double(value))
        }
        if modulus != 0 { value %= modulus }
        return ranges.contains { $0.contains(value) } != isNegated
    }
}
