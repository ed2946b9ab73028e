import Foundation
import Testing

@testable import Localization

/// What BRLocalize did, row by row.
@Suite("The ancestor's features") struct AncestorTests {
    /// `list` is an array and `count` a number: neither is a message.
    static let table: Strings = {
        let json = #"{"login":{"title":"Log in"},"my key":"My key","count":3,"list":["x"],"title":"Top"}"#
        let file = try! TableFile(bytes: Array(json.utf8).span, path: "en.json", keyPrefix: "")
        return Strings(chain: [Table(tag: LanguageTag("en")!, files: [file])])
    }()

    @Test(arguments: [
        ("{login.title}", "Log in"), (" \t\u{A0}{login.title}\n", "Log in"), ("{my key}", "My key"), ("{title}", "Top"),
        ("{no.such}", "{no.such}"), (" {no.such} ", " {no.such} "), ("{}", "{}"),
        ("{ login.title }", "{ login.title }"),
        ("x {login.title}", "x {login.title}"), ("{{login.title}}", "{{login.title}}"), ("login.title", "login.title"),
        ("", ""),
        ("{count}", "{count}"), ("{list}", "{list}"), ("{login}", "{login}"), ("<login.title>", "<login.title>"),
        ("{", "{"),
    ])
    func stringsAreLocalized(_ text: String, _ expected: String) {
        #expect(text.localized(with: Self.table) == expected)
        // Over HTTP, in a widget tree, the same rule.
        var json: [UInt8] = []
        JSONText.appendQuoted(text, to: &json)
        let output = try? rendering(json, as: .widgetTree, with: Self.table) { $0.placeholders = .braces }.output
        var wanted: [UInt8] = []
        JSONText.appendQuoted(expected, to: &wanted)
        #expect(output == wanted)
    }

    @Test func keyPathsAnswer() {
        #expect(Self.table.string(forKeyPath: "login.title") == "Log in")
        #expect(Self.table.string(forKeyPath: "count") == "count")
        #expect(Self.table.string(forKeyPath: "no.such") == "no.such")
        #expect(Self.table.string(forKeyPath: "list", default: "Nothing") == "Nothing")
    }

    /// Each declared property of each class, as `HOLE`.
    static let properties: [(name: String, json: String)] = [
        ("UIBarButtonItem.title", #"{"type":"UIBarButtonItem","title":"HOLE","text":"KEPT"}"#),
        ("UIButton.title", #"{"type":"UIButton","title":"HOLE","placeholder":"KEPT"}"#),
        ("UIButton.titles.normal", #"{"titles":{"normal":"HOLE","focused":"KEPT"},"type":"UIButton"}"#),
        ("UIButton.titles.highlighted", #"{"type":"UIButton","titles":{"highlighted":"HOLE"},"text":"KEPT"}"#),
        ("UIButton.titles.disabled", #"{"type":"UIButton","titles":{"disabled":"HOLE"},"normal":"KEPT"}"#),
        ("UIButton.titles.selected", #"{"type":"UIButton","titles":{"selected":"HOLE"},"titels":{"normal":"KEPT"}}"#),
        ("UILabel.text", #"{"type":"UILabel","text":"HOLE","title":"KEPT"}"#),
        ("UINavigationItem.title", #"{"type":"UINavigationItem","title":"HOLE","prompt":"KEPT"}"#),
        (
            "UISegmentedControl.segments",
            #"{"type":"UISegmentedControl","segments":["HOLE",["KEPT"],{"title":"KEPT"}],"title":"KEPT"}"#
        ),
        ("UITextField.placeholder", #"{"type":"UITextField","placeholder":"HOLE","text":"KEPT"}"#),
    ]

    /// What stands in the property, and what is to stand there then.
    static let values: [(text: String, expected: String)] = [
        ("{login.title}", "Log in"), ("{no.such.key}", "{no.such.key}"), (#" \t{login.title}\n"#, "Log in"),
        ("{count}", "{count}"), ("{login}", "{login}"), ("Plain", "Plain"),
    ]

    @Test(arguments: properties, values)
    func eachPropertyOfEachClass(_ property: (name: String, json: String), _ value: (text: String, expected: String))
        throws
    {
        let screen = #"{"root":[{"type":"Unknown","title":"KEPT","child":SCREEN}]}"#
            .replacing("SCREEN", with: property.json).replacing("KEPT", with: "{login.title}")
        let document = screen.replacing("HOLE", with: value.text)
        let expected = screen.replacing("HOLE", with: value.expected)
        let output = try rendered(document, as: .widgetTree, with: Self.table) {
            $0.placeholders = .braces
            $0.widgets = .uikit
        }
        #expect(output == expected)
        var tree = try WidgetTree(json: Array(document.utf8))
        tree.localize(with: Self.table)
        #expect(String(decoding: tree.json, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        (#"{"type":5,"title":"<login.title>"}"#, false), (#"{"title":"<login.title>"}"#, false),
        (#"{"type":"UILabel","type":"UIButton","title":"<login.title>"}"#, true),
        (#"{"type":"UIButton","type":null,"title":"<login.title>"}"#, false),
        (#"{"type":"UIButton","type":{},"title":"<login.title>"}"#, false),
        (#"{"typ\u0065":"UIB\u0075tton","titl\u0065":"<login.title>"}"#, true),
        (#"{"type":"UIButton","titles":{"type":"UIButton","title":"<login.title>"}}"#, true),
        (#"[["<login.title>"]]"#, false), (#""<login.title>""#, false),
        (#"{"type":"UIButton","titles":[{"normal":"<login.title>"}]}"#, false),
    ])
    func onlyDeclaredMembersOfDeclaredTypes(_ document: String, _ isExpanded: Bool) throws {
        let output = try rendered(document, as: .widgetTree, with: Self.table) { $0.widgets = .uikit }
        #expect(output == (isExpanded ? document.replacing("<login.title>", with: "Log in") : document))
    }

    struct Card: LocalizableWidget {
        var widget: Widget
        init(_ widget: Widget) { self.widget = widget }
        mutating func localize(with strings: Strings) {
            widget["title"] = widget["title"]?.localized(with: strings).uppercased()
            widget["no.such"] = "x"
        }
    }

    @Test func aProgramsOwnTypesAreCalled() throws {
        var registry = WidgetRegistry.uikit
        registry.register(Card.self, for: "Card")
        var tree = try WidgetTree(
            json: Array(#"[{"type":"Card","title":"{title}"},{"type":"UILabel","text":"{title}"}]"#.utf8))
        tree.localize(with: Self.table, registry: registry)
        #expect(
            String(decoding: tree.json, as: UTF8.self)
                == #"[{"type":"Card","title":"TOP"},{"type":"UILabel","text":"Top"}]"#)
    }

    @Test func declarationsAreReadFromAFile() throws {
        let sets = try WidgetDeclarations.sets(
            json: Array(#"{"shop":{"Card":["title","buttons[]","labels.new"]}}"#.utf8))
        let document =
            #"{"type":"Card","title":"<title>","buttons":["<title>"],"labels":{"new":"<title>","old":"<title>"},"id":"<title>"}"#
        let output = try rendered(document, as: .widgetTree, with: Self.table) { $0.widgets = sets["shop"] }
        #expect(
            output
                == #"{"type":"Card","title":"Top","buttons":["Top"],"labels":{"new":"Top","old":"<title>"},"id":"<title>"}"#
        )
    }

    @Test(arguments: [
        ("[]", 1), (#"{"a":[]}"#, 6), (#"{"a":{"T":{}}}"#, 11), (#"{"a":{"T":["x",1]}}"#, 16),
        (#"{"a":{"T":["x.y.z"]}}"#, 12),
        (#"{"a":{"T":["[]"]}}"#, 12), (#"{"a":"x"}"#, 6), ("{", 2), (#"{"a":{"T":"x"}}"#, 11),
        (#"{"a":{"":["x"]}}"#, 11),
    ])
    func otherFilesAreRefused(_ json: String, _ column: Int) {
        do throws(DocumentError) {
            _ = try WidgetDeclarations.sets(json: Array(json.utf8))
            Issue.record("\(json) was read")
        } catch {
            #expect(error.place.column == column)
        }
    }
}
