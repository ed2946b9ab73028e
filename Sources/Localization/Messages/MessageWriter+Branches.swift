// Choosing branches.
extension MessageWriter {
    /// Where the branch for a whole number begins, and the number that `#` shows; nil where it takes more than a small
    /// whole number to tell.
    @inline(__always)
    static func wholeTarget(
        of number: Int64, step: UnsafePointer<UInt32>, in words: UnsafePointer<UInt32>, _ small: SmallNumbers
    ) -> (shown: Int64, target: Int)? {
        let counts = unsafe step[3]
        let flags = counts >> 24
        if flags & ~(PluralFlags.ordinal | PluralFlags.integerOffset) != 0 { return nil }
        var shown = number
        var table = unsafe words + Int(step[MessageStep.pluralTable])
        if flags & PluralFlags.integerOffset != 0 {
            // Larger ones are not subtracted digit by digit.
            if number.magnitude >= Quantity.largestExactDouble { return nil }
            shown = unsafe number &- Int64(Int32(bitPattern: table[0]))
            unsafe table += 1
        }
        var exactCount = counts >> 16 & 0xFF
        if exactCount > 0 {
            let value = Double(number)
            repeat {
                let bits = unsafe UInt64(table[0]) | UInt64(table[1]) << 32
                if value == Double(bitPattern: bits) { return unsafe (shown, Int(table[2])) }
                unsafe table += 3
                exactCount &-= 1
            } while exactCount != 0
        }
        guard
            let category = unsafe small.category(of: shown.magnitude, ordinal: flags & PluralFlags.ordinal != 0)
        else { return nil }
        return unsafe (shown, Int(step[MessageStep.behindName + Int(category)]))
    }

    /// The number that `#` shows: without the offset, rounded as the locale's numbers are.
    func shownNumber(
        _ number: NumberArgument, ofStep step: Int, _ words: UnsafePointer<UInt32>, _ context: Context
    ) -> Quantity {
        let flags = unsafe words[step + 3] >> 24
        let symbols = unsafe context.locale.symbols
        if flags & (PluralFlags.integerOffset | PluralFlags.spelledOffset) == 0 { return number.shown(by: symbols) }
        return unsafe subtracted(number, ofStep: step, words, context).shown(by: symbols)
    }

    private func subtracted(
        _ number: NumberArgument, ofStep step: Int, _ words: UnsafePointer<UInt32>, _ context: Context
    ) -> NumberArgument {
        let flags = unsafe words[step + 3] >> 24
        let table = unsafe Int(words[step + MessageStep.pluralTable])
        var result = number
        if flags & PluralFlags.integerOffset != 0 {
            let offset = unsafe Int64(Int32(bitPattern: words[table]))
            result.quantity = number.quantity.less(offset: Quantity(offset))
        } else if flags & PluralFlags.spelledOffset != 0 {
            let spelling = unsafe context.bytes[words[table], words[table + 1]]
            if let offset = unsafe Quantity(spelling: spelling) {
                result.quantity = number.quantity.less(offset: offset)
            }
        }
        if !number.keepsDigits { result.quantity = result.quantity.withoutTrailingZeros() }
        return result
    }

    /// Where the branch for a number begins.
    func target(
        of number: NumberArgument, step: Int, _ words: UnsafePointer<UInt32>, _ context: Context
    ) -> Int {
        let counts = unsafe words[step + 3]
        let flags = counts >> 24
        var table = unsafe Int(words[step + MessageStep.pluralTable])
        if flags & PluralFlags.integerOffset != 0 { table += 1 }
        if flags & PluralFlags.spelledOffset != 0 { table += 2 }
        var formatter = 0
        if flags & PluralFlags.categoryFormatter != 0 {
            formatter = unsafe Int(words[table])
            table += 1
        }
        let exactCount = Int(counts >> 16 & 0xFF)
        if exactCount > 0 {
            let value = number.quantity.doubleValue
            for _ in 0..<exactCount {
                let bits = unsafe UInt64(words[table]) | UInt64(words[table + 1]) << 32
                if value == Double(bitPattern: bits) { return unsafe Int(words[table + 2]) }
                table += 3
            }
        }
        let rules =
            unsafe flags & PluralFlags.ordinal != 0
            ? context.locale.ordinal : context.locale.cardinal
        let category: PluralCategory
        let special = PluralFlags.categoryFormatter | PluralFlags.categoryOfInteger | PluralFlags.categoryOfValue
        if flags & special == 0 {
            category = rules.category(of: unsafe shownNumber(number, ofStep: step, words, context))
        } else {
            category = unsafe specialCategory(
                of: subtracted(number, ofStep: step, words, context).quantity, flags: flags, formatter: formatter,
                rules: rules, context)
        }
        return unsafe Int(words[step + MessageStep.behindName + Int(category.rawValue)])
    }

    private func specialCategory(
        of quantity: Quantity, flags: UInt32, formatter: Int, rules: PluralRules, _ context: Context
    ) -> PluralCategory {
        if flags & PluralFlags.categoryOfInteger != 0 {
            return rules.category(of: quantity.rounded(toFractionDigits: 0))
        }
        if flags & PluralFlags.categoryOfValue != 0 { return rules.category(of: quantity) }
        guard case .number(let format) = unsafe context.formatters._withUnsafeGuaranteedRef({ $0[formatter] }) else {
            return .other
        }
        return format.category(of: quantity, ordinal: flags & PluralFlags.ordinal != 0)
    }

    /// The word behind the table of a `plural` step.
    func endOfPlural(step: Int, _ words: UnsafePointer<UInt32>) -> Int {
        let counts = unsafe words[step + 3]
        let flags = counts >> 24
        var end = unsafe Int(words[step + MessageStep.pluralTable]) + 3 * Int(counts >> 16 & 0xFF)
        if flags & PluralFlags.integerOffset != 0 { end += 1 }
        if flags & PluralFlags.spelledOffset != 0 { end += 2 }
        if flags & PluralFlags.categoryFormatter != 0 { end += 1 }
        return end
    }

    /// Where the branch that an argument selects begins; nil where it is missing or unusable.
    @inline(__always)
    func select(step: Int, _ words: UnsafePointer<UInt32>, _ context: Context) -> Int? {
        guard let value = unsafe context.argument(name(ofStep: step, words, context)) else { return nil }
        if unsafe value.kind == .string {
            return unsafe Self.branch(for: value.text, step: words + step, in: words, context.bytes.text)
        }
        let key: [UInt8]
        if unsafe value.kind == .boolean {
            key = unsafe Array(value.integer == 1 ? "true".utf8 : "false".utf8)
        } else {
            guard let number = unsafe NumberArgument(value) else { return nil }
            key = number.quantity.spelling
        }
        return unsafe key.withUnsafeBufferPointer {
            unsafe Self.branch(for: $0, step: words + step, in: words, context.bytes.text)
        }
    }

    /// Where the branch with this key begins, or the branch `other`.
    @inline(__always)
    static func branch(
        for key: UnsafeBufferPointer<UInt8>, step: UnsafePointer<UInt32>, in words: UnsafePointer<UInt32>,
        _ text: UnsafePointer<UInt8>
    ) -> Int {
        var count = unsafe step[3] >> 16
        var entry = unsafe words + Int(step[MessageStep.selectTable])
        while count != 0 {
            if unsafe Int(entry[1]) == key.count, let start = key.baseAddress,
                unsafe ShortBytes.isEqual(text + Int(entry[0]), start, key.count)
            {
                return unsafe Int(entry[2])
            }
            unsafe entry += 3
            count &-= 1
        }
        return unsafe Int(step[MessageStep.behindName])
    }
}
