extension Problem.Code {
    /// A locale lacks a key path that the default locale has.
    package static let missingKey = Problem.Code(rawValue: "missing-key")
    /// A locale has a key path that the default locale lacks.
    package static let extraKey = Problem.Code(rawValue: "extra-key")
    /// A message takes other arguments than the default locale's.
    package static let differentArguments = Problem.Code(rawValue: "different-arguments")
    /// A message holds other markup than the default locale's.
    package static let differentMarkup = Problem.Code(rawValue: "different-markup")
    /// A plural has no branch for a category that the locale's numbers have.
    package static let missingCategory = Problem.Code(rawValue: "missing-category")
    /// A plural has a branch for a category that no number of the locale has.
    package static let unusedCategory = Problem.Code(rawValue: "unused-category")
    /// A `#` stands directly under a `select`, where it is no number.
    package static let literalNumberSign = Problem.Code(rawValue: "literal-number-sign")

    /// Every code, those of a load first.
    package static let all: [Problem.Code] = [
        .syntax, .notAnObject, .limit, .unreadable, .notALocale, .duplicateKey, .duplicatePath, .loneSurrogate,
        .messageSyntax, .brokenReference, .referenceCycle,
        .missingKey, .extraKey, .differentArguments, .differentMarkup, .missingCategory, .unusedCategory,
        .literalNumberSign,
    ]
}

/// Looks at every message of a catalog, beside the default locale's, for what translators and developers get wrong.
///
/// It is a pass for people who wait for it: it parses each message once.
package struct CatalogCheck {
    private let catalog: Catalog
    private let defaultStrings: Strings
    private var found: ProblemTally
    private var places = TapePlaces()

    /// A message, parsed.
    struct Subject {
        let table: Table
        let node: Table.Node
        let path: [UInt8]
        let outline: MessageOutline
    }

    private init(_ catalog: Catalog, found: consuming ProblemTally) {
        self.catalog = catalog
        self.found = found
        defaultStrings = catalog.strings[catalog.languages.defaultIndex]
    }

    /// Everything that is wrong with a catalog's messages, table by table in byte order of their tags, and within a
    /// table in the order of its key paths; references at the end.
    ///
    /// - Parameter found: what was found before, and says how much is kept; everything is, unless it says otherwise.
    package static func findings(
        in catalog: Catalog, after found: consuming ProblemTally = ProblemTally(limit: .max)
    ) -> ProblemTally {
        var check = CatalogCheck(catalog, found: found)
        for strings in catalog.strings { check.look(at: strings) }
        return catalog.referenceProblems(into: check.found)
    }

    private mutating func look(at strings: Strings) {
        let table = strings.chain[0]
        let isDefault = table === defaultStrings.chain[0]
        for node in table.messageNodes {
            let path = table.keyPath(of: node)
            let reference = isDefault ? nil : defaultMessage(at: path)
            if !isDefault && reference == nil {
                add(.extraKey, table, node, "the default locale has no message at this key path")
            }
            guard let subject = parse(table, node, path) else { continue }
            check(subject)
            if let reference { compare(subject, with: reference) }
        }
        if !isDefault { lookForGaps(strings) }
    }

    /// Key paths for which a reader of this locale gets the default locale's message, or none.
    private mutating func lookForGaps(_ strings: Strings) {
        // A variant such as fr-CA need not repeat what fr has.
        let own = strings.chain.prefix { table in !defaultStrings.chain.contains { $0 === table } }
        guard !own.isEmpty, !isVariantOfDefault(strings.tag) else { return }
        let table = defaultStrings.chain[0]
        for node in table.messageNodes {
            let path = table.keyPath(of: node)
            let isThere = unsafe path.withUnsafeBufferPointer { path in
                let hash = unsafe Table.hash(of: path)
                return own.contains { table in
                    unsafe table.node(at: path, hash: hash).map { table.isMessage($0) } ?? false
                }
            }
            if !isThere { add(.missingKey, table, node, "\(strings.tag) lacks this message") }
        }
    }

    /// Whether readers of a locale read the default locale's language in the same script, as en-GB beside en.
    private func isVariantOfDefault(_ tag: LanguageTag) -> Bool {
        func essence(_ tag: LanguageTag) -> [Substring] {
            let subtags = tag.description.split(separator: "-")
            return [subtags[0]] + subtags.dropFirst().prefix(1).filter { $0.utf8.count == 4 }
        }
        return essence(tag) == essence(defaultStrings.tag)
    }

    private func defaultMessage(at path: [UInt8]) -> MessageReference? {
        unsafe path.withUnsafeBufferPointer { unsafe defaultStrings.message(at: $0) }
    }

    /// Reads a message, or reports that it cannot be read.
    private mutating func parse(_ table: Table, _ node: Table.Node, _ path: [UInt8]) -> Subject? {
        let syntax = catalog.options.messageSyntax
        guard table.needsProgram(node), !syntax.isPlain else {
            return Subject(table: table, node: node, path: path, outline: MessageOutline())
        }
        do {
            let outline = try unsafe MessageOutline(of: table.text(of: node), syntax: syntax, locale: table.tag)
            return Subject(table: table, node: node, path: path, outline: outline)
        } catch {
            add(.messageSyntax, table, node, "at offset \(error.offset) of the message, \(error.reason)")
            return nil
        }
    }

    private mutating func compare(_ subject: Subject, with reference: MessageReference) {
        let table = defaultStrings.chain[reference.step]
        let syntax = catalog.options.messageSyntax
        var outline = MessageOutline()
        if table.needsProgram(reference.node) && !syntax.isPlain {
            // What is wrong with the default locale's own message is told with that one.
            let text = unsafe table.text(of: reference.node)
            guard let parsed = try? unsafe MessageOutline(of: text, syntax: syntax, locale: table.tag) else { return }
            outline = parsed
        }
        compare(subject, with: Subject(table: table, node: reference.node, path: subject.path, outline: outline))
    }

    mutating func add(_ code: Problem.Code, _ subject: Subject, _ reason: String) {
        add(code, subject.table, subject.node, reason)
    }

    private mutating func add(_ code: Problem.Code, _ table: Table, _ node: Table.Node, _ reason: String) {
        guard found.admit(code) else { return }
        var problem = table.problem(code, at: node, reason, &places)
        problem.reason = "\(problem.keyPath ?? ""): \(reason)"
        found.append(problem)
    }
}
