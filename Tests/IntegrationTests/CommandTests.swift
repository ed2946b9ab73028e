import Foundation
import TestSupport
import Testing

@Suite("The command")
struct CommandTests {
    private let demo = SharedData.projectFolder.appending(path: "locales").path

    @Test("Prints its version and its help")
    func help() throws {
        let version = try run(["--version"])
        #expect(version.status == 0 && version.output.hasPrefix("parlance "))
        let help = try run(["--help"])
        #expect(help.status == 0)
        for option in ["--port", "--max-body", "--token-file", "--drain-delay", "--fallback"] {
            #expect(help.output.contains(option))
        }
        for command in ["serve", "check", "render", "get", "healthcheck"] {
            #expect(try run([command, "--help"]).status == 0)
        }
    }

    @Test(
        "A command line that cannot be understood is one line and exit status 64",
        arguments: [
            ["--port", "x"], ["frobnicate"], ["serve", "extra"], ["--default-locale", "x_"], ["get", "fr"],
            ["render", "file"], ["check", "a", "b"], ["healthcheck", "status"], ["--no-such-flag"],
            ["get", "fr", "a.b", "noequals"], ["--alias", "tw=?"],
        ])
    func usage(arguments: [String]) throws {
        let result = try run(arguments)
        #expect(result.status == 64, "\(arguments): \(result)")
        #expect(result.errors.count == 1 && result.errors.first?.hasPrefix("parlance: ") == true, "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test("A start without a table for the default locale fails and names the locales that are there")
    func noDefault() throws {
        let folder = try ScratchFolder([("fr.json", "{}"), ("de.json", "{}")])
        let result = try run(["serve", "--port", "0", "--locales", folder.path, "--log-format", "json"])
        #expect(result.status == 1)
        #expect(result.errors.contains { $0.contains("de") && $0.contains("fr") && $0.contains("\"error\"") })
    }

    @Test(
        "get prints a message",
        arguments: [
            (["fr", "login.title"], "Se connecter\n"), (["ar", "cart.items", "count=2"], "منتجان في سلتك\n"),
            (["pl", "cart.items", "count=5"], "5 produktów w koszyku\n"),
            (["fr-CA", "cart.items", "count=1"], "1 article dans votre panier\n"),
            (["ja", "login.subtitle"], "ブルーバードへおかえりなさい\n"),
            (["--raw", "en", "login.subtitle"], "Welcome back to <brand.name>\n"),
        ])
    func get(arguments: [String], output: String) throws {
        let result = try run(["get", "--locales", demo] + arguments)
        #expect(result.status == 0 && result.output == output, "\(result)")
    }

    @Test("A broken comma in the only file of the default locale is told with its place, at start and by check")
    func brokenDefault() throws {
        let folder = try ScratchFolder([("en.json", "{\"a\": \"1\"\n \"b\": \"2\"}"), ("fr.json", "{}")])
        let served = try run(["serve", "--port", "0", "--locales", folder.path, "--log-format", "json"])
        #expect(served.status == 1)
        #expect(served.errors.contains { $0.contains(#""file":"en.json","line":2,"column":2"#) }, "\(served.errors)")
        let checked = try run(["check", folder.path])
        #expect(checked.status == 1 && checked.output.contains("en.json:2:2: "), "\(checked)")
        let json = try run(["check", "--json", folder.path])
        #expect(json.status == 1 && json.output.contains(#""line":2"#), "\(json)")
    }

    @Test("A host that does not resolve is a bad value, told in one line")
    func badHost() throws {
        let result = try run([
            "serve", "--host", "no such host", "--port", "0", "--locales", demo, "--log-format", "json",
        ])
        #expect(result.status == 64, "\(result)")
        #expect(result.errors.last?.contains("no such host") == true, "\(result.errors)")
    }

    @Test("A folder that does not exist is told by its name", arguments: ["serve", "check", "get", "render"])
    func missingFolder(command: String) throws {
        let words: [String] =
            switch command {
            case "check": ["/no/such/folder"]
            case "get": ["--locales", "/no/such/folder", "fr", "login.title"]
            case "render": ["--locales", "/no/such/folder", "--locale", "fr", "-"]
            default: ["--locales", "/no/such/folder", "--port", "0"]
            }
        let result = try run([command] + words)
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.contains { $0.contains("/no/such/folder") && $0.contains("does not exist") }, "\(result)")
    }

    @Test("check reports a reference to nothing once")
    func brokenReference() throws {
        let folder = try ScratchFolder([("en.json", #"{"a": "<no.such>"}"#)])
        let checked = try run(["check", folder.path])
        #expect(checked.status == 1)
        #expect(checked.output.split(separator: "\n").filter { $0.contains("no.such") }.count == 1, "\(checked.output)")
    }

    @Test("check leaves out what is allowed")
    func allowed() throws {
        let folder = try ScratchFolder([("en.json", #"{"a": "1", "b": "{n}"}"#), ("fr.json", #"{"b": "{m}"}"#)])
        let all = try run(["check", folder.path])
        #expect(all.status == 1 && all.output.contains("missing-key") && all.output.contains("different-arguments"))
        let some = try run(["check", "--allow", "missing-key", folder.path])
        #expect(some.status == 1 && !some.output.contains("missing-key") && some.output.hasSuffix("\n1 problem\n"))
        let none = try run(["check", "--allow", "missing-key", "--allow", "different-arguments", folder.path])
        #expect(none.status == 0 && none.output == "No problems\n")
        let environment = ["PARLANCE_ALLOW": "missing-key different-arguments"]
        #expect(try run(["check", folder.path], environment: environment).status == 0)
        let wrong = try run(["check", "--allow", "missing", folder.path])
        #expect(wrong.status == 64 && wrong.errors.count == 1 && wrong.errors[0].contains("missing-key, extra-key"))
    }

    @Test("What cannot be got from a broken file is told with the file's place", arguments: ["get", "render"])
    func brokenFile(command: String) throws {
        let folder = try ScratchFolder([("en.json", #"{"a": "1"}"#), ("fr.json", "{\"a\": \"2\"\n \"b\": \"3\"}")])
        let words = command == "get" ? ["fr", "a"] : ["--locale", "fr", "-"]
        let result = try run([command, "--locales", folder.path] + words, input: Array("<a.b>".utf8))
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains { $0.contains("fr.json:2:2: ") }, "\(result.errors)")
        let good = try run(["get", "--locales", folder.path, "en", "a"])
        #expect(good.status == 0 && good.errors.isEmpty, "\(good)")
    }

    @Test("get of a missing key fails")
    func getMissing() throws {
        let result = try run(["get", "--locales", demo, "fr", "no.such"])
        #expect(result.status == 1 && result.output.isEmpty && result.errors.count == 1)
    }

    @Test("render prints a file, by its name, and standard input")
    func render() throws {
        let folder = try ScratchFolder([("a.json", #"{"t": "<login.title>"}"#), ("a.html", "<p><brand.tagline></p>")])
        let arguments = ["render", "--locales", demo, "--locale", "fr"]
        #expect(try run(arguments + [folder.path + "/a.json"]).output == #"{"t": "Se connecter"}"#)
        #expect(try run(arguments + [folder.path + "/a.html"]).output == "<p>Le thé qui donne envie de se lever</p>")
        let input = try run(arguments + ["-"], input: Array("Hello <login.title>\n".utf8))
        #expect(input.output == "Hello Se connecter\n")
        #expect(try run(arguments + [folder.path + "/none"]).status == 1)
        let missing = try run(arguments + ["--missing", "error", "-"], input: Array("<no.such>".utf8))
        #expect(missing.status == 1 && missing.errors.first?.contains("no.such") == true)
    }

    @Test("Widget types of one's own are declared in a file, and a bad file is told with its place")
    func widgets() throws {
        let folder = try ScratchFolder([
            ("widgets.json", #"{"shop": {"Card": ["title"]}}"#), ("bad.json", "{\n  \"shop\": 3\n}"),
            ("card.json", #"{"type":"Card","title":"<login.title>","note":"<login.title>"}"#),
        ])
        let service = try LiveService(locales: demo, ["--widgets", folder.path + "/widgets.json"])
        let answer = try service.request(
            "POST", "/render?locale=fr&widgets=shop", [("Content-Type", "application/json")],
            body: Array(#"{"type":"Card","title":"<login.title>","note":"<login.title>"}"#.utf8))
        #expect(answer.text == #"{"type":"Card","title":"Se connecter","note":"<login.title>"}"#)
        #expect(service.stop() == 0)
        let arguments = ["render", "--locales", demo, "--locale", "fr", folder.path + "/card.json", "--widgets"]
        #expect(try run(arguments + [folder.path + "/widgets.json"]).status == 0)
        let chosen = try run(arguments + [folder.path + "/widgets.json", "--widget-set", "shop"])
        #expect(chosen.output == #"{"type":"Card","title":"Se connecter","note":"<login.title>"}"#, "\(chosen)")
        let unknown = try run(arguments + [folder.path + "/widgets.json", "--widget-set", "shops"])
        #expect(unknown.status == 64 && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errors == [#"parlance: --widget-set: takes one of shop, uikit, not "shops""#])
        let bad = try run(arguments + [folder.path + "/bad.json"])
        #expect(bad.status == 64 && bad.errors.count == 1, "\(bad)")
        #expect(bad.errors.first?.hasPrefix("parlance: --widgets: \(folder.path)/bad.json:2:") == true, "\(bad)")
    }

    @Test("healthcheck tells a service that is well from one that is not there")
    func healthcheck() throws {
        let service = try LiveService(locales: demo, ["--base-path", "/l10n"])
        let arguments = ["healthcheck", "--port", String(service.port)]
        #expect(try run(arguments + ["--base-path", "/l10n"]).status == 0)
        #expect(try run(arguments + ["--base-path", "/l10n", "livez"]).status == 0)
        #expect(try run(arguments + ["--base-path", "/other"]).status == 1)
        let environment = [
            "PARLANCE_PORT": String(service.port), "PARLANCE_HOST": "0.0.0.0", "PARLANCE_BASE_PATH": "/l10n",
        ]
        #expect(try run(["healthcheck"], environment: environment).status == 0)
        #expect(service.stop() == 0)
        #expect(try run(arguments).status == 1)
    }

    @Test("A port of the system's choice is printed")
    func portIsPrinted() throws {
        let program = try RunningProgram(["--port", "0", "--locales", demo])
        #expect(eventually { program.outputText.hasPrefix("listening on http://127.0.0.1:") })
        kill(program.processIdentifier, SIGTERM)
        #expect(program.wait() == 0)
    }

    @Test("Tokens are demanded, and exchanged without a restart")
    func tokens() throws {
        let folder = try ScratchFolder([("en.json", #"{"a":"b"}"#), ("tokens", "first\n# comment\nsecond\n")])
        let service = try LiveService(
            locales: folder.path, ["--token-file", folder.path + "/tokens", "--ignore", "tokens"])
        #expect(try service.request("GET", "/strings/en/a").status == 401)
        #expect(try service.request("GET", "/strings/en/a", [("Authorization", "Bearer second")]).status == 200)
        try folder.write("third\n", to: "tokens")
        #expect(
            try eventually {
                try service.request("GET", "/strings/en/a", [("Authorization", "Bearer third")]).status == 200
            })
        #expect(try service.request("GET", "/strings/en/a", [("Authorization", "Bearer second")]).status == 401)

        // A mistake locks nobody out.
        try folder.write("", to: "tokens")
        #expect(eventually { service.log.contains { $0.contains("cannot be used") } })
        #expect(try service.request("GET", "/strings/en/a", [("Authorization", "Bearer third")]).status == 200)
        #expect(try service.request("GET", "/strings/en/a").status == 401)
        #expect(service.stop() == 0)
    }
}
