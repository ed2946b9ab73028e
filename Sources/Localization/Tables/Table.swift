/// The strings of one locale, immutable, shared by threads.
///
/// ```
/// files    the tapes of the parsed files: every key and every text, once
/// nodes    the tree in preorder, one record of 16 bytes for each key path
/// buckets  a hash index from key path to node
/// ```
///
/// A node names its segment by its place in a tape; the text of a message follows its key there. So a table has no
/// string of its own, and goes in as many frees as it has files and one.
@safe public final class Table: Sendable {
    /// A key path's place in its table. Meaningless in any other table.
    package typealias Node = UInt32

    /// The locale whose strings these are.
    public let tag: LanguageTag
    /// The files that it was built from, in byte order of their paths: of two that define one key path the later counts.
    package let files: [TableFile]
    /// Whether an empty string is a message like any other.
    package let keepsEmptyStrings: Bool
    /// How many messages it has: strings that count (see `keepsEmptyStrings`).
    public let messageCount: Int
    /// Key paths that are defined twice, at most 100. The files' own problems stand with the files.
    public let problems: [Problem]
    /// How many key paths are defined twice.
    public let problemCount: Int
    /// How many problems were counted only, by their kind.
    package let omittedProblems: [Problem.Code: Int]
    /// How many messages must be parsed before they are shown.
    let programCount: Int
    /// The programs of the messages, by `programOrdinal(of:)`.
    let programs: TablePrograms
    nonisolated(unsafe) let storage: TableStorage

    /// Merges files into the table of a locale.
    ///
    /// - Parameters:
    ///   - tag: the locale.
    ///   - files: its files in any order; of two that define one key path the later one in byte order of its path counts.
    ///   - keepsEmptyStrings: whether an empty string is a message of its own and not a missing one.
    public convenience init(tag: LanguageTag, files: [TableFile], keepsEmptyStrings: Bool = false) {
        self.init(tag: tag, files: files, keepsEmptyStrings: keepsEmptyStrings, allowance: nil)
    }

    /// Merges files into the table of a locale, and keeps more problems than the first 100 as long as the allowance
    /// lasts.
    package init(tag: LanguageTag, files: [TableFile], keepsEmptyStrings: Bool, allowance: ProblemAllowance?) {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        var builder = TableBuilder(
            keepsEmptyStrings: keepsEmptyStrings, found: ProblemTally(allowance: allowance))
        for file in sorted { builder.add(file) }
        let built = builder.finish()
        self.tag = tag
        self.files = sorted
        self.keepsEmptyStrings = keepsEmptyStrings
        messageCount = built.messageCount
        programCount = built.programCount
        programs = TablePrograms(tag: tag, count: built.programCount)
        problems = built.found.problems
        problemCount = built.found.count
        omittedProblems = built.found.omitted
        unsafe storage = built.storage
    }

    /// A table of these messages by key path, for tests and for programs that have no files.
    public convenience init(
        tag: LanguageTag, messages: [(path: String, text: String)], keepsEmptyStrings: Bool = false
    ) {
        self.init(tag: tag, files: [TableFile(messages: messages)], keepsEmptyStrings: keepsEmptyStrings)
    }

    /// A table of one JSON object, for programs that get their tables from elsewhere than a folder.
    ///
    /// - Throws: what keeps it from being a table, with its place.
    public convenience init(tag: LanguageTag, json: String, keepsEmptyStrings: Bool = false) throws(Problem) {
        let file = try TableFile(bytes: Array(json.utf8).span, path: "\(tag).json", keyPrefix: "")
        self.init(tag: tag, files: [file], keepsEmptyStrings: keepsEmptyStrings)
    }

    deinit { unsafe storage.deallocate() }

    /// Whether these files, under this rule, give this very table.
    package func isBuilt(from files: [TableFile], keepsEmptyStrings: Bool) -> Bool {
        guard keepsEmptyStrings == self.keepsEmptyStrings, files.count == self.files.count else { return false }
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return zip(sorted, self.files).allSatisfy { $0.isInterchangeable(with: $1) }
    }
}

extension Table {
    /// The top of the tree. It is no key path, and no message.
    static var root: Node { 0 }

    /// The hash under which a key path is found; computed once, used in every table of a chain.
    @inline(__always)
    static func hash(of path: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = PathHash()
        unsafe hash.append(path)
        return hash.value
    }

    /// The place of a key path, be it a message or the parent of some.
    @inline(__always)
    func node(at path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Node? {
        unsafe storage.node(at: path, hash: hash)
    }

    /// Whether this place holds a message (a string that counts; see `--keep-empty`).
    @inline(__always)
    func isMessage(_ node: Node) -> Bool { unsafe storage.nodes[Int(node)].valueKind == .message }

    /// What this place holds beside what lies below it.
    @inline(__always)
    func valueKind(of node: Node) -> TableNode.ValueKind { unsafe storage.nodes[Int(node)].valueKind }

    /// Whether key paths lie below this place, or might: it is an object or an array in some file.
    @inline(__always)
    func containerKind(of node: Node) -> TableNode.ContainerKind { unsafe storage.nodes[Int(node)].containerKind }

    /// The message's text as the translator wrote it, unescaped, or the number, `true`, `false` or `null` as the file
    /// spells it; it stays where it is as long as the table lives. Empty where there is no value.
    @inline(__always)
    package func text(of node: Node) -> UnsafeBufferPointer<UInt8> { unsafe storage.text(of: node) }

    /// The last segment of the key path.
    @inline(__always)
    func segment(of node: Node) -> UnsafeBufferPointer<UInt8> { unsafe storage.segment(of: node) }

    /// Whether the text holds one of `{`, `'`, `<` and `\`, so that it must be parsed before it is shown.
    @inline(__always)
    func needsProgram(_ node: Node) -> Bool { unsafe storage.nodes[Int(node)].needsProgram }

    /// The position of this message among those that need a program, from 0 to `programCount` - 1.
    ///
    /// - Precondition: `needsProgram(node)`.
    @inline(__always)
    func programOrdinal(of node: Node) -> Int { unsafe storage.programOrdinal(of: node) }

    /// Whether some key path of this table, message or not, has this first segment.
    func hasFirstSegment(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
        guard unsafe !segment.contains(0x2E) else { return false }
        return unsafe storage.node(at: segment, hash: Self.hash(of: segment)) != nil
    }

    /// The nodes that hold messages, in the order of the tree.
    var messageNodes: some Sequence<Node> {
        (0..<Node(unsafe storage.nodeCount)).lazy.filter { self.isMessage($0) }
    }

    /// The full key path of a node.
    func keyPath(of node: Node) -> [UInt8] {
        var parts: [UnsafeBufferPointer<UInt8>] = unsafe []
        var current = node
        while current != Self.root {
            unsafe parts.append(storage.segment(of: current))
            current = unsafe storage.nodes[Int(current)].parent
        }
        var path: [UInt8] = []
        for index in unsafe parts.indices.reversed() {
            unsafe path.append(contentsOf: parts[index])
            if index > 0 { path.append(0x2E) }
        }
        return path
    }

    /// Where a node's value stands: its file, and the place of the value's first byte (of its opening quote).
    ///
    /// It reads the file's tape; for problems, not for requests. Nil where the node has no value, and for tables that
    /// were not made from files.
    ///
    /// - Parameter places: for all the nodes that somebody asks about, so that no tape is read from its start for each.
    func place(of node: UInt32, _ places: inout TapePlaces) -> (file: TableFile, line: Int, column: Int)? {
        guard valueKind(of: node) != .none else { return nil }
        let offset = unsafe storage.nodes[Int(node)].segment
        guard let (file, local) = TableBuilder.file(holding: offset, in: files) else { return nil }
        return places.place(of: local, in: file).map { (file, $0.value.line, $0.value.column) }
    }
}
