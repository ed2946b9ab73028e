/// Problems that were found in messages: the first ones, and how many there are.
package struct MessageProblems: Sendable {
    /// The problems that are kept at most.
    package static let maximumKept = 100

    /// The first problems.
    package private(set) var problems: [Problem] = []
    /// How many are kept at most.
    private let limit: Int
    /// How many there are.
    package private(set) var count = 0

    init(limit: Int = maximumKept) { self.limit = limit }

    mutating func add(_ problem: @autoclosure () -> Problem) {
        count += 1
        if problems.count < limit { problems.append(problem()) }
    }

    package mutating func add(_ other: MessageProblems) {
        count += other.count
        problems.append(contentsOf: other.problems.prefix(limit - problems.count))
    }
}

extension Table {
    /// The messages that do not parse, or are larger than messages may be. They are served as they stand.
    ///
    /// A pass over the whole table, for threads that have time. It keeps no program.
    ///
    /// - Parameter isCancelled: asked now and then; true ends the pass.
    package func syntaxProblems(syntax: MessageSyntax, isCancelled: () -> Bool = { false }) -> MessageProblems {
        var found = MessageProblems()
        if syntax.isPlain || programCount == 0 { return found }
        for (number, node) in messageNodes.enumerated() {
            if number & 0x3FF == 0 && isCancelled() { break }
            guard needsProgram(node) else { continue }
            do throws(MessageSyntaxError) {
                _ = try unsafe syntax.compile(text(of: node), formatters: programs.formatters)
            } catch {
                found.add(
                    problem(.messageSyntax, at: node, "at offset \(error.offset) of the message, \(error.reason)"))
            }
        }
        return found
    }

    /// A problem of the message at a node, with the place of its value in its file.
    func problem(_ code: Problem.Code, at node: Node, _ reason: String) -> Problem {
        let place = place(of: node)
        return Problem(
            code: code, file: place?.file.path ?? "", line: place?.line, column: place?.column, reason: reason,
            keyPath: String(decoding: keyPath(of: node), as: UTF8.self))
    }
}

extension Catalog {
    /// The messages that do not parse, in all tables. A pass for threads that have time.
    package func syntaxProblems(isCancelled: () -> Bool = { false }) -> MessageProblems {
        var found = MessageProblems()
        for table in tables {
            found.add(table.syntaxProblems(syntax: options.messageSyntax, isCancelled: isCancelled))
        }
        return found
    }

    /// References to nothing and references in a circle, each table in its own chain.
    package func referenceProblems(limit: Int = MessageProblems.maximumKept) -> MessageProblems {
        var found = MessageProblems(limit: limit)
        if options.messageSyntax.isPlain { return found }
        for strings in strings {
            var search = ReferenceSearch(strings: strings, limit: limit)
            search.run()
            found.add(search.found)
        }
        return found
    }
}

/// Follows the references of one table's messages.
private struct ReferenceSearch {
    let strings: Strings
    var found: MessageProblems

    /// A message whose references are being followed.
    private struct Step {
        var message: MessageReference
        var references: [[UInt8]]
        var next = 0
    }

    /// The messages that were followed to their ends.
    private var done: Set<MessageReference> = []

    init(strings: Strings, limit: Int) {
        self.strings = strings
        found = MessageProblems(limit: limit)
    }

    mutating func run() {
        let table = strings.chain[0]
        guard table.programCount > 0 else { return }
        for node in table.messageNodes where table.needsProgram(node) {
            follow(MessageReference(step: 0, node: node))
        }
    }

    /// Follows references to their ends, on a stack of its own: chains may be as long as tables.
    private mutating func follow(_ start: MessageReference) {
        guard !done.contains(start), let references = references(of: start) else { return }
        var stack = [Step(message: start, references: references)]
        var open: Set<MessageReference> = [start]
        while var step = stack.popLast() {
            guard step.next < step.references.count else {
                open.remove(step.message)
                done.insert(step.message)
                continue
            }
            let path = step.references[step.next]
            step.next += 1
            stack.append(step)
            guard let target = unsafe path.withUnsafeBufferPointer({ unsafe strings.message(at: $0) }) else {
                report(
                    .brokenReference, at: step.message,
                    "<\(String(decoding: path, as: UTF8.self))> refers to a key path that is no message")
                continue
            }
            if open.contains(target) {
                reportCycle(from: target, stack)
            } else if !done.contains(target), let references = self.references(of: target) {
                stack.append(Step(message: target, references: references))
                open.insert(target)
            }
        }
    }

    private mutating func reportCycle(from target: MessageReference, _ stack: [Step]) {
        guard let start = stack.firstIndex(where: { $0.message == target }) else { return }
        let cycle = stack[start...].map(\.message)
        // A circle within another locale's table is that locale's to report.
        guard let own = cycle.first(where: { $0.step == 0 }) else { return }
        var names = cycle.prefix(16).map { message in
            String(decoding: strings.chain[message.step].keyPath(of: message.node), as: UTF8.self)
        }
        names.append(cycle.count > 16 ? "…" : names[0])
        report(.referenceCycle, at: own, "messages refer to one another in a circle: \(names.joined(separator: ", "))")
    }

    private mutating func report(
        _ code: Problem.Code, at message: MessageReference, _ reason: @autoclosure () -> String
    ) {
        // Messages that fill in from another table are reported with that one.
        guard message.step == 0 else { return }
        found.add(strings.chain[0].problem(code, at: message.node, reason()))
    }

    /// The key paths that a message refers to; nil where it refers to none or does not parse.
    private func references(of message: MessageReference) -> [[UInt8]]? {
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
