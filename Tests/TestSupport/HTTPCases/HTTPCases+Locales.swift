extension HTTPCase {
    private static let all = #""available":["ar","en","fr","zh-Hant"]"#

    /// Whose strings are served, and what the answer says of it.
    public static let locales: [HTTPCase] = [
        .init(
            "the header chooses", "GET /strings/auto/title", ["Accept-Language: fr"],
            .text("Boutique", "fr", negotiated: true)),
        .init("no header", "GET /strings/auto/title", .text("Shop", "en", negotiated: true)),
        .init(
            "two lines of the header", "GET /strings/auto/title", ["Accept-Language: sv", "Accept-Language: fr;q=0.5"],
            .text("Boutique", "fr", negotiated: true)),
        .init(
            "a region", "GET /strings/auto/title", ["Accept-Language: fr-CA, en;q=0.5"],
            .text("Boutique", "fr", negotiated: true)),
        .init(
            "a script", "GET /strings/auto/title", ["Accept-Language: zh-TW"], .text("商店", "zh-Hant", negotiated: true)),
        .init(
            "another script", "GET /strings/auto/title", ["Accept-Language: zh-CN"],
            .text("Shop", "en", negotiated: true)),
        .init(
            "the parameter chooses", "GET /strings/auto/title?locale=fr", ["Accept-Language: ar"],
            .text("Boutique", "fr")),
        .init(
            "the parameter says auto", "GET /strings/auto/title?locale=auto", ["Accept-Language: fr"],
            .text("Boutique", "fr", negotiated: true)),
        .init(
            "the path is above the parameter", "GET /strings/en/title?locale=fr", ["Accept-Language: ar"],
            .text("Shop", "en")),
        .init("the last of two parameters", "GET /strings/auto/title?locale=ar&locale=fr", .text("Boutique", "fr")),
        .init(
            "a parameter without a table", "GET /strings/auto/title?locale=es",
            .problem(400, "unknown-locale", all).with(["Parlance-Version": "*"])),
        .init("an empty parameter", "GET /strings/auto/title?locale=", .problem(400, "bad-parameter")),
        .init("an empty parameter beside the path", "GET /strings/fr/title?locale=", .problem(400, "bad-parameter")),
        .init(
            "a parameter that is no tag", "GET /strings/auto/title?locale=%21",
            .problem(400, "unknown-locale", all).with(["Parlance-Version": "*"])),
        .init(
            "a path without a table", "GET /strings/es/title",
            .problem(404, "unknown-locale", all).with(["Parlance-Version": "*"])),
        .init(
            "a path that is no tag", "GET /strings/a_b_c_d/title",
            .problem(404, "unknown-locale", all).with(["Parlance-Version": "*"])),
        .init(
            "an empty path", "GET /strings//title", .problem(404, "unknown-locale", all).with(["Parlance-Version": "*"])
        ),
        .init("a region in the path", "GET /strings/fr-CA/title", .text("Boutique", "fr")),
        .init("an underscore in the path", "GET /strings/fr_CA/title", .text("Boutique", "fr")),
        .init("another case in the path", "GET /strings/FR/title", .text("Boutique", "fr")),
        .init("a script in the path", "GET /strings/zh-TW/title", .text("商店", "zh-Hant")),
        .init(
            "another script in the path", "GET /strings/zh-CN/title",
            .problem(404, "unknown-locale", all).with(["Parlance-Version": "*"])),
        .init(
            "strict, and nothing suits", "GET /strings/auto/title?strict=true", ["Accept-Language: es"],
            .problem(406, "no-acceptable-locale", all).with(["Vary": "Accept-Language", "Parlance-Version": "*"])),
        .init(
            "strict, twice the same", "GET /strings/auto/title?strict=true", ["Accept-Language: es"],
            .problem(406, "no-acceptable-locale", all).with(["Vary": "Accept-Language", "Parlance-Version": "*"])),
        .init(
            "strict, and something suits", "GET /strings/auto/title?strict=true", ["Accept-Language: es, fr;q=0.1"],
            .text("Boutique", "fr", negotiated: true)),
        .init("strict without a header", "GET /strings/auto/title?strict=true", .text("Shop", "en", negotiated: true)),
        .init(
            "strict, and nothing suits, after one that does", "GET /strings/auto/title?strict=true",
            ["Accept-Language: es"],
            .problem(406, "no-acceptable-locale", all).with(["Vary": "Accept-Language", "Parlance-Version": "*"])),
        .init(
            "strict with an empty header", "GET /strings/auto/title?strict=true", ["Accept-Language:"],
            .text("Shop", "en", negotiated: true)),
        .init(
            "strict, and only an exclusion", "GET /strings/auto/title?strict=true", ["Accept-Language: en;q=0"],
            .problem(406, "no-acceptable-locale", all).with(["Vary": "Accept-Language", "Parlance-Version": "*"])),
        .init(
            "strict with a path", "GET /strings/fr/title?strict=true", ["Accept-Language: es"], .text("Boutique", "fr")),
        .init(
            "not strict", "GET /strings/auto/title?strict=false", ["Accept-Language: es"],
            .text("Shop", "en", negotiated: true)),
        .init(
            "a bad strict", "GET /strings/auto/title?strict=yes",
            .problem(400, "bad-parameter", #""parameter":"strict""#)),
        .init(
            "an exclusion", "GET /strings/auto/title", ["Accept-Language: fr;q=0, ar;q=0.5"],
            .text("Shop", "en", negotiated: true)),
        .init(
            "a header of 4096 bytes", "GET /strings/auto/title",
            ["Accept-Language: fr\(String(repeating: ",", count: 4093))f"], .text("Boutique", "fr", negotiated: true)),
        .init(
            "a header of 4097 bytes", "GET /strings/auto/title",
            ["Accept-Language: fr\(String(repeating: ",", count: 4094))f"],
            .problem(431, "header-too-large").with(["Vary": "Accept-Language"])),
        .init(
            "a long header that does not choose", "GET /strings/fr/title",
            ["Accept-Language: fr\(String(repeating: ",", count: 4094))f"], .text("Boutique", "fr")),
        .init(
            "a table, negotiated", "GET /strings/auto?key=title", ["Accept-Language: fr"],
            .table(#"{"title":"Boutique"}"#, "fr", negotiated: true)),
        .init(
            "other clients negotiate too", "GET /locales/auto/title.json", ["Accept-Language: fr"],
            .string("\"Boutique\"", "fr").with(["Vary": "Accept-Encoding, Accept-Language"])),
    ]
}
