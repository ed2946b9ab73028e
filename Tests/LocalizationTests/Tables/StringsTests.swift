import Testing

@testable import Localization

@Suite struct StringsTests {
    static let chain = [
        #"{"a":"ca","empty":"","nothing":null,"n":1,"t":true,"tree":{"x":"ca"},"mixed":{"k":"ca"},"gone":""}"#,
        #"{"a":"fr","b":"fr","empty":"fr","nothing":"fr","n":"fr","mixed":"fr","list":["0","1"]}"#,
        #"{"b":"en","c":"en","t":false,"only":5,"list":["en0","en1","en2"],"tree":{"y":"en"},"gone":null}"#,
    ]

    static let contents: [(path: String, text: String?, locale: String?)] = [
        ("a", "ca", "fr-CA"), ("b", "fr", "fr"), ("c", "en", "en"),
        ("empty", "fr", "fr"), ("nothing", "fr", "fr"),
        // A number is no message: the next table's string is.
        ("n", "fr", "fr"),
        // A path falls back by itself, an element of an array too.
        ("list.1", "1", "fr"), ("list.2", "en2", "en"),
        ("tree.x", "ca", "fr-CA"), ("tree.y", "en", "en"), ("mixed.k", "ca", "fr-CA"), ("mixed", "fr", "fr"),
        ("t", nil, nil), ("only", nil, nil), ("gone", nil, nil), ("none", nil, nil), ("tree", nil, nil),
        ("list", nil, nil),
    ]

    @Test(arguments: contents) func messagesFallBack(_ path: String, _ text: String?, _ locale: String?) throws {
        let strings = try TableFixtures.strings(Self.chain)
        #expect(strings.message(forKeyPath: path) == text)
        #expect(strings.string(forKeyPath: path) == text ?? path)
        #expect(strings.string(forKeyPath: path, default: "D") == text ?? "D")
        if case .message(let message) = strings.content(at: Array(path.utf8)) {
            #expect(String(decoding: strings.text(of: message), as: UTF8.self) == text)
            #expect(strings.tag(of: message).description == locale)
        } else {
            #expect(text == nil)
        }
    }

    @Test(arguments: [
        ("t", KeyPathContent.value), ("only", .value), ("gone", .nothing), ("none", .nothing), ("tree", .subtree),
        ("list", .subtree), ("tree.", .nothing), ("", .nothing),
    ])
    func whatIsNoMessage(_ path: String, _ content: KeyPathContent) throws {
        #expect(try TableFixtures.strings(Self.chain).content(at: Array(path.utf8)) == content)
    }

    @Test func stringsBelongToTheFirstTable() throws {
        let strings = try TableFixtures.strings(Self.chain)
        #expect(strings.tag.description == "fr-CA")
        #expect(strings.chain.map(\.tag.description) == ["fr-CA", "fr", "en"])
        #expect(strings.withoutFallback.chain.count == 1)
        #expect(strings.withoutFallback.message(forKeyPath: "b") == nil)
    }
}
