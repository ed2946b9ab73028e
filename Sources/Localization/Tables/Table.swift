/// The strings of one locale: one buffer and an index, immutable, shared by threads.
@safe public final class Table: Sendable {
    /// A key path's place in its table. Meaningless in any other table.
    package typealias Node = UInt32

    /// The locale whose strings these are.
    public let tag: LanguageTag

    // Skeleton: replaced by one byte buffer with an index.
    private let nodes: [[UInt8]: Node]
    private let texts: [SkeletonText]

    @safe private final class SkeletonText: Sendable {
        nonisolated(unsafe) let bytes: UnsafeMutableBufferPointer<UInt8>
        init(_ text: [UInt8]) {
            unsafe bytes = .allocate(capacity: text.count)
            _ = unsafe bytes.initialize(from: text)
        }
        deinit { unsafe bytes.deallocate() }
    }

    /// A table of these messages by key path, for tests and for programs that have no files.
    public init(tag: LanguageTag, messages: [(path: String, text: String)]) {
        self.tag = tag
        var nodes: [[UInt8]: Node] = [:]
        var texts: [SkeletonText] = []
        for message in messages {
            nodes[Array(message.path.utf8)] = Node(texts.count)
            texts.append(SkeletonText(Array(message.text.utf8)))
        }
        self.nodes = nodes
        self.texts = texts
    }

    /// The hash under which a key path is found; computed once, used in every table of a chain.
    static func hash(of path: UnsafeBufferPointer<UInt8>) -> UInt64 { 0 }

    /// The place of a key path, be it a message or the parent of some.
    func node(at path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Node? {
        unsafe nodes[Array(path)]
    }

    /// Whether this place holds a message (a string that counts; see `--keep-empty`).
    func isMessage(_ node: Node) -> Bool { true }

    /// The message's text as the translator wrote it, unescaped; it stays where it is as long as the table lives.
    package func text(of node: Node) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(texts[Int(node)].bytes)
    }

    /// Whether the text holds one of `{`, `'`, `<` and `\`, so that it must be parsed before it is shown.
    func needsProgram(_ node: Node) -> Bool {
        unsafe text(of: node).contains { $0 == 0x7B || $0 == 0x27 || $0 == 0x3C || $0 == 0x5C }
    }

    /// Whether some key path of this table, message or not, has this first segment.
    func hasFirstSegment(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
        let prefix = unsafe Array(segment)
        return nodes.keys.contains { $0.prefix { $0 != 0x2E }.elementsEqual(prefix) }
    }
}
