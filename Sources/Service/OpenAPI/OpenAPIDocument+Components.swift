extension OpenAPIDocument {
    /// A query parameter.
    private static func query(_ name: String, _ description: String, _ schema: String) -> String {
        #"{"name":"\#(name)","in":"query","description":"\#(description)","schema":\#(schema)}"#
    }

    /// Text that is not empty and has no NUL, which no parameter takes.
    private static let text = #"{"type":"string","minLength":1,"pattern":"^[^\\u0000]+$"}"#

    var parameters: String {
        let tags = Self.list(["auto"] + locales)
        return [
            #""locale":{"name":"locale","in":"path","required":true,"description":"A BCP 47 language tag, or auto: chosen by the query parameter locale, else by Accept-Language. Finds tables of the same language only.","schema":\#(Self.text),"example":"fr"}"#,
            #""key":{"name":"key","in":"path","required":true,"description":"A key path: segments joined by dots. A slash in a key is written %2F.","schema":\#(Self.text),"example":"login.title"}"#,
            #""namespace":{"name":"namespace","in":"path","required":true,"description":"A top-level key, or translation for the whole table.","schema":\#(Self.text),"example":"translation"}"#,
            #""localeName":\#(Self.query("locale", "Names the locale where the path does not; auto negotiates.", Self.text))"#,
            #""locales":\#(Self.query("locale", "The locale. Given twice or more (at most 50), the answer is an object with a member for each.", #"{"type":"array","description":"The locales that have a table; others of the same languages find them too.","items":{"type":"string","enum":\#(tags)},"maxItems":50}"#))"#,
            #""strict":\#(Self.query("strict", "406 where Accept-Language chooses and nothing suits.", #"{"enum":["true","false"]}"#))"#,
            #""fallback":\#(Self.query("fallback", "none: only what the locale's own table has.", #"{"const":"none"}"#))"#,
            #""shape":\#(Self.query("shape", "flat: one object of whole key paths.", #"{"enum":["nested","flat"]}"#))"#,
            #""prefix":\#(Self.query("prefix", "Only what stands at this key path and below it, in its place.", Self.text))"#,
            #""keys":\#(Self.query("key", "Only these key paths.", #"{"type":"array","items":\#(Self.text)}"#))"#,
            #""references":\#(Self.query("references", "none: references between messages stay as they are written.", #"{"const":"none"}"#))"#,
            #""version":\#(Self.query("v", "The catalog's version: an answer of the current one may be kept for good.", Self.text))"#,
            #""format":\#(Self.query("format", "none: the message as the translator wrote it.", #"{"const":"none"}"#))"#,
            #""default":\#(Self.query("default", "Answers where nothing is at the key path.", Self.text))"#,
            #""arguments":{"name":"arg","in":"query","description":"Arguments of messages, each as arg.NAME=VALUE.","style":"form","explode":true,"schema":{"type":"object","patternProperties":{"^arg\\.[a-z]+$":{"type":"string","pattern":"^[ -~]+$"}},"additionalProperties":false}}"#,
            #""timezone":\#(Self.query("timezone", "The time zone in which dates are shown: UTC, or any zone of the system's zoneinfo, as in Europe/Paris.", #"{"type":"string","enum":["UTC"]}"#))"#,
            #""missing":\#(Self.query("missing", "What becomes of a placeholder whose key path is no message.", #"{"enum":["keep","key","empty","error"]}"#))"#,
            #""properties":\#(Self.query("properties", "Widget trees: expand these members only. Names joined by commas.", #"{"type":"string","pattern":"^[^\\u0000]*$"}"#))"#,
            #""skip":\#(Self.query("skip", "Widget trees: expand nothing below these members. Names joined by commas.", #"{"type":"string","pattern":"^[^\\u0000]*$"}"#))"#,
            #""widgets":\#(Self.query("widgets", "Widget trees: expand the declared members of declared types only.", #"{"type":"string","enum":\#(Self.list(configuration.widgets.keys.sorted()))}"#))"#,
            #""placeholders":\#(Self.query("placeholders", "The brackets of placeholders.", #"{"enum":["angles","braces","both"]}"#))"#,
            #""acceptLanguage":{"name":"Accept-Language","in":"header","description":"Chooses the locale where neither path nor query does. At most 4096 bytes.","schema":{"type":"string"}}"#,
            #""ifNoneMatch":{"name":"If-None-Match","in":"header","description":"Entity tags that the client has, or *.","schema":{"type":"string"}}"#,
            #""lastEventID":{"name":"Last-Event-ID","in":"header","description":"The version that the reader has seen.","schema":{"type":"string"}}"#,
            #""requestID":{"name":"X-Request-Id","in":"header","description":"An id for the log, which the answer repeats. One that is no plain token, or too long, is replaced.","schema":{"type":"string"}}"#,
            #""traceParent":{"name":"traceparent","in":"header","description":"W3C Trace Context, for the log.","schema":{"type":"string"}}"#,
        ].joined(separator: ",")
    }

    /// A JSON array of strings.
    private static func list(_ values: [String]) -> String {
        var writer = JSONWriter()
        writer.array { writer in for value in values { writer.string(value.utf8) } }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func header(_ name: String, _ description: String) -> String {
        #""\#(name)":{"description":"\#(description)","schema":{"type":"string"}}"#
    }

    static let headers = [
        header("Content-Language", "The locale that supplied the answer."), header("ETag", "Strong, from the content."),
        header("Vary", "The request headers that chose the answer."),
        header("Cache-Control", "How long it may be kept."),
        header("Parlance-Version", "The catalog's version."),
        header("Parlance-Missing", "What was missing: a list of strings (RFC 9651), percent-encoded."),
        header("Parlance-Missing-Count", "How many placeholders and arguments were missing."),
        header("X-Request-Id", "The request's id in the log."), header("Allow", "The methods of the resource."),
        header("Retry-After", "Seconds until it is worth asking again."),
        header("WWW-Authenticate", "The scheme of authorization."),
        header("Content-Security-Policy", "What the page may load: itself."),
        header("Access-Control-Allow-Origin", "The origin, where it may read the answer."),
        header("Access-Control-Expose-Headers", "The headers that a page of that origin may read."),
        header("Content-Encoding", "The content coding."), header("X-Content-Type-Options", "nosniff"),
    ].joined(separator: ",")

    /// References to headers.
    static func references(_ names: [String]) -> String {
        names.map { ##""\##($0)":{"$ref":"#/components/headers/\##($0)"}"## }.joined(separator: ",")
    }

    /// References to the headers of every answer that has content, and to these.
    static func answerHeaders(_ names: [String] = []) -> String {
        references(
            [
                "X-Content-Type-Options", "X-Request-Id", "Cache-Control", "Access-Control-Allow-Origin",
                "Access-Control-Expose-Headers",
            ] + names)
    }

    private static func problem(_ name: String, _ description: String, _ headers: [String] = []) -> String {
        let fields = answerHeaders(headers)
        return
            ##""\##(name)":{"description":"\##(description)","headers":{\##(fields)},"content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}"##
    }

    static let responses = [
        problem("400", "The target, a parameter or the body is bad."),
        problem("401", "A token is needed.", ["WWW-Authenticate"]),
        problem("404", "There is no such locale or key, or nothing at this address.", ["Vary", "Parlance-Version"]),
        problem("405", "The method is not allowed here.", ["Allow"]),
        problem("406", "No locale suits under strict=true, or no content coding is acceptable.", ["Vary"]),
        problem("413", "The body is too large."), problem("415", "The body has a type that is not rendered."),
        problem("417", "The expectation cannot be met."),
        problem("422", "Placeholders are missing under missing=error, or the rendering is too large.", ["Vary"]),
        problem("431", "Accept-Language is too long.", ["Vary"]),
        problem("500", "A fault of the service's own; the log tells of it."),
        problem("501", "The transfer coding or the method is not implemented."),
        problem("503", "No catalog yet, about to end, or too much to do.", ["Retry-After"]),
        #""304":{"description":"The client has it already.","headers":{\#(references(["ETag", "Vary", "Cache-Control", "Parlance-Version", "X-Content-Type-Options"]))}}"#,
    ].joined(separator: ",")

    static let schemas = [
        #""Problem":{"type":"object","description":"RFC 9457","required":["type","title","status","detail"],"properties":{"type":{"type":"string","format":"uri-reference"},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"},"available":{"type":"array","items":{"type":"string"},"description":"The locales that there are."},"tried":{"type":"array","items":{"type":"string"},"description":"The locales that were asked, in order."},"parameter":{"type":"string"},"line":{"type":"integer","minimum":1},"column":{"type":"integer","minimum":1},"offset":{"type":"integer","minimum":0},"pointer":{"type":"string","description":"RFC 6901"},"count":{"type":"integer"},"missing":{"type":"array","items":{"type":"object","required":["key","line","column"],"properties":{"key":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"pointer":{"type":"string"},"locale":{"type":"string"}}}},"limit":{"type":"integer"}}}"#,
        #""Locales":{"type":"object","required":["version","default","locales"],"properties":{"version":{"type":"string"},"default":{"type":"string"},"locales":{"type":"array","items":{"type":"object","required":["tag","name","englishName","direction","keys","completeness","default","version"],"properties":{"tag":{"type":"string"},"name":{"type":"string"},"englishName":{"type":"string"},"direction":{"enum":["ltr","rtl"]},"keys":{"type":"integer"},"completeness":{"type":"number","minimum":0,"maximum":1},"default":{"type":"boolean"},"version":{"type":"string"}}}}}}"#,
        #""Status":{"type":"object","required":["version","loadedAt","ready","locales","problemCount"],"properties":{"version":{"type":["string","null"]},"loadedAt":{"type":["string","null"]},"ready":{"type":"boolean"},"watching":{"type":"boolean"},"loads":{"type":"integer"},"refusedLoads":{"type":"integer"},"refusal":{"type":"string"},"refused":{"type":"boolean"},"locales":{"type":"array","items":{"type":"object"}},"problemCount":{"type":"integer"},"checking":{"type":"boolean"},"problems":{"type":"array","items":{"type":"object"}}}}"#,
        #""Missing":{"type":"object","required":["missing","dropped"],"properties":{"missing":{"type":"array","items":{"type":"object","required":["locale","key","count"],"properties":{"locale":{"type":"string"},"key":{"type":"string"},"count":{"type":"integer"}}}},"dropped":{"type":"integer"}}}"#,
    ].joined(separator: ",")
}
