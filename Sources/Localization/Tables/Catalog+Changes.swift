extension Table {
    /// Visits every node but the root in the order of the tree, each with the node of the other table that has the same
    /// key path.
    func forEachNode(in other: Table, _ body: (Node, Node?) -> Void) {
        struct Level {
            var node: Node
            var end: Node
            var path: PathHash
            var twin: Node?
        }
        let count = unsafe Node(storage.nodeCount)
        var levels = [Level(node: Self.root, end: count, path: PathHash(), twin: Self.root)]
        var node: Node = 1
        while node < count {
            while levels[levels.count - 1].end <= node { levels.removeLast() }
            let above = levels[levels.count - 1]
            var path = above.path
            var twin: Node?
            if let parent = above.twin {
                let segment = unsafe storage.segment(of: node)
                if above.node != Self.root { path.appendDot() }
                unsafe path.append(segment)
                twin = unsafe other.storage.child(of: parent, segment: segment, hash: path.value)
            }
            body(node, twin)
            let end = unsafe storage.nodes[Int(node)].end
            if end > node + 1 { levels.append(Level(node: node, end: end, path: path, twin: twin)) }
            node += 1
        }
    }

    /// How many of this table's messages the other one has too.
    func messageCount(alsoIn other: Table) -> Int {
        var count = 0
        forEachNode(in: other) { node, twin in
            if isMessage(node), let twin, other.isMessage(twin) { count += 1 }
        }
        return count
    }
}

/// What two tables of one locale differ in.
package struct TableChanges: Sendable, Hashable {
    /// The locale.
    package var tag: LanguageTag
    /// How many key paths have a value that had none.
    package var added = 0
    /// How many key paths have another value.
    package var changed = 0
    /// How many key paths have no value any more.
    package var removed = 0
}

extension Catalog {
    /// What changed since another catalog, in byte order of the tags: one entry for each locale whose table is another
    /// one, be it that only the bytes of its files changed. A locale that came has its key paths added, one that went
    /// has them removed.
    package func changes(since previous: Catalog) -> [TableChanges] {
        var old: [LanguageTag: Table] = [:]
        for table in previous.tables { old[table.tag] = table }
        var changes: [TableChanges] = []
        for table in tables {
            let before = old.removeValue(forKey: table.tag)
            if before === table { continue }
            changes.append(Self.changes(from: before, to: table, tag: table.tag))
        }
        for (tag, table) in old { changes.append(Self.changes(from: table, to: nil, tag: tag)) }
        return changes.sorted { $0.tag.description.utf8.lexicographicallyPrecedes($1.tag.description.utf8) }
    }

    private static func changes(from old: Table?, to new: Table?, tag: LanguageTag) -> TableChanges {
        var changes = TableChanges(tag: tag)
        let empty = Table(tag: tag, files: [])
        let old = old ?? empty
        let new = new ?? empty
        new.forEachNode(in: old) { node, twin in
            let kind = new.valueKind(of: node)
            if kind == .none { return }
            guard let twin, old.valueKind(of: twin) != .none else {
                changes.added += 1
                return
            }
            let isSame =
                unsafe kind == old.valueKind(of: twin)
                && TableStorage.equal(new.text(of: node), old.text(of: twin))
            if !isSame { changes.changed += 1 }
        }
        old.forEachNode(in: new) { node, twin in
            if old.valueKind(of: node) == .none { return }
            if let twin, new.valueKind(of: twin) != .none { return }
            changes.removed += 1
        }
        return changes
    }
}
