import CatalogStore
import HTTPCore
import Localization
import Service
import Testing

@Suite struct LeafTests {
    private static func service() throws -> ParlanceService {
        let english = try #require(LanguageTag("en"))
        let french = try #require(LanguageTag("fr"))
        let catalog = try #require(
            Catalog(
                tables: [
                    Table(tag: english, messages: [("login.title", "Sign in"), ("only.english", "English")]),
                    Table(tag: french, messages: [("login.title", "Se connecter")]),
                ], options: CatalogOptions(defaultLocale: english)))
        return ParlanceService(store: CatalogStore(catalog: catalog))
    }

    @Test func answersALeafTwiceAlike() throws {
        let service = try Self.service()
        let request = Request(head: RequestHead(method: .get, target: Array("/strings/fr/login.title".utf8)))
        for _ in 0..<2 {
            guard case .prepared(let prepared, closes: false) = service.respond(to: request) else {
                Issue.record("a leaf is answered from the cache")
                return
            }
            #expect(prepared.response.status == 200)
            #expect(prepared.response["content-language"] == "fr")
            #expect(prepared.response.body.array == Array("Se connecter".utf8))
        }
    }
}
