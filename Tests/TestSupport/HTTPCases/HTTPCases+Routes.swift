extension HTTPCase {
    private static let get = ["Allow": "GET, HEAD, OPTIONS"]
    private static let token = ["--token", "secret"]
    private static let origin = ["--allow-origin", "https://app.example", "--allow-origin", "https://other.example"]
    private static let anyOrigin = ["--allow-origin", "*"]
    private static let exposed =
        "Content-Language, ETag, Parlance-Missing, Parlance-Missing-Count, Parlance-Version, Retry-After, X-Request-Id"

    private static func health(_ text: String) -> Answer {
        Answer(200, ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"], .exactly(text))
    }

    private static func report(_ body: Body) -> Answer {
        Answer(200, ["Content-Type": "application/json", "Cache-Control": "no-store"], body)
    }

    private static let unauthorized = Answer.problem(401, "unauthorized").with(["WWW-Authenticate": "Bearer"])

    /// Health, methods, addresses, tokens, other origins, the base path.
    public static let routes: [HTTPCase] = [
        .init("alive", "GET /livez", health("alive\n")),
        .init("alive, HEAD", "HEAD /livez", health("")),
        .init("ready", "GET /readyz", health("ready\n")),
        .init("ready, whatever the query", "GET /readyz?verbose", health("ready\n")),
        .init("no such address", "GET /nothing", .problem(404, "not-found")),
        .init("two slashes", "GET //strings/fr/title", .problem(404, "not-found")),
        .init("a slash behind", "GET /livez/", .problem(404, "not-found")),
        .init("dots", "GET /strings/../livez", .problem(404, "unknown-locale").with(["Parlance-Version": "*"])),
        .init("no path", "GET livez", .problem(400, "bad-target")),
        .init("an asterisk", "GET *", .problem(400, "bad-target")),
        .init("an authority", "GET localhost:80", .problem(400, "bad-target")),
        .init("another scheme", "GET ftp://localhost/livez", .problem(400, "bad-target")),
        .init("a proxy's request", "CONNECT example.org:443", .problem(501, "not-implemented")),
        .init("options of the server", "OPTIONS *", Answer(204, ["Allow": "GET, HEAD, POST, OPTIONS"], .empty)),
        .init("options of a message", "OPTIONS /strings/fr/title", Answer(204, get, .empty)),
        .init("options of a rendering", "OPTIONS /render", Answer(204, ["Allow": "POST, OPTIONS"], .empty)),
        .init("options of nothing", "OPTIONS /nothing", .problem(404, "not-found")),
        .init("POST of a message", "POST /strings/fr/title", body: "x", .problem(405, "method-not-allowed").with(get)),
        .init("PUT", "PUT /strings/fr", .problem(405, "method-not-allowed").with(get)),
        .init("DELETE", "DELETE /strings", .problem(405, "method-not-allowed").with(get)),
        .init("an unknown method", "BREW /strings", .problem(405, "method-not-allowed").with(get)),
        .init("a method in lower case", "get /strings", .problem(405, "method-not-allowed").with(get)),
        .init("PATCH of nothing", "PATCH /nothing", .problem(404, "not-found")),

        .init("status", "GET /status", report(.containing(#""tag":"fr""#))),
        .init("missing keys", "GET /missing", report(.containing(#""missing":["#))),
        .init(
            "metrics", "GET /metrics",
            Answer(
                200, ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
                .containing("parlance_requests_total"))),
        .init("a reload without a token", "POST /admin/reload", .problem(404, "not-found")),
        .init("reports are off", "POST /locales/add/fr/translation", body: #"{"a":"b"}"#, .problem(404, "not-found")),
        .init("reports are off for every method", "OPTIONS /locales/add/fr/translation", .problem(404, "not-found")),
        .init("reports are off for readers", "GET /locales/add/fr/translation", .problem(404, "not-found")),
        .init(
            "reports", flags: ["--accept-missing"], "POST /locales/add/fr/translation",
            ["Content-Type: application/json"], body: #"{"new.key":"text"}"#,
            Answer(204, ["Cache-Control": "no-store"], .empty)),
        .init(
            "a report that is no JSON", flags: ["--accept-missing"], "POST /locales/add/fr/shop", body: "{",
            .problem(400, "bad-body", #""line":1,"column":2"#)),
        .init(
            "a report that is no object", flags: ["--accept-missing"], "POST /locales/add/fr/shop", body: "[]",
            .problem(400, "bad-body")),
        .init(
            "a report for no locale", flags: ["--accept-missing"], "POST /locales/add/%21/shop", body: "{}",
            .problem(404, "unknown-locale")),
        .init(
            "a report that is too long", flags: ["--accept-missing", "--max-body", "10"], "POST /locales/add/fr/shop",
            body: #"{"long":"text"}"#, .problem(413, "body-too-large", #""limit":10"#)),
        .init(
            "events", "GET /events",
            Answer(
                200, ["Content-Type": "text/event-stream", "Cache-Control": "no-store"], .exactly("retry: 3000\n\n"))),
        .init(
            "events, HEAD", "HEAD /events",
            Answer(200, ["Content-Type": "text/event-stream", "Cache-Control": "no-store"], .empty)),
        .init(
            "no events", flags: ["--max-events", "0"], "GET /events",
            .problem(503, "overloaded").with(["Retry-After": "10"])),

        .init(
            "an id", "GET /strings/fr/title", ["X-Request-Id: a.b-c"],
            .text("Boutique", "fr").with(["X-Request-Id": "a.b-c"])),
        .init("a bad id", "GET /strings/fr/title", ["X-Request-Id: a b"], .text("Boutique", "fr")),
        .init("two ids", "GET /strings/fr/title", ["X-Request-Id: a", "X-Request-Id: b"], .text("Boutique", "fr")),
        .init(
            "an id on an error", "GET /nothing", ["X-Request-Id: a.b-c"],
            .problem(404, "not-found").with(["X-Request-Id": "a.b-c"])),

        .init("no token", flags: token, "GET /strings/fr/title", unauthorized),
        .init("no token, no address", flags: token, "GET /nothing", unauthorized),
        .init("no token, rendering", flags: token, "POST /render", body: "x", unauthorized),
        .init("no token, options", flags: token, "OPTIONS /strings", unauthorized),
        .init("a wrong token", flags: token, "GET /strings/fr/title", ["Authorization: Bearer secreT"], unauthorized),
        .init(
            "another scheme of authorization", flags: token, "GET /strings/fr/title", ["Authorization: Basic secret"],
            unauthorized),
        .init(
            "two tokens", flags: token, "GET /strings/fr/title",
            ["Authorization: Bearer secret", "Authorization: Bearer secret"],
            unauthorized),
        .init(
            "a token", flags: token, "GET /strings/fr/title", ["Authorization: Bearer secret"], .text("Boutique", "fr")),
        .init(
            "a token, an age", flags: token + ["--max-age", "60"], "GET /strings/fr/title",
            ["Authorization: bearer secret"],
            .text("Boutique", "fr").with(["Cache-Control": "private, max-age=60"])),
        .init("health needs no token", flags: token, "GET /livez", health("alive\n")),
        .init("readiness needs no token", flags: token, "GET /readyz", health("ready\n")),
        .init(
            "a reload", flags: token, "POST /admin/reload", ["Authorization: Bearer secret"],
            Answer(
                202, ["Content-Type": "application/json", "Cache-Control": "no-store"],
                .json(#"{"reload":"requested"}"#))),
        .init(
            "a reload with a wrong token", flags: token, "POST /admin/reload", ["Authorization: Bearer x"], unauthorized
        ),

        .init(
            "any origin", flags: anyOrigin, "GET /strings/fr/title", ["Origin: https://x.example"],
            .text("Boutique", "fr").with(["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed])
        ),
        .init(
            "any origin on errors", flags: anyOrigin, "GET /nothing", ["Origin: https://x.example"],
            .problem(404, "not-found").with([
                "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed,
            ])),
        .init(
            "an allowed origin", flags: origin, "GET /strings/fr/title", ["Origin: https://app.example"],
            .text("Boutique", "fr").with([
                "Access-Control-Allow-Origin": "https://app.example", "Access-Control-Expose-Headers": exposed,
                "Vary": "Accept, Origin",
            ])),
        .init(
            "another allowed origin", flags: origin, "GET /strings/fr/title", ["Origin: https://other.example"],
            .text("Boutique", "fr").with([
                "Access-Control-Allow-Origin": "https://other.example", "Access-Control-Expose-Headers": exposed,
                "Vary": "Accept, Origin",
            ])),
        .init(
            "a foreign origin", flags: origin, "GET /strings/fr/title", ["Origin: https://evil.example"],
            .text("Boutique", "fr").with(["Vary": "Accept, Origin"])),
        .init(
            "no origin", flags: origin, "GET /strings/fr/title",
            .text("Boutique", "fr").with(["Vary": "Accept, Origin"])),
        .init(
            "origins on errors", flags: origin, "GET /nothing", ["Origin: https://app.example"],
            .problem(404, "not-found").with([
                "Access-Control-Allow-Origin": "https://app.example", "Access-Control-Expose-Headers": exposed,
                "Vary": "Origin",
            ])),
        .init("no origins", "GET /strings/fr/title", ["Origin: https://app.example"], .text("Boutique", "fr")),
        .init(
            "a preflight", flags: anyOrigin, "OPTIONS /render",
            [
                "Origin: https://x.example", "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: content-type",
            ],
            Answer(
                204,
                [
                    "Allow": "POST, OPTIONS", "Access-Control-Allow-Methods": "POST, OPTIONS",
                    "Access-Control-Max-Age": "86400",
                    "Access-Control-Allow-Headers":
                        "Accept, Accept-Language, Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id",
                    "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed,
                ], .empty)),
        .init(
            "a preflight needs no token", flags: anyOrigin + token, "OPTIONS /strings/fr",
            ["Origin: https://x.example", "Access-Control-Request-Method: GET"],
            Answer(
                204,
                [
                    "Allow": "GET, HEAD, OPTIONS", "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
                    "Access-Control-Max-Age": "86400",
                    "Access-Control-Allow-Headers":
                        "Accept, Accept-Language, Authorization, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id",
                    "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed,
                ], .empty)),
        .init(
            "no token, another origin", flags: anyOrigin + token, "GET /strings/fr", ["Origin: https://x.example"],
            unauthorized.with(["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed])),

        .init(
            "below the base path", flags: ["--base-path", "/l10n"], "GET /l10n/strings/fr/title",
            .text("Boutique", "fr")),
        .init(
            "beside the base path", flags: ["--base-path", "/l10n"], "GET /strings/fr/title", .problem(404, "not-found")
        ),
        .init(
            "almost below the base path", flags: ["--base-path", "/l10n"], "GET /l10nstrings/fr",
            .problem(404, "not-found")),
        .init("probes beside the base path", flags: ["--base-path", "/l10n"], "GET /readyz", health("ready\n")),
        .init("probes below the base path", flags: ["--base-path", "/l10n"], "GET /l10n/livez", health("alive\n")),
    ]
}
