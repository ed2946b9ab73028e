import Testing

@testable import Localization

@Suite struct TableTests {
    // MARK: Finding

    struct Lookup: Sendable, CustomTestStringConvertible {
        var files: [String]
        var keepsEmptyStrings = false
        /// What stands at key paths: the message, or nil where there is none.
        var messages: KeyValuePairs<String, String?>

        var testDescription: String { files.joined(separator: " + ") }
    }

    static let lookups: [Lookup] = [
        Lookup(files: ["{}"], messages: ["": nil, "a": nil, ".": nil]),
        Lookup(
            files: [#"{"login":{"title":"Log in"}}"#],
            messages: [
                "login.title": "Log in", "login": nil, "title": nil, "login.titl": nil, "login.titles": nil,
                "Login.title": nil, "login.title.": nil, ".login.title": nil, "login..title": nil, "": nil,
            ]),
        // Dots in keys are nesting.
        Lookup(files: [#"{"login.title":"Log in"}"#], messages: ["login.title": "Log in", "login": nil]),
        Lookup(
            files: [#"{"a.b":{"c.d":"x"},"a":{"b.e":"y"}}"#], messages: ["a.b.c.d": "x", "a.b.e": "y", "a.b.c": nil]),
        Lookup(
            files: [#"{"":"1","a":{"":"2","":"3"},".":"4","..x":"5","b.":"6"}"#],
            messages: ["": "1", "a.": "3", ".": "4", "..x": "5", "b.": "6", "..": nil]),
        // A message and a parent at once.
        Lookup(
            files: [#"{"auth":{"login":"Log in","login.hint":"Your name"}}"#],
            messages: ["auth.login": "Log in", "auth.login.hint": "Your name", "auth": nil]),
        Lookup(
            files: [#"{"auth.login.hint":"Your name","auth.login":"Log in"}"#],
            messages: ["auth.login": "Log in", "auth.login.hint": "Your name"]),
        // Arrays.
        Lookup(
            files: [#"{"colors":["red",{"name":"green"},["blue"]]}"#],
            messages: [
                "colors.0": "red", "colors.1.name": "green", "colors.2.0": "blue", "colors.3": nil, "colors": nil,
            ]),
        // Only a string is a message, and an empty one only on demand.
        Lookup(
            files: [#"{"n":1,"t":true,"f":false,"z":null,"e":"","s":" "}"#],
            messages: ["n": nil, "t": nil, "f": nil, "z": nil, "e": nil, "s": " "]),
        Lookup(files: [#"{"e":"","z":null}"#], keepsEmptyStrings: true, messages: ["e": "", "z": nil]),
        // Any character.
        Lookup(
            files: [
                ##"{"a/b":"1","a\\b":"2","a,b":"3","#":"4","a b":"5","é":"6","e\u0301":"7","\u0000":"8","😀":"9"}"##
            ],
            messages: [
                "a/b": "1", "a\\b": "2", "a,b": "3", "#": "4", "a b": "5", "é": "6", "e\u{301}": "7", "\0": "8",
                "😀": "9",
            ]),
        Lookup(files: [#"{"k":"a\u00e9\n\"\\\/\ud83d\ude00"}"#], messages: ["k": "aé\n\"\\/😀"]),
        Lookup(files: [#"{"k":"a\ud800b","\udc00":"x"}"#], messages: ["k": "a\u{FFFD}b", "\u{FFFD}": "x"]),
        // The last of two keys counts, with all that it holds and nothing of the other.
        Lookup(files: [#"{"a":{"x":"1"},"a":{"y":"2"}}"#], messages: ["a.x": nil, "a.y": "2"]),
        Lookup(
            files: [#"{"a":{"x":["1",{"z":"4"}]},"b":"3","a":"2","c":"5"}"#],
            messages: ["a": "2", "a.x.0": nil, "b": "3", "c": "5"]),
        Lookup(
            files: [#"{"a.b":{"x":"1"},"a":{"b":{"y":"2"}},"a.b":{"z":"3"}}"#],
            messages: ["a.b.x": nil, "a.b.y": "2", "a.b.z": "3"]),
        // Files merge; the later one counts.
        Lookup(
            files: [#"{"a":"1","b":{"c":"2"}}"#, #"{"b":{"d":"3"},"b.c":"4","e":"5"}"#],
            messages: ["a": "1", "b.c": "4", "b.d": "3", "e": "5"]),
        Lookup(files: [#"{"a":"1"}"#, #"{"a":""}"#], messages: ["a": nil]),
        Lookup(files: [#"{"a":"1"}"#, #"{"a":{"b":"2"}}"#], messages: ["a": "1", "a.b": "2"]),
    ]

    @Test(arguments: lookups) func finds(_ test: Lookup) throws {
        let table = try TableFixtures.table(test.files, keepsEmptyStrings: test.keepsEmptyStrings)
        let strings = Strings(chain: [table])
        for (path, text) in test.messages {
            #expect(strings.message(forKeyPath: path) == text, "\(path)")
        }
        #expect(table.messageCount == test.messages.count { $0.value != nil })
        #expect(Array(table.messageNodes).count == table.messageCount)
    }

    @Test(arguments: ["login", "shop.cart", "a", "a.b.c.d", ""]) func aPrefixIsAKeyPath(_ prefix: String) throws {
        let file = try TableFixtures.file(#"{"title":"x","deep":{"er":"y"}}"#, prefix: prefix)
        let strings = Strings(chain: [Table(tag: LanguageTag("fr")!, files: [file])])
        let start = prefix.isEmpty ? "" : prefix + "."
        #expect(strings.message(forKeyPath: start + "title") == "x")
        #expect(strings.message(forKeyPath: start + "deep.er") == "y")
    }

    @Test func messagesCanBeGivenWithoutAFile() {
        let table = Table(tag: LanguageTag("en")!, messages: [("a.b", "x \"y\" \\ \n"), ("é", "z")])
        let strings = Strings(chain: [table])
        #expect(strings.message(forKeyPath: "a.b") == "x \"y\" \\ \n")
        #expect(strings.message(forKeyPath: "é") == "z")
        #expect(table.problemCount == 0)
    }

    @Test func keyPathsAreRead() throws {
        let table = try TableFixtures.table([#"{"":{"":"1","a":"2"},"b":[{"c":"3"}],".x":"4"}"#])
        var paths: [String] = []
        for node in table.messageNodes { paths.append(String(decoding: table.keyPath(of: node), as: UTF8.self)) }
        #expect(paths == [".", ".a", ".x", "b.0.c"])
    }

    @Test func firstSegmentsAreFound() throws {
        let table = try TableFixtures.table([#"{"login":{"title":"x"},"a.b":"y","top":"z","n":1,"":"e"}"#])
        func has(_ segment: String) -> Bool {
            Array(segment.utf8).withUnsafeBufferPointer { table.hasFirstSegment($0) }
        }
        for segment in ["login", "a", "top", "n", ""] { #expect(has(segment)) }
        for segment in ["title", "b", "log", "logins", "login.title", "Login"] { #expect(!has(segment)) }
    }

    // MARK: Programs

    @Test func messagesThatNeedAProgramAreNumbered() throws {
        var json: [String] = []
        for index in 0..<300 {
            let text = index % 3 == 0 ? ["{x}", "it's", "<a.b>", "\\\\"][index / 3 % 4] : "plain"
            json.append("\"k\(index)\":\"\(text)\"")
        }
        let table = try TableFixtures.table(["{" + json.joined(separator: ",") + "}"])
        var expected = 0
        for node in table.messageNodes where table.needsProgram(node) {
            #expect(table.programOrdinal(of: node) == expected)
            expected += 1
        }
        #expect(expected == 100)
        #expect(table.programCount == expected)
    }

    @Test func aMessageThatIsReplacedNeedsWhatItsSuccessorNeeds() throws {
        let table = try TableFixtures.table([#"{"a":"{x}","b":"y"}"#, #"{"a":"plain","b":"{z}"}"#])
        let needs = table.messageNodes.map { table.needsProgram($0) }
        #expect(Array(needs) == [false, true])
        #expect(table.programCount == 1)
    }

    // MARK: Problems and places

    @Test func aKeyPathDefinedTwiceIsReportedWithBothPlaces() throws {
        let files = [
            try TableFixtures.file("{\n  \"shop\": {\"cart\": {\"title\": \"x\"}}\n}", path: "fr.json"),
            try TableFixtures.file(
                "{\n\n \"title\": \"y\", \"other\": \"z\"}", path: "fr/cart.json", prefix: "shop.cart"),
        ]
        for order in [files, files.reversed()] {
            let table = Table(tag: LanguageTag("fr")!, files: order)
            #expect(table.problemCount == 1)
            let problem = try #require(table.problems.first)
            #expect(problem.code == .duplicatePath)
            #expect(problem.file == "fr/cart.json")
            #expect(problem.line == 3)
            #expect(problem.column == 2)
            #expect(problem.keyPath == "shop.cart.title")
            #expect(problem.reason.contains("fr.json:2:21"))
            #expect(Strings(chain: [table]).message(forKeyPath: "shop.cart.title") == "y")
        }
    }

    @Test func oneFileCanDefineAKeyPathTwice() throws {
        let table = try TableFixtures.table([#"{"a.b":"x","a":{"b":"y"}}"#])
        #expect(table.problemCount == 1)
        #expect(table.problems.first?.column == 17)
        #expect(Strings(chain: [table]).message(forKeyPath: "a.b") == "y")
    }

    @Test func laterFilesAreThoseLaterInByteOrder() throws {
        let paths = ["Base.lproj/strings.json", "fr.json", "fr.lproj/strings.json", "fr/strings.json", "fr_FR.json"]
        let files = try paths.map { try TableFixtures.file("{\"who\":\"\($0)\"}", path: $0) }
        let table = Table(tag: LanguageTag("fr")!, files: files.shuffled())
        #expect(Strings(chain: [table]).message(forKeyPath: "who") == "fr_FR.json")
        #expect(table.files.map(\.path) == paths)
        #expect(table.problemCount == 4)
    }

    @Test func placesOfMessages() throws {
        let files = [
            try TableFixtures.file("{\"a\":\"1\",\n \"é\": \"2\", \"b\":\n\n  [\"3\",\n\"4\"]}", path: "a.json"),
            try TableFixtures.file("{\"c\": {\"d\":\r\n\t\"5\"}}", path: "b.json"),
        ]
        let table = Table(tag: LanguageTag("fr")!, files: files)
        var places: [String] = []
        var tapePlaces = TapePlaces()
        for node in table.messageNodes {
            let found = table.place(of: node, &tapePlaces)
            let place = try #require(found)
            places.append("\(place.file.path):\(place.line):\(place.column)")
        }
        #expect(places == ["a.json:1:6", "a.json:2:7", "a.json:4:4", "a.json:5:1", "b.json:2:2"])
    }

    // MARK: Harm

    @Test func aKeyOfAHundredThousandDotsIsNoTreeOfThatDepth() throws {
        let key = String(repeating: "a.", count: 100_000) + "b"
        let table = try TableFixtures.table(["{\"\(key)\":\"x\",\"\(key).c\":\"y\"}"])
        let strings = Strings(chain: [table])
        #expect(strings.message(forKeyPath: key) == "x")
        #expect(strings.message(forKeyPath: key + ".c") == "y")
        #expect(strings.message(forKeyPath: String(key.dropLast(2))) == nil)
        #expect(strings.text() == strings.text(TableSelection(shape: .nested)))
    }

    /// Nested objects around a JSON value.
    private func nested(_ segments: [String], around json: String) -> String {
        segments.map { "{\"\($0)\":" }.joined() + json + String(repeating: "}", count: segments.count)
    }

    @Test(arguments: [0, 10, 32]) func deepKeyPathsAreOneHoweverTheyAreSpelled(_ prefixCount: Int) throws {
        let prefix = (0..<prefixCount).map { "p\($0)" }
        let levels = (0..<60).map { "s\($0)" }
        let whole = (prefix + levels).joined(separator: ".")
        let spellings = [
            (nested(levels, around: #"{"a.b.c.d.e":"x","a.b.c":{"f":"y"}}"#), prefix.joined(separator: ".")),
            (nested(levels, around: #"{"a":{"b":{"c":{"d.e":"x","f":"y"}}}}"#), prefix.joined(separator: ".")),
            (
                "{\"\(levels.joined(separator: ".")).a.b\":{\"c.d.e\":\"x\",\"c.f\":\"y\"}}",
                prefix.joined(separator: ".")
            ),
            ("{\"\(whole).a.b.c.d.e\":\"x\",\"\(whole).a.b.c.f\":\"y\"}", ""),
        ]
        var documents: Set<String> = []
        for (index, spelling) in spellings.enumerated() {
            let file = try TableFixtures.file(spelling.0, path: "\(index)", prefix: spelling.1)
            let table = Table(tag: LanguageTag("fr")!, files: [file])
            let strings = Strings(chain: [table])
            #expect(table.messageCount == 2)
            #expect(strings.message(forKeyPath: whole + ".a.b.c.d.e") == "x")
            #expect(strings.message(forKeyPath: whole + ".a.b.c.f") == "y")
            documents.insert(strings.text(TableSelection(shape: .flat)))
            let nested = strings.text()
            documents.insert(nested)
            #expect(nested.prefix { $0 != "x" }.count { $0 == "{" } <= 64)
        }
        #expect(documents.count == 2)
        // All four in one locale define the same two key paths.
        let files = try spellings.enumerated().map { index, spelling in
            try TableFixtures.file(spelling.0, path: "\(index)", prefix: spelling.1)
        }
        let table = Table(tag: LanguageTag("fr")!, files: files)
        #expect(table.messageCount == 2)
        #expect(table.problemCount == 6)
    }

    @Test func theLastOfTwoDeepKeysCounts() throws {
        let levels = (0..<62).map { "s\($0)" }
        let json = nested(levels, around: #"{"a.b":{"x":"1"},"a.b":{"y":"2"},"c":{},"d":[],"e":["3"]}"#)
        let table = try TableFixtures.table([json])
        let start = levels.joined(separator: ".")
        let strings = Strings(chain: [table])
        #expect(strings.message(forKeyPath: start + ".a.b.x") == nil)
        #expect(strings.message(forKeyPath: start + ".a.b.y") == "2")
        #expect(strings.message(forKeyPath: start + ".e.0") == "3")
        #expect(strings.text().contains(#"{"a":{"b.y":"2"},"c":{},"d":[],"e":["3"]}"#))
        // What is written is never deeper than what may be read.
        _ = try TableFixtures.file(strings.text())
    }

    @Test func emptyContainersDeeperThanATreeAreNothing() throws {
        let prefix = (0..<20).map { "p\($0)" }.joined(separator: ".")
        let levels = (0..<43).map { "s\($0)" }
        let json = nested(levels, around: #"{"a":{"b":{},"c":[]},"d":{},"e":[1,{}]}"#)
        let table = Table(tag: LanguageTag("fr")!, files: [try TableFixtures.file(json, prefix: prefix)])
        let text = Strings(chain: [table]).text()
        #expect(Strings(chain: [try TableFixtures.table([text])]).text() == text)
        #expect(text.contains(#"{"e.0":1}"#))
    }

    @Test func keyPathsThatMultiplyAreRefused() throws {
        let parent = String(repeating: "p", count: 1 << 20)
        let members = (0..<1000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let problem = #expect(throws: Problem.self) { try TableFixtures.file("{\"\(parent)\":{\(members)}}") }
        #expect(problem?.code == .limit)
    }

    @Test func aLongParentOfManyKeysCostsNoMoreThanItsParts() throws {
        let parent = String(repeating: "p", count: 1 << 14)
        let members = (0..<20_000).map { "\"k\($0)\":\"x\"" }.joined(separator: ",")
        let table = try TableFixtures.table(["{\"\(parent)\":{\(members)}}"])
        #expect(table.messageCount == 20_000)
        #expect(table.messageCount(alsoIn: table) == 20_000)
        #expect(Strings(chain: [table]).message(forKeyPath: parent + ".k19999") == "x")
    }

    /// An index that all keys enter at one place answers rightly, and slowly.
    @Test func keysAreSpreadOverTheIndex() throws {
        let members = (0..<5000).map { "\"section\($0 / 50).key\($0)\":\"x\"" }.joined(separator: ",")
        let table = try TableFixtures.table(["{\(members)}"])
        var longestRun = 0
        var run = 0
        // The buckets are the table's: it stays until they were read.
        withExtendedLifetime(table) {
            let storage = table.storage
            for bucket in 0..<Int(storage.bucketCount) {
                // The last slot is taken in full buckets alone.
                run = storage.buckets[(bucket + 1) * TableBucket.words - 1] == 0 ? 0 : run + 1
                longestRun = max(longestRun, run)
            }
        }
        #expect(longestRun < 25)
    }
}
