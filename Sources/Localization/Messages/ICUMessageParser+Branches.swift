extension ICUMessageParser {
    /// A branch with an exact number.
    private struct ExactBranch {
        var value: Double
        var target: Int
    }

    /// A branch with a key.
    private struct KeyBranch {
        var key: Range<Int>
        var target: Int
    }

    /// Parses the branches of a `plural`, `selectordinal` or `select` up to the `}` of the argument, and writes its
    /// step, its branches and its table.
    mutating func parseBranches(
        of name: Range<Int>, start: Int, type: String, nesting: Int
    ) throws(MessageSyntaxError) {
        let isSelect = type == "select"
        let stylePlace = index
        let kind = isSelect ? MessageStep.select : MessageStep.plural
        let step = appendStep(kind, name: name)
        for _ in MessageStep.behindName..<MessageStep.size(of: kind) { builder.append(rawWord: 0) }

        let plurals = outline?.plurals.count ?? 0
        if !isSelect, outline != nil {
            unsafe outline!.plurals.append(
                MessageOutline.Plural(
                    name: String(decoding: text[name], as: UTF8.self), isOrdinal: type == "selectordinal", keys: [],
                    offset: name.lowerBound))
        }
        var plural: Plural? = isSelect ? nil : Plural(name: name, step: step)
        var exact: [ExactBranch] = []
        var keys: [KeyBranch] = []
        var other: Int?
        var jumps: [Int] = []
        var offset: Range<Int>?
        while true {
            skipWhiteSpace()
            if index == size {
                throw error(.unexpected, at: stylePlace, "a branch or } is expected, but the message ends")
            }
            if unsafe text[index] == 0x7D { break }
            let selectorStart = index
            var isExact = false
            if !isSelect, unsafe text[index] == 0x3D {
                isExact = true
                exact.append(ExactBranch(value: try parseExactNumber(stylePlace: stylePlace), target: 0))
            } else {
                skipIdentifier()
                if index == selectorStart {
                    throw error(.unexpected, at: index, "the key of a branch is expected")
                }
                if !isSelect, unsafe index < size && text[index] == 0x3A,
                    unsafe text[selectorStart..<index].elementsEqual("offset".utf8)
                {
                    if offset != nil || !jumps.isEmpty {
                        throw error(.unexpected, at: selectorStart, "offset: stands once, before the first branch")
                    }
                    offset = try parseOffset()
                    continue
                }
            }
            let key = selectorStart..<index
            skipWhiteSpace()
            guard unsafe index < size && text[index] == 0x7B else {
                throw error(.unexpected, at: selectorStart, "a { is expected behind the key of a branch")
            }
            branches += 1
            if branches > MessageLimits.branches {
                throw error(.limit, at: selectorStart, "the message has more than \(MessageLimits.branches) branches")
            }
            if nesting >= MessageLimits.nesting {
                throw error(.limit, at: index, "branches nest deeper than \(MessageLimits.nesting) levels")
            }
            if !isSelect && outline != nil {
                if isExact {
                    unsafe outline!.plurals[plurals].exactKeys.append(
                        String(decoding: text[key].dropFirst(), as: UTF8.self))
                } else {
                    unsafe outline!.plurals[plurals].keys.append(String(decoding: text[key], as: UTF8.self))
                }
            }
            let target = builder.position
            if isExact {
                exact[exact.count - 1].target = target
            } else {
                keys.append(KeyBranch(key: key, target: target))
            }
            let isOther = unsafe !isExact && text[key].elementsEqual("other".utf8)
            let isFirstOther = isOther && other == nil
            if isFirstOther { other = target }
            let brace = index
            index += 1
            try parseMessage(
                nesting: nesting + 1, start: brace, plural: &plural, tracksCategory: isFirstOther && !isSelect)
            jumps.append(builder.append(MessageStep.jump))
            builder.append(rawWord: 0)
        }
        guard let other else {
            throw error(.missingOther, at: start, "\(type) needs a branch other")
        }
        let table = builder.position
        if isSelect {
            builder.set(step + 3, rawWord: UInt32(name.count) | UInt32(keys.count) << 16)
            builder.set(step + MessageStep.behindName, rawWord: UInt32(other))
            builder.set(step + MessageStep.selectTable, rawWord: UInt32(table))
            for branch in keys {
                builder.append(word: branch.key.lowerBound)
                builder.append(word: branch.key.count)
                builder.append(word: branch.target)
            }
        } else {
            var flags = type == "selectordinal" ? PluralFlags.ordinal : 0
            if let offset { flags |= appendOffset(offset) }
            flags |= appendCategorySource(plural!.category)
            for branch in exact {
                builder.append(rawWord: UInt32(truncatingIfNeeded: branch.value.bitPattern))
                builder.append(rawWord: UInt32(truncatingIfNeeded: branch.value.bitPattern >> 32))
                builder.append(word: branch.target)
            }
            builder.set(step + 3, rawWord: UInt32(name.count) | UInt32(exact.count) << 16 | flags << 24)
            for category in PluralCategory.allCases {
                let branch = keys.first { unsafe text[$0.key].elementsEqual(category.name.utf8) }
                builder.set(
                    step + MessageStep.behindName + Int(category.rawValue), rawWord: UInt32(branch?.target ?? other))
            }
            builder.set(step + MessageStep.pluralTable, rawWord: UInt32(table))
        }
        for jump in jumps { builder.setTarget(ofJump: jump, to: builder.position) }
    }

    private mutating func appendOffset(_ range: Range<Int>) -> UInt32 {
        let quantity = unsafe Quantity(spelling: UnsafeBufferPointer(rebasing: text[range]))
        if let quantity, quantity.scale == 0, quantity.long == nil, quantity.magnitude <= UInt64(Int32.max) {
            if quantity.magnitude == 0 { return 0 }
            let value = Int32(quantity.magnitude)
            builder.append(rawWord: UInt32(bitPattern: quantity.isNegative ? -value : value))
            return PluralFlags.integerOffset
        }
        builder.append(word: range.lowerBound)
        builder.append(word: range.count)
        return PluralFlags.spelledOffset
    }

    private mutating func appendCategorySource(_ source: CategorySource) -> UInt32 {
        guard case .formatter(let index) = source else { return 0 }
        switch formatters[index] {
        case .plainNumber: return 0
        case .integer: return PluralFlags.categoryOfInteger
        case .date: return PluralFlags.categoryOfValue
        case .number(let format):
            if format.isSkeleton { return PluralFlags.categoryOfValue }
            builder.append(word: index)
            return PluralFlags.categoryFormatter
        }
    }

    /// Parses `=` and a number.
    private mutating func parseExactNumber(stylePlace: Int) throws(MessageSyntaxError) -> Double {
        let start = index
        index += 1
        skipNumber()
        if index == start + 1 {
            throw error(.unexpected, at: stylePlace, "a number is expected behind =")
        }
        return try number((start + 1)..<index)
    }

    /// Parses `:` and the number to subtract, which may have white space before it.
    private mutating func parseOffset() throws(MessageSyntaxError) -> Range<Int> {
        let colon = index
        index += 1
        skipWhiteSpace()
        let start = index
        skipNumber()
        if index == start { throw error(.unexpected, at: colon, "a number is expected behind offset:") }
        _ = try number(start..<index)
        return start..<index
    }

    private mutating func skipNumber() {
        while index < size {
            switch unsafe text[index] {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: index += 1
            default:
                // ICU lets the sign for infinity stand in choices, and takes it for a part of the number here too.
                guard unsafe text[index...].starts(with: [0xE2, 0x88, 0x9E]) else { return }
                index += 3
            }
        }
    }

    private func number(_ range: Range<Int>) throws(MessageSyntaxError) -> Double {
        // What C's strtod reads of these characters: digits with an optional sign, point and exponent.
        let spelling = unsafe text[range]
        if range.count < 128, let value = unsafe Self.doubleValue(of: Array(spelling)) { return value }
        throw error(.unexpected, at: range.lowerBound, "this is no number")
    }

    private static func doubleValue(of spelling: [UInt8]) -> Double? {
        var rest = spelling[...]
        if let first = rest.first, first == 0x2B || first == 0x2D { rest.removeFirst() }
        let integers = rest.prefix { $0 &- 0x30 <= 9 }
        rest = rest.dropFirst(integers.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == 0x2E {
            fraction = rest.dropFirst().prefix { $0 &- 0x30 <= 9 }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !integers.isEmpty || !fraction.isEmpty else { return nil }
        var exponent = ""
        if let mark = rest.first {
            guard mark | 0x20 == 0x65 else { return nil }
            exponent = String(decoding: rest, as: UTF8.self)
            rest.removeFirst()
            if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest.removeFirst() }
            guard !rest.isEmpty, rest.allSatisfy({ $0 &- 0x30 <= 9 }) else { return nil }
        }
        let sign = spelling.first == 0x2D ? "-" : ""
        let whole = integers.isEmpty ? "0" : String(decoding: integers, as: UTF8.self)
        let part = fraction.isEmpty ? "0" : String(decoding: fraction, as: UTF8.self)
        return Double("\(sign)\(whole).\(part)\(exponent)")
    }
}
