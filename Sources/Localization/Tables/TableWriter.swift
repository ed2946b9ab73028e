/// Writes the tables of a chain as one JSON document: a walk of all trees at once, with a stack of its own and in time
/// linear in their size.
///
/// At each key path the first table that has something which is not missing supplies the value. Objects merge, in the
/// order of the first table and then of those after it; an array is taken from one table as a whole.
@safe struct TableWriter {
    /// How deep the written objects and arrays nest; what lies deeper stands under the rest of its key path.
    static let maximumDepth = 64
    private static let none = UInt32.max
    /// References are left as they are written once the output is larger than so many times the tables' files, and than
    /// so many bytes: messages that refer to one another can multiply, and no table may fill the memory.
    private static let resolvedGrowth = 8
    private static let smallestResolvedOutput = 1 << 20

    /// How the children of a merged node are written.
    private enum Form {
        /// In an object of their own.
        case object
        /// In an array of their own.
        case array
        /// In the object around it, each under the rest of its key path.
        case beside
    }

    /// A container of the merged tree whose children are being written.
    private struct Frame {
        var form: Form
        /// The hash of its key path; nothing for the root.
        var path: PathHash
        var isRoot: Bool
        /// The part of `name` that its children stand under.
        var nameStart: Int
        var nameCount: Int
        /// Whether all of its children are written, or those only that the selection names.
        var isSelected: Bool
        /// Where the output ended before its name.
        var mark: Int
        /// The table whose children come next, and the next of them.
        var step = 0
        var next: UInt32
    }

    private let strings: Strings
    private let selection: TableSelection
    private let references: ReferenceResolver?
    private let resolvedOutput: Int
    private let stepCount: Int
    /// For each table the nodes that the selection names, ascending; nil where everything is written.
    private let roots: [[UInt32]]?

    private var frames: [Frame] = []
    /// For each frame one node of each table, `none` where it takes no part.
    private var nodes: [UInt32] = []
    /// The nodes of the child that is being written.
    private var child: [UInt32]
    /// The hash of the child's key path, and a place that has its segment.
    private var childPath = PathHash()
    private var childStep = 0
    private var childNode = none
    /// The rest of the key path that children stand under, dots included.
    private var name: [UInt8] = []
    private var resolved: [UInt8] = []
    private var output: [UInt8] = []

    init(strings: Strings, selection: TableSelection, references: ReferenceResolver?) {
        self.strings = strings
        self.selection = selection
        self.references = references
        stepCount = strings.chain.count
        let size = strings.chain.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.size } }
        resolvedOutput = max(Self.smallestResolvedOutput, Self.resolvedGrowth * size)
        child = Array(repeating: Self.none, count: stepCount)
        roots = selection.roots.map { paths in
            strings.chain.map { table in
                var found = paths.compactMap { path in
                    unsafe path.withUnsafeBufferPointer { path in
                        unsafe table.node(at: path, hash: Table.hash(of: path))
                    }
                }
                found.sort()
                return found
            }
        }
    }

    // MARK: Entry points

    /// The whole tables.
    consuming func writeTable() -> [UInt8] {
        for step in 0..<stepCount { child[step] = Table.root }
        output.reserveCapacity(strings.chain[0].files.reduce(64) { $0 + $1.size })
        open(form: .object, path: PathHash(), isRoot: true, isSelected: roots == nil, mark: 0)
        run()
        return output
    }

    /// What lies below a key path; nil where no table has a container there.
    consuming func writeSubtree(at path: [UInt8]) -> [UInt8]? {
        unsafe path.withUnsafeBufferPointer { path in
            let hash = unsafe Table.hash(of: path)
            for step in 0..<stepCount {
                unsafe child[step] = strings.storages[step].node(at: path, hash: hash) ?? Self.none
            }
        }
        let container = settleContainer()
        if container == .none { return nil }
        var hash = PathHash()
        unsafe path.withUnsafeBufferPointer { unsafe hash.append($0) }
        let isArray = container == .array && selection.shape == .nested
        open(form: isArray ? .array : .object, path: hash, isRoot: false, isSelected: true, mark: 0)
        run()
        return output
    }

    // MARK: The walk

    /// Begins a container; its nodes are those in `child`.
    private mutating func open(
        form: Form, path: PathHash, isRoot: Bool, isSelected: Bool, mark: Int
    ) {
        switch form {
        case .object: output.append(UInt8(ascii: "{"))
        case .array: output.append(UInt8(ascii: "["))
        case .beside: break
        }
        nodes.append(contentsOf: child)
        frames.append(
            Frame(
                form: form, path: path, isRoot: isRoot, nameStart: name.count, nameCount: name.count,
                isSelected: isSelected, mark: mark,
                next: child[0] == Self.none ? Self.none : child[0] &+ 1))
    }

    private mutating func run() {
        while let frame = frames.last {
            if nextChild() { writeChild() } else { close(frame) }
        }
    }

    private mutating func close(_ frame: Frame) {
        if frame.form != .beside, !frame.isSelected, !frame.isRoot, isAtStart {
            // What was selected in it is another table's and no part of this one.
            output.removeLast(output.count - frame.mark)
        } else {
            switch frame.form {
            case .object: output.append(UInt8(ascii: "}"))
            case .array: output.append(UInt8(ascii: "]"))
            case .beside: break
            }
        }
        frames.removeLast()
        nodes.removeLast(stepCount)
        name.removeLast(name.count - (frames.last?.nameCount ?? 0))
    }

    /// The node behind all that lie below this one.
    @inline(__always)
    private func end(of node: UInt32, in step: Int) -> UInt32 { unsafe strings.storages[step].nodes[Int(node)].end }

    /// Puts the nodes of the next child into `child`; false where there is none.
    private mutating func nextChild() -> Bool {
        let top = frames.count - 1
        let first = nodes.count - stepCount
        while true {
            let step = frames[top].step
            if step == stepCount { return false }
            let parent = nodes[first + step]
            let node = frames[top].next
            if parent == Self.none || node == end(of: parent, in: step) {
                frames[top].step = step + 1
                if step + 1 < stepCount {
                    let following = nodes[first + step + 1]
                    frames[top].next = following == Self.none ? Self.none : following + 1
                }
                continue
            }
            frames[top].next = end(of: node, in: step)
            if gather(node, of: step, first: first, frame: frames[top]) { return true }
        }
    }

    /// Finds the nodes of all tables for a child of one of them; false where an earlier table has it, so that it has
    /// been written.
    private mutating func gather(_ node: UInt32, of step: Int, first: Int, frame: Frame) -> Bool {
        childPath = frame.path
        let segment = unsafe strings.storages[step].segment(of: node)
        if !frame.isRoot { childPath.appendDot() }
        unsafe childPath.append(segment)
        childStep = step
        childNode = node
        let hash = childPath.value
        for other in 0..<stepCount {
            let parent = nodes[first + other]
            if other == step {
                child[other] = node
            } else if parent == Self.none {
                child[other] = Self.none
            } else if let found = unsafe strings.storages[other].child(of: parent, segment: segment, hash: hash) {
                if other < step { return false }
                child[other] = found
            } else {
                child[other] = Self.none
            }
        }
        return true
    }

    // MARK: One child

    /// The value of a merged key path.
    private struct Value {
        var step: Int
        var node: UInt32
        var kind: TableNode.ValueKind
        /// It is an empty string or `null`, and no table has more.
        var isMissing: Bool
        /// Its own table has a container at the same key path.
        var hasContainer: Bool
    }

    private mutating func writeChild() {
        let frame = frames[frames.count - 1]
        var isSelected = frame.isSelected
        if !isSelected {
            guard let found = selectionOfChild() else { return }
            isSelected = found
        }
        let value = isSelected ? self.value() : nil
        let container = settleContainer()
        // What is missing gives way to what another table has below the key path.
        if let value, container == .none || !value.isMissing || value.hasContainer {
            writeName(frame)
            write(value)
            if container != .none, !isEmpty() { openBeside(frame: frame, isSelected: isSelected) }
        } else if container != .none {
            openContainer(container, frame: frame, isSelected: isSelected)
        }
    }

    /// Whether the child itself is selected (true) or only something below it (false); nil for neither.
    private func selectionOfChild() -> Bool? {
        guard let roots else { return true }
        var result: Bool?
        for step in 0..<stepCount where child[step] != Self.none {
            let end = end(of: child[step], in: step)
            guard let first = Self.first(in: roots[step], from: child[step], to: end) else { continue }
            if first == child[step] { return true }
            result = false
        }
        return result
    }

    /// The smallest element of an ascending array that lies in a range.
    private static func first(in sorted: [UInt32], from start: UInt32, to end: UInt32) -> UInt32? {
        let index = sorted.partitionPoint { $0 < start }
        return index < sorted.count && sorted[index] < end ? sorted[index] : nil
    }

    private func value() -> Value? {
        var missing: Value?
        for step in 0..<stepCount where child[step] != Self.none {
            let record = unsafe strings.storages[step].nodes[Int(child[step])]
            let kind = record.valueKind
            if kind == .none { continue }
            let isMissing = kind == .emptyString || kind == .null
            let value = Value(
                step: step, node: child[step], kind: kind, isMissing: isMissing,
                hasContainer: record.containerKind != .none)
            if !isMissing { return value }
            missing = missing ?? value
        }
        return missing
    }

    /// Decides which tables supply what lies below the child: leaves their nodes in `child` and no others.
    private mutating func settleContainer() -> TableNode.ContainerKind {
        var hasObject = false
        var emptyArray: (step: Int, node: UInt32)?
        for step in 0..<stepCount where child[step] != Self.none {
            switch unsafe strings.storages[step].nodes[Int(child[step])].containerKind {
            case .object:
                hasObject = true
                continue
            case .array where !hasObject:
                let node = child[step]
                if isFilled(node, of: step) {
                    keepOnly(node, of: step)
                    return .array
                }
                emptyArray = emptyArray ?? (step, node)
            case .array, .none: break
            }
            child[step] = Self.none
        }
        if hasObject { return .object }
        guard let emptyArray else { return .none }
        keepOnly(emptyArray.node, of: emptyArray.step)
        return .array
    }

    private mutating func keepOnly(_ node: UInt32, of step: Int) {
        for other in 0..<stepCount { child[other] = other == step ? node : Self.none }
    }

    /// Whether an array has no elements, or something in it that is not missing.
    private func isFilled(_ node: UInt32, of step: Int) -> Bool {
        let storage = unsafe strings.storages[step]
        let end = unsafe storage.nodes[Int(node)].end
        if end == node + 1 { return true }
        return (node + 1..<end).contains { node in
            switch unsafe storage.nodes[Int(node)].valueKind {
            case .message, .number, .yes, .no: true
            case .none, .emptyString, .null: false
            }
        }
    }

    /// Whether nothing lies below the child.
    private func isEmpty() -> Bool {
        (0..<stepCount).allSatisfy { step in
            child[step] == Self.none || end(of: child[step], in: step) == child[step] + 1
        }
    }

    private mutating func openContainer(_ container: TableNode.ContainerKind, frame: Frame, isSelected: Bool) {
        let isFlat = selection.shape == .flat
        let isArray = container == .array && !isFlat && (isSelected || selectsFirstElements())
        let mark = output.count
        if isEmpty() {
            if !isSelected { return }
            writeName(frame)
            output.append(contentsOf: container == .array ? "[]".utf8 : "{}".utf8)
        } else if isArray || (!isFlat && frame.form != .beside) {
            writeName(frame)
            open(
                form: isArray ? .array : .object, path: childPath, isRoot: false, isSelected: isSelected, mark: mark)
        } else {
            openBeside(frame: frame, isSelected: isSelected)
        }
    }

    /// Goes on with what lies below the child, in the object that is open.
    private mutating func openBeside(frame: Frame, isSelected: Bool) {
        let segment = unsafe strings.storages[childStep].segment(of: childNode)
        unsafe name.append(contentsOf: segment)
        name.append(UInt8(ascii: "."))
        open(form: .beside, path: childPath, isRoot: false, isSelected: isSelected, mark: output.count)
        frames[frames.count - 1].nameStart = frame.nameStart
    }

    /// Whether the selected elements of the child, an array, are its first ones, so that they are an array too.
    private func selectsFirstElements() -> Bool {
        guard let roots, let step = child.firstIndex(where: { $0 != Self.none }) else { return true }
        let storage = unsafe strings.storages[step]
        let end = unsafe storage.nodes[Int(child[step])].end
        var element = child[step] + 1
        var wasLeftOut = false
        while element < end {
            let next = unsafe storage.nodes[Int(element)].end
            if Self.first(in: roots[step], from: element, to: next) == nil {
                wasLeftOut = true
            } else if wasLeftOut {
                return false
            }
            element = next
        }
        return true
    }

    // MARK: Output

    /// Whether nothing was written since an object or an array was opened.
    private var isAtStart: Bool {
        guard let last = output.last else { return true }
        return last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
    }

    private mutating func writeName(_ frame: Frame) {
        if !isAtStart { output.append(UInt8(ascii: ",")) }
        if frame.form == .array { return }
        output.append(UInt8(ascii: "\""))
        if frame.nameStart < frame.nameCount {
            unsafe name.withUnsafeBufferPointer { name in
                unsafe JSONText.appendEscaped(
                    UnsafeBufferPointer(rebasing: name[frame.nameStart..<frame.nameCount]), to: &output)
            }
        }
        unsafe JSONText.appendEscaped(strings.storages[childStep].segment(of: childNode), to: &output)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ value: Value) {
        let text = unsafe strings.storages[value.step].text(of: value.node)
        switch value.kind {
        case .message, .emptyString:
            if let references, output.count < resolvedOutput,
                unsafe strings.storages[value.step].nodes[Int(value.node)].needsProgram,
                unsafe text.contains(UInt8(ascii: "<"))
            {
                resolved.removeAll(keepingCapacity: true)
                if references(MessageReference(step: value.step, node: value.node), strings, &resolved) {
                    unsafe resolved.withUnsafeBufferPointer { unsafe JSONText.appendQuoted($0, to: &output) }
                    return
                }
            }
            unsafe JSONText.appendQuoted(text, to: &output)
        case .number, .yes, .no, .null:
            unsafe output.append(contentsOf: text)
        case .none: break
        }
    }
}

extension Strings {
    /// The table as JSON, with its fallbacks merged in: UTF-8, no white space, the same bytes for the same content.
    ///
    /// For a table without its fallbacks, ask `withoutFallback`.
    package func json(
        _ selection: TableSelection = TableSelection(), references: ReferenceResolver? = nil
    ) -> [UInt8] {
        TableWriter(strings: self, selection: selection, references: references).writeTable()
    }

    /// What lies below a key path as JSON, an object or an array; nil where no table of the chain has a container there.
    package func json(
        below path: [UInt8], shape: TableSelection.Shape = .nested, references: ReferenceResolver? = nil
    ) -> [UInt8]? {
        TableWriter(strings: self, selection: TableSelection(shape: shape), references: references)
            .writeSubtree(at: path)
    }

    /// The locale's own table alone.
    package var withoutFallback: Strings { chain.count == 1 ? self : Strings(chain: [chain[0]], syntax: syntax) }
}
