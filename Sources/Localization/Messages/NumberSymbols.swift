import CICU

/// How a locale writes plain decimal numbers: ICU's default decimal format, in native form.
///
/// Immutable, shared by threads.
final class NumberSymbols: Sendable {
    let decimalSeparator: [UInt8]
    let groupingSeparator: [UInt8]
    let positivePrefix: [UInt8]
    let positiveSuffix: [UInt8]
    let negativePrefix: [UInt8]
    let negativeSuffix: [UInt8]
    let digits: [[UInt8]]
    /// The integer digits of the group nearest to the separator; 0 where numbers are not grouped.
    let primaryGrouping: Int
    /// The integer digits of every further group.
    let secondaryGrouping: Int
    /// The digits that must stand before the first separator for it to be written (CLDR's minimumGroupingDigits).
    let minimumGrouping: Int
    let minimumIntegerDigits: Int
    let minimumFractionDigits: Int
    let maximumFractionDigits: Int
    /// Whether digits are ASCII and a positive number has nothing around them.
    let isPlain: Bool

    /// The symbols of a locale; the root's where ICU has none.
    init(locale: String) {
        var symbols = parlance_number_symbols()
        var text = [UInt8](repeating: 0, count: 512)
        var size: Int32 = -1
        unsafe text.withUnsafeMutableBytes { buffer in
            let memory = unsafe buffer.assumingMemoryBound(to: CChar.self)
            unsafe size = parlance_number_symbols_get(
                locale, &symbols, memory.baseAddress!, Int32(memory.count))
        }
        var parts: [[UInt8]] = []
        if size >= 0 && size <= text.count {
            let ends = unsafe withUnsafeBytes(of: symbols.ends) { unsafe Array($0.bindMemory(to: Int32.self)) }
            var start = 0
            for end in ends {
                parts.append(Array(text[start..<Int(end)]))
                start = Int(end)
            }
        } else {
            parts = [[0x2E], [0x2C], [], [], [0x2D], []] + (0...9).map { [UInt8(0x30 + $0)] }
            symbols.primary_grouping = 3
            symbols.minimum_grouping = 1
            symbols.minimum_integer_digits = 1
            symbols.maximum_fraction_digits = 3
        }
        decimalSeparator = parts[0]
        groupingSeparator = parts[1]
        positivePrefix = parts[2]
        positiveSuffix = parts[3]
        negativePrefix = parts[4]
        negativeSuffix = parts[5]
        digits = Array(parts[6..<16])
        primaryGrouping = max(0, Int(symbols.primary_grouping))
        secondaryGrouping =
            symbols.secondary_grouping > 0 ? Int(symbols.secondary_grouping) : max(0, Int(symbols.primary_grouping))
        minimumGrouping = max(1, Int(symbols.minimum_grouping))
        minimumIntegerDigits = Int(symbols.minimum_integer_digits)
        minimumFractionDigits = Int(symbols.minimum_fraction_digits)
        maximumFractionDigits = Int(symbols.maximum_fraction_digits)
        isPlain =
            positivePrefix.isEmpty && positiveSuffix.isEmpty
            && digits.enumerated().allSatisfy { $1 == [UInt8(0x30 + $0)] } && minimumIntegerDigits <= 1
    }

    /// The number as the default decimal format shows it: rounded half to even.
    func rounded(_ quantity: Quantity) -> Quantity {
        if quantity.scale == 0 && minimumFractionDigits == 0 { return quantity }
        return quantity.rounded(toFractionDigits: maximumFractionDigits, minimum: minimumFractionDigits)
    }

    /// Appends a number with all of the fraction digits that it has.
    func append(_ quantity: Quantity, to output: inout [UInt8]) {
        if quantity.magnitude < 1000 && quantity.scale == 0 && isPlain && !quantity.isNegative && quantity.long == nil {
            appendSmall(UInt32(truncatingIfNeeded: quantity.magnitude), to: &output)
            return
        }
        output.append(contentsOf: quantity.isNegative ? negativePrefix : positivePrefix)
        if let long = quantity.long {
            unsafe long.withUnsafeBufferPointer { unsafe append(digits: $0, scale: quantity.scale, to: &output) }
        } else {
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(20, quantity.scale + 1)) { buffer in
                var start = buffer.count
                var rest = quantity.magnitude
                repeat {
                    start -= 1
                    unsafe buffer[start] = UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                } while rest != 0
                while buffer.count - start <= quantity.scale {
                    start -= 1
                    unsafe buffer[start] = 0
                }
                unsafe append(
                    digits: UnsafeBufferPointer(rebasing: buffer[start...]), scale: quantity.scale, to: &output)
            }
        }
        output.append(contentsOf: quantity.isNegative ? negativeSuffix : positiveSuffix)
    }

    @inline(__always)
    private func appendSmall(_ value: UInt32, to output: inout [UInt8]) {
        if value >= 100 { output.append(0x30 + UInt8(truncatingIfNeeded: value / 100)) }
        if value >= 10 { output.append(0x30 + UInt8(truncatingIfNeeded: value / 10 % 10)) }
        output.append(0x30 + UInt8(truncatingIfNeeded: value % 10))
    }

    private func append(digits values: UnsafeBufferPointer<UInt8>, scale: Int, to output: inout [UInt8]) {
        let integerCount = values.count - scale
        let padding = max(0, minimumIntegerDigits - integerCount)
        let count = integerCount + padding
        let isGrouped = primaryGrouping > 0 && count >= primaryGrouping + minimumGrouping
        for position in 0..<count {
            let remaining = count - position
            if isGrouped, position > 0,
                remaining == primaryGrouping
                    || (remaining > primaryGrouping && (remaining - primaryGrouping) % secondaryGrouping == 0)
            {
                output.append(contentsOf: groupingSeparator)
            }
            let value = position < padding ? 0 : unsafe values[position - padding]
            output.append(contentsOf: digits[Int(value)])
        }
        if scale > 0 {
            output.append(contentsOf: decimalSeparator)
            for position in integerCount..<values.count {
                unsafe output.append(contentsOf: digits[Int(values[position])])
            }
        }
    }
}
