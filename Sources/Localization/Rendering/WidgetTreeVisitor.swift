/// Reads a widget tree: notes where placeholders stand, which arguments they see, and which strings are left alone.
@safe struct WidgetTreeVisitor: JSONVisitor {
    /// An array or object that has begun and not ended.
    struct Level {
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
    /// The innermost array or object; outside of all, what holds for the document's one value.
    private var current = Level(isObject: false)
    /// Those around it: in memory of the caller's, or, where they are too many for that, in memory that `takeFound` frees.
    private var levels: UnsafeMutableBufferPointer<Level>
    private var ownsLevels = false
    private var depth = 0
    /// The key that came last.
    private var key = JSONStringToken(range: 0..<0, traits: [])
    private var keyIsArguments = false

    private let filtersByName: Bool
    /// Whether keys are looked at beside `arguments`.
    private let readsNames: Bool
    private let properties: NameTable?
    private let skipped: NameTable

    private let widgets: WidgetDeclarations?
    private var keyIsType = false
    private var objectCount: Int32 = 0
    /// The declared type of each object, or -1, by ordinal.
    private var types: [Int32] = []
    private var ownerships: [Ownership] = []

    /// What a document turned out to hold.
    struct Found {
        var sites: [Site]
        var decoded: [UInt8]
        var scopes: DocumentScopes
    }

    /// A visitor of a document.
    ///
    /// - Parameter levels: memory for as many levels as most documents have. The visitor is of no use without it, and
    ///   `takeFound` must be called in the end.
    init(
        document: UnsafeBufferPointer<UInt8>, options: Document.Options, levels: UnsafeMutableBufferPointer<Level>
    ) {
        unsafe self.document = document
        unsafe self.levels = levels
        collector = SiteCollector(style: options.placeholders)
        properties = options.properties.map { names in NameTable(names) }
        skipped = NameTable(options.skipped)
        filtersByName = options.properties != nil || !options.skipped.isEmpty
        widgets = options.widgets
        readsNames = filtersByName || options.widgets != nil
        current.isNameSelected = options.properties == nil
    }

    /// Gives away what was found; the visitor is of no use then.
    mutating func takeFound() -> Found {
        if ownsLevels { unsafe levels.deallocate() }
        ownsLevels = false
        var found = Found(sites: [], decoded: [], scopes: DocumentScopes())
        collector.swapFound(&found.sites, &found.decoded)
        swap(&found.scopes, &scopes)
        return found
    }

    /// Settles what only the end of the document tells: whose arguments are in reach, and the types of objects whose
    /// `type` came late.
    mutating func finish() {
        scopes.finish()
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

    @inline(__always)
    mutating func beginObject(at offset: Int) {
        var level = Level(isObject: true)
        level.isSkipped = current.isSkipped || current.isNameSkipped
        if keyIsArguments || readsNames { prepare(&level) }
        enter(level)
    }

    @inline(__always)
    private mutating func enter(_ level: Level) {
        if unsafe depth == levels.count { growLevels() }
        unsafe (levels.baseAddress! + depth).initialize(to: current)
        depth &+= 1
        current = level
    }

    @inline(__always)
    mutating func endObject(at offset: Int) {
        depth &-= 1
        current = unsafe levels[depth]
        keyIsArguments = false
        keyIsType = false
    }

    @inline(__always)
    mutating func beginArray(at offset: Int) {
        // The name above an array is the name above its items.
        var level = current
        level.isSkipped = level.isSkipped || level.isNameSkipped
        level.isObject = false
        level.isArguments = false
        level.ordinal = -1
        enter(level)
        keyIsArguments = false
        if keyIsType { forgetType() }
    }

    @inline(__always)
    mutating func endArray(at offset: Int) {
        depth &-= 1
        current = unsafe levels[depth]
    }

    @inline(__always)
    mutating func key(_ token: JSONStringToken) {
        key = token
        keyIsArguments = false
        if token.range.count == Self.arguments.utf8CodeUnitCount || token.traits.contains(.escapes) || readsNames {
            readKey(token)
        }
    }

    @inline(__always)
    mutating func string(_ token: JSONStringToken) {
        if token.traits.contains(.mark) || current.isArguments || keyIsType { readString(token) }
    }

    @inline(__always)
    mutating func number(_ range: Range<Int>) {
        if current.isArguments {
            addArgument(.number(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
        }
        if keyIsType { forgetType() }
    }

    @inline(__always)
    mutating func literal(_ literal: JSONLiteral, at offset: Int) {
        if current.isArguments { addArgument(literal == .null ? .null : .boolean(literal == .true)) }
        if keyIsType { forgetType() }
    }

    // MARK: - What most parts do not need

    @inline(never)
    private mutating func growLevels() {
        let grown = UnsafeMutableBufferPointer<Level>.allocate(capacity: JSONScanner.documentDepth)
        unsafe _ = grown.initialize(fromContentsOf: levels[..<depth])
        if ownsLevels { unsafe levels.deallocate() }
        unsafe levels = grown
        ownsLevels = true
    }

    private static let arguments: StaticString = "arguments"

    /// Sets what an object inherits beside what is skipped.
    @inline(never)
    private mutating func prepare(_ level: inout Level) {
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
            if keyIsType { forgetType() }
        }
    }

    @inline(never)
    private mutating func readKey(_ token: JSONStringToken) {
        keyIsArguments = isSpelled(token, Self.arguments) && !current.isArguments
        if readsNames { readName(token) }
    }

    @inline(never)
    private mutating func readString(_ token: JSONStringToken) {
        if current.isArguments {
            addArgument(
                .string(
                    start: UInt32(token.range.lowerBound), end: UInt32(token.range.upperBound),
                    hasEscapes: token.traits.contains(.escapes)))
            return
        }
        if keyIsType { readType(token) }
        guard token.traits.contains(.mark), mayExpand else { return }
        let hasEscapes = token.traits.contains(.escapes)
        if !hasEscapes, widgets == nil {
            let keyCount = unsafe collector.plainKeyCount(token.range, of: document)
            if keyCount > 0 {
                let scope = Int(scope() + 1)
                unsafe collector.collect(plain: keyCount, token.range, of: document, scope: scope)
                return
            }
        }
        let bytes = unsafe UnsafeBufferPointer(rebasing: document[token.range])
        guard unsafe collector.mayHoldPlaceholders(bytes, hasEscapes: hasEscapes) else { return }
        let firstSite = collector.sites.count
        let scope = Int(scope() + 1)
        if hasEscapes {
            unsafe collector.collect(escaped: bytes, at: token.range.lowerBound, scope: scope)
        } else {
            unsafe collector.collect(bytes, at: token.range.lowerBound, mayBeWhole: true, scope: scope)
        }
        if widgets != nil, collector.sites.count > firstSite { noteOwnership(firstSite) }
    }

    // MARK: - Arguments

    @inline(never)
    private mutating func addArgument(_ value: DocumentScopes.Entry.Value) {
        // The object that these are the arguments of is the one around `arguments`.
        scopes.add(name: key, value: value, to: unsafe levels[depth - 1].scope)
    }

    /// The number of the innermost object in `scopes`, noted now if nothing asked for it before; -1 outside of objects.
    private mutating func scope() -> Int32 {
        if current.scope >= 0 { return current.scope }
        var first = depth
        while first > 0, unsafe levels[first - 1].scope < 0 { first -= 1 }
        var scope = first > 0 ? unsafe levels[first - 1].scope : -1
        for index in first..<depth {
            if unsafe levels[index].isObject { scope = scopes.add(parent: scope) }
            unsafe levels[index].scope = scope
        }
        if current.isObject { scope = scopes.add(parent: scope) }
        current.scope = scope
        return scope
    }

    // MARK: - What may be expanded

    private var mayExpand: Bool {
        !filtersByName || current.isNameSelected && !current.isSkipped && !current.isNameSkipped
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
        if filtersByName {
            current.isNameSelected =
                properties.map { names in unsafe names.number(of: name) != nil } ?? true
            current.isNameSkipped = unsafe skipped.number(of: name) != nil
        }
        if let widgets {
            current.name = unsafe widgets.names.number(of: name) ?? -1
            keyIsType = unsafe name.elementsEqual("type".utf8)
        }
    }

    // MARK: - Declared types

    private mutating func readType(_ token: JSONStringToken) {
        guard let widgets, current.isObject else { return }
        var name: [UInt8] = []
        unsafe JSONText.appendDecoded(UnsafeBufferPointer(rebasing: document[token.range]), to: &name)
        let type = unsafe name.withUnsafeBufferPointer { name in unsafe widgets.types.number(of: name) }
        types[Int(current.ordinal)] = type ?? -1
        keyIsType = false
    }

    /// A `type` that is no string names no type.
    private mutating func forgetType() {
        if current.isObject { types[Int(current.ordinal)] = -1 }
        keyIsType = false
    }

    private mutating func noteOwnership(_ firstSite: Int) {
        var ownership = Ownership(firstSite: firstSite)
        if current.isObject {
            ownership.owner = current.ordinal
            ownership.member = WidgetDeclarations.Member(name: current.name, part: nil)
        }
        let outer = depth > 0 ? unsafe levels[depth - 1] : Level(isObject: false)
        if outer.isObject {
            ownership.outerOwner = outer.ordinal
            ownership.outerMember = WidgetDeclarations.Member(
                name: outer.name, part: current.isObject ? current.name : WidgetDeclarations.Member.elements)
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
