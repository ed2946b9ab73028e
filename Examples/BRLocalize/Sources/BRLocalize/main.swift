import CatalogStore
import Glibc
import Localization

/// The bytes of a file.
func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
}

// Was [NSBundle appStrings]. The bundle's .lproj folders lie in one folder now; Base.lproj is the default locale's.
let store = try CatalogStore(following: "locales")
guard let strings = store.current?.strings(for: "fr-FR") else { fatalError("there is no French table") }

print("1. [strings stringForKeyPath:@\"login.title\"]")
print(strings.string(forKeyPath: "login.title"))
print("   … of a key that is missing, and of one that is no string: the key path")
print(strings.string(forKeyPath: "login.titel"), strings.string(forKeyPath: "login.attempts"))
print("   … withDefault:@\"Connect\"")
print(strings.string(forKeyPath: "login.titel", default: "Connect"))

print("\n2. [@\" {login.title} \" localizedStringWithAppStrings:strings]")
print(" {login.title} ".localized(with: strings))
print("   … where the key is missing, or more than the key stands there: the string itself")
print("{login.titel}".localized(with: strings), "Now: {login.title}".localized(with: strings))

print("\n3. The screen, its widgets localized as they are read")
let screen = contents(of: "screen.json")
let tree = try WidgetTree(json: screen, placeholders: .braces, widgets: .uikit)
print(String(decoding: try tree.render(with: strings), as: UTF8.self))

print("4. The same with the app's own AvatarView")
var registry = WidgetRegistry.uikit
registry.register(AvatarView.self, for: "AvatarView")
var localized = try WidgetTree(json: screen)
localized.localize(with: strings, registry: registry)
print(String(decoding: localized.json, as: UTF8.self), terminator: "")
