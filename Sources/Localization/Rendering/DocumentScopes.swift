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
        /// The nearest object that has arguments, this one or one around it: an index of `owners`, or -1.
        var owner: Int32 = -1
    }

    /// An object that has arguments.
    struct Owner: Sendable {
        /// The next one around it, or -1.
        let outer: Int32
        let lastEntry: Int32
    }

    private(set) var objects: [Object] = []
    private(set) var owners: [Owner] = []
    private(set) var entries: [Entry] = []

    /// Notes an object and returns its number.
    mutating func add(parent: Int32) -> Int32 {
        if objects.isEmpty { objects.reserveCapacity(16) }
        objects.append(Object(parent: parent))
        return Int32(objects.count - 1)
    }

    /// Settles whose arguments each object sees, when all are known.
    mutating func finish() {
        // As in most documents.
        if entries.isEmpty { return }
        // An object is noted after the one around it.
        for index in objects.indices {
            let outer = objects[index].parent < 0 ? -1 : objects[Int(objects[index].parent)].owner
            if objects[index].lastEntry < 0 {
                objects[index].owner = outer
            } else {
                objects[index].owner = Int32(owners.count)
                owners.append(Owner(outer: outer, lastEntry: objects[index].lastEntry))
            }
        }
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
    private let document: Document
    private let outermost: ArgumentScope?
    /// By the number of the owner; nil where nothing asked for it.
    private var made: [ArgumentScope?] = []

    init(document: Document, outermost: ArgumentScope?) {
        self.document = document
        self.outermost = outermost
    }

    /// The arguments for a site's `scope`.
    mutating func scope(_ number: UInt32, source: UnsafeBufferPointer<UInt8>) -> ArgumentScope? {
        if number == 0 || document.scopes.owners.isEmpty { return outermost }
        let owner = document.scopes.objects[Int(number) - 1].owner
        if owner < 0 { return outermost }
        if made.isEmpty { made = Array(repeating: nil, count: document.scopes.owners.count) }
        if let scope = made[Int(owner)] { return scope }
        return unsafe make(owner, source: source)
    }

    /// Makes an owner's arguments, and those around it before.
    private mutating func make(_ owner: Int32, source: UnsafeBufferPointer<UInt8>) -> ArgumentScope? {
        let scopes = document.scopes
        var missing: [Int32] = []
        var next = owner
        while next >= 0, made[Int(next)] == nil {
            missing.append(next)
            next = scopes.owners[Int(next)].outer
        }
        var scope = next < 0 ? outermost : made[Int(next)]
        for owner in missing.reversed() {
            scope = ArgumentScope(in: scope) { writer in
                unsafe scopes.write(argumentsOf: owner, source: source, to: &writer)
            }
            made[Int(owner)] = scope
        }
        return scope
    }
}

extension DocumentScopes {
    /// Writes the arguments of an object, in their order.
    fileprivate func write(
        argumentsOf owner: Int32, source: UnsafeBufferPointer<UInt8>, to writer: inout ArgumentWriter
    ) {
        var order: [Int] = []
        var index = Int(owners[Int(owner)].lastEntry)
        while entries[index].previous >= 0 {
            order.append(index)
            index = Int(entries[index].previous)
        }
        while true {
            let entry = entries[index]
            unsafe Self.withText(entry.nameStart, entry.nameEnd, hasEscapes: entry.nameHasEscapes, source) { name in
                switch entry.value {
                case .string(let start, let end, let hasEscapes):
                    unsafe Self.withText(start, end, hasEscapes: hasEscapes, source) { text in
                        writer.add(name, string: text)
                    }
                case .number(let start, let end):
                    unsafe Self.withText(start, end, hasEscapes: false, source) { text in
                        writer.add(name, number: text)
                    }
                case .boolean(let value): writer.add(name, boolean: value)
                case .null: writer.addUnusable(name)
                }
            }
            guard let next = order.popLast() else { return }
            index = next
        }
    }

    /// A text of the document, decoded where it is spelled with escapes.
    private static func withText(
        _ start: UInt32, _ end: UInt32, hasEscapes: Bool, _ source: UnsafeBufferPointer<UInt8>,
        _ body: (Span<UInt8>) -> Void
    ) {
        let bytes = unsafe UnsafeBufferPointer(rebasing: source[Int(start)..<Int(end)])
        guard hasEscapes else {
            body(unsafe bytes.span)
            return
        }
        var text: [UInt8] = []
        unsafe JSONText.appendDecoded(bytes, to: &text)
        body(text.span)
    }
}
