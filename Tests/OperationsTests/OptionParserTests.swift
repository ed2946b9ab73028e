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
