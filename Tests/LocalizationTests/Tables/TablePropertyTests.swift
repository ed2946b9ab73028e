import Testing

@testable import Localization

/// Random trees: however they are spelled and cut into files, they answer alike.
@Suite struct TablePropertyTests {
    /// A tree of strings, members in order.
    indirect enum Tree {
        case text(String)
        case object([(String, Tree)])

        static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
            if depth == 0 || Int.random(in: 0..<3, using: &generator) == 0 {
                return .text(randomText(using: &generator))
            }
            var members: [(String, Tree)] = []
            var keys: Set<[UInt8]> = []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let key = randomKey(using: &generator)
                if keys.insert(Array(key.utf8)).inserted {
                    members.append((key, random(depth: depth - 1, using: &generator)))
                }
            }
            return .object(members)
        }

        static let letters = Array("abcdefgé\u{301}日😀 /\\\"\n\u{0}<{'-_01")

        static func randomKey(using generator: inout SeededGenerator) -> String {
            String(
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
        }

        static func randomText(using generator: inout SeededGenerator) -> String {
            String(
                (0...Int.random(in: 0...30, using: &generator)).map { _ in
                    (letters + ["."]).randomElement(using: &generator)!
                })
        }

        /// Leaves by key path.
        var leaves: [(path: String, text: String)] {
            switch self {
            case .text(let text): return [("", text)]
            case .object(let members):
                return members.flatMap { key, tree in
                    tree.leaves.map { leaf in
                        if case .text = tree { return (key, leaf.text) }
                        return (key + "." + leaf.path, leaf.text)
                    }
                }
            }
        }

        var json: String {
            switch self {
            case .text(let text): return Self.quoted(text)
            case .object(let members):
                return "{" + members.map { Self.quoted($0) + ":" + $1.json }.joined(separator: ",") + "}"
            }
        }

        static func quoted(_ text: String) -> String {
            var bytes: [UInt8] = []
            JSONText.appendQuoted(text, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test(arguments: 0..<60) func everySpellingAnswersAlike(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var members: [(String, Tree)] = []
        for index in 0..<8 { members.append(("m\(index)", Tree.random(depth: 5, using: &generator))) }
        let tree = Tree.object(members)
        let leaves = tree.leaves
        let flatJSON =
            "{" + leaves.map { Tree.quoted($0.path) + ":" + Tree.quoted($0.text) }.joined(separator: ",") + "}"

        let nested = try TableFixtures.table([tree.json])
        let flat = try TableFixtures.table([flatJSON])
        // The same, one file for each top-level member.
        let split = Table(
            tag: nested.tag,
            files: try members.enumerated().map { index, member in
                if case .object = member.1 {
                    return try TableFixtures.file(member.1.json, path: "fr/\(index).json", prefix: member.0)
                }
                return try TableFixtures.file("{\(Tree.quoted(member.0)):\(member.1.json)}", path: "fr/\(index).json")
            })

        let tables = [nested, flat, split]
        let documents = tables.map { Strings(chain: [$0]) }
        for (table, strings) in zip(tables, documents) {
            #expect(table.problemCount == 0)
            #expect(table.messageCount == leaves.count)
            for leaf in leaves { #expect(strings.message(forKeyPath: leaf.path) == leaf.text) }
            for leaf in leaves { #expect(strings.message(forKeyPath: leaf.path + "?") == nil) }
            #expect(strings.text() == tree.json)
            #expect(strings.text(TableSelection(shape: .flat)) == flatJSON)
            // Each key path of the tree is read back from its node.
            let paths = table.messageNodes.map { table.keyPath(of: $0) }
            #expect(Array(paths) == leaves.map { Array($0.path.utf8) })
        }
        // A table under itself adds nothing, whatever the other's layout.
        #expect(Strings(chain: [nested, flat, split]).text() == tree.json)
        // Half of the leaves in one table, all in the next.
        let half = leaves.filter { _ in Bool.random(using: &generator) }
        let halfJSON =
            "{" + half.map { Tree.quoted($0.path) + ":" + Tree.quoted("½" + $0.text) }.joined(separator: ",") + "}"
        let merged = Strings(chain: [try TableFixtures.table([halfJSON]), nested])
        let again = try TableFixtures.strings([merged.text()])
        #expect(again.chain[0].messageCount == leaves.count)
        let halfPaths = Set(half.map { Array($0.path.utf8) })
        for leaf in leaves {
            let text = halfPaths.contains(Array(leaf.path.utf8)) ? "½" + leaf.text : leaf.text
            #expect(merged.message(forKeyPath: leaf.path) == text)
            #expect(again.message(forKeyPath: leaf.path) == text)
        }
        #expect(merged.chain[0].messageCount(alsoIn: nested) == half.count)
        #expect(nested.messageCount(alsoIn: merged.chain[0]) == half.count)
    }

    /// Cut and changed documents are refused or read, never more.
    @Test(arguments: 0..<40) func damagedFilesDoNoHarm(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        let whole = Array(Tree.random(depth: 5, using: &generator).json.utf8)
        for _ in 0..<50 {
            var bytes = whole
            for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = [0x22, 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x3A, 0x5C, 0xFF, 0x00].randomElement(
                    using: &generator)!
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
            if let file = try? TableFile(bytes: bytes.span, path: "a.json", keyPrefix: "p") {
                let table = Table(tag: LanguageTag("fr")!, files: [file, file])
                let strings = Strings(chain: [table])
                for node in table.messageNodes {
                    let path = String(decoding: table.keyPath(of: node), as: UTF8.self)
                    #expect(strings.message(forKeyPath: path) != nil)
                }
                #expect(throws: Never.self) { try TableFixtures.file(strings.text()) }
            }
        }
    }
}
