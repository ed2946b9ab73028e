import Foundation
import TestSupport
import Testing

/// The demo tables and examples, as somebody meets them who tries the service for the first time.
@Suite("The demo")
struct DemoTests {
    private let locales = SharedData.projectFolder.appending(path: "locales").path
    private let examples = SharedData.projectFolder.appending(path: "Examples")

    @Test("A check finds nothing but the gaps that are left to show fallback")
    func check() throws {
        let result = try run(["check", "--json", locales])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        for problem in try #require(report["problems"] as? [[String: Any]]) {
            #expect(problem["code"] as? String == "missing-key", "\(problem)")
        }
        #expect(result.status == 1)
    }

    @Test("The screen is localized in each language", arguments: ["en", "fr", "de", "ja", "ar", "pl"])
    func screen(locale: String) throws {
        let file = examples.appending(path: "screen.json")
        let result = try run(["render", "--locales", locales, "--locale", locale, file.path])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let screen = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let title = try #require(screen["title"] as? String)
        #expect(!title.isEmpty && !title.contains("<"))
        // The one placeholder that is meant to be seen.
        #expect(result.output.components(separatedBy: "<").count == 2)
    }

    @Test("The mails are localized, their own markup intact", arguments: ["en", "fr", "de", "ja", "ar", "pl"])
    func mails(locale: String) throws {
        for name in ["mail.txt", "mail.html"] {
            let result = try run([
                "render", "--locales", locales, "--locale", locale, "--arg", "name=Ann & Bob", "--arg", "count=1",
                "--arg", "date=2026-03-01T09:00:00Z", examples.appending(path: name).path,
            ])
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            if name == "mail.html" {
                #expect(result.output.contains("Ann &amp; Bob") && result.output.contains("</strong>"))
                #expect(result.output.hasSuffix("</html>\n"))
            } else {
                #expect(result.output.contains("Ann & Bob") && !result.output.contains("<"))
            }
        }
    }
}
