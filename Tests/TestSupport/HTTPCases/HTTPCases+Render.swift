extension HTTPCase {
    private static let json = ["Content-Type: application/json"]
    private static let text = ["Content-Type: text/plain"]
    private static let html = ["Content-Type: text/html"]
    private static let plain = "text/plain; charset=utf-8"

    /// `POST /render`: what a body is, in which locale it is rendered, and what comes back.
    public static let renders: [HTTPCase] = [
        .init(
            "an absolute target", "POST http://example.org/render?locale=fr", text, body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain)),
        .init(
            "a widget tree", "POST /render?locale=fr", json, body: #"{"text": "<login.title>"}"#,
            .rendered(#"{"text": "Se connecter"}"#, "fr")),
        .init(
            "a type of JSON", "POST /render?locale=fr", ["Content-Type: application/vnd.Screen+JSON"],
            body: #"["<login.title>"]"#, .rendered(#"["Se connecter"]"#, "fr", type: "application/vnd.screen+json")),
        .init(
            "text", "POST /render?locale=fr", text, body: "1 < 2: <login.title>",
            .rendered("1 < 2: Se connecter", "fr", type: plain)),
        .init(
            "another text", "POST /render?locale=fr", ["Content-Type: Text/Markdown; Charset=\"UTF-8\""],
            body: "# <title>\n<login.title>",
            .rendered("# <title>\nSe connecter", "fr", type: "text/markdown; charset=utf-8")),
        .init(
            "markup", "POST /render?locale=en", html, body: "<p><plain.lt></p>",
            .rendered("<p>1 &lt; 2</p>", "en", type: "text/html; charset=utf-8")),
        .init(
            "XHTML", "POST /render?locale=en", ["Content-Type: application/xhtml+xml"], body: "<p><plain.lt></p>",
            .rendered("<p>1 &lt; 2</p>", "en", type: "application/xhtml+xml; charset=utf-8")),
        .init(
            "SVG", "POST /render?locale=en", ["Content-Type: image/svg+xml"], body: "<t><plain.lt></t>",
            .rendered("<t>1 &lt; 2</t>", "en", type: "image/svg+xml; charset=utf-8")),
        .init(
            "curl -d", "POST /render",
            ["Content-Type: application/x-www-form-urlencoded", "Accept-Language: fr-CA, en;q=0.5"],
            body: "Hello <login.title>", .rendered("Hello Se connecter", "fr", type: plain, negotiated: true)),
        .init(
            "curl -d of JSON", "POST /render?locale=fr", ["Content-Type: application/x-www-form-urlencoded"],
            body: " \n\t[\"<login.title>\"]", .rendered(" \n\t[\"Se connecter\"]", "fr")),
        .init("no type", "POST /render?locale=fr", body: "<login.title>", .rendered("Se connecter", "fr", type: plain)),
        .init(
            "an empty type", "POST /render?locale=fr", ["Content-Type:"], body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain)),
        .init(
            "no type, JSON behind a byte order mark", "POST /render?locale=fr",
            body: "\u{FEFF} {\"a\":\"<login.title>\"}",
            .rendered("\u{FEFF} {\"a\":\"Se connecter\"}", "fr")),
        .init(
            "no type, and no JSON after all", "POST /render?locale=fr", body: "{login",
            .problem(400, "bad-body", #""line":1,"column":2,"offset":1,"pointer":"""#)),
        .init(
            "that names the header to send", "POST /render?locale=fr", body: "{login",
            .problem(400, "bad-body").containing("Content-Type: text/plain")),
        .init("nothing at all", "POST /render?locale=fr", .rendered("", "fr", type: plain)),
        .init(
            "an empty widget tree", "POST /render?locale=fr", json, .problem(400, "bad-body", #""line":1,"column":1"#)),
        .init(
            "no JSON", "POST /render?locale=fr", json, body: "{\"a\":\n [1,]}",
            .problem(400, "bad-body", #""line":2,"column":5,"offset":10,"pointer":"/a/1""#)),
        .init(
            "bytes that are not UTF-8", "POST /render?locale=fr", text, bytes: [0x61, 0x0A, 0x62, 0xFF],
            .problem(400, "bad-body", #""line":2,"column":2,"offset":3"#)),
        .init(
            "another charset", "POST /render?locale=fr", ["Content-Type: text/plain; charset=latin1"], body: "x",
            .problem(400, "bad-body")),
        .init(
            "utf8", "POST /render?locale=fr", ["Content-Type: text/plain; charset=utf8"], body: "x",
            .rendered("x", "fr", type: plain)),
        .init(
            "US-ASCII", "POST /render?locale=fr", ["Content-Type: text/plain;charset=US-ASCII"], body: "x",
            .rendered("x", "fr", type: plain)),
        .init(
            "an image", "POST /render?locale=fr", ["Content-Type: image/png"], body: "x",
            .problem(415, "unsupported-media-type")),
        .init(
            "a form with parts", "POST /render?locale=fr", ["Content-Type: multipart/form-data; boundary=x"], body: "x",
            .problem(415, "unsupported-media-type")),
        .init(
            "no media type", "POST /render?locale=fr", ["Content-Type: text"], body: "x",
            .problem(415, "unsupported-media-type")),
        .init(
            "two media types", "POST /render?locale=fr", ["Content-Type: text/plain", "Content-Type: text/html"],
            body: "x",
            .problem(415, "unsupported-media-type")),
        .init(
            "a content coding", "POST /render?locale=fr", text + ["Content-Encoding: gzip"], body: "x",
            .problem(415, "unsupported-media-type")),
        .init(
            "any content coding", "POST /render?locale=fr", text + ["Content-Encoding: identity"], body: "x",
            .problem(415, "unsupported-media-type")),

        .init(
            "the header chooses", "POST /render", text + ["Accept-Language: fr"], body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain, negotiated: true)),
        .init(
            "nobody chooses", "POST /render", text, body: "<login.title>",
            .rendered("Sign in", "en", type: plain, negotiated: true)),
        .init(
            "auto", "POST /render?locale=auto", text + ["Accept-Language: fr"], body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain, negotiated: true)),
        .init(
            "a region", "POST /render?locale=fr-CA", text, body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain)),
        .init(
            "no such locale", "POST /render?locale=es", text, body: "x",
            .problem(400, "unknown-locale", #""available":["ar","en","fr","zh-Hant"]"#).with(["Parlance-Version": "*"])),
        .init("an empty locale", "POST /render?locale=", text, body: "x", .problem(400, "bad-parameter")),
        .init(
            "strict, and nothing suits", "POST /render?strict=true", text + ["Accept-Language: es"], body: "x",
            .problem(406, "no-acceptable-locale").with(["Vary": "Accept-Language", "Parlance-Version": "*"])),
        .init(
            "a header that is too long", "POST /render",
            text + ["Accept-Language: fr\(String(repeating: ",", count: 4095))"],
            body: "x", .problem(431, "header-too-large").with(["Vary": "Accept-Language"])),

        .init(
            "two locales", "POST /render?locale=fr&locale=en", text, body: "<login.title>",
            .rendered(#"{"fr":"Se connecter","en":"Sign in"}"#, "fr, en")),
        .init(
            "two locales of a tree", "POST /render?locale=en&locale=fr", json, body: "[ \"<login.title>\" ]",
            .rendered(#"{"en":[ "Sign in" ],"fr":[ "Se connecter" ]}"#, "en, fr")),
        .init(
            "locales as asked", "POST /render?locale=fr_CA&locale=fr&locale=FR-ca", text, body: "<title>.<login.title>",
            .rendered(#"{"fr-CA":"<title>.Se connecter","fr":"<title>.Se connecter"}"#, "fr")),
        .init(
            "the same locale twice", "POST /render?locale=fr&locale=fr", text, body: "x",
            .rendered(#"{"fr":"x"}"#, "fr")),
        .init(
            "one of two is unknown", "POST /render?locale=fr&locale=es", text, body: "x",
            .problem(400, "unknown-locale").with(["Parlance-Version": "*"])),
        .init("one of two is empty", "POST /render?locale=fr&locale=", text, body: "x", .problem(400, "bad-parameter")),
        .init(
            "fifty locales", "POST /render?" + Array(repeating: "locale=fr", count: 50).joined(separator: "&"), text,
            body: "x",
            .rendered(#"{"fr":"x"}"#, "fr")),
        .init(
            "more than fifty locales",
            "POST /render?" + Array(repeating: "locale=fr", count: 51).joined(separator: "&"), text,
            body: "x", .problem(400, "bad-parameter", #""parameter":"locale""#)),

        .init(
            "arguments of the query", "POST /render?locale=fr&arg.name=A%26B", html, body: "<p><cart.greeting></p>",
            .rendered("<p>Bonjour A&amp;B</p>", "fr", type: "text/html; charset=utf-8")),
        .init(
            "arguments of the tree", "POST /render?locale=fr&arg.count=7", json,
            body: #"{"arguments":{"count":1},"text":"<cart.items>","more":"<cart.items count=3>"}"#,
            .rendered(#"{"arguments":{"count":1},"text":"1 article","more":"3 articles"}"#, "fr")),
        .init(
            "properties", "POST /render?locale=fr&properties=text,title", json,
            body: #"{"text":"<login.title>","id":"<login.title>","title":"<login.title>"}"#,
            .rendered(#"{"text":"Se connecter","id":"<login.title>","title":"Se connecter"}"#, "fr")),
        .init(
            "properties that add up", "POST /render?locale=fr&properties=text&properties=title", json,
            body: #"{"text":"<login.title>","id":"<login.title>","title":"<login.title>"}"#,
            .rendered(#"{"text":"Se connecter","id":"<login.title>","title":"Se connecter"}"#, "fr")),
        .init(
            "empty properties", "POST /render?locale=fr&properties=", json, body: #"{"text":"<login.title>"}"#,
            .rendered(#"{"text":"<login.title>"}"#, "fr")),
        .init(
            "skip", "POST /render?locale=fr&skip=id,url", json,
            body: #"{"text":"<login.title>","id":{"a":"<login.title>"}}"#,
            .rendered(#"{"text":"Se connecter","id":{"a":"<login.title>"}}"#, "fr")),
        .init(
            "widgets", "POST /render?locale=fr&widgets=uikit", json,
            body: #"{"type":"UILabel","text":"<login.title>","tag":"<login.title>"}"#,
            .rendered(#"{"type":"UILabel","text":"Se connecter","tag":"<login.title>"}"#, "fr")),
        .init(
            "unknown widgets", "POST /render?locale=fr&widgets=qt", json, body: "{}",
            .problem(400, "bad-parameter", #""parameter":"widgets""#)),
        .init(
            "braces", "POST /render?locale=fr&placeholders=braces", text, body: "{login.title} <login.title>",
            .rendered("Se connecter <login.title>", "fr", type: plain)),
        .init(
            "both", "POST /render?locale=fr&placeholders=both", text, body: "{login.title} <login.title>",
            .rendered("Se connecter Se connecter", "fr", type: plain)),
        .init(
            "other placeholders", "POST /render?locale=fr&placeholders=mustache", text, body: "x",
            .problem(400, "bad-parameter")),
        .init("a time zone", "POST /render?locale=fr&timezone=UTC", text, body: "x", .rendered("x", "fr", type: plain)),
        .init(
            "no time zone", "POST /render?locale=fr&timezone=Mars/Phobos", text, body: "x",
            .problem(400, "bad-parameter", #""parameter":"timezone""#)),
        .init(
            "a way out of the zones", "POST /render?locale=fr&timezone=..%2F..%2Fetc%2Fpasswd", text, body: "x",
            .problem(400, "bad-parameter")),

        .init(
            "a missing placeholder", "POST /render?locale=fr", text, body: "<no.such> <login.title> <no.such> <x.y>",
            .rendered("<no.such> Se connecter <no.such> <x.y>", "fr", type: plain)
                .with(["Parlance-Missing": "\"no.such\", \"x.y\"", "Parlance-Missing-Count": "3"])),
        .init(
            "a missing argument", "POST /render?locale=fr", text, body: "<cart.greeting>",
            .rendered("Bonjour {name}", "fr", type: plain)
                .with(["Parlance-Missing": "\"cart.greeting%7Bname%7D\"", "Parlance-Missing-Count": "1"])),
        .init(
            "keep", "POST /render?locale=fr&missing=keep", text, body: "<no.such>",
            .rendered("<no.such>", "fr", type: plain).with([
                "Parlance-Missing": "\"no.such\"", "Parlance-Missing-Count": "1",
            ])),
        .init(
            "key", "POST /render?locale=fr&missing=key", text, body: "<no.such>",
            .rendered("no.such", "fr", type: plain).with([
                "Parlance-Missing": "\"no.such\"", "Parlance-Missing-Count": "1",
            ])),
        .init(
            "empty", "POST /render?locale=fr&missing=empty", text, body: "a<no.such>b",
            .rendered("ab", "fr", type: plain).with(["Parlance-Missing": "\"no.such\"", "Parlance-Missing-Count": "1"])),
        .init(
            "error", "POST /render?locale=fr&missing=error", json, body: "{\"a\":\n[\"<no.such>\"]}",
            .problem(
                422, "missing-messages",
                #""count":1,"missing":[{"key":"no.such","line":2,"column":3,"pointer":"/a/0"}]"#
            )
            .with(["Parlance-Version": "*"])),
        .init(
            "error, negotiated", "POST /render?missing=error", text + ["Accept-Language: fr"], body: "<no.such>",
            .problem(
                422, "missing-messages", #""count":1,"missing":[{"key":"no.such","line":1,"column":1}]"#
            )
            .with(["Parlance-Version": "*", "Vary": "Accept-Language"])),
        .init(
            "error, two locales", "POST /render?missing=error&locale=fr-CA&locale=en", text, body: "<no.such>",
            .problem(
                422, "missing-messages",
                #""count":2,"missing":[{"key":"no.such","line":1,"column":1,"locale":"fr-CA"},"#
                    + #"{"key":"no.such","line":1,"column":1,"locale":"en"}]"#
            ).with(["Parlance-Version": "*"])),
        .init(
            "error, and nothing is missing", "POST /render?locale=fr&missing=error", text, body: "<login.title>",
            .rendered("Se connecter", "fr", type: plain)),
        .init(
            "error, a missing argument", "POST /render?locale=fr&missing=error", text, body: "<cart.greeting>",
            .rendered("Bonjour {name}", "fr", type: plain)
                .with(["Parlance-Missing": "\"cart.greeting%7Bname%7D\"", "Parlance-Missing-Count": "1"])),
        .init("another policy", "POST /render?locale=fr&missing=warn", text, body: "x", .problem(400, "bad-parameter")),
        .init("an empty policy", "POST /render?locale=fr&missing=", text, body: "x", .problem(400, "bad-parameter")),
        .init(
            "the last of two policies", "POST /render?locale=fr&missing=&missing=key", text, body: "<no.such>",
            .rendered("no.such", "fr", type: plain).with([
                "Parlance-Missing": "\"no.such\"", "Parlance-Missing-Count": "1",
            ])),

        .init(
            "a body within the limit", flags: ["--max-body", "20"], "POST /render?locale=fr", text,
            body: String(repeating: "x", count: 20), .rendered(String(repeating: "x", count: 20), "fr", type: plain)),
        .init(
            "a body beyond the limit", flags: ["--max-body", "20"], "POST /render?locale=fr", text,
            body: String(repeating: "x", count: 21), .problem(413, "body-too-large", #""limit":20"#)),
        .init(
            "too much output", flags: ["--max-output", "30"], "POST /render?locale=fr", text,
            body: "<login.title><login.title><login.title>",
            .problem(422, "render-limit").with(["Parlance-Version": "*"])),
        .init(
            "too many expansions", flags: ["--max-expansions", "2"], "POST /render?locale=fr", text,
            body: "<login.title><login.title><login.title>",
            .problem(422, "render-limit").with(["Parlance-Version": "*"])),
        .init(
            "too many expansions over all locales", flags: ["--max-expansions", "2"],
            "POST /render?locale=fr&locale=en", text,
            body: "<login.title><login.title>", .problem(422, "render-limit").with(["Parlance-Version": "*"])),
        .init(
            "the request's id", "POST /render?locale=fr", text + ["X-Request-Id: abc-1"], body: "x",
            .rendered("x", "fr", type: plain).with(["X-Request-Id": "abc-1"])),
        .init(
            "an id with a space", "POST /render?locale=fr", text + ["X-Request-Id: abc 1"], body: "x",
            .rendered("x", "fr", type: plain)),
        .init("GET", "GET /render", .problem(405, "method-not-allowed").with(["Allow": "POST, OPTIONS"])),
    ]
}
