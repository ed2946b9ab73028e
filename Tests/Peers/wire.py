"""Bytes on a socket against what comes back: every route and refusal, as a client that means harm would write them."""
import re
from support import Connection, Folder, Service, eventually

H = "Host: localhost\r\n"
TEXT = "Content-Type: text/plain\r\n"
JSON = "Content-Type: application/json\r\n"
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\t -~\x80-\xff]*\Z")
LIMITED = ("--max-body", "64", "--max-output", "80", "--max-expansions", "3", "--max-memory", "1MiB",
           "--max-events", "1", "--accept-missing")


class Row:
    """One request and its answer. `kind` names a problem, `page` the library's own HTML, neither any other answer."""

    def __init__(self, name, request, status, contains="", kind=None, page=False, closes=None, flags=(), fields=None,
                 before=None, head=False):
        self.name, self.status, self.contains, self.kind, self.page = name, status, contains, kind, page
        self.request = request if isinstance(request, bytes) else request.encode("utf-8")
        self.closes = page if closes is None else closes
        self.flags, self.fields, self.before, self.head = flags, fields or {}, before or [], head


def get(target, fields="", method="GET", version="1.1"):
    return f"{method} {target} HTTP/{version}\r\n{H}{fields}\r\n"


def post(target, body, fields=TEXT):
    body = body if isinstance(body, bytes) else body.encode()
    return f"POST {target} HTTP/1.1\r\n{H}{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body


def chunked(target, data, fields=TEXT):
    return f"POST {target} HTTP/1.1\r\n{H}{fields}Transfer-Encoding: chunked\r\n\r\n{data}"


def refused(name, request, status, contains, kind="bad-request"):
    return Row(name, request, status, contains, kind, closes=True)


# Served as they should be.
SERVED = [
    Row("message", get("/strings/fr/title"), 200, "Boutique", fields={"content-language": "fr", "vary": "Accept"}),
    Row("message, HTTP/1.0", "GET /strings/fr/title HTTP/1.0\r\n\r\n", 200, "Boutique", closes=True),
    Row("message, HTTP/1.0 kept alive", "GET /strings/fr/title HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200,
        "Boutique"),
    Row("Connection: close", get("/strings/fr/title", "Connection: close\r\n"), 200, "Boutique", closes=True),
    Row("Connection: Close among others", get("/livez", "Connection: foo, Close\r\n"), 200, "alive", closes=True),
    Row("absolute form", get("http://localhost/strings/fr/title"), 200, "Boutique"),
    Row("absolute form, another host", get("http://example.org:81/strings/fr/title"), 200, "Boutique"),
    Row("absolute form, https", get("HTTPS://localhost/livez"), 200, "alive"),
    Row("absolute form without a path, OPTIONS", get("http://localhost", method="OPTIONS"), 204),
    Row("asterisk", get("*", method="OPTIONS"), 204, fields={"allow": "GET, HEAD, POST, OPTIONS"}),
    Row("HEAD", get("/strings/fr/title", method="HEAD"), 200, head=True, fields={"content-length": "8"}),
    Row("HEAD of nothing", get("/nothing", method="HEAD"), 404, head=True),
    Row("HEAD of a table", get("/strings/de", method="HEAD"), 200, head=True),
    Row("OPTIONS of a message", get("/strings/fr/title", method="OPTIONS"), 204,
        fields={"allow": "GET, HEAD, OPTIONS"}),
    Row("OPTIONS of /render", get("/render", method="OPTIONS"), 204, fields={"allow": "POST, OPTIONS"}),
    Row("304", get("/strings/fr/title", "If-None-Match: *\r\n"), 304, fields={"content-length": "8"}),
    Row("a star in a list is none", get("/strings/fr/title", 'If-None-Match: "a", W/"b"\r\nIf-None-Match: *\r\n'), 200),
    Row("304 of a table", get("/strings/de", "If-None-Match: *\r\n"), 304, fields={"vary": "Accept-Encoding"}),
    Row("304, HEAD", get("/strings/fr/title", "If-None-Match: *\r\n", "HEAD"), 304, head=True),
    Row("a tag without quotes", get("/strings/fr/title", "If-None-Match: a\r\n"), 200, "Boutique"),
    Row("a tag with CR's escape", get("/strings/fr/title", 'If-None-Match: "%0d%0a"\r\n'), 200, "Boutique"),
    Row("%2F in a key", get("/strings/en/odd.a%2Fb"), 200, "slash"),
    Row("%2f in a key", get("/strings/en/odd.a%2fb"), 200, "slash"),
    Row("a space in a key", get("/strings/en/odd.with%20space"), 200, "space"),
    Row("a plus in a key", get("/strings/en/odd.plus+"), 200, "plus"),
    Row("an accent in a key", get("/strings/en/odd.d%C3%A9"), 200, "accent"),
    Row("an accent in a key, raw", get("/strings/en/odd.dé"), 200, "accent"),
    Row("a number sign in a key", get("/strings/en/odd.%23"), 200, "hash"),
    Row("letters escaped", get("/%73trings/fr/title"), 404, kind="not-found"),
    Row("a plus in a query is a space", get("/strings/en/cart.greeting?arg.name=A+B"), 200, "Hello A B"),
    Row("%2B in a query", get("/strings/en/cart.greeting?arg.name=A%2BB"), 200, "Hello A+B"),
    Row("CR and LF in an argument", get("/strings/en/cart.greeting?arg.name=a%0d%0aX:%20y"), 200, "a\r\nX: y"),
    Row("CR and LF in a default", get("/strings/en/no.such?default=a%0d%0ab"), 200, "a\r\nb"),
    Row("markup in a default", get("/strings/en/no.such?default=%3Cb%3E"), 200, "<b>",
        fields={"content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff"}),
    Row("900 parameters", get("/strings/fr/title?" + "&".join(f"p{n}={n}" for n in range(900))), 200, "Boutique"),
    Row("900 arguments", get("/strings/en/cart.greeting?" + "&".join(f"arg.a{n}={n}" for n in range(900))
                              + "&arg.name=Z"), 200, "Hello Z"),
    Row("a query of ampersands", get("/strings/fr/title?" + "&" * 4000), 200, "Boutique"),
    Row("8 KB of cookies", get("/strings/fr/title", "Cookie: " + "; ".join(
        f"cookie{n}={'v' * 190}" for n in range(40)) + "\r\n"), 200, "Boutique"),
    Row("one cookie of 8 KB", get("/strings/fr/title", f"Cookie: a={'x' * 8188}\r\n"), 200, "Boutique"),
    Row("100 fields", get("/livez", "".join(f"X-{n}: {n}\r\n" for n in range(100))), 200, "alive"),
    Row("a target of 8 KB", get("/" + "t" * 8000), 404, kind="not-found"),
    Row("an empty line first", "\r\n\r\n" + get("/livez"), 200, "alive"),
    Row("two at once", get("/livez") + get("/strings/fr/title"), 200, "Boutique", before=[200]),
    Row("three at once, one with a body", get("/livez").encode() + post("/render?locale=fr", "<login.title>")
        + get("/nothing").encode(), 404, kind="not-found", before=[200, 200]),
    Row("a request in the body of another", post("/render?locale=fr", "GET /nothing HTTP/1.1\r\n\r\n"), 200,
        "GET /nothing"),
    Row("a GET with a body", f"GET /livez HTTP/1.1\r\n{H}Content-Length: 3\r\n\r\nabc" + get("/readyz"), 200, "ready",
        before=[200]),
    Row("chunks", chunked("/render?locale=fr", "6\r\n<login\r\n7\r\n.title>\r\n0\r\n\r\n"), 200, "Se connecter"),
    Row("chunk extensions", chunked("/render?locale=fr", "1;a=b\r\nx\r\n0\r\n\r\n"), 200, "x"),
    Row("trailers", chunked("/render?locale=fr", "1\r\nx\r\n0\r\nContent-Type: text/html\r\n\r\n"), 200, "x",
        fields={"content-type": "text/plain; charset=utf-8"}),
    Row("Chunked in another case", chunked("/render", "1\r\nx\r\n0\r\n\r\n").replace("chunked", "CHUNKED"), 200, "x"),
    Row("100-continue", post("/render", "x", TEXT + "Expect: 100-continue\r\n"), 200, "x", before=[100]),
    Row("POST without a body", f"POST /render HTTP/1.1\r\n{H}{TEXT}\r\n", 200, fields={"content-length": "0"}),
    Row("widget tree", post("/render?locale=fr", '{"a": "<login.title>"}', JSON), 200, '{"a": "Se connecter"}'),
    Row("markup", post("/render?locale=fr", "<p><login.title></p>", "Content-Type: text/html\r\n"), 200,
        "<p>Se connecter</p>"),
    Row("a type with a parameter that echoes", post("/render", "x", 'Content-Type: text/plain; a="b"\r\n'), 200, "x",
        fields={"content-type": "text/plain; charset=utf-8"}),
    Row("a missing key with CR, LF", post("/render?locale=fr", '["<a.b\\r\\nX: y>"]', JSON), 200),
    Row("a missing key with an accent", post("/render?locale=fr", '["<a.dé>"]', JSON), 200,
        fields={"parlance-missing": '"a.d%C3%A9"', "parlance-missing-count": "1"}),
    Row("an id of the client's", get("/livez", "X-Request-Id: abc-1\r\n"), 200, "alive",
        fields={"x-request-id": "abc-1"}),
    Row("an id that is not well-formed", get("/livez", "X-Request-Id: a b\r\n"), 200, "alive",
        fields={"x-request-id": None}),
    Row("two ids", get("/livez", "X-Request-Id: a\r\nX-Request-Id: b\r\n"), 200, "alive",
        fields={"x-request-id": None}),
    Row("an id of 200 bytes", get("/livez", f"X-Request-Id: {'a' * 200}\r\n"), 200, "alive",
        fields={"x-request-id": None}),
    Row("two Accept-Language", get("/strings/auto/title", "Accept-Language: xx\r\nAccept-Language: de\r\n"), 200,
        "Laden", fields={"content-language": "de", "vary": "Accept, Accept-Language"}),
    Row("Accept-Language of 4096 bytes", get("/strings/auto/title", "Accept-Language: " + "fr," * 1365 + "f\r\n"), 200,
        "Boutique"),
    Row("a range of 8 KB is no range", get("/strings/auto/title", "Accept-Language: de, " + "a" * 4000 + "\r\n"), 200,
        "Laden"),
    Row("the locales", get("/strings"), 200, '"tag":"fr"'),
    Row("a table", get("/strings/de"), 200, '"Laden"', fields={"vary": "Accept-Encoding"}),
    Row("i18next's address", get("/locales/fr/translation.json"), 200, '"Boutique"'),
    Row("ngx-translate's address", get("/assets/i18n/fr.json"), 200, '"Boutique"'),
    Row("Transloco's address", get("/i18n/de.json"), 200, '"Laden"'),
    Row("openapi.json", get("/openapi.json"), 200, '"openapi":"3.1'),
    Row("metrics", get("/metrics"), 200, "# TYPE parlance_requests_total counter"),
    Row("status", get("/status"), 200, '"tag":"fr"'),
    Row("missing", get("/missing"), 200, '"missing"'),
    Row("ready", get("/readyz"), 200, "ready"),
    Row("events, HEAD", get("/events", method="HEAD"), 200, head=True, closes=True,
        fields={"content-type": "text/event-stream", "content-length": None}),
]

# Errors that are problems of the service's own.
PROBLEMS = [
    Row("%00 in a key", get("/strings/en/a%00b"), 400, kind="bad-target"),
    Row("%00 in a locale", get("/strings/fr%00/title"), 400, kind="bad-target"),
    Row("%00 in a query", get("/strings/en/title?locale=fr%00"), 400, kind="bad-parameter"),
    Row("a bad escape", get("/strings/en/a%zz"), 400, kind="bad-target"),
    Row("a cut escape", get("/strings/en/a%2"), 400, kind="bad-target"),
    Row("a lone percent sign", get("/strings/en/100%"), 400, kind="bad-target"),
    Row("a bad escape in a known parameter", get("/strings/auto/title?locale=%zz"), 400, kind="bad-parameter"),
    Row("bytes that are not UTF-8", get("/strings/en/%ff"), 400, kind="bad-target"),
    Row("an overlong slash", get("/strings/en/a%c0%afb"), 400, kind="bad-target"),
    Row("a surrogate", get("/strings/en/%ed%a0%80"), 400, kind="bad-target"),
    Row("CR and LF in a key", get("/strings/en/a%0d%0aX-Evil:%20y"), 404, kind="missing-key",
        fields={"x-evil": None}),
    Row("CR and LF in a locale", get("/strings/a%0d%0aX-Evil:%20y/title"), 404, kind="unknown-locale",
        fields={"x-evil": None}),
    Row("CR and LF in ?locale", get("/strings/auto/title?locale=a%0d%0aX-Evil:%20y"), 400,
        kind="unknown-locale", fields={"x-evil": None}),
    Row("quotes and markup in a key", get("/strings/en/%22%3Cscript%3E"), 404, kind="missing-key"),
    Row("a path above", get("/strings/../../etc/passwd"), 404, kind="not-found"),
    Row("a path above, escaped", get("/strings/%2e%2e%2f%2e%2e/title"), 404, kind="unknown-locale"),
    Row("two slashes", get("//strings/fr/title"), 404, kind="not-found"),
    Row("a backslash", get("/strings\\fr"), 404, kind="not-found"),
    Row("more segments", get("/strings/fr/login/title"), 404, "dots", kind="not-found"),
    Row("nothing there", get("/nothing"), 404, kind="not-found"),
    Row("a missing key", get("/strings/fr/no.such"), 404, '"tried":["fr","en"]', kind="missing-key",
        fields={"vary": "Accept"}),
    Row("an unknown locale", get("/strings/ja/title"), 404, '"available"', kind="unknown-locale"),
    Row("an unknown locale in the query", get("/strings/auto/title?locale=ja"), 400, '"available"',
        kind="unknown-locale"),
    Row("an empty parameter", get("/strings/fr/title?v="), 400, '"parameter":"v"', kind="bad-parameter"),
    Row("a bad shape", get("/strings/fr?shape=round"), 400, '"parameter":"shape"', kind="bad-parameter"),
    Row("a bad zone", get("/strings/fr/title?timezone=Mars/X"), 400, '"parameter":"timezone"', kind="bad-parameter"),
    Row("another scheme", get("ftp://localhost/livez"), 400, kind="bad-target"),
    Row("no slash first", get("livez"), 400, kind="bad-target"),
    Row("an asterisk with GET", get("*"), 400, kind="bad-target"),
    Row("406, no language", get("/strings/auto/title?strict=true", "Accept-Language: ja\r\n"), 406, '"available"',
        kind="no-acceptable-locale", fields={"vary": "Accept-Language"}),
    Row("406, no coding", get("/strings/fr/login", "Accept-Encoding: identity;q=0, gzip;q=0, br;q=0\r\n"), 406,
        kind="no-acceptable-coding"),
    Row("405", get("/strings/fr", method="DELETE"), 405, kind="method-not-allowed",
        fields={"allow": "GET, HEAD, OPTIONS"}),
    Row("405, POST with a body", post("/strings/fr", "abc") + get("/livez").encode(), 200, "alive", before=[405]),
    Row("405, GET of /render", get("/render"), 405, kind="method-not-allowed", fields={"allow": "POST, OPTIONS"}),
    Row("405, a method of nobody's", get("/livez", method="BREW"), 405, kind="method-not-allowed"),
    Row("405, a method in lower case", get("/livez", method="get"), 405, kind="method-not-allowed"),
    Row("405, TRACE", get("/livez", method="TRACE"), 405, kind="method-not-allowed"),
    Row("501, CONNECT", get("localhost:80", method="CONNECT"), 501, kind="not-implemented"),
    Row("413", post("/render", "x" * (1 << 20) + "y"), 413, '"limit":1048576', kind="body-too-large"),
    Row("413 in chunks", chunked("/render", "100001\r\n" + "x" * 0x100001 + "\r\n0\r\n\r\n"), 413,
        kind="body-too-large"),
    Row("413 before 100", f"POST /render HTTP/1.1\r\n{H}{TEXT}Expect: 100-continue\r\nContent-Length: 9999999\r\n\r\n",
        413, kind="body-too-large", closes=True),
    Row("415", post("/render", "x", "Content-Type: image/png\r\n"), 415, kind="unsupported-media-type"),
    Row("415, a coded body", post("/render", "x", TEXT + "Content-Encoding: gzip\r\n"), 415,
        kind="unsupported-media-type"),
    Row("a charset", post("/render", "x", "Content-Type: text/plain; charset=latin1\r\n"), 400, kind="bad-body"),
    Row("a body that is not UTF-8", post("/render", b"ab\xff"), 400, '"offset":2', kind="bad-body"),
    Row("a body that is no JSON", post("/render", '{"a":\n tru}', JSON), 400, '"line":2', kind="bad-body"),
    Row("a sniffed body that is no JSON", post("/render", "[x", ""), 400, "Content-Type", kind="bad-body"),
    Row("513 levels", post("/render", "[" * 513 + "]" * 513, JSON), 400, kind="bad-body"),
    Row("51 locales", post("/render?" + "&".join(["locale=fr"] * 51), "x"), 400, kind="bad-parameter"),
    Row("422, missing", post("/render?locale=fr&missing=error", "<a.b>"), 422, '"count":1', kind="missing-messages"),
    Row("431, Accept-Language", get("/strings/auto/title", "Accept-Language: " + "fr," * 1400 + "\r\n"), 431,
        kind="header-too-large", fields={"vary": "Accept-Language"}),
    Row("no reports", post("/locales/add/fr/translation", '{"a":"b"}', JSON), 404, kind="not-found"),
    Row("no reload", post("/admin/reload", ""), 404, kind="not-found"),
    Row("limits: 413", post("/render", "x" * 65), 413, '"limit":64', kind="body-too-large", flags=LIMITED),
    Row("limits: 422, output", post("/render?locale=en", "<only.english>" * 2 + "x" * 30), 200, flags=LIMITED),
    Row("limits: 422, locales' output", post("/render?locale=en&locale=fr&locale=de", "x" * 60), 422,
        kind="render-limit", flags=LIMITED),
    Row("limits: 422, expansions", post("/render?locale=en", "<login.title>" * 4), 422, kind="render-limit",
        flags=LIMITED),
    Row("limits: reports", post("/locales/add/fr/translation", '{"a.b":"c"}', JSON), 204, flags=LIMITED),
    Row("limits: 503, no stream", get("/events"), 503, kind="overloaded", flags=("--max-events", "0"),
        fields={"retry-after": "10"}),
    Row("limits: 503, no memory", post("/render", "x" * (3 << 20)), 503, kind="overloaded",
        flags=("--max-memory", "2MiB", "--max-body", "8MiB")),
]

# Two readers could read two requests: refused, and the connection ends.
REFUSED = [
    refused("two Content-Length", f"POST /render HTTP/1.1\r\n{H}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400,
            "Content-Length"),
    refused("two equal Content-Length", f"POST /render HTTP/1.1\r\n{H}Content-Length: 1\r\nContent-Length: 1\r\n\r\na",
            400, "Content-Length"),
    refused("Content-Length and chunked",
            f"POST /render HTTP/1.1\r\n{H}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + get("/livez"), 400, "exclude"),
    refused("chunked and Content-Length",
            f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400,
            "exclude"),
    refused("two Transfer-Encoding", f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: chunked\r\n"
            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "more than once"),
    refused("chunked in HTTP/1.0", f"POST /render HTTP/1.0\r\n{H}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
            "HTTP/1.0"),
    refused("a vertical tab before chunked",
            f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", 400, "control"),
    refused("a space behind Transfer-Encoding",
            f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400, "name"),
    refused("a space behind Content-Length", f"POST /render HTTP/1.1\r\n{H}Content-Length : 1\r\n\r\na", 400, "name"),
    refused("no Host", "GET /livez HTTP/1.1\r\n\r\n", 400, "Host"),
    refused("two Host", f"GET /livez HTTP/1.1\r\n{H}{H}\r\n", 400, "Host"),
    refused("two other Host", f"GET /livez HTTP/1.1\r\n{H}Host: evil\r\n\r\n", 400, "Host"),
    refused("a Host with a path", "GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "Host"),
    refused("a Host with a user", "GET /livez HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "Host"),
    refused("a method that is no token", "G@T /livez HTTP/1.1\r\n" + H + "\r\n", 400, "method"),
    refused("a space in the target", "GET /livez a HTTP/1.1\r\n" + H + "\r\n", 400, "target"),
    refused("a tab in the target", "GET /livez\ta HTTP/1.1\r\n" + H + "\r\n", 400, "target"),
    refused("a control character in the target", "GET /livez\x01 HTTP/1.1\r\n" + H + "\r\n", 400, "target"),
    refused("a bare CR in a value", f"GET /livez HTTP/1.1\r\n{H}X: a\rY: b\r\n\r\n", 400, "control"),
    refused("a field name with a parenthesis", get("/livez", "X(y): a\r\n"), 400, "name"),
    refused("gzip as transfer coding", f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: gzip\r\n\r\nabc", 501,
            "chunked", "not-implemented"),
    refused("gzip, chunked", f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501,
            "chunked", "not-implemented"),
    refused("identity", f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: identity\r\n\r\n", 501, "chunked",
            "not-implemented"),
    refused("xchunked", f"POST /render HTTP/1.1\r\n{H}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501, "chunked",
            "not-implemented"),
    refused("another expectation", f"POST /render HTTP/1.1\r\n{H}Expect: a miracle\r\nContent-Length: 1\r\n\r\nx", 417,
            "100-continue", "expectation-failed"),
]

# The library hides these; they are served and the connection ends, so that nothing can follow unseen.
HIDDEN = [
    Row("a folded line", get("/livez", "X: a\r\n b\r\n") + get("/nothing"), 200, "alive", closes=True),
    Row("a folded line that makes a length", f"POST /render HTTP/1.1\r\n{H}{TEXT}Content-: 3\r\n Length\r\n\r\nabc", 200,
        closes=True),
    Row("bare LF", "GET /livez HTTP/1.1\nHost: localhost\n\n" + get("/nothing"), 200, "alive", closes=True),
    Row("NUL in the target", "GET /livez\0 HTTP/1.1\r\n" + H + "\r\n", 200, closes=True),
    Row("NUL in a value", get("/livez", "X: a\0b\r\n"), 200, "alive", closes=True),
    Row("a line without a name", get("/livez", ": a\r\n"), 200, "alive", closes=True),
]

# The library's own answers, in its own HTML: pinned, and documented.
LIBRARY = [
    Row("400, a length that is no number", f"POST /render HTTP/1.1\r\n{H}Content-Length: abc\r\n\r\n", 400,
        "Content-Length", page=True),
    Row("400, a negative length", f"POST /render HTTP/1.1\r\n{H}Content-Length: -1\r\n\r\n", 400, "Content-Length",
        page=True),
    Row("400, a length twice in one", f"POST /render HTTP/1.1\r\n{H}Content-Length: 1, 1\r\n\r\na", 400,
        "Content-Length", page=True),
    Row("413, a length beyond all numbers", f"POST /render HTTP/1.1\r\n{H}Content-Length: {'9' * 30}\r\n\r\n", 413,
        "Content-Length", page=True),
    Row("400, a line without a colon", get("/livez", "colon\r\n"), 400, "syntactically", page=True),
    Row("400, HTTP/0.9", "GET /livez\r\n\r\n", 400, "syntactically", page=True),
    Row("400, a bad chunk", chunked("/render", "zz\r\n"), 400, "syntactically", page=True),
    Row("414", get("/" + "t" * 40_000), 414, "too big", page=True),
    Row("431", get("/livez", f"X: {'t' * 40_000}\r\n"), 431, "too big", page=True),
    Row("505", "GET /livez HTTP/2.0\r\n" + H + "\r\n", 505, "version", page=True),
]

ROWS = SERVED + PROBLEMS + REFUSED + HIDDEN + LIBRARY


def faults(row, connection, answer):
    """What an answer is not that it should be."""
    if answer.status != row.status:
        yield f"status {answer.status}"
    if row.contains not in answer.text:
        yield f"the body lacks {row.contains!r}"
    for line in answer.lines[1:]:
        if not FIELD.match(line):
            yield f"a line that is no field: {line!r}"
    for name, value in row.fields.items():
        if answer[name] != value:
            yield f"{name} is {answer[name]!r}"
    if not row.page and answer["x-content-type-options"] != "nosniff":
        yield "no nosniff"
    if row.page != (answer["content-type"] is None and answer.text.startswith(("<html>", "HTTP/1.1"))):
        yield "not the library's page" if row.page else "a page of the library's"
    if row.kind:
        if answer["content-type"] != "application/problem+json" or not answer["x-request-id"]:
            yield "no problem with an id"
        elif not row.head:
            try:
                problem = answer.json
                if problem["type"] != f"/problems/{row.kind}" or problem["status"] != row.status:
                    yield f"another problem: {answer.text}"
                if not problem["title"] or not problem["detail"]:
                    yield "no title or detail"
            except ValueError:
                yield "the problem is no JSON"
    if row.closes:
        if not answer.closes and not row.request.startswith(b"GET /strings/fr/title HTTP/1.0"):
            yield "no Connection: close"
        if not row.page and not connection.ends():
            yield "the connection goes on"
    else:
        if answer.closes:
            yield "Connection: close"
        connection.send(f"GET /readyz HTTP/1.1\r\n{H}\r\n")
        following = connection.answer()
        if following.status != 200 or following.text != "ready\n":
            yield f"the next request on the connection got {following.status} {following.text!r}"


def try_row(row, port):
    connection = Connection(port, timeout=10)
    try:
        connection.send(row.request)
        for status in row.before:
            first = connection.answer()
            if first.status != status:
                return [f"status {first.status} before it"]
        answer = connection.answer(to_head=row.head)
        if row.page:
            answer.body += connection.rest()
        return list(faults(row, connection, answer))
    except (EOFError, OSError) as error:
        return [f"no whole answer: {error!r}"]
    finally:
        connection.close()


def heads_equal(service):
    """HEAD's header section is GET's, the length included."""
    for target, fields in [
        ("/strings", ""), ("/strings/en", ""), ("/strings/en", "Accept-Encoding: gzip\r\n"), ("/strings/fr/login", ""),
        ("/strings/fr/title", ""), ("/strings/fr/title", "Accept: application/json\r\n"), ("/strings/auto/title", ""),
        ("/strings/en/cart.items?arg.count=2", ""), ("/locales/fr/translation.json", ""), ("/openapi.json", ""),
        ("/livez", ""), ("/readyz", ""), ("/strings/fr/no.such", ""), ("/strings/ja", ""), ("/strings/en/%00", ""),
        ("/nothing", ""), ("/strings/fr/title", "If-None-Match: *\r\n"), ("/strings/fr/title?v=old", ""),
        ("/events?x", "If-None-Match: *\r\n"),
    ]:
        if "gzip" in fields:  # made off the request path: identity until it is there
            eventually(lambda: service.get(target, {"Accept-Encoding": "gzip"})["content-encoding"] == "gzip")
        seen = []
        for method in ("GET", "HEAD"):
            connection = Connection(service.port, timeout=10)
            connection.send(get(target, fields, method))
            answer = connection.answer(to_head=method == "HEAD" or target.startswith("/events"))
            connection.close()
            framing = ("transfer-encoding", "connection") if target.startswith("/events") else ()
            seen.append((answer.status, {name: value for name, value in answer.fields.items()
                                         if name not in ("date", "x-request-id", *framing)}))
        if seen[0] != seen[1]:
            yield f"{target} {fields.strip()}: {seen}"


def run(checks, short):
    with Folder() as folder:
        services = {}
        try:
            wrong = 0
            for row in ROWS:
                if row.flags not in services:
                    services[row.flags] = Service(folder.path, *row.flags)
                found = try_row(row, services[row.flags].port)
                if found:
                    wrong += 1
                    checks.check(f"row '{row.name}'", False, "; ".join(found)[:400])
            unequal = list(heads_equal(services[()]))
            checks.check("HEAD answers as GET", not unequal, "; ".join(unequal)[:600])
            statuses = sorted({row.status for row in ROWS} | {status for row in ROWS for status in row.before})
            checks.check("rows of bytes against their answers", wrong == 0, f"{len(ROWS) - wrong} of {len(ROWS)} rows")
            checks.check("there are 120 rows at least", len(ROWS) >= 120, len(ROWS))
            print("     statuses reached: " + " ".join(map(str, statuses)))
        finally:
            codes = [service.stop() for service in services.values()]
        checks.check("the services end with status 0", codes == [0] * len(codes), codes)
