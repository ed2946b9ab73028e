import Foundation
import TestSupport
import Testing

/// What the commands say where they cannot do what was asked for.
@Suite("The errors of the command")
struct CommandErrorTests {
    private static let demo = SharedData.projectFolder.appending(path: "locales").path

    @Test(
        "A bad value of an option is one line that names the option, and exit status 64",
        arguments: [
            (["--missing", "bad"], #"--missing: "bad" is none of keep, key, empty and error"#),
            (["--placeholders", "x"], #"--placeholders: "x" is none of angles, braces and both"#),
            (
                ["--timezone", "No/Where"],
                #"--timezone: takes the name of a time zone, as in Europe/Paris, not "No/Where""#
            ),
            (["--timezone", ""], "--timezone: the value is empty"),
            (["--widget-set", "nosuch"], #"--widget-set: takes uikit, not "nosuch""#),
            (["--widget-set", ""], "--widget-set: the value is empty"),
            (["--widgets", "/no/such"], "--widgets: /no/such cannot be read"),
            (["--arg", "count="], #"--arg: "count=" gives the argument no value"#),
            (["--locale", "x_"], #"--locale: "x_" is not a BCP 47 tag such as fr or pt-BR"#),
            (["--locale", ""], #"--locale: "" is not a BCP 47 tag such as fr or pt-BR"#),
            (["--type", "words"], #"--type: "words": This is no media type"#),
            (
                ["--type", "text/plain; charset=koi8-r"],
                #"--type: "text/plain; charset=koi8-r": The only charset is UTF-8"#
            ),
        ])
    func badOptions(options: [String], message: String) throws {
        let result = try run(
            ["render", "--locales", Self.demo, "--locale", "fr"] + options + ["-"], input: Array("<login.title>".utf8))
        #expect(result.status == 64 && result.output.isEmpty, "\(result)")
        #expect(result.errors == ["parlance: \(message)"])
    }

    @Test("As many locales as a request may ask for, and one more")
    func locales() throws {
        let arguments = ["render", "--locales", Self.demo] + Array(repeating: ["--locale", "fr"], count: 51).joined()
        let result = try run(arguments + ["-"], input: [])
        #expect(result.status == 64 && result.errors == ["parlance: --locale: takes at most 50 values"], "\(result)")
    }

    @Test(
        "What there is no message for is one line, in words",
        arguments: [
            (
                ["fr", "login.titel"], 1 as Int32,
                #"There is no message at the key path "login.titel", and nothing below it; looked in fr, en"#
            ),
            (["zz", "login.title"], 1, #"No table serves the locale "zz"; there are ar, de, en, fr, ja, pl"#),
            (["x_", "login.title"], 64, #""x_" is not a BCP 47 tag such as fr or pt-BR"#),
            (["fr", "cart.items", "count="], 64, #""count=" gives the argument no value"#),
        ])
    func get(words: [String], status: Int32, message: String) throws {
        let result = try run(["get", "--locales", Self.demo] + words)
        #expect(result.status == status && result.output.isEmpty, "\(result)")
        #expect(result.errors == ["parlance: \(message)"])
    }

    @Test(
        "A document that cannot be rendered is told with its place, in one line",
        arguments: [
            (
                "a.json", "{\"a\": \"<login.title>\"\n \"b\": 1}", [],
                ":2:2: The file cannot be read: expected \",\" or \"}\" after a member"
            ),
            (
                "a.txt", "<no.such>\n <x.y>", ["--missing", "error"],
                ":1:1: Placeholders refer to messages that do not exist: \"no.such\", \"x.y\" (2:2)"
            ),
            (
                "b.txt", String(repeating: "<x.y>", count: 22), ["--missing", "error"],
                ":1:1: Placeholders refer to messages that do not exist: \"x.y\", "
                    + (1..<20).map { "\"x.y\" (1:\($0 * 5 + 1))" }.joined(separator: ", ") + ", and 2 more"
            ),
        ] as [(String, String, [String], String)])
    func documents(name: String, text: String, options: [String], message: String) throws {
        let folder = try ScratchFolder([(name, text)])
        let file = folder.path + "/" + name
        let result = try run(["render", "--locales", Self.demo, "--locale", "fr"] + options + [file])
        #expect(result.status == 1 && result.output.isEmpty, "\(result)")
        #expect(result.errors == ["parlance: \(file)\(message)"])
    }

    @Test("Text that was taken for JSON is told what to do")
    func sniffed() throws {
        let result = try run(
            ["render", "--locales", Self.demo, "--locale", "fr", "-"], input: Array("[Hello]".utf8))
        #expect(result.status == 1 && result.errors.count == 1, "\(result)")
        #expect(result.errors.first?.hasPrefix("parlance: standard input:1:2: The file cannot be read: ") == true)
        #expect(result.errors.first?.hasSuffix(", say --type text/plain") == true)
    }

    @Test("Controls in what was asked for stay on the line")
    func controls() throws {
        let result = try run(["render", "--locales", Self.demo, "--locale", "fr", "--widgets", "/no\u{8}\n/such", "-"])
        #expect(result.status == 64 && result.errors.count == 1, "\(result)")
        let key = try run(["get", "--locales", "/no\u{85}such\n", "fr", "a"])
        #expect(key.status != 0 && key.errors.count == 1, "\(key)")
    }

    @Test(
        "A bad variable is blamed, not the flag of its name",
        arguments: [
            (
                ["PARLANCE_DEFAULT_LOCALE": "*"],
                #"PARLANCE_DEFAULT_LOCALE: "*" is not a BCP 47 tag such as fr or pt-BR"#
            ),
            (["PARLANCE_ALIAS": "a=fr tw=?"], #"PARLANCE_ALIAS: "?" is not a BCP 47 tag such as fr or pt-BR"#),
            (["PARLANCE_REFUSE": "*=ru"], #"PARLANCE_REFUSE: "*" is not a BCP 47 tag such as fr or pt-BR"#),
            (["PARLANCE_FALLBACK": "fr=*"], #"PARLANCE_FALLBACK: "*" is not a BCP 47 tag such as fr or pt-BR"#),
            (["PARLANCE_PORT": "x"], #"PARLANCE_PORT: "x" is not a whole number from 0 to 65535"#),
            (["PARLANCE_HOST": "no such host"], "PARLANCE_HOST: cannot listen on no such host: "),
            (["PARLANCE_TOKEN_FILE": "/no/such"], "PARLANCE_TOKEN_FILE: /no/such: "),
            (["PARLANCE_WIDGETS": "/no/such"], "PARLANCE_WIDGETS: /no/such cannot be read"),
            (["PARLANCE_TLS_KEY": "/no/such"], "--tls-certificate and PARLANCE_TLS_KEY need each other"),
            (
                ["PARLANCE_TLS_KEY": "/no/such", "PARLANCE_TLS_CERTIFICATE": "/no/other"],
                "PARLANCE_TLS_CERTIFICATE: /no/other cannot be read"
            ),
            (
                ["PARLANCE_TLS_KEY": "/no/such", "PARLANCE_TLS_CERTIFICATE": CommandErrorTests.demo + "/en.json"],
                "PARLANCE_TLS_KEY: /no/such cannot be read"
            ),
        ])
    func variables(environment: [String: String], message: String) throws {
        let locales = ["PARLANCE_LOCALES": Self.demo].merging(environment) { $1 }
        let result = try run(["serve"], environment: locales)
        #expect(result.status == 64 && result.output.isEmpty && result.errors.count == 1, "\(result)")
        #expect(result.errors.first?.hasPrefix("parlance: \(message)") == true, "\(result)")
    }

    @Test("Tables that cannot be loaded are told with the variable that names them", arguments: ["serve", "check"])
    func tables(command: String) throws {
        let port = command == "serve" ? ["--port", "0", "--log-format", "json"] : []
        func error(_ words: [String], _ environment: [String: String]) throws -> String {
            let result = try run([command] + port + words, environment: environment)
            #expect(result.status == 1, "\(result)")
            return try #require(result.errors.last)
        }
        let environment = ["PARLANCE_LOCALES": "/no/such"]
        #expect(try error([], environment).contains("PARLANCE_LOCALES: /no/such: "))
        #expect(try error(["--locales", "/no/other"], environment).contains("--locales: /no/other: "))
        let other = ["PARLANCE_LOCALES": Self.demo, "PARLANCE_DEFAULT_LOCALE": "tlh"]
        #expect(try error([], other).contains("PARLANCE_DEFAULT_LOCALE: no table serves the default locale tlh"))
        if command == "check" { #expect(try error(["/no/third"], environment).hasPrefix("parlance: /no/third: ")) }
    }

    @Test("A certificate that is none is told with the options that name it")
    func certificate() throws {
        let file = Self.demo + "/en.json"
        let result = try run(
            ["serve", "--port", "0", "--locales", Self.demo, "--tls-key", file, "--log-format", "json"],
            environment: ["PARLANCE_TLS_CERTIFICATE": file])
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.last?.contains("PARLANCE_TLS_CERTIFICATE, --tls-key: ") == true, "\(result)")
    }
}
