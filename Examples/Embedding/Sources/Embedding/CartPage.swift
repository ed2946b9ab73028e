import CatalogStore
import Localization

/// The page of a shop's cart, in the reader's language: all there is to embedding the engine.
struct CartPage: Sendable {
    private let store: CatalogStore
    private let template: Template

    /// Once, when the program starts. From then on the store follows the folder.
    init(locales: String) throws {
        store = try CatalogStore(following: locales)
        template = try Template("<cart.title> – <cart.hello>", kind: .markup)
    }

    /// In the handler of a request, on any thread, whatever the HTTP framework.
    func answer(acceptLanguage: String?, name: String, items: Int) throws -> (language: String, body: String)? {
        guard let strings = store.current?.strings(acceptLanguage: acceptLanguage) else { return nil }
        let title = try template.render(with: strings, arguments: ["name": name])
        let count = strings.string(forKeyPath: "cart.items", arguments: ["count": items])
        return (strings.tag.description, "<h1>\(title)</h1><p>\(count)</p>")
    }
}
