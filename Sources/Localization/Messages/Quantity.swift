/// A number in decimal, exact, with the fraction digits that are to be seen.
///
/// Up to eighteen digits stand in one integer; longer numbers keep their digits in an array.
struct Quantity: Sendable, Equatable {
    /// Whether a minus stands before it; zero may have one, as in ICU.
    var isNegative: Bool
    /// All digits as one integer, where `long` is nil.
    var magnitude: UInt64
    /// How many of the digits stand behind the decimal separator.
    var scale: Int
    /// The digits, 0 to 9 each, the first one not 0 unless it stands directly before the separator.
    var long: [UInt8]?

    /// A number that is spelled with more bytes than this is no number to us.
    static let maximumSpelling = 512
    /// A number of this many integer digits or more is no number to us; nor is it one to IEEE 754.
    static let maximumIntegerDigits = 400

    /// An integer.
    init(_ value: Int64) {
        isNegative = value < 0
        magnitude = value.magnitude
        scale = 0
        long = nil
    }

    init(isNegative: Bool, magnitude: UInt64, scale: Int) {
        self.isNegative = isNegative
        self.magnitude = magnitude
        self.scale = scale
        long = nil
    }

    /// Makes a number of digits, `scale` of which stand behind the separator.
    init(isNegative: Bool, digits: [UInt8], scale: Int) {
        // At least one digit stands before the separator, and no zeros before that one.
        var digits = digits
        let integerDigits = digits.count - scale
        if integerDigits < 1 {
            digits.insert(contentsOf: repeatElement(0, count: 1 - integerDigits), at: 0)
        } else {
            let zeros = digits.prefix(integerDigits - 1).prefix { $0 == 0 }.count
            digits.removeFirst(zeros)
        }
        self.isNegative = isNegative
        self.scale = scale
        if digits.count <= 18 {
            magnitude = digits.reduce(0) { $0 * 10 + UInt64($1) }
            long = nil
        } else {
            magnitude = 0
            long = digits
        }
    }

    /// Reads a number as text spells it: digits with an optional sign, fraction and exponent. Nil where it is none, or
    /// too long or too large.
    ///
    /// - Parameter spelling: the bytes, all of which must belong to the number.
    init?(spelling: UnsafeBufferPointer<UInt8>) {
        guard spelling.count <= Self.maximumSpelling else { return nil }
        var index = 0
        var isNegative = false
        if unsafe index < spelling.count && (spelling[index] == 0x2D || spelling[index] == 0x2B) {
            unsafe isNegative = spelling[index] == 0x2D
            index += 1
        }
        var magnitude: UInt64 = 0
        var significant = 0
        var scale = 0
        var seenPoint = false
        let start = index
        while index < spelling.count {
            let byte = unsafe spelling[index]
            if byte == 0x2E, !seenPoint {
                seenPoint = true
            } else if byte &- 0x30 <= 9 {
                if significant > 0 || byte != 0x30 { significant += 1 }
                if significant <= 18 { magnitude = magnitude * 10 + UInt64(byte - 0x30) }
                if seenPoint { scale += 1 }
            } else {
                break
            }
            index += 1
        }
        let end = index
        // A digit at least, and none missing behind the point.
        guard end - start > (seenPoint ? 1 : 0), unsafe spelling[end - 1] != 0x2E else { return nil }
        var exponent = 0
        if index < spelling.count {
            guard unsafe spelling[index] | 0x20 == 0x65 else { return nil }
            index += 1
            var isDown = false
            if unsafe index < spelling.count && (spelling[index] == 0x2D || spelling[index] == 0x2B) {
                unsafe isDown = spelling[index] == 0x2D
                index += 1
            }
            guard index < spelling.count else { return nil }
            while index < spelling.count {
                let byte = unsafe spelling[index]
                guard byte &- 0x30 <= 9 else { return nil }
                exponent = min(exponent * 10 + Int(byte - 0x30), 100_000)
                index += 1
            }
            if isDown { exponent = -exponent }
        }
        if significant <= 18 && exponent == 0 {
            self.init(isNegative: isNegative, magnitude: magnitude, scale: scale)
            return
        }
        var digits: [UInt8] = []
        digits.reserveCapacity(end - start + abs(min(exponent, Self.maximumIntegerDigits)))
        for position in start..<end where unsafe spelling[position] != 0x2E {
            unsafe digits.append(spelling[position] - 0x30)
        }
        if significant == 0 {
            // However it is written, it is nothing.
            self.init(isNegative: isNegative, magnitude: 0, scale: exponent == 0 ? scale : 0)
            return
        }
        scale -= exponent
        if scale < 0 {
            guard significant - scale <= Self.maximumIntegerDigits else { return nil }
            digits.append(contentsOf: repeatElement(0, count: -scale))
            scale = 0
        } else if scale - digits.count > Self.maximumIntegerDigits {
            // Closer to zero than IEEE 754 can say.
            self.init(isNegative: isNegative, magnitude: 0, scale: 0)
            return
        }
        guard significant - scale <= Self.maximumIntegerDigits else { return nil }
        self.init(isNegative: isNegative, digits: digits, scale: scale)
    }

    /// Powers of ten that an integer of 64 bits holds.
    static let powersOfTen: [UInt64] = {
        var powers: [UInt64] = [1]
        for _ in 1...19 { powers.append(powers.last! * 10) }
        return powers
    }()

    /// The digits, 0 to 9 each, at least one before the separator.
    var digits: [UInt8] {
        if let long { return long }
        var reversed: [UInt8] = []
        var rest = magnitude
        repeat {
            reversed.append(UInt8(rest % 10))
            rest /= 10
        } while rest != 0
        while reversed.count <= scale { reversed.append(0) }
        return reversed.reversed()
    }

    /// Whether all of its digits are zeros.
    var isZero: Bool { long.map { $0.allSatisfy { $0 == 0 } } ?? (magnitude == 0) }

    /// The number without the zeros at the end of its fraction: what its value is, whatever it looks like.
    func withoutTrailingZeros(keeping minimum: Int = 0) -> Quantity {
        guard scale > minimum else { return self }
        if let long {
            var count = 0
            while count < scale - minimum && long[long.count - 1 - count] == 0 { count += 1 }
            return count == 0
                ? self : Quantity(isNegative: isNegative, digits: Array(long.dropLast(count)), scale: scale - count)
        }
        var result = self
        while result.scale > minimum && result.magnitude % 10 == 0 {
            result.magnitude /= 10
            result.scale -= 1
        }
        return result
    }

    /// The number with at most so many fraction digits, rounded half to even, without zeros at the end beyond the
    /// minimum.
    func rounded(toFractionDigits maximum: Int, minimum: Int = 0) -> Quantity {
        var result = self
        if scale > maximum {
            let dropped = scale - maximum
            if long == nil && dropped <= 19 {
                let power = Self.powersOfTen[dropped]
                let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: power)
                let half = power / 2
                let up = remainder > half || (remainder == half && quotient % 2 == 1)
                result.magnitude = quotient + (up ? 1 : 0)
                result.scale = maximum
            } else {
                result = roundedByDigits(dropping: dropped)
            }
        }
        result = result.withoutTrailingZeros(keeping: minimum)
        if result.scale < minimum {
            let zeros = [UInt8](repeating: 0, count: minimum - result.scale)
            result = Quantity(isNegative: isNegative, digits: result.digits + zeros, scale: minimum)
        }
        return result
    }

    private func roundedByDigits(dropping dropped: Int) -> Quantity {
        // A leading zero takes the carry.
        var digits: [UInt8] = [0] + digits
        if digits.count <= dropped { digits.insert(contentsOf: repeatElement(0, count: dropped), at: 0) }
        let tail = digits.suffix(dropped)
        digits.removeLast(dropped)
        let first = tail[tail.startIndex]
        let isHalf = first == 5 && tail.dropFirst().allSatisfy { $0 == 0 }
        if isHalf ? digits[digits.count - 1] % 2 == 1 : first >= 5 {
            var position = digits.count - 1
            while digits[position] == 9 {
                digits[position] = 0
                position -= 1
            }
            digits[position] += 1
        }
        return Quantity(isNegative: isNegative, digits: digits, scale: scale - dropped)
    }

    /// The value as a floating-point number: what an exact selector such as `=1` is compared with, as in ICU.
    var doubleValue: Double {
        if long == nil && magnitude < Self.largestExactDouble && scale <= 19 {
            let value = Double(magnitude) / Double(Self.powersOfTen[scale])
            return isNegative ? -value : value
        }
        return Double(String(decoding: spelling, as: UTF8.self)) ?? 0
    }

    /// The number in ASCII: an optional minus, digits, an optional point and digits.
    var spelling: [UInt8] {
        var result: [UInt8] = isNegative ? [0x2D] : []
        let digits = digits
        for (index, digit) in digits.enumerated() {
            if index == digits.count - scale && scale > 0 { result.append(0x2E) }
            result.append(0x30 + digit)
        }
        return result
    }
}
