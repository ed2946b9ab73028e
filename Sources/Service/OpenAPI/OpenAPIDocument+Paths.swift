extension OpenAPIDocument {
    /// A reference to a parameter of the components.
    private static func parameters(_ names: [String] = []) -> String {
        "[\((names + ["requestID", "traceParent"]).map { ##"{"$ref":"#/components/parameters/\##($0)"}"## }.joined(separator: ","))]"
    }

    /// References to the answers of the components that an operation can give.
    private static func problems(_ statuses: [String]) -> String {
        statuses.map { ##","\##($0)":{"$ref":"#/components/responses/\##($0)"}"## }.joined()
    }

    /// What any operation can answer.
    private static let always = ["400", "401", "417", "500", "501", "503"]

    private static let representationHeaders = answerHeaders([
        "Content-Language", "ETag", "Vary", "Parlance-Version", "Content-Encoding",
    ])

    private static let jsonContent = #""application/json":{"schema":{}}"#

    /// A path with GET and HEAD, which answer alike.
    private static func get(
        _ path: String, _ identifier: String, _ summary: String, parameters names: [String] = [], content: String,
        headers: String = representationHeaders, statuses: [String] = [], success: String = "200",
        isOpen: Bool = false
    ) -> String {
        // Answers without a token, whatever the rest of the document demands.
        let security = isOpen ? #","security":[]"# : ""
        func operation(_ suffix: String, _ body: String) -> String {
            let answer = #"{"description":"\#(summary)","headers":{\#(headers)}\#(body)}"#
            let others = problems((always + statuses).sorted())
            return
                #"{"operationId":"\#(identifier)\#(suffix)","summary":"\#(summary)","parameters":\#(parameters(names))\#(security),"responses":{"\#(success)":\#(answer)\#(others)}}"#
        }
        return #""\#(path)":{"get":\#(operation("", #","content":{\#(content)}"#)),"head":\#(operation("Head", ""))}"#
    }

    private static let choosing = ["localeName", "strict", "acceptLanguage", "ifNoneMatch", "version", "fallback"]
    private static let table = choosing + ["shape", "prefix", "keys", "references"]
    private static let message = choosing + ["format", "default", "arguments", "timezone", "shape", "references"]
    private static let found = ["304", "404", "406", "431"]

    static let stringsPaths = [
        get(
            "/strings", "listLocales", "The locales", parameters: ["ifNoneMatch"],
            content: ##""application/json":{"schema":{"$ref":"#/components/schemas/Locales"}}"##,
            statuses: ["304", "406"]),
        get(
            "/strings/{locale}", "getTable", "A table, with what fills in for it", parameters: ["locale"] + table,
            content: jsonContent, statuses: found),
        get(
            "/strings/{locale}/{key}", "getMessage", "A message, or the table below a key path",
            parameters: ["locale", "key"] + message,
            content: #""text/plain":{"schema":{"type":"string"}},\#(jsonContent)"#,
            headers: representationHeaders + "," + references(["Parlance-Missing", "Parlance-Missing-Count"]),
            statuses: found + ["422"]),
    ].joined(separator: ",")

    static let clientPaths = [
        get(
            "/locales/{locale}/{namespace}.json", "getNamespace", "The same for i18next-http-backend",
            parameters: ["locale", "namespace"] + message, content: jsonContent, statuses: found + ["422"]),
        get(
            "/locales/{locale}.json", "getLocaleFile", "The same for clients that load one file a locale",
            parameters: ["locale"] + table, content: jsonContent, statuses: found),
        get(
            "/i18n/{locale}.json", "getI18nFile", "The same for ngx-translate", parameters: ["locale"] + table,
            content: jsonContent, statuses: found),
        get(
            "/assets/i18n/{locale}.json", "getAssetFile", "The same for Transloco", parameters: ["locale"] + table,
            content: jsonContent, statuses: found),
    ].joined(separator: ",")

    private static let rendered = answerHeaders([
        "Content-Language", "Vary", "Parlance-Version", "Parlance-Missing", "Parlance-Missing-Count",
    ])

    static let renderPath: String = {
        let names = [
            "locales", "strict", "acceptLanguage", "arguments", "timezone", "missing", "properties", "skip", "widgets",
            "placeholders",
        ]
        let types = [
            #""application/json":{"schema":{}}"#, #""text/plain":{"schema":{}}"#,
            #""text/html":{"schema":{}}"#, #""application/xml":{"schema":{}}"#,
        ].joined(separator: ",")
        let others = problems((always + ["406", "413", "415", "422", "431"]).sorted())
        return
            #""/render":{"post":{"operationId":"render","summary":"Replaces placeholders in a widget tree, markup or text","parameters":\#(parameters(names)),"requestBody":{"content":{\#(types)}},"responses":{"200":{"description":"The same bytes with placeholders replaced","headers":{\#(rendered)},"content":{\#(types)}}\#(others)}}}"#
    }()

    private static let plain = answerHeaders()

    static let operationPaths = [
        get(
            "/livez", "isAlive", "Alive", content: #""text/plain":{"schema":{"type":"string"}}"#, headers: plain,
            isOpen: true),
        get(
            "/readyz", "isReady", "Ready: a catalog is loaded", content: #""text/plain":{"schema":{"type":"string"}}"#,
            headers: plain, isOpen: true),
        get(
            "/events", "followEvents", "An event for each new catalog", parameters: ["lastEventID"],
            content: #""text/event-stream":{"schema":{"type":"string"}}"#, headers: plain),
        get(
            "/openapi.json", "describe", "This document", parameters: ["ifNoneMatch"], content: jsonContent,
            headers: plain, statuses: ["304"]),
    ].joined(separator: ",")

    static let consolePath = get(
        "/", "showConsole", "The console", parameters: ["ifNoneMatch"],
        content: #""text/html":{"schema":{"type":"string"}}"#,
        headers: representationHeaders + "," + references(["Content-Security-Policy"]), statuses: ["304", "406"],
        isOpen: true)

    static let administrationPaths = [
        get(
            "/status", "getStatus", "What is served and what is wrong with it",
            content: ##""application/json":{"schema":{"$ref":"#/components/schemas/Status"}}"##, headers: plain),
        get(
            "/missing", "listMissing", "Key paths that were asked for and not found",
            content: ##""application/json":{"schema":{"$ref":"#/components/schemas/Missing"}}"##, headers: plain),
        get(
            "/metrics", "getMetrics", "Metrics for Prometheus", content: #""text/plain":{"schema":{"type":"string"}}"#,
            headers: plain),
    ].joined(separator: ",")

    static let reloadPath =
        #""/admin/reload":{"post":{"operationId":"reload","summary":"Looks at the locales folder soon","parameters":\#(parameters()),"responses":{"202":{"description":"It was asked for","headers":{\#(plain)},"content":{\#(jsonContent)}}\#(problems(always))}}}"#

    static let addMissingPath =
        #""/locales/add/{locale}/{namespace}":{"post":{"operationId":"addMissing","summary":"Reports missing keys, as i18next does","parameters":\#(parameters(["locale", "namespace"])),"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object"}}}},"responses":{"204":{"description":"Noted","headers":{\#(plain)}}\#(problems((always + ["404", "413"]).sorted()))}}}"#
}
