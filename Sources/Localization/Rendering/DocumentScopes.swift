/// The objects of a widget tree that placeholders stand in, as far as arguments go: what each one's `arguments` holds.
struct DocumentScopes: Sendable {
    /// A member of an `arguments` object.
    struct Entry: Sendable {
        enum Value: Sendable {
            case string(start: UInt32, end: UInt32, hasEscapes: Bool)
            case number(start: UInt32, end: UInt32)
            case boolean(Bool)
            case null
        }

        let nameStart: UInt32
        let nameEnd: UInt32
        let nameHasEscapes: Bool
        let value: Value
        /// The entry before it in the same object, or -1.
        let previous: Int32
    }

    /// An object.
    struct Object: Sendable {
        /// The object around it, or -1.
        let parent: Int32
        /// The last entry of its `arguments`, or -1.
        var lastEntry: Int32 = -1
    }

    private(set) var objects: [Object] = []
    private(set) var entries: [Entry] = []

    /// Notes an object and returns its number.
    mutating func add(parent: Int32) -> Int32 {
        objects.append(Object(parent: parent))
        return Int32(objects.count - 1)
    }

    /// Forgets the arguments of an object, since another `arguments` of it begins.
    mutating func forgetArguments(of object: Int32) { objects[Int(object)].lastEntry = -1 }

    /// Adds an argument to an object.
    mutating func add(name: JSONStringToken, value: Entry.Value, to object: Int32) {
        entries.append(
            Entry(
                nameStart: UInt32(name.range.lowerBound), nameEnd: UInt32(name.range.upperBound),
                nameHasEscapes: name.traits.contains(.escapes), value: value,
                previous: objects[Int(object)].lastEntry))
        objects[Int(object)].lastEntry = Int32(entries.count - 1)
    }
}

/// The arguments in reach at each object of a document, made when they are first needed.
struct ScopeCache {
    private let scopes: DocumentScopes
    private let outermost: ArgumentScope?
    private var made: [ArgumentScope?]
    private var isMade: [Bool]

    init(scopes: DocumentScopes, outermost: ArgumentScope?) {
        self.scopes = scopes
        self.outermost = outermost
        made = Array(repeating: nil, count: scopes.objects.count)
        isMade = Array(repeating: false, count: scopes.objects.count)
    }

    /// The arguments for a site's `scope`.
    mutating func scope(_ number: UInt32, source: UnsafeBufferPointer<UInt8>) -> ArgumentScope? {
        if number == 0 { return outermost }
        let index = Int(number) - 1
        if isMade[index] { return made[index] }
        var missing: [Int] = []
        var next = index
        while next >= 0, !isMade[next] {
            missing.append(next)
            next = Int(scopes.objects[next].parent)
        }
        var scope = next >= 0 ? made[next] : outermost
        for object in missing.reversed() {
            let arguments = unsafe arguments(of: object, source: source)
            if !arguments.isEmpty { scope = ArgumentScope(arguments, in: scope) }
            made[object] = scope
            isMade[object] = true
        }
        return scope
    }

    private func arguments(of object: Int, source: UnsafeBufferPointer<UInt8>) -> [Argument] {
        var arguments: [Argument] = []
        var next = scopes.objects[object].lastEntry
        while next >= 0 {
            let entry = scopes.entries[Int(next)]
            let name = unsafe Self.text(
                entry.nameStart, entry.nameEnd, hasEscapes: entry.nameHasEscapes, source: source)
            let value: ArgumentValue =
                switch entry.value {
                case .string(let start, let end, let hasEscapes):
                    unsafe .string(Self.text(start, end, hasEscapes: hasEscapes, source: source))
                case .number(let start, let end):
                    unsafe .number(Self.text(start, end, hasEscapes: false, source: source))
                case .boolean(let value): .boolean(value)
                case .null: .unusable
                }
            arguments.append(Argument(name: name, value: value))
            next = entry.previous
        }
        arguments.reverse()
        return arguments
    }

    private static func text(
        _ start: UInt32, _ end: UInt32, hasEscapes: Bool, source: UnsafeBufferPointer<UInt8>
    ) -> [UInt8] {
        let bytes = unsafe UnsafeBufferPointer(rebasing: source[Int(start)..<Int(end)])
        guard hasEscapes else { return unsafe Array(bytes) }
        var text: [UInt8] = []
        unsafe JSONText.appendDecoded(bytes, to: &text)
        return text
    }
}
