extension HTTPCase {
    /// `GET /strings/{locale}/{path}`.
    public static let messages: [HTTPCase] = [
        .init("a message", "GET /strings/fr/login.title", .text("Se connecter", "fr")),
        .init("a message of the default locale", "GET /strings/en/login.title", .text("Sign in", "en")),
        .init("a locale with .json", "GET /strings/fr.json/login.title", .text("Se connecter", "fr")),
        .init("HEAD is GET", "HEAD /strings/fr/login.title", .text("Se connecter", "fr")),
        .init("an absolute target", "GET http://example.org/strings/fr/login.title", .text("Se connecter", "fr")),
        .init("a body of GET is not read", "GET /strings/fr/login.title", [], body: "x", .text("Se connecter", "fr")),
        .init("any type", "GET /strings/fr/login.title", ["Accept: */*"], .text("Se connecter", "fr")),
        .init(
            "a browser", "GET /strings/fr/login.title",
            ["Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"], .text("Se connecter", "fr")),
        .init(
            "axios", "GET /strings/fr/login.title", ["Accept: application/json, text/plain, */*"],
            .string("\"Se connecter\"", "fr")),
        .init("JSON", "GET /strings/fr/login.title", ["Accept: application/json"], .string("\"Se connecter\"", "fr")),
        .init(
            "JSON in two lines", "GET /strings/fr/login.title", ["Accept: image/png", "Accept: application/json"],
            .string("\"Se connecter\"", "fr")),
        .init(
            "text above JSON", "GET /strings/fr/login.title", ["Accept: application/json;q=0.5, text/plain"],
            .text("Se connecter", "fr")),
        .init("neither", "GET /strings/fr/login.title", ["Accept: image/png"], .text("Se connecter", "fr")),
        .init(
            "JSON escapes", "GET /strings/en/card?format=none", ["Accept: application/json"],
            .string(#""<a href=\"https://example.org\">{name}</a> & co""#, "en")),
        .init("a message from the fallback", "GET /strings/fr/only.english", .text("English only", "en")),
        .init("an empty string is missing", "GET /strings/fr/login.button", .text("Go", "en")),
        .init(
            "without fallback", "GET /strings/fr/only.english?fallback=none",
            .problem(404, "missing-key", #""tried":["fr"]"#).with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "a missing key", "GET /strings/fr/no.such.key",
            .problem(404, "missing-key", #""tried":["fr","en"]"#).with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "a missing key, JSON", "GET /strings/fr/no.such.key", ["Accept: application/json"],
            .problem(404, "missing-key", #""tried":["fr","en"]"#).with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "a missing key, negotiated", "GET /strings/auto/no.such.key", ["Accept-Language: fr"],
            .problem(404, "missing-key", #""tried":["fr","en"]"#)
                .with(["Vary": "Accept, Accept-Language", "Parlance-Version": "*"])),
        .init(
            "keys are case-sensitive", "GET /strings/fr/Login.title",
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "an empty key", "GET /strings/fr/",
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "a number is no message", "GET /strings/en/size",
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "a boolean is no message", "GET /strings/en/on",
            .problem(404, "missing-key").with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init("a message that is a parent too", "GET /strings/en/auth.login", .text("Log in", "en")),
        .init("below a message", "GET /strings/en/auth.login.hint", .text("Your password", "en")),
        .init("an element of an array", "GET /strings/fr/colors.2", .text("bleu", "fr")),
        .init("a slash in a key", "GET /strings/en/odd.a%2Fb", .text("slash", "en")),
        .init("a slash in lower case", "GET /strings/en/odd.a%2fb", .text("slash", "en")),
        .init("a backslash in a key", "GET /strings/en/odd.a%5Cb", .text("backslash", "en")),
        .init("a comma in a key", "GET /strings/en/odd.c,d", .text("comma", "en")),
        .init("a hash in a key", "GET /strings/en/odd.%23", .text("hash", "en")),
        .init("a space in a key", "GET /strings/en/odd.with%20space", .text("space", "en")),
        .init("a plus in the path is a plus", "GET /strings/en/odd.plus+", .text("plus", "en")),
        .init("a letter beyond ASCII", "GET /strings/en/odd.d%C3%A9", .text("accent", "en")),
        .init("a raw slash", "GET /strings/en/odd.a/b", .problem(404, "not-found")),
        .init("NUL", "GET /strings/en/odd%00", .problem(400, "bad-target")),
        .init("a bad escape", "GET /strings/en/odd.%zz", .problem(400, "bad-target")),
        .init("a cut escape", "GET /strings/en/odd.%4", .problem(400, "bad-target")),
        .init("bytes that are not UTF-8", "GET /strings/en/odd.%ff", .problem(400, "bad-target")),
        .init("an overlong slash", "GET /strings/en/odd.%C0%AF", .problem(400, "bad-target")),
        .init("a bad escape in the locale", "GET /strings/%zz/login.title", .problem(400, "bad-target")),

        .init(
            "an empty argument", "GET /strings/fr/cart.greeting?arg.name=",
            .problem(400, "bad-parameter", #""parameter":"arg.name""#)),
        .init("an argument without a name", "GET /strings/fr/cart.greeting?arg.=x", .problem(400, "bad-parameter")),
        .init(
            "a bad escape in an argument", "GET /strings/fr/cart.greeting?arg.name=%zz", .problem(400, "bad-parameter")),
        .init("NUL in an argument", "GET /strings/fr/cart.greeting?arg.name=%00", .problem(400, "bad-parameter")),
        .init(
            "as written", "GET /strings/fr/cart.items?format=none",
            .text("{count, plural, one {# article} other {# articles}}", "fr")),
        .init(
            "a bad format", "GET /strings/fr/cart.items?format=icu",
            .problem(400, "bad-parameter", #""parameter":"format""#)),
        .init("a message that does not parse", "GET /strings/en/broken", .text("{oops", "en")),
        .init(
            "a default", "GET /strings/fr/no.such.key?default=Basket",
            .text("Basket", "fr")),
        .init(
            "a default as JSON", "GET /strings/fr/no.such.key?default=Basket", ["Accept: application/json"],
            .string("\"Basket\"", "fr")),
        .init(
            "a default is not formatted", "GET /strings/fr/no.such.key?default=%7Bx%7D%3Clogin.title%3E",
            .text("{x}<login.title>", "fr")),
        .init("a default that is not needed", "GET /strings/fr/login.title?default=x", .text("Se connecter", "fr")),
        .init(
            "a default beside a subtree", "GET /strings/fr/cart?default=x&shape=flat&fallback=none",
            .table(
                #"{"items":"{count, plural, one {# article} other {# articles}}","greeting":"Bonjour {name}"}"#,
                "fr")),
        .init("an empty default", "GET /strings/fr/no.such.key?default=", .problem(400, "bad-parameter")),
        .init(
            "a default, negotiated", "GET /strings/auto/no.such.key?default=x", ["Accept-Language: fr"],
            .text("x", "fr", negotiated: true)),
        .init("unknown parameters", "GET /strings/fr/login.title?utm_source=%zz&x&&y=", .text("Se connecter", "fr")),
    ]
    /// Messages that are formatted: arguments and references.
    public static let formatted: [HTTPCase] = [
        .init("arguments", "GET /strings/fr/cart.items?arg.count=3", .text("3 articles", "fr")),
        .init("a plural of the fallback", "GET /strings/ar/cart.items?arg.count=1", .text("1 item", "en")),
        .init(
            "an argument with spaces", "GET /strings/fr/cart.greeting?arg.name=A+B%20C", .text("Bonjour A B C", "fr")),
        .init("a plus in an argument", "GET /strings/fr/cart.greeting?arg.name=A%2BB", .text("Bonjour A+B", "fr")),
        .init(
            "the last of two arguments", "GET /strings/fr/cart.greeting?arg.name=A&arg.name=B", .text("Bonjour B", "fr")
        ),
        .init(
            "an argument is not rescanned", "GET /strings/fr/cart.greeting?arg.name=%3Clogin.title%3E%7Bx%7D",
            .text("Bonjour <login.title>{x}", "fr")),
        .init(
            "CR and LF in an argument", "GET /strings/fr/cart.greeting?arg.name=a%0D%0Ab", .text("Bonjour a\r\nb", "fr")
        ),
        .init(
            "a missing argument", "GET /strings/fr/cart.greeting",
            .text("Bonjour {name}", "fr")
                .with(["Parlance-Missing": "\"cart.greeting%7Bname%7D\"", "Parlance-Missing-Count": "1"])),
        .init("apostrophes", "GET /strings/en/quote?arg.x=1", .text("Don't 1", "en")),
        .init("a reference", "GET /strings/fr/login.hint", .text("Avec votre compte Acme", "fr")),
    ]

    /// References inside tables.
    public static let references: [HTTPCase] = [
        .init(
            "references in tables are resolved", "GET /strings/fr?key=login.hint",
            .table(#"{"login":{"hint":"Avec votre compte Acme"}}"#, "fr"))
    ]
}
