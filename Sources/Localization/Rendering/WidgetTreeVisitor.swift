/// Reads a widget tree: notes where placeholders stand, which arguments they see, and which strings are left alone.
@safe struct WidgetTreeVisitor: JSONVisitor {
    /// An array or object that has begun and not ended.
    private struct Level {
        var isObject: Bool
        /// Whether it is the value of an `arguments` member, whose own strings are data.
        var isArguments = false
        /// Whether everything in it is excluded by name.
        var isSkipped = false
        /// Whether the member that is being read is excluded by name, or the member that this array is.
        var isNameSkipped = false
        /// Whether that member is among those that are expanded.
        var isNameSelected = true
        /// The declared name of that member, or -1.
        var name: Int32 = -1
        /// Its number in `scopes`, or -1 as long as nothing asked for it.
        var scope: Int32 = -1
        /// How many objects began before it.
        var ordinal: Int32 = 0
    }

    /// Where a string with placeholders stands, as far as declared types go.
    private struct Ownership {
        let firstSite: Int
        /// The object that the string is a member of.
        var owner: Int32 = -1
        var member = WidgetDeclarations.Member(name: -1, part: nil)
        /// The object around that one, or around the array that holds the string.
        var outerOwner: Int32 = -1
        var outerMember = WidgetDeclarations.Member(name: -1, part: nil)
    }

    private let document: UnsafeBufferPointer<UInt8>
    private(set) var collector: SiteCollector
    private(set) var scopes = DocumentScopes()
    private var levels: [Level] = []
    /// The key that came last.
    private var key = JSONStringToken(range: 0..<0, traits: [])
    private var keyIsArguments = false

    private let filtersByName: Bool
    private let properties: NameTable?
    private let skipped: NameTable

    private let widgets: WidgetDeclarations?
    private var keyIsType = false
    private var objectCount: Int32 = 0
    /// The declared type of each object, or -1, by ordinal.
    private var types: [Int32] = []
    private var ownerships: [Ownership] = []

    init(document: UnsafeBufferPointer<UInt8>, options: Document.Options) {
        unsafe self.document = document
        collector = SiteCollector(style: options.placeholders)
        properties = options.properties.map { names in NameTable(names) }
        skipped = NameTable(options.skipped)
        filtersByName = options.properties != nil || !options.skipped.isEmpty
        widgets = options.widgets
        levels.reserveCapacity(32)
    }

    /// Settles what only the end of the document tells: the types of objects whose `type` came late.
    mutating func finish() {
        guard let widgets else { return }
        var current = -1
        let ownerships = ownerships
        let types = types
        func isDeclared(_ owner: Int32, _ member: WidgetDeclarations.Member) -> Bool {
            guard owner >= 0, types[Int(owner)] >= 0 else { return false }
            return widgets.declares(type: types[Int(owner)], member: member)
        }
        collector.keep { index in
            while current + 1 < ownerships.count, ownerships[current + 1].firstSite <= index { current += 1 }
            let ownership = ownerships[current]
            return isDeclared(ownership.owner, ownership.member)
                || isDeclared(ownership.outerOwner, ownership.outerMember)
        }
    }

    mutating func beginObject(at offset: Int) {
        var level = Level(isObject: true)
        if let last = levels.last { level.isSkipped = last.isSkipped || last.isNameSkipped }
        if keyIsArguments {
            level.isArguments = true
            keyIsArguments = false
            scopes.forgetArguments(of: scope())
        }
        if filtersByName { level.isNameSelected = false }
        if widgets != nil {
            level.ordinal = objectCount
            objectCount += 1
            types.append(-1)
            if keyIsType, let last = levels.last, last.isObject { types[Int(last.ordinal)] = -1 }
            keyIsType = false
        }
        levels.append(level)
    }

    mutating func endObject(at offset: Int) {
        levels.removeLast()
        keyIsArguments = false
        keyIsType = false
    }

    mutating func beginArray(at offset: Int) {
        var level = levels.last ?? Level(isObject: false)
        level.isSkipped = level.isSkipped || level.isNameSkipped
        level.isObject = false
        level.isArguments = false
        if levels.isEmpty, filtersByName { level.isNameSelected = properties == nil }
        level.ordinal = -1
        levels.append(level)
        keyIsArguments = false
        forgetType()
    }

    mutating func endArray(at offset: Int) { levels.removeLast() }

    mutating func key(_ token: JSONStringToken) {
        key = token
        keyIsArguments = isSpelled(token, "arguments") && !levels[levels.count - 1].isArguments
        if filtersByName || widgets != nil { readName(token) }
    }

    mutating func string(_ token: JSONStringToken) {
        if isArgument {
            addArgument(
                .string(
                    start: UInt32(token.range.lowerBound), end: UInt32(token.range.upperBound),
                    hasEscapes: token.traits.contains(.escapes)))
            return
        }
        if keyIsType { readType(token) }
        guard token.traits.contains(.mark), mayExpand else { return }
        let firstSite = collector.sites.count
        let scope = Int(scope() + 1)
        let bytes = unsafe UnsafeBufferPointer(rebasing: document[token.range])
        if token.traits.contains(.escapes) {
            unsafe collector.collect(escaped: bytes, at: token.range.lowerBound, scope: scope)
        } else {
            unsafe collector.collect(bytes, at: token.range.lowerBound, mayBeWhole: true, scope: scope)
        }
        if widgets != nil, collector.sites.count > firstSite { noteOwnership(firstSite) }
    }

    mutating func number(_ range: Range<Int>) {
        if isArgument { addArgument(.number(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))) }
        forgetType()
    }

    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if isArgument { addArgument(literal == .null ? .null : .boolean(literal == .true)) }
        forgetType()
    }

    // MARK: - Arguments

    /// Whether a scalar here is a member of an `arguments` object.
    @inline(__always)
    private var isArgument: Bool { levels.last?.isArguments ?? false }

    private mutating func addArgument(_ value: DocumentScopes.Entry.Value) {
        // The object that these are the arguments of is the one around `arguments`.
        scopes.add(name: key, value: value, to: levels[levels.count - 2].scope)
    }

    /// The number of the innermost object in `scopes`, noted now if nothing asked for it before; -1 outside of objects.
    private mutating func scope() -> Int32 {
        var first = levels.count
        while first > 0, levels[first - 1].scope < 0 { first -= 1 }
        var scope = first > 0 ? levels[first - 1].scope : -1
        for index in first..<levels.count {
            if levels[index].isObject { scope = scopes.add(parent: scope) }
            levels[index].scope = scope
        }
        return scope
    }

    // MARK: - What may be expanded

    @inline(__always)
    private var mayExpand: Bool {
        guard filtersByName else { return true }
        guard let last = levels.last else { return properties == nil }
        return last.isNameSelected && !last.isSkipped && !last.isNameSkipped
    }

    private mutating func readName(_ token: JSONStringToken) {
        if token.traits.contains(.escapes) {
            var decoded: [UInt8] = []
            unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &decoded)
            unsafe decoded.withUnsafeBufferPointer { name in unsafe readName(name) }
        } else {
            unsafe readName(UnsafeBufferPointer(rebasing: document[token.range]))
        }
    }

    private mutating func readName(_ name: UnsafeBufferPointer<UInt8>) {
        let last = levels.count - 1
        if filtersByName {
            levels[last].isNameSelected =
                properties.map { names in unsafe names.number(of: name) != nil } ?? true
            levels[last].isNameSkipped = unsafe skipped.number(of: name) != nil
        }
        if let widgets {
            levels[last].name = unsafe widgets.names.number(of: name) ?? -1
            keyIsType = unsafe name.elementsEqual("type".utf8)
        }
    }

    // MARK: - Declared types

    private mutating func readType(_ token: JSONStringToken) {
        guard let widgets, let last = levels.last, last.isObject else { return }
        var name: [UInt8] = []
        unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &name)
        let type = unsafe name.withUnsafeBufferPointer { name in unsafe widgets.types.number(of: name) }
        types[Int(last.ordinal)] = type ?? -1
        keyIsType = false
    }

    /// A `type` that is no string names no type.
    private mutating func forgetType() {
        guard keyIsType else { return }
        if let last = levels.last, last.isObject { types[Int(last.ordinal)] = -1 }
        keyIsType = false
    }

    private mutating func noteOwnership(_ firstSite: Int) {
        var ownership = Ownership(firstSite: firstSite)
        let inner = levels.count - 1
        if inner >= 0, levels[inner].isObject {
            ownership.owner = levels[inner].ordinal
            ownership.member = WidgetDeclarations.Member(name: levels[inner].name, part: nil)
        }
        if inner >= 1, levels[inner - 1].isObject {
            ownership.outerOwner = levels[inner - 1].ordinal
            ownership.outerMember = WidgetDeclarations.Member(
                name: levels[inner - 1].name,
                part: levels[inner].isObject ? levels[inner].name : WidgetDeclarations.Member.elements)
        }
        ownerships.append(ownership)
    }

    /// Whether a key's text is this.
    @inline(__always)
    private func isSpelled(_ token: JSONStringToken, _ name: StaticString) -> Bool {
        if token.traits.contains(.escapes) { return isSpelledWithEscapes(token, name) }
        guard token.range.count == name.utf8CodeUnitCount else { return false }
        let spelled = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return unsafe document[token.range].elementsEqual(spelled)
    }

    @inline(never)
    private func isSpelledWithEscapes(_ token: JSONStringToken, _ name: StaticString) -> Bool {
        // Six bytes a character is the longest spelling.
        guard token.range.count <= 6 * name.utf8CodeUnitCount else { return false }
        var decoded: [UInt8] = []
        unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &decoded)
        let spelled = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return unsafe decoded.elementsEqual(spelled)
    }
}
