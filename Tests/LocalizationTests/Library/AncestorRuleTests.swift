import Foundation
import Localization
import Testing

/// The ancestor's rules where its own table of cases stops: every kind of value, every white space, every property.
@Suite("The ancestor's rules, case by case") struct AncestorRuleTests {
    static let strings: Strings = {
        let json = #"""
            {"login":{"title":"Log in"},"yes":true,"no":false,"nothing":null,"empty":"","number":1.5,"list":["x"],
             "tree":{"x":"y"},"é":"accent","a b":"space","<x>":"angles","\"q\"":"\"quoted\"\n"}
            """#
        let table = try! Table(tag: .english, json: json)
        return Catalog(tables: [table], options: CatalogOptions())!.defaultStrings
    }()

    /// What stands at these key paths is no message.
    static let noMessages = [
        "yes", "no", "nothing", "empty", "number", "list", "tree", "login", "no.such", "login.title.x",
    ]

    @Test(arguments: noMessages)
    func whatIsNoStringIsMissing(_ keyPath: String) {
        #expect(Self.strings.string(forKeyPath: keyPath) == keyPath)
        #expect(Self.strings.string(forKeyPath: keyPath, default: "Default") == "Default")
        #expect(Self.strings.string(forKeyPath: keyPath, default: "") == "")
        #expect(Self.strings.message(forKeyPath: keyPath) == nil)
        #expect("{\(keyPath)}".localized(with: Self.strings) == "{\(keyPath)}")
        #expect(" {\(keyPath)}\n".localized(with: Self.strings) == " {\(keyPath)}\n")
    }

    @Test(arguments: [
        ("login.title", "Log in"), ("list.0", "x"), ("tree.x", "y"), ("é", "accent"), ("a b", "space"),
        ("<x>", "angles"), ("\"q\"", "\"quoted\"\n"),
    ])
    func whatIsAStringIsFound(_ keyPath: String, _ expected: String) {
        #expect(Self.strings.string(forKeyPath: keyPath) == expected)
        #expect(Self.strings.string(forKeyPath: keyPath, default: "Default") == expected)
        #expect("{\(keyPath)}".localized(with: Self.strings) == expected)
    }

    /// The characters of Unicode's property White_Space.
    static let whiteSpace = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)

    @Test func everyWhiteSpaceIsTrimmed() {
        #expect(Self.whiteSpace.count == 25)
        for scalar in Self.whiteSpace {
            let space = String(scalar)
            #expect("\(space)\(space){login.title}\(space)".localized(with: Self.strings) == "Log in")
            // Inside the braces it is part of the key.
            let inside = "{\(space)login.title}"
            #expect(inside.localized(with: Self.strings) == inside)
        }
        for other in ["\u{200B}", "\u{FEFF}", "\u{180E}", "\u{0}", "\u{1F}"] {
            let text = "\(other){login.title}"
            #expect(text.localized(with: Self.strings) == text)
        }
    }

    @Test(arguments: [
        "{}", " {} ", "{", "}", "{{}}", "{login.title", "login.title}", "{login.title}}", "{{login.title}",
        "{login.title}.",
        "{login.title}{login.title}", "{login.title} {login.title}", "{ }", "${login.title}", "{login.title }",
        "{LOGIN.TITLE}", "{login..title}", "{.login.title}",
    ])
    func everythingElseStays(_ text: String) {
        #expect(text.localized(with: Self.strings) == text)
    }

    /// Each property of each class, with `HOLE` in its place.
    static let properties: [(name: String, json: String)] = [
        ("UIBarButtonItem.title", #"{"type":"UIBarButtonItem","title":"HOLE"}"#),
        ("UIButton.title", #"{"type":"UIButton","title":"HOLE"}"#),
        ("UIButton.titles.normal", #"{"type":"UIButton","titles":{"normal":"HOLE"}}"#),
        ("UIButton.titles.highlighted", #"{"type":"UIButton","titles":{"highlighted":"HOLE"}}"#),
        ("UIButton.titles.disabled", #"{"type":"UIButton","titles":{"disabled":"HOLE"}}"#),
        ("UIButton.titles.selected", #"{"type":"UIButton","titles":{"selected":"HOLE"}}"#),
        ("UILabel.text", #"{"type":"UILabel","text":"HOLE"}"#),
        ("UINavigationItem.title", #"{"type":"UINavigationItem","title":"HOLE"}"#),
        ("UISegmentedControl.segments.0", #"{"type":"UISegmentedControl","segments":["HOLE","x"]}"#),
        ("UISegmentedControl.segments.1", #"{"type":"UISegmentedControl","segments":["x","HOLE"]}"#),
        ("UITextField.placeholder", #"{"type":"UITextField","placeholder":"HOLE"}"#),
    ]

    /// Every property, with everything that is no message, and with a message behind white space that JSON escapes.
    @Test(arguments: properties)
    func eachPropertyWithEachKindOfValue(_ property: (name: String, json: String)) throws {
        let found = [#"{login.title}"#, #"\u00a0\u2003{login.title}\r\n\u3000"#, #"\u007blogin.title\u007d"#]
        for (text, expected) in found.map({ ($0, "Log in") }) + Self.noMessages.map({ ("\t {\($0)}", "\t {\($0)}") }) {
            let text = text.replacing("\t", with: "\\t")
            let document = Array(property.json.replacing("HOLE", with: text).utf8)
            let wanted = property.json.replacing("HOLE", with: expected.replacing("\t", with: "\\t"))
            for style in [PlaceholderStyle.braces, .both] {
                let rendered = try WidgetTree(json: document, placeholders: style, widgets: .uikit)
                    .render(with: Self.strings)
                #expect(String(decoding: rendered, as: UTF8.self) == wanted, "\(style)")
            }
            var tree = try WidgetTree(json: document)
            tree.localize(with: Self.strings)
            #expect(String(decoding: tree.json, as: UTF8.self) == wanted)
        }
        // The names of the braces' placeholders are those of the angles'.
        let angles = try WidgetTree(
            json: Array(property.json.replacing("HOLE", with: "<login.title>").utf8), widgets: .uikit)
        #expect(
            String(decoding: try angles.render(with: Self.strings), as: UTF8.self)
                == property.json.replacing("HOLE", with: "Log in"))
    }

    /// A property that holds no string stays as it is, and so do the others of its widget.
    @Test(arguments: ["5", "true", "null", "[\"{login.title}\"]", "{\"x\":\"{login.title}\"}"], properties)
    func aPropertyThatIsNoString(_ value: String, _ property: (name: String, json: String)) throws {
        let document = Array(property.json.replacing("\"HOLE\"", with: value).utf8)
        let tree = try WidgetTree(json: document, placeholders: .braces, widgets: .uikit)
        #expect(
            String(decoding: try tree.render(with: Self.strings), as: UTF8.self)
                == String(decoding: document, as: UTF8.self))
        var localized = try WidgetTree(json: document)
        localized.localize(with: Self.strings)
        #expect(localized.json == document)
    }

    /// The names of the six classes and their properties, and no other.
    @Test func noOtherClassAndNoOtherProperty() throws {
        let classes = [
            "UIBarButtonItem", "UIButton", "UILabel", "UINavigationItem", "UISegmentedControl", "UITextField", "UIView",
            "UITextView", "UITabBarItem", "uibutton", "UIButton ",
        ]
        let members = ["title", "text", "placeholder", "titles", "segments", "prompt", "label", "normal", "Title"]
        var localized: [String] = []
        for type in classes {
            for member in members {
                let document = #"{"type":"\#(type)","\#(member)":"{login.title}"}"#
                let tree = try WidgetTree(json: Array(document.utf8), placeholders: .braces, widgets: .uikit)
                if try tree.render(with: Self.strings) != Array(document.utf8) { localized.append("\(type).\(member)") }
            }
            for state in ["normal", "highlighted", "disabled", "selected", "focused", "reserved", "application"] {
                let document = #"{"type":"\#(type)","titles":{"\#(state)":"{login.title}"}}"#
                let tree = try WidgetTree(json: Array(document.utf8), placeholders: .braces, widgets: .uikit)
                if try tree.render(with: Self.strings) != Array(document.utf8) {
                    localized.append("\(type).titles.\(state)")
                }
            }
        }
        #expect(
            localized == [
                "UIBarButtonItem.title", "UIButton.title", "UIButton.titles.normal", "UIButton.titles.highlighted",
                "UIButton.titles.disabled", "UIButton.titles.selected", "UILabel.text", "UINavigationItem.title",
                "UITextField.placeholder",
            ])
    }

    /// What spoke `BRLocalizable`: a value of the program's own.
    struct Screen: Localizable {
        var title: String
        var labels: [String]

        mutating func localize(with strings: Strings) {
            title = title.localized(with: strings)
            for index in labels.indices { labels[index] = labels[index].localized(with: strings) }
        }
    }

    @Test func aProgramsOwnValuesAreLocalizedInPlace() {
        var screen = Screen(title: "{login.title}", labels: [" {é} ", "plain", "{no.such}"])
        screen.localize(with: Self.strings)
        #expect(screen.title == "Log in")
        #expect(screen.labels == ["accent", "plain", "{no.such}"])
        var values: [any Localizable] = [Screen(title: "{a b}", labels: [])]
        for index in values.indices { values[index].localize(with: Self.strings) }
        #expect((values[0] as? Screen)?.title == "space")
    }
}
