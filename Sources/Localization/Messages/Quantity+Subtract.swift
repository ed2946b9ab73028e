extension Quantity {
    /// Up to this, a double holds every whole number.
    static let largestExactDouble: UInt64 = 1 << 53

    /// The number that a plural with an offset goes by: ICU subtracts doubles, which for numbers of more than their
    /// digits is another number than the exact difference.
    func less(offset: Quantity) -> Quantity {
        let value = doubleValue
        guard value.magnitude >= Double(Self.largestExactDouble) else { return subtracting(offset) }
        return unsafe Array((value - offset.doubleValue).description.utf8).withUnsafeBufferPointer {
            unsafe Quantity(spelling: $0)?.withoutTrailingZeros()
        } ?? subtracting(offset)
    }

    /// The difference of two numbers, exact, with as many fraction digits as the longer one has.
    func subtracting(_ other: Quantity) -> Quantity {
        if long == nil && other.long == nil && scale == 0 && other.scale == 0
            && magnitude <= UInt64(Int64.max) && other.magnitude <= UInt64(Int64.max)
        {
            let left = isNegative ? -Int64(magnitude) : Int64(magnitude)
            let right = other.isNegative ? -Int64(other.magnitude) : Int64(other.magnitude)
            let (difference, overflow) = left.subtractingReportingOverflow(right)
            if !overflow { return Quantity(difference) }
        }
        let scale = max(scale, other.scale)
        let left = aligned(to: scale)
        let right = other.aligned(to: scale)
        let width = max(left.count, right.count) + 1
        let a = [UInt8](repeating: 0, count: width - left.count) + left
        let b = [UInt8](repeating: 0, count: width - right.count) + right
        if isNegative != other.isNegative {
            return Quantity(isNegative: isNegative, digits: Self.sum(a, b), scale: scale)
        }
        if b.lexicographicallyPrecedes(a) {
            return Quantity(isNegative: isNegative, digits: Self.difference(a, b), scale: scale)
        }
        // Equal numbers leave a zero without a minus.
        let digits = Self.difference(b, a)
        return Quantity(
            isNegative: !isNegative && digits.contains { $0 != 0 }, digits: digits, scale: scale)
    }

    private func aligned(to scale: Int) -> [UInt8] {
        digits + [UInt8](repeating: 0, count: scale - self.scale)
    }

    /// The sum of two rows of digits of one length, whose first digits are zeros.
    private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var result = a
        var carry: UInt8 = 0
        for index in result.indices.reversed() {
            let digit = a[index] + b[index] + carry
            result[index] = digit % 10
            carry = digit / 10
        }
        return result
    }

    /// The difference of two rows of digits of one length, the first of which is not the smaller.
    private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var result = a
        var borrow: UInt8 = 0
        for index in result.indices.reversed() {
            let taken = b[index] + borrow
            borrow = a[index] < taken ? 1 : 0
            result[index] = a[index] + 10 * borrow - taken
        }
        return result
    }
}
