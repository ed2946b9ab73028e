/// Something whose texts can be put into a reader's language in place.
///
/// ```swift
/// struct Label: Localizable {
///     var text: String
///     mutating func localize(with strings: Strings) { text = text.localized(with: strings) }
/// }
/// ```
public protocol Localizable {
    /// Puts each text into the language of these strings. What no message is found for stays as it is.
    mutating func localize(with strings: Strings)
}

/// A widget type of a program's own, as a widget tree is read.
public protocol LocalizableWidget: Localizable, SendableMetatype {
    /// Takes what a widget tree holds.
    init(_ widget: Widget)
    /// What the tree is to hold from then on.
    var widget: Widget { get }
}

/// An object of a widget tree that names its type, with the strings in it.
public struct Widget: Sendable, Hashable {
    /// The text of its member `type`.
    public let type: String
    private var texts: [String: String]

    init(type: String, texts: [String: String]) {
        self.type = type
        self.texts = texts
    }

    /// Where its strings stand, sorted: a member (`title`), a member of an object that is a member (`titles.normal`), or
    /// an element of an array that is one (`segments.0`).
    public var paths: [String] { texts.keys.sorted() }

    /// The string at one of `paths`; nil elsewhere. A string can be changed and not added: setting one elsewhere, or
    /// setting nil, does nothing.
    public subscript(path: String) -> String? {
        get { texts[path] }
        set {
            if let newValue, texts[path] != nil { texts[path] = newValue }
        }
    }
}

/// Which `Localizable` localizes the widgets of which type.
public struct WidgetRegistry: Sendable {
    private var actions: [String: @Sendable (inout Widget, Strings) -> Void] = [:]

    /// A registry that knows no type.
    public init() {}

    /// A registry in which the declared members of declared types follow `String.localized(with:)`.
    public init(_ declarations: WidgetDeclarations) {
        for (type, members) in declarations.spelled {
            actions[type] = { widget, strings in
                for path in widget.paths where members.contains(where: { $0.matches(path) }) {
                    widget[path] = widget[path]?.localized(with: strings)
                }
            }
        }
    }

    /// The six classes of UIKit that BRLocalize knew.
    public static let uikit = WidgetRegistry(.uikit)

    /// Lets this type localize the widgets that name `type`, in place of any registered before.
    public mutating func register<Registered: LocalizableWidget>(_ localizable: Registered.Type, for type: String) {
        actions[type] = { widget, strings in
            var registered = Registered(widget)
            registered.localize(with: strings)
            widget = registered.widget
        }
    }

    /// Whether widgets of this type are localized.
    func knows(_ type: String) -> Bool { actions[type] != nil }

    /// Localizes one widget by its type.
    func localize(_ widget: inout Widget, with strings: Strings) { actions[widget.type]?(&widget, strings) }
}
