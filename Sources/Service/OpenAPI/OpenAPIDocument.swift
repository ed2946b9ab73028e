import HTTPCore

/// `GET /openapi.json`: the routes as OpenAPI 3.1 describes them, with what this service is configured to do.
///
/// The text is written by hand, in JSON, beside the routes that it describes; a test holds the two together.
struct OpenAPIDocument {
    let configuration: ServiceConfiguration
    /// The listener that is asked: each describes the routes that it serves.
    let role: ListenerRole
    /// The locales that there are now.
    let locales: [String]

    /// The document.
    var json: [UInt8] {
        let base = String(decoding: configuration.basePath, as: UTF8.self)
        var paths = [Self.stringsPaths, Self.clientPaths, Self.renderPath, Self.operationPaths]
        for (route, path) in [
            (Route.console, Self.consolePath), (.status, Self.administrationPaths), (.reload, Self.reloadPath),
            (.addMissing(locale: [], namespace: []), Self.addMissingPath),
        ] where configuration.serves(route, to: role) {
            paths.append(path)
        }
        let security =
            configuration.tokens == nil
            ? ""
            : #","security":[{"token":[]}]"#
        var writer = JSONWriter()
        writer.string((base.isEmpty ? "/" : base).utf8)
        let server = String(decoding: writer.bytes, as: UTF8.self)
        return Array(
            """
            {"openapi":"3.1.0","info":{"title":"Parlance","version":"1","summary":"An app's strings over HTTP",\
            "license":{"name":"See LICENSE"}},"servers":[{"url":\(server)}]\(security),"paths":{\(paths.joined(separator: ","))},\
            "components":{"parameters":{\(parameters)},"headers":{\(Self.headers)},"responses":{\(Self.responses)},\
            "schemas":{\(Self.schemas)},"securitySchemes":{"token":{"type":"http","scheme":"bearer"}}}}
            """.utf8)
    }

    /// The answer. It stands as long as the configuration does.
    func answer() -> Answer {
        let json = json
        let tag = EntityTag.of(json, contentType: Representation.contentType, language: "")
        return Answer(
            Response(
                status: 200,
                fields: [
                    .nosniff, ResponseField("Content-Type", Representation.contentType),
                    ResponseField("Cache-Control", CacheControl.noCache.value()), ResponseField("ETag", tag.quoted),
                ], body: .bytes(json)), tag: tag, reuse: [])
    }
}
