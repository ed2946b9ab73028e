/// Puts referenced messages into the messages that whole tables show, for clients that format by themselves.
///
/// A reference is replaced where its message takes no arguments, neither itself nor through others. References with
/// attributes, references in a circle and references to nothing stay as they are written, and so do messages that do
/// not parse.
struct ReferenceInliner {
    private let strings: Strings
    /// The messages that are being read, one inside the other.
    private var open: [MessageReference] = []
    /// The outermost of them to which the last message led back; beyond all of them where it did not.
    private var reach = Int.max
    private var expansions = 0

    /// A message grows by no more than this many messages put in, and to no more than this many bytes: those who write
    /// tables may err, and nothing they write fills the memory.
    private static let maximumExpansions = 1000
    private static let maximumText = 1 << 20

    init(strings: Strings) { self.strings = strings }

    /// The message's text with the messages that it refers to; nil where nothing is replaced.
    mutating func text(of message: MessageReference) -> [UInt8]? {
        guard !strings.syntax.isPlain, let (text, outline) = outline(of: message) else { return nil }
        expansions = 0
        open = [message]
        var result: [UInt8] = []
        var copied = 0
        for run in outline.runs {
            let next = run.source.upperBound < text.count ? text[run.source.upperBound] : nil
            guard let replaced = replacedRun(run, in: text, next: next) else { continue }
            result.append(contentsOf: text[copied..<run.source.lowerBound])
            result.append(contentsOf: replaced)
            copied = run.source.upperBound
            if result.count > Self.maximumText { return nil }
        }
        if copied == 0 { return nil }
        result.append(contentsOf: text[copied...])
        return result
    }

    private mutating func outline(of message: MessageReference) -> (text: [UInt8], outline: MessageOutline)? {
        let table = strings.chain[message.step]
        let text = unsafe table.text(of: message.node)
        guard let outline = try? unsafe strings.syntax.outline(of: text, formatters: table.programs.formatters) else {
            return nil
        }
        return unsafe (Array(text), outline)
    }

    /// A run as the message's text spells it, with its references replaced; nil where none is.
    private mutating func replacedRun(_ run: MessageOutline.Run, in text: [UInt8], next: UInt8?) -> [UInt8]? {
        var literal: [UInt8] = []
        // The spelling that changes least: the message's own, with what is put in quoted as little as can be.
        var spelling: [UInt8]? = []
        var copied = 0
        var spelled = run.source.lowerBound
        for reference in Self.references(in: run.text) where reference.attributes.isEmpty {
            guard case .text(let content) = content(of: Array(run.text[reference.key])) else { continue }
            guard Self.join(run.text[copied..<reference.start], to: &literal), Self.join(content[...], to: &literal)
            else { return nil }
            copied = reference.end
            if literal.count > Self.maximumText { return nil }
            if let source = Self.source(of: reference.start..<reference.end, in: run) {
                spelling?.append(contentsOf: text[spelled..<source.lowerBound])
                spelling?.append(contentsOf: LiteralQuoting.minimal(content, isInPlural: run.isInPlural))
                spelled = source.upperBound
            } else {
                spelling = nil
            }
        }
        if copied == 0 { return nil }
        guard Self.join(run.text[copied...], to: &literal) else { return nil }
        spelling?.append(contentsOf: text[spelled..<run.source.upperBound])
        if let spelling, LiteralQuoting.literal(spelling, next: next, isInPlural: run.isInPlural) == literal {
            return spelling
        }
        return LiteralQuoting.safe(literal, isInPlural: run.isInPlural)
    }

    /// What a reference stands for.
    private enum Content {
        /// The literal text of its message, with what that refers to.
        case text([UInt8])
        /// Nothing, or a message in a circle with the one that refers to it: the reference is literal text.
        case itself
        /// What only a reader can put in: it takes arguments, does not parse, or goes too deep.
        case unknown
    }

    private mutating func content(of path: [UInt8]) -> Content {
        guard let message = unsafe path.withUnsafeBufferPointer({ unsafe strings.message(at: $0) }) else {
            return .itself
        }
        if let position = open.firstIndex(of: message) {
            reach = min(reach, position)
            return .itself
        }
        guard open.count <= MessageWriter.maximumDepth, expansions < Self.maximumExpansions else { return .unknown }
        expansions += 1
        let table = strings.chain[message.step]
        if !table.needsProgram(message.node) { return unsafe .text(Array(table.text(of: message.node))) }
        guard let (_, outline) = outline(of: message), outline.parameters.isEmpty else { return .unknown }
        // Without arguments there is one run, or none.
        guard let run = outline.runs.first else { return .text([]) }
        let outer = reach
        reach = .max
        open.append(message)
        defer {
            open.removeLast()
            reach = min(reach, outer)
        }
        var result: [UInt8] = []
        var copied = 0
        for reference in Self.references(in: run.text) where reference.attributes.isEmpty {
            switch content(of: Array(run.text[reference.key])) {
            case .itself: continue
            // What takes arguments through another takes arguments.
            case .unknown: return .unknown
            case .text(let content):
                guard Self.join(run.text[copied..<reference.start], to: &result), Self.join(content[...], to: &result)
                else { return .unknown }
                copied = reference.end
                if result.count > Self.maximumText { return .unknown }
            }
        }
        // Who refers to it stands in one circle with it where it leads back there, or further out.
        if reach <= open.count - 2 { return .itself }
        return Self.join(run.text[copied...], to: &result) ? .text(result) : .unknown
    }

    /// Appends a piece of text; false where a backslash that ends the text would then escape what the piece begins with,
    /// for which a message has no spelling.
    private static func join(_ piece: ArraySlice<UInt8>, to text: inout [UInt8]) -> Bool {
        if text.last == UInt8(ascii: "\\"), piece.first == UInt8(ascii: "<") { return false }
        text.append(contentsOf: piece)
        return true
    }

    private static func references(in text: [UInt8]) -> [Placeholder] {
        unsafe text.withUnsafeBufferPointer { unsafe MessageReferences.find(in: $0) }
    }

    /// Where a part of a run's text stands in the message, if it stands there in one piece.
    private static func source(of range: Range<Int>, in run: MessageOutline.Run) -> Range<Int>? {
        var start = 0
        for piece in run.pieces {
            if range.lowerBound < start + piece.count {
                guard range.lowerBound >= start && range.upperBound <= start + piece.count else { return nil }
                let offset = piece.lowerBound - start
                return (range.lowerBound + offset)..<(range.upperBound + offset)
            }
            start += piece.count
        }
        return nil
    }
}

extension Strings {
    /// Resolves the references in the messages that whole tables show: a `ReferenceResolver`.
    package static func resolveReferences(
        in message: MessageReference, of strings: Strings, into text: inout [UInt8]
    ) -> Bool {
        let written = unsafe strings.chain[message.step].text(of: message.node)
        guard unsafe MessageReferences.mayStand(in: written) else { return false }
        var inliner = ReferenceInliner(strings: strings)
        guard let resolved = inliner.text(of: message) else { return false }
        text.append(contentsOf: resolved)
        return true
    }
}
