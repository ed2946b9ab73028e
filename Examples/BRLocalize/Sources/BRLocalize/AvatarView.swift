import Localization

/// A view of the app's own, which spoke `BRLocalizable` and speaks `Localizable` now.
struct AvatarView: LocalizableWidget {
    private(set) var widget: Widget

    init(_ widget: Widget) { self.widget = widget }

    /// Was `localizeWithAppStrings:`.
    mutating func localize(with strings: Strings) {
        widget["hint"] = widget["hint"]?.localized(with: strings)
    }
}
