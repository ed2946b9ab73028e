import CatalogStore
import Localization

/// The page of a shop's cart, in the reader's language: all there is to embedding the engine.
struct CartPage: Sendable {
    private let store: CatalogStore
    private let template: Template

    /// Once, when the program starts. From then on the store follows the folder.
    init(locales: String) throws {
        store = try CatalogStore(following: locales)
        template = try Template("<h1><cart.title></h1><p><cart.hello></p><p><cart.items></p>", kind: .markup)
    }

    /// In the handler of a request, on any thread, whatever the HTTP framework.
    func answer(
        acceptLanguage: String?, name: String, items: Int
    ) throws -> (language: LanguageTag, page: String, summary: String)? {
        guard let strings = store.current?.strings(acceptLanguage: acceptLanguage) else { return nil }
        // In markup, messages and arguments are escaped: nobody's name becomes a tag.
        let page = try template.render(with: strings, arguments: ["name": name, "count": items])
        // A single message, as plain text.
        let summary = strings.string(forKeyPath: "cart.items", arguments: ["count": items])
        return (strings.tag, page, summary)
    }
}
