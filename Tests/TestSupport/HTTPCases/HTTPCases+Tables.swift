extension HTTPCase {
    private static let frenchAlone =
        #"{"login":{"title":"Se connecter","hint":"Avec votre compte <brand.name>","button":""},"#
        + #""cart":{"items":"{count, plural, one {# article} other {# articles}}","greeting":"Bonjour {name}"},"#
        + #""colors":["rouge","vert","bleu"],"title":"Boutique"}"#

    /// Tables, parts of them, the list of locales, and the addresses of other clients.
    public static let tables: [HTTPCase] = [
        .init("a table alone", "GET /strings/fr?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("a table with .json", "GET /strings/fr.json?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("HEAD of a table", "HEAD /strings/fr?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init(
            "a table as text is asked for", "GET /strings/fr?fallback=none&references=none", ["Accept: text/plain"],
            .table(frenchAlone, "fr")),
        .init(
            "a flat table", "GET /strings/zh-Hant?fallback=none&shape=flat",
            .table(#"{"login.title":"登入","title":"商店"}"#, "zh-Hant")),
        .init(
            "a nested table by name", "GET /strings/zh-Hant?fallback=none&shape=nested",
            .table(#"{"login":{"title":"登入"},"title":"商店"}"#, "zh-Hant")),
        .init(
            "a prefix in its place", "GET /strings/zh-Hant?prefix=login&references=none",
            .table(#"{"login":{"title":"登入","hint":"Use your <brand.name> account","button":"Go"}}"#, "zh-Hant")),
        .init("a prefix shows numbers", "GET /strings/fr?prefix=size", .table(#"{"size":3}"#, "fr")),
        .init("a prefix of nothing", "GET /strings/fr?prefix=no.such", .table("{}", "fr")),
        .init("a prefix is no beginning of a segment", "GET /strings/fr?prefix=log", .table("{}", "fr")),
        .init(
            "two keys", "GET /strings/fr?key=login.title&key=only.english",
            .table(#"{"login":{"title":"Se connecter"},"only":{"english":"English only"}}"#, "fr")),
        .init(
            "two keys, flat", "GET /strings/fr?key=login.title&key=only.english&shape=flat",
            .table(#"{"login.title":"Se connecter","only.english":"English only"}"#, "fr")),
        .init(
            "a key with a plus for a space", "GET /strings/fr?key=odd.with+space",
            .table(#"{"odd":{"with space":"space"}}"#, "fr")),
        .init("no such key", "GET /strings/fr?key=no.such", .table("{}", "fr")),
        .init("a subtree", "GET /strings/fr/brand", .table(#"{"name":"Acme"}"#, "fr")),
        .init("a subtree that is an array", "GET /strings/fr/colors", .table(#"["rouge","vert","bleu"]"#, "fr")),
        .init("an array falls back as a whole", "GET /strings/ar/colors", .table(#"["red","green"]"#, "ar")),
        .init(
            "a subtree, negotiated", "GET /strings/auto/brand", ["Accept-Language: fr"],
            .table(#"{"name":"Acme"}"#, "fr", negotiated: true)),
        .init(
            "a subtree of another table alone", "GET /strings/fr/brand?fallback=none",
            .problem(404, "missing-key", #""tried":["fr"]"#).with(["Vary": "Accept", "Parlance-Version": "*"])),
        .init(
            "references are left", "GET /strings/fr?key=login.hint&references=none",
            .table(#"{"login":{"hint":"Avec votre compte <brand.name>"}}"#, "fr")),
        .init(
            "messages stay as written", "GET /strings/fr?key=cart.greeting&arg.name=x",
            .table(#"{"cart":{"greeting":"Bonjour {name}"}}"#, "fr")),
        .init("a bad shape", "GET /strings/fr?shape=round", .problem(400, "bad-parameter", #""parameter":"shape""#)),
        .init("an empty shape", "GET /strings/fr?shape=", .problem(400, "bad-parameter")),
        .init("a bad fallback", "GET /strings/fr?fallback=some", .problem(400, "bad-parameter")),
        .init("a bad references", "GET /strings/fr?references=all", .problem(400, "bad-parameter")),
        .init("an empty prefix", "GET /strings/fr?prefix=", .problem(400, "bad-parameter")),
        .init("an empty key parameter", "GET /strings/fr?key=", .problem(400, "bad-parameter")),
        .init(
            "the last of two shapes", "GET /strings/zh-Hant?fallback=none&shape=round&shape=flat",
            .table(#"{"login.title":"登入","title":"商店"}"#, "zh-Hant")),
        .init(
            "a bad parameter, negotiated", "GET /strings/auto?shape=round",
            .problem(400, "bad-parameter")),

        .init(
            "the locales", "GET /strings",
            .table("", "").with(["Content-Language": ""]).containing(#""tag":"ar""#)),
        .init(
            "the locales, name", "GET /strings",
            .table("", "").with(["Content-Language": ""])
                .containing(#""name":"français","englishName":"French","direction":"ltr""#)),
        .init(
            "the locales, direction", "GET /strings",
            .table("", "").with(["Content-Language": ""]).containing(#""direction":"rtl""#)),
        .init("the locales, HEAD", "HEAD /strings", .table("", "").with(["Content-Language": ""])),

        .init("i18next", "GET /locales/fr/translation.json?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("i18next, a namespace", "GET /locales/fr/brand.json", .table(#"{"name":"Acme"}"#, "fr")),
        .init(
            "i18next, a message", "GET /locales/fr/title.json",
            .string("\"Boutique\"", "fr").with(["Vary": "Accept-Encoding"])),
        .init(
            "i18next, a message as text", "GET /locales/fr/title.json", ["Accept: text/plain"],
            .string("\"Boutique\"", "fr").with(["Vary": "Accept-Encoding"])),
        .init(
            "i18next, no such namespace", "GET /locales/fr/nothing.json",
            .problem(404, "missing-key", #""tried":["fr","en"]"#).with(["Parlance-Version": "*"])),
        .init(
            "i18next, no such locale", "GET /locales/dev/translation.json",
            .problem(404, "unknown-locale", #""available":["ar","en","fr","zh-Hant"]"#).with(["Parlance-Version": "*"])),
        .init("without .json", "GET /locales/fr/brand", .problem(404, "not-found")),
        .init("nothing but .json", "GET /locales/.json", .problem(404, "not-found")),
        .init("a locale file", "GET /locales/fr.json?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("ngx-translate", "GET /i18n/fr.json?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("Transloco", "GET /assets/i18n/fr.json?fallback=none&references=none", .table(frenchAlone, "fr")),
        .init("another file", "GET /assets/i18n/fr.txt", .problem(404, "not-found")),
        .init("other assets", "GET /assets/img/fr.json", .problem(404, "not-found")),
        .init(
            "i18next, the default's fallback", "GET /locales/ar/login.json?references=none",
            .table(#"{"title":"تسجيل الدخول","hint":"Use your <brand.name> account","button":"Go"}"#, "ar")),

        .init(
            "a small table is not compressed", "GET /strings/fr/brand", ["Accept-Encoding: gzip, br"],
            .table(#"{"name":"Acme"}"#, "fr")),
        .init(
            "nothing is acceptable", "GET /strings/fr/brand", ["Accept-Encoding: identity;q=0"],
            .problem(406, "no-acceptable-coding").with(["Vary": "Accept-Encoding"])),
        .init(
            "everything is refused", "GET /strings/fr/brand", ["Accept-Encoding: *;q=0"],
            .problem(406, "no-acceptable-coding").with(["Vary": "Accept-Encoding"])),
        .init(
            "identity is refused", "GET /strings/fr/brand", ["Accept-Encoding: identity;q=0, gzip"],
            .table("", "fr").with(["Content-Encoding": "gzip"]).anything),
        .init(
            "identity is refused, br", "GET /strings/fr/brand", ["Accept-Encoding: identity;q=0, br, gzip;q=0.5"],
            .table("", "fr").with(["Content-Encoding": "br"]).anything),
    ]
}

extension HTTPCase.Answer {
    /// The same with a body that has this in it.
    public func containing(_ text: String) -> Self {
        var answer = self
        answer.body = .containing(text)
        return answer
    }

    /// The same whatever the body.
    public var anything: Self {
        var answer = self
        answer.body = .anything
        return answer
    }
}
