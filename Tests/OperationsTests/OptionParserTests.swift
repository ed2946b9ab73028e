import Testing

@testable import Operations

@Suite("Options from flags and the environment")
struct OptionParserTests {
    private func parse(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration {
        var configuration = Configuration()
        let words = try OptionParser(Configuration.serveOptions).parse(
            arguments, environment: environment, into: &configuration)
        #expect(words.isEmpty)
        return configuration
    }

    private func error(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
        do {
            try parse(arguments, environment).validate()
            return nil
        } catch {
            return (error as? UsageError)?.description
        }
    }

    @Test("Flags with either spelling of a value")
    func spellings() throws {
        let configuration = try parse([
            "--port=0", "--host", "::", "--keep-empty", "--wait=false", "--alias", "tw=zh-TW", "--alias=cn=zh-CN",
            "--poll", "500ms", "--max-body", "2MiB", "--base-path", "/strings/",
        ])
        #expect(configuration.port == 0)
        #expect(configuration.host == "::")
        #expect(configuration.keepsEmptyStrings)
        #expect(!configuration.waitsForTables)
        #expect(configuration.aliases == [.init(from: "tw", to: "zh-TW"), .init(from: "cn", to: "zh-CN")])
        #expect(configuration.pollInterval == 0.5)
        #expect(configuration.maximumBody == 2_097_152)
        #expect(configuration.basePath == "/strings")
    }

    @Test("A flag replaces its variable, a list too")
    func precedence() throws {
        let environment = [
            "PARLANCE_PORT": "9000", "PARLANCE_MAX_BODY": "64K", "PARLANCE_IGNORE": "node_modules dist",
            "PARLANCE_KEEP_EMPTY": "true", "PARLANCE_TOKEN_FILE": "",
        ]
        let fromEnvironment = try parse([], environment)
        #expect(fromEnvironment.port == 9000)
        #expect(fromEnvironment.maximumBody == 65_536)
        #expect(fromEnvironment.ignoredNames == ["node_modules", "dist"])
        #expect(fromEnvironment.keepsEmptyStrings)
        #expect(fromEnvironment.tokenFile == nil)
        let fromFlags = try parse(["--port", "1", "--ignore", "x", "--keep-empty=no"], environment)
        #expect(fromFlags.port == 1)
        #expect(fromFlags.ignoredNames == ["x"])
        #expect(!fromFlags.keepsEmptyStrings)
    }

    @Test("What Kubernetes sets beside a service called parlance is no port")
    func serviceLinks() throws {
        #expect(try parse([], ["PARLANCE_PORT": "tcp://10.0.0.7:80"]).port == 8080)
    }

    @Test(
        "Bad values are one line that names the option and what would be right",
        arguments: [
            (["--port", "70000"], "--port: \"70000\" is not a whole number from 0 to 65535"),
            (["--port", "-1"], "--port: \"-1\" is not a whole number from 0 to 65535"),
            (["--port", "+1"], "--port: \"+1\" is not a whole number from 0 to 65535"),
            (["--port"], "--port: a value is missing"),
            (["--prot", "1"], "unknown option \"--prot\"; see --help"),
            (["-p", "1"], "unknown option \"-p\"; see --help"),
            (["--wait=maybe"], "--wait: \"maybe\" is neither true nor false"),
            (["--alias", "tw"], "--alias: \"tw\" is not of the form FROM=TO"),
            (["--alias", "=tw"], "--alias: \"=tw\" is not of the form FROM=TO"),
            (
                ["--max-body", "9999999999999999999"],
                "--max-body: \"9999999999999999999\" is not a size from 1 bytes to 1 GiB, such as 512KiB or 16MiB"
            ),
            (["--grace", "soon"], "--grace: \"soon\" is not a time from 0 to 3600 seconds, such as 10 or 500ms"),
            (["--base-path", "strings"], "--base-path: \"strings\" is not a path such as /strings-service"),
            (["--base-path", "/a//b"], "--base-path: \"/a//b\" is not a path such as /strings-service"),
            (["--base-path", "/a/../b"], "--base-path: \"/a/../b\" is not a path such as /strings-service"),
            (
                ["--allow-origin", "example.com"],
                "--allow-origin: \"example.com\" is not an origin such as https://app.example.com, nor *"
            ),
            (["--message-syntax", "i18next"], "--message-syntax: \"i18next\" is neither icu nor none"),
            (["--log-format", "xml"], "--log-format: \"xml\" is none of auto, human and json"),
            (["--host", "a\nb"], "--host: \"a\\u{a}b\" holds a control character"),
            (["--tls-key", "key.pem"], "--tls-certificate and --tls-key need each other"),
            (["--port", "9", "--admin-port", "9"], "--admin-port: 9 is the port of --port"),
        ])
    func badValues(arguments: [String], message: String) {
        #expect(error(arguments) == message)
    }

    @Test("A bad variable is named as a variable")
    func badVariable() {
        #expect(
            error([], ["PARLANCE_MAX_EVENTS": "many"])
                == "PARLANCE_MAX_EVENTS: \"many\" is not a whole number from 0 to 1000000")
    }

    @Test("An error that shows only with other options names what set each")
    func laterErrors() {
        #expect(
            error([], ["PARLANCE_TLS_KEY": "key.pem"]) == "--tls-certificate and PARLANCE_TLS_KEY need each other")
        #expect(
            error(["--port", "9"], ["PARLANCE_ADMIN_PORT": "9"]) == "PARLANCE_ADMIN_PORT: 9 is the port of --port")
        #expect(
            error(["--admin-port", "9"], ["PARLANCE_PORT": "9"]) == "--admin-port: 9 is the port of PARLANCE_PORT")
    }

    @Test("What set an option is known: the flag, the variable, or nothing")
    func names() throws {
        let environment = ["PARLANCE_HOST": "::", "PARLANCE_LOCALES": "/l", "PARLANCE_ALIAS": "a=b c=d"]
        let names = try parse(["--locales", "/m", "--keep-empty"], environment).optionNames
        #expect(names["host"] == "PARLANCE_HOST" && names.given("host") == "PARLANCE_HOST")
        #expect(names["locales"] == "--locales" && names.given("locales") == "--locales")
        #expect(names["alias"] == "PARLANCE_ALIAS" && names["keep-empty"] == "--keep-empty")
        #expect(names["token-file"] == "--token-file" && names.given("token-file") == nil)
    }

    @Test(
        "A choice is one of its words, and says which there are",
        arguments: [
            (["a"], "\"x\" is not a"), (["a", "b"], "\"x\" is neither a nor b"),
            (["a", "b", "c"], "\"x\" is none of a, b and c"),
        ])
    func choices(words: [String], message: String) throws {
        for word in words { #expect(try OptionValue.choice(word, of: words) == word) }
        let error = #expect(throws: UsageError.self) { try OptionValue.choice("x", of: words) }
        #expect(error?.description == message)
    }

    @Test("An argument has a name and a value")
    func argument() throws {
        #expect(try OptionValue.argument("a=b=c") == .init(from: "a", to: "b=c"))
        for text in ["a", "=b", "="] {
            let error = #expect(throws: UsageError.self) { try OptionValue.argument(text) }
            #expect(error?.description == "\"\(text)\" is not of the form NAME=VALUE")
        }
        let error = #expect(throws: UsageError.self) { try OptionValue.argument("a=") }
        #expect(error?.description == "\"a=\" gives the argument no value")
    }

    @Test("Text on a line of its own holds nothing that breaks the line")
    func visible() {
        #expect(VisibleText.line("a\r\n\u{1B}[0m\u{85}\u{2028}é") == "a\\u{d}\\u{a}\\u{1b}[0m\\u{85}\\u{2028}é")
    }

    @Test("Words and everything behind two dashes are left to the command")
    func words() throws {
        var configuration = Configuration()
        let words = try OptionParser(Configuration.serveOptions).parse(
            ["fr", "-", "--port", "1", "--", "--locales"], environment: [:], into: &configuration)
        #expect(words == ["fr", "-", "--locales"])
    }

    @Test("The help shows every option with its default")
    func help() {
        let help = Configuration.serveOptions.map(\.help).joined()
        for option in Configuration.serveOptions.flatMap(\.options) {
            #expect(help.contains("  --\(option.name)"))
        }
        #expect(help.contains("(8080)") && help.contains("(1 MiB)") && help.contains("(256 MiB)"))
    }
}
