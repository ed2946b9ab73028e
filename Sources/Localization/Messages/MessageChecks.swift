extension Table {
    /// The messages that do not parse, or are larger than messages may be. They are served as they stand.
    ///
    /// A pass over the whole table, for threads that have time. It keeps no program.
    ///
    /// - Parameter isCancelled: asked now and then; true ends the pass.
    package func syntaxProblems(syntax: MessageSyntax, isCancelled: () -> Bool = { false }) -> ProblemTally {
        var found = ProblemTally()
        var places = TapePlaces()
        if syntax.isPlain || programCount == 0 { return found }
        for (number, node) in messageNodes.enumerated() {
            if number & 0x3FF == 0 && isCancelled() { break }
            guard needsProgram(node) else { continue }
            do throws(MessageSyntaxError) {
                _ = try unsafe syntax.compile(text(of: node), formatters: programs.formatters)
            } catch {
                guard found.admit(.messageSyntax) else { continue }
                found.append(
                    problem(
                        .messageSyntax, at: node, "at offset \(error.offset) of the message, \(error.reason)", &places)
                )
            }
        }
        return found
    }

    /// A problem of the message at a node, with the place of its value in its file.
    func problem(_ code: Problem.Code, at node: Node, _ reason: String, _ places: inout TapePlaces) -> Problem {
        let place = place(of: node, &places)
        return Problem(
            code: code, file: place?.file.path ?? "", line: place?.line, column: place?.column, reason: reason,
            keyPath: String(decoding: keyPath(of: node), as: UTF8.self))
    }
}

extension Catalog {
    /// The messages that do not parse, in all tables. A pass for threads that have time.
    package func syntaxProblems(isCancelled: () -> Bool = { false }) -> ProblemTally {
        var found = ProblemTally()
        for table in tables {
            found.add(table.syntaxProblems(syntax: options.messageSyntax, isCancelled: isCancelled))
        }
        return found
    }

    /// References to nothing and references in a circle, each table in its own chain.
    package func referenceProblems() -> ProblemTally { referenceProblems(into: ProblemTally()) }

    /// References to nothing and references in a circle, beside what a tally holds already.
    func referenceProblems(into found: consuming ProblemTally) -> ProblemTally {
        if options.messageSyntax.isPlain { return found }
        var search = ReferenceSearch(found: found)
        for strings in strings { search.run(strings) }
        return search.found
    }
}

/// Follows the references of the messages of one table after another.
private struct ReferenceSearch {
    var found: ProblemTally
    private var places = TapePlaces()

    /// A message whose references are being followed.
    private struct Step {
        var message: MessageReference
        var references: [[UInt8]]
        var next = 0
    }

    /// The messages that were followed to their ends.
    private var done: Set<MessageReference> = []

    init(found: consuming ProblemTally) { self.found = found }

    mutating func run(_ strings: Strings) {
        let table = strings.chain[0]
        guard table.programCount > 0 else { return }
        done = []
        for node in table.messageNodes where table.needsProgram(node) {
            follow(MessageReference(step: 0, node: node), strings)
        }
    }

    /// Follows references to their ends, on a stack of its own: chains may be as long as tables.
    private mutating func follow(_ start: MessageReference, _ strings: Strings) {
        guard !done.contains(start), let references = Self.references(of: start, strings) else { return }
        var stack: [Step] = []
        // Where in the stack a message stands, and where those of this very table do: looking for them for each reference
        // would take the square of a long chain.
        var open: [MessageReference: Int] = [:]
        var own: [Int] = []
        func push(_ message: MessageReference, _ references: [[UInt8]]) {
            open[message] = stack.count
            if message.step == 0 { own.append(stack.count) }
            stack.append(Step(message: message, references: references))
        }
        push(start, references)
        while var step = stack.popLast() {
            guard step.next < step.references.count else {
                open[step.message] = nil
                if step.message.step == 0 { own.removeLast() }
                done.insert(step.message)
                continue
            }
            let path = step.references[step.next]
            step.next += 1
            stack.append(step)
            guard let target = unsafe path.withUnsafeBufferPointer({ unsafe strings.message(at: $0) }) else {
                report(
                    .brokenReference, at: step.message, strings,
                    "<\(String(decoding: path, as: UTF8.self))> refers to a key path that is no message")
                continue
            }
            if let begin = open[target] {
                let first = own.partitionPoint { $0 < begin }
                // A circle within another locale's table is that locale's to report.
                if first < own.count {
                    report(
                        .referenceCycle, at: stack[own[first]].message, strings,
                        Self.words(for: stack[begin...], strings))
                }
            } else if !done.contains(target), let references = Self.references(of: target, strings) {
                push(target, references)
            }
        }
    }

    private static func words(for cycle: ArraySlice<Step>, _ strings: Strings) -> String {
        var names = cycle.prefix(16).map { step in
            String(decoding: strings.chain[step.message.step].keyPath(of: step.message.node), as: UTF8.self)
        }
        names.append(cycle.count > 16 ? "…" : names[0])
        return "messages refer to one another in a circle: \(names.joined(separator: ", "))"
    }

    private mutating func report(
        _ code: Problem.Code, at message: MessageReference, _ strings: Strings, _ reason: @autoclosure () -> String
    ) {
        // Messages that fill in from another table are reported with that one.
        guard message.step == 0, found.admit(code) else { return }
        found.append(strings.chain[0].problem(code, at: message.node, reason(), &places))
    }

    /// The key paths that a message refers to; nil where it refers to none or does not parse.
    private static func references(of message: MessageReference, _ strings: Strings) -> [[UInt8]]? {
        let table = strings.chain[message.step]
        guard table.needsProgram(message.node) else { return nil }
        let text = unsafe table.text(of: message.node)
        guard unsafe MessageReferences.mayStand(in: text),
            let outline = try? unsafe strings.syntax.outline(of: text, formatters: table.programs.formatters)
        else { return nil }
        let references = outline.references
        return references.isEmpty ? nil : references
    }
}
