/// Grows a table's tree from tapes, then lays it out in preorder.
@safe struct TableBuilder {
    /// The longest key path that a problem carries; a longer one is only shown, cut.
    static let maximumToldPath = 1024

    /// A node while the tree still grows. Links are indices, 0 (the root, which is nobody's child) for none.
    private struct Draft {
        var hash: UInt64
        var parent: UInt32
        var firstChild: UInt32 = 0
        /// While growing; the final index afterwards.
        var lastChild: UInt32 = 0
        var nextSibling: UInt32 = 0
        var segment: UInt32
        var segmentCount: UInt32
        var valueKind = TableNode.ValueKind.none
        var needsProgram = false
        var isObject = false
        var isArray = false
    }

    /// A container of the tape that is being read.
    private struct Frame {
        var node: UInt32
        var path: PathHash
        var depth: Int
    }

    struct Result {
        var storage: TableStorage
        var messageCount: Int
        var programCount: Int
        var found: ProblemTally
    }

    private let keepsEmptyStrings: Bool
    private var drafts: [Draft] = []
    /// An index of the drafts, at most half full; 0 is free.
    private var slots: [UInt32] = []
    private var files: [TableFile] = []
    private var pages: [UnsafePointer<UInt8>] = unsafe []
    private var found: ProblemTally
    private var places = TapePlaces()

    init(keepsEmptyStrings: Bool, found: ProblemTally) {
        self.keepsEmptyStrings = keepsEmptyStrings
        self.found = found
        drafts.append(Draft(hash: 0, parent: 0, segment: 0, segmentCount: 0, isObject: true))
        resizeSlots(toHold: 64)
    }

    // MARK: Growing

    /// Merges a file in; what it defines again counts instead of what was there.
    mutating func add(_ file: TableFile) {
        let base = unsafe UInt32(truncatingIfNeeded: pages.count) << TableStorage.pageShift
        guard unsafe pages.count + TableBuilder.pageCount(of: file) <= 1 << (32 - Int(TableStorage.pageShift)) else {
            found.add(
                Problem(
                    code: .limit, file: file.path,
                    reason: "the files of this locale are larger than 4 GiB together, so this one is left out"))
            return
        }
        let tape = unsafe file.tape
        for page in 0..<TableBuilder.pageCount(of: file) {
            unsafe pages.append(tape.baseAddress! + page << Int(TableStorage.pageShift))
        }
        files.append(file)
        resizeSlots(toHold: drafts.count + file.valueCount)
        drafts.reserveCapacity(drafts.count + file.valueCount + 1)

        var frames: [Frame] = []
        var frame = Frame(node: 0, path: PathHash(), depth: 0)
        if file.firstRecord > 0 {
            frame = unsafe descend(
                from: frame, tape: tape, base: base, keyOffset: 0, keyCount: file.firstRecord)
            drafts[Int(frame.node)].isObject = true
        }
        var reader = unsafe TapeReader(tape, from: file.firstRecord)
        var skipped = 0
        while reader.next() {
            let kind = reader.kind
            if kind == .end {
                if skipped > 0 { skipped -= 1 } else { frame = frames.removeLast() }
                continue
            }
            let isContainer = kind == .object || kind == .array
            if skipped > 0 || reader.isSuperseded {
                if isContainer { skipped += 1 }
                continue
            }
            if isContainer, reader.isTransparent {
                frames.append(frame)
                continue
            }
            let child = unsafe descend(
                from: frame, tape: tape, base: base, keyOffset: reader.keyOffset, keyCount: reader.keyCount)
            if isContainer {
                if kind == .array {
                    drafts[Int(child.node)].isArray = true
                } else {
                    drafts[Int(child.node)].isObject = true
                }
                frames.append(frame)
                frame = child
            } else {
                define(child.node, by: reader, base: base)
            }
        }
    }

    /// Goes down from a container by a key, one node for each segment.
    @inline(__always)
    private mutating func descend(
        from frame: Frame, tape: UnsafeBufferPointer<UInt8>, base: UInt32, keyOffset: Int, keyCount: Int
    ) -> Frame {
        var frame = frame
        let end = keyOffset &+ keyCount
        var start = keyOffset
        var position = keyOffset
        while true {
            let isLast = position == end
            if unsafe !isLast && (tape[position] != 0x2E || frame.depth &+ 1 >= TableFile.maximumSegments) {
                position &+= 1
                continue
            }
            let segment = unsafe UnsafeBufferPointer(rebasing: tape[start..<position])
            if frame.node != 0 { frame.path.appendDot() }
            unsafe frame.path.append(segment)
            frame.node = unsafe node(
                below: frame.node, segment: segment, at: base &+ UInt32(truncatingIfNeeded: start),
                hash: frame.path.value)
            frame.depth &+= 1
            if isLast { break }
            position &+= 1
            start = position
        }
        return frame
    }

    /// Finds or makes the node.
    @inline(__always)
    private mutating func node(
        below parent: UInt32, segment: UnsafeBufferPointer<UInt8>, at offset: UInt32, hash: UInt64
    ) -> UInt32 {
        let mask = slots.count &- 1
        var index = Int(truncatingIfNeeded: hash >> 32) & mask
        while true {
            let found = slots[index]
            if found == 0 { break }
            if drafts[Int(found)].hash == hash, drafts[Int(found)].parent == parent,
                unsafe TableStorage.equal(self.segment(of: found), segment)
            {
                return found
            }
            index = (index &+ 1) & mask
        }
        let node = UInt32(truncatingIfNeeded: drafts.count)
        drafts.append(
            Draft(
                hash: hash, parent: parent, segment: offset,
                segmentCount: UInt32(truncatingIfNeeded: segment.count)))
        slots[index] = node
        let last = drafts[Int(parent)].lastChild
        if last == 0 {
            drafts[Int(parent)].firstChild = node
        } else {
            drafts[Int(last)].nextSibling = node
        }
        drafts[Int(parent)].lastChild = node
        if drafts.count &* 2 > slots.count { resizeSlots(toHold: drafts.count &* 2) }
        return node
    }

    private func segment(of node: UInt32) -> UnsafeBufferPointer<UInt8> {
        let draft = drafts[Int(node)]
        let page = unsafe pages[Int(draft.segment >> TableStorage.pageShift)]
        let offset = Int(draft.segment & (1 << TableStorage.pageShift - 1))
        return unsafe UnsafeBufferPointer(start: page + offset, count: Int(draft.segmentCount))
    }

    private mutating func define(_ node: UInt32, by reader: TapeReader, base: UInt32) {
        let index = Int(node)
        if drafts[index].valueKind != .none { reportTwice(node, reader) }
        // The text is found behind the key, so the segment must be the one that stands before it.
        let keyEnd = base &+ UInt32(truncatingIfNeeded: reader.keyOffset &+ reader.keyCount)
        drafts[index].segment = keyEnd &- drafts[index].segmentCount
        drafts[index].needsProgram = false
        switch reader.kind {
        case .string:
            let isMessage = reader.textCount > 0 || keepsEmptyStrings
            drafts[index].valueKind = isMessage ? .message : .emptyString
            drafts[index].needsProgram = reader.mark & Tape.needsProgram != 0
        case .number: drafts[index].valueKind = .number
        case .yes: drafts[index].valueKind = .yes
        case .no: drafts[index].valueKind = .no
        case .null: drafts[index].valueKind = .null
        case .object, .array, .end: break
        }
    }

    private mutating func resizeSlots(toHold count: Int) {
        var size = 64
        while size < count * 2 { size *= 2 }
        guard size > slots.count else { return }
        slots = [UInt32](repeating: 0, count: size)
        for node in drafts.indices.dropFirst() {
            var index = Int(truncatingIfNeeded: drafts[node].hash >> 32) & (size - 1)
            while slots[index] != 0 { index = (index + 1) & (size - 1) }
            slots[index] = UInt32(truncatingIfNeeded: node)
        }
    }

    // MARK: Problems

    private mutating func reportTwice(_ node: UInt32, _ reader: TapeReader) {
        guard found.admit(.duplicatePath), let file = files.last else { return }
        let offset = drafts[Int(node)].segment
        var first = "before"
        if let (other, local) = TableBuilder.file(holding: offset, in: files),
            let place = places.place(of: local, in: other)
        {
            first = "at \(other.path):\(place.key.line):\(place.key.column)"
        }
        let path = keyPath(of: node)
        found.append(
            Problem(
                code: .duplicatePath, file: file.path, line: reader.place.line, column: reader.place.column,
                reason: "the key path \(Problem.quoted(path)) is defined \(first) already; this later one counts",
                keyPath: path.count > Self.maximumToldPath ? nil : String(decoding: path, as: UTF8.self)))
    }

    private func keyPath(of node: UInt32) -> [UInt8] {
        var segments: [UInt32] = []
        var current = node
        while current != 0 {
            segments.append(current)
            current = drafts[Int(current)].parent
        }
        var path: [UInt8] = []
        for index in segments.indices.reversed() {
            unsafe path.append(contentsOf: segment(of: segments[index]))
            if index > 0 { path.append(0x2E) }
        }
        return path
    }

    /// How many pages a file's tape takes.
    static func pageCount(of file: TableFile) -> Int {
        unsafe file.tape.count >> Int(TableStorage.pageShift) + 1
    }

    /// The file that an offset lies in, and the offset in its own tape.
    static func file(holding offset: UInt32, in files: [TableFile]) -> (file: TableFile, offset: Int)? {
        var page = Int(offset >> TableStorage.pageShift)
        for file in files {
            let count = pageCount(of: file)
            if page < count {
                return (file, page << Int(TableStorage.pageShift) + Int(offset & (1 << TableStorage.pageShift - 1)))
            }
            page -= count
        }
        return nil
    }

    // MARK: Laying out

    /// Lays the tree out in preorder and makes the index.
    consuming func finish() -> Result {
        let count = drafts.count
        let storage = unsafe TableStorage(nodeCount: count, pageCount: pages.count)
        for index in unsafe pages.indices { unsafe (storage.pages + index).initialize(to: pages[index]) }
        var result = Result(storage: storage, messageCount: 0, programCount: 0, found: found)

        var next: UInt32 = 0
        var current: UInt32 = 0
        descent: while true {
            place(current, at: next, in: &result)
            next &+= 1
            let child = drafts[Int(current)].firstChild
            if child != 0 {
                current = child
                continue
            }
            while true {
                unsafe storage.nodes[Int(drafts[Int(current)].lastChild)].end = next
                if current == 0 { break descent }
                let sibling = drafts[Int(current)].nextSibling
                if sibling != 0 {
                    current = sibling
                    continue descent
                }
                current = drafts[Int(current)].parent
            }
        }
        finishRanks(&result)
        return result
    }

    /// Writes the final record of a node, and enters it in the index.
    @inline(__always)
    private mutating func place(_ node: UInt32, at final: UInt32, in result: inout Result) {
        if drafts[Int(node)].isArray { settleArray(node) }
        drafts[Int(node)].lastChild = final
        let draft = drafts[Int(node)]
        let container: TableNode.ContainerKind =
            draft.isArray ? .array : draft.isObject || draft.firstChild != 0 ? .object : .none
        var kinds = draft.segmentCount
        kinds |= draft.valueKind.rawValue << TableNode.valueShift
        kinds |= container.rawValue << TableNode.containerShift
        if draft.needsProgram { kinds |= TableNode.programBit }
        let storage = result.storage
        unsafe (storage.nodes + Int(final)).initialize(
            to: TableNode(
                parent: drafts[Int(draft.parent)].lastChild, end: final &+ 1, segment: draft.segment,
                lengthAndKinds: kinds))
        if draft.valueKind == .message { result.messageCount &+= 1 }
        if draft.needsProgram {
            result.programCount &+= 1
            unsafe storage.ranks[Int(final >> 6)].bits |= 1 << UInt64(final & 63)
        }
        guard final != 0 else { return }
        storage.enter(final, hash: draft.hash)
    }

    private func finishRanks(_ result: inout Result) {
        var before: UInt32 = 0
        let storage = result.storage
        for group in 0...(storage.nodeCount / 64) {
            unsafe storage.ranks[group].before = before
            unsafe before += UInt32(storage.ranks[group].bits.nonzeroBitCount)
        }
    }

    /// An array stays one while its children are 0…n−1 and none of them holds a value and a container at once, which
    /// has no place in an array. Brings the children in order; an array that is none any more becomes an object.
    private mutating func settleArray(_ node: UInt32) {
        var children: [UInt32] = []
        var child = drafts[Int(node)].firstChild
        while child != 0 {
            children.append(child)
            child = drafts[Int(child)].nextSibling
        }
        var ordered = [UInt32](repeating: 0, count: children.count)
        for child in children {
            let draft = drafts[Int(child)]
            let holdsBoth = draft.valueKind != .none && (draft.isArray || draft.isObject || draft.firstChild != 0)
            guard !holdsBoth, let index = unsafe arrayIndex(segment(of: child)), index < children.count else {
                drafts[Int(node)].isArray = false
                drafts[Int(node)].isObject = true
                return
            }
            ordered[index] = child
        }
        // The children are different, so these are all indices, each once.
        guard ordered != children else { return }
        drafts[Int(node)].firstChild = ordered[0]
        for (index, child) in ordered.enumerated() {
            drafts[Int(child)].nextSibling = index + 1 < ordered.count ? ordered[index + 1] : 0
        }
    }

    /// The number that a segment spells as an index: digits, no leading zero.
    private func arrayIndex(_ segment: UnsafeBufferPointer<UInt8>) -> Int? {
        guard segment.count >= 1, segment.count <= 9 else { return nil }
        if unsafe segment[0] == 0x30 { return segment.count == 1 ? 0 : nil }
        var number = 0
        for index in 0..<segment.count {
            let byte = unsafe segment[index]
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
