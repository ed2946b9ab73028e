extension HTTPCase {
    private static let aged = ["--max-age", "60"]

    private static func notModified(_ vary: String, _ policy: String = "no-cache") -> Answer {
        Answer(304, ["ETag": "*", "Vary": vary, "Cache-Control": policy, "Parlance-Version": "*"], .empty)
    }

    /// Conditions, ages and versions. A case that needs a tag or a version is in the tests that ask for them first.
    public static let caching: [HTTPCase] = [
        .init("any tag", "GET /strings/fr/title", ["If-None-Match: *"], notModified("Accept")),
        .init("any tag, HEAD", "HEAD /strings/fr/title", ["If-None-Match: *"], notModified("Accept")),
        .init(
            "any tag, negotiated", "GET /strings/auto/title", ["If-None-Match: *", "Accept-Language: fr"],
            notModified("Accept, Accept-Language")),
        .init("any tag of a table", "GET /strings/fr", ["If-None-Match: *"], notModified("Accept-Encoding")),
        .init("any tag of the locales", "GET /strings", ["If-None-Match: *"], notModified("Accept-Encoding")),
        .init("another tag", "GET /strings/fr/title", ["If-None-Match: \"x\", W/\"y\""], .text("Boutique", "fr")),
        .init("a tag without quotes", "GET /strings/fr/title", ["If-None-Match: x"], .text("Boutique", "fr")),
        .init(
            "any tag of nothing", "GET /strings/fr/no.such", ["If-None-Match: *"],
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "any tag of a rendering", "POST /render?locale=fr", ["If-None-Match: *"], body: "x",
            .rendered("x", "fr", type: "text/plain; charset=utf-8")),

        .init(
            "an age", flags: aged, "GET /strings/fr/title",
            .text("Boutique", "fr").with(["Cache-Control": "public, max-age=60"])),
        .init(
            "an age of a table", flags: aged, "GET /strings/fr/colors",
            .table(#"["rouge","vert","bleu"]"#, "fr").with(["Cache-Control": "public, max-age=60"])),
        .init(
            "an age, revalidated", flags: aged, "GET /strings/fr/title", ["If-None-Match: *"],
            notModified("Accept", "public, max-age=60")),
        .init(
            "an age, negotiated", flags: aged, "GET /strings/auto/title", ["Accept-Language: fr"],
            .text("Boutique", "fr", negotiated: true)),
        .init(
            "an age, the parameter names the locale", flags: aged, "GET /strings/auto/title?locale=fr",
            .text("Boutique", "fr").with(["Cache-Control": "public, max-age=60"])),
        .init(
            "an age, the list", flags: aged, "GET /strings",
            .table("", "").with(["Content-Language": ""]).anything),
        .init(
            "an age, missing", flags: aged, "GET /strings/fr/no.such",
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),

        .init(
            "a version that is not current", "GET /strings/fr/title?v=old",
            .text("Boutique", "fr").with(["Cache-Control": "no-store", "ETag": ""])),
        .init(
            "a version that is not current, conditional", "GET /strings/fr/title?v=old", ["If-None-Match: *"],
            .text("Boutique", "fr").with(["Cache-Control": "no-store", "ETag": ""])),
        .init(
            "a version that is not current, of a table", "GET /strings/fr/brand?v=old",
            .table(#"{"name":"Acme"}"#, "fr").with(["Cache-Control": "no-store", "ETag": ""])),
        .init(
            "a version, negotiated", "GET /strings/auto/title?v=old", ["Accept-Language: fr"],
            .text("Boutique", "fr", negotiated: true)),
        .init("an empty version", "GET /strings/fr/title?v=", .problem(400, "bad-parameter", #""parameter":"v""#)),
    ]
}
