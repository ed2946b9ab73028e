import Foundation
import TestSupport
import Testing

@Suite("Tables that change under a running service")
struct ReloadTests {
    @Test("An edit changes the answer, a broken one leaves the old answer standing and is told with its place")
    func edits() throws {
        let folder = try ScratchFolder([
            ("en.json", #"{"login":{"title":"Log in"}}"#), ("fr.json", #"{"login":{"title":"Se connecter"}}"#),
        ])
        let service = try LiveService(locales: folder.path, ["--poll", "0"])
        #expect(try service.text("/strings/fr/login.title") == "Se connecter")

        try folder.write(#"{"login":{"title":"S’identifier"}}"#, to: "fr.json")
        #expect(try eventually { try service.text("/strings/fr/login.title") == "S’identifier" })

        // The comma between the members is missing: the first byte that no table could have there is the quote.
        try folder.write(
            "{\n  \"login\": {\n    \"title\": \"Connexion\"\n    \"hint\": \"x\"\n  }\n}\n", to: "fr.json")
        #expect(eventually { service.log.contains { $0.contains("\"file\":\"fr.json\",\"line\":4,\"column\":5") } })
        #expect(try service.text("/strings/fr/login.title") == "S’identifier")
        #expect(try service.request("GET", "/readyz").status == 200)

        try folder.write(#"{"login":{"title":"Connexion"}}"#, to: "fr.json")
        #expect(try eventually { try service.text("/strings/fr/login.title") == "Connexion" })
        #expect(service.stop() == 0)
    }

    @Test("A locale comes, and SIGHUP finds it where nothing announces changes")
    func hangUp() throws {
        let folder = try ScratchFolder([("en.json", #"{"a":"b"}"#)])
        let service = try LiveService(locales: folder.path, ["--poll", "0"])
        try folder.write(#"{"a":"ü"}"#, to: "de/strings.json")
        service.signal(SIGHUP)
        #expect(try eventually { try service.text("/strings/de/a") == "ü" })
        #expect(service.stop() == 0)
    }

    @Test("A service that waits for its tables is not ready until they are there")
    func waiting() throws {
        let folder = try ScratchFolder()
        let service = try LiveService(locales: folder.path, ["--wait"])
        #expect(try service.request("GET", "/livez").status == 200)
        #expect(try service.request("GET", "/readyz").status == 503)
        try folder.write(#"{"a":"b"}"#, to: "en.json")
        #expect(try eventually { try service.request("GET", "/readyz").status == 200 })
        #expect(try service.text("/strings/en/a") == "b")
        #expect(service.stop() == 0)
    }
}
