"""Tokens, TLS, other origins, the admin port, and what each limit answers."""
import os, socket, ssl, subprocess, time
from support import Connection, Folder, Service, eventually

OPEN = ["/livez", "/readyz"]
CLOSED = ["/strings", "/strings/fr", "/strings/fr/title", "/strings/auto/title", "/locales/fr/translation.json",
          "/i18n/fr.json", "/assets/i18n/fr.json", "/events", "/status", "/missing", "/metrics", "/openapi.json",
          "/nothing"]
ADMINISTRATIVE = ["/status", "/missing", "/metrics"]


def tokens(checks, folder):
    path = folder.write(".tokens/file", "# of the app\nfirst-token\n")
    with Service(folder.path, "--token-file", path, "--max-age", "60") as service:
        bearer = {"Authorization": "Bearer first-token"}
        for target in OPEN:
            checks.check(f"token: {target} is open", service.get(target).status == 200)
        console = service.get("/")
        checks.check("token: the bare console page is open",
                     console.status == 200 and console["content-type"].startswith("text/html")
                     and console["content-security-policy"], console.status)
        answers = {target: service.get(target) for target in CLOSED}
        checks.check("token: everything else demands it",
                     all(answer.status == 401 and answer["www-authenticate"].startswith("Bearer")
                         and answer.json["type"] == "/problems/unauthorized" for answer in answers.values()),
                     {target: answer.status for target, answer in answers.items() if answer.status != 401} or "")
        checks.check("token: rendering demands it", service.get("/render", {}, "POST", b"x").status == 401)
        good = {target: service.get(target, bearer).status for target in CLOSED if target not in ("/events", "/nothing")}
        checks.check("token: opens", set(good.values()) == {200}, good if set(good.values()) != {200} else "")
        checks.check("token: a reload by it", service.get("/admin/reload", bearer, "POST", b"").status == 202)
        for name, value in {
            "another": "Bearer other-token", "a longer one": "Bearer first-token2", "a shorter one": "Bearer first-toke",
            "an empty one": "Bearer ", "another scheme": "Basic first-token", "none before it": "first-token",
            "the comment": "Bearer # of the app", "two": "Bearer first-token, Bearer first-token",
        }.items():
            status = service.get("/strings/fr", {"Authorization": value}).status
            checks.check(f"token: {name} does not open", status == 401, status)
        checks.check("token: the scheme in any case",
                     service.get("/strings/fr", {"Authorization": "bearer first-token"}).status == 200)
        checks.check("token: answers are private",
                     service.get("/strings/fr/title", bearer)["cache-control"] == "private, max-age=60",
                     service.get("/strings/fr/title", bearer)["cache-control"])
        folder.write(".tokens/file", "second-token\r\nthird-token")
        second = {"Authorization": "Bearer second-token"}
        checks.check("token: the file is read again",
                     eventually(lambda: service.get("/strings/fr", second).status == 200, 10))
        checks.check("token: the old one is out", service.get("/strings/fr", bearer).status == 401)
        checks.check("token: each line counts",
                     service.get("/strings/fr", {"Authorization": "Bearer third-token"}).status == 200)
        folder.write(".tokens/file", "not a token\n")
        time.sleep(2.2)
        checks.check("token: a bad file leaves the tokens as they are", service.get("/strings/fr", second).status == 200)
        checks.check("token: none is in the log", not any("second-token" in str(line) for line in service.log()))


def origins(checks, folder):
    path = folder.write(".tokens/cors", "secret\n")
    ours = {"Origin": "https://app.example"}
    with Service(folder.path, "--allow-origin", "https://app.example", "--token-file", path) as service:
        bearer = {"Authorization": "Bearer secret"}
        answer = service.get("/strings/fr/title", ours | bearer)
        checks.check("CORS: allowed", answer["access-control-allow-origin"] == "https://app.example")
        exposed = answer["access-control-expose-headers"] or ""
        checks.check("CORS: exposes what readers need",
                     all(name in exposed for name in ["Content-Language", "ETag", "Parlance-Version",
                                                      "Parlance-Missing", "Parlance-Missing-Count", "X-Request-Id"]))
        checks.check("CORS: varies by origin", "Origin" in answer["vary"].split(", "), answer["vary"])
        for name, target, headers, status in [
            ("404", "/nothing", bearer, 404), ("401", "/strings/fr", {}, 401),
            ("400", "/strings/en/%00", bearer, 400), ("406", "/strings/auto/title?strict=true",
                                                      bearer | {"Accept-Language": "ja"}, 406),
            ("304", "/strings/fr/title", bearer | {"If-None-Match": "*"}, 304),
        ]:
            answer = service.get(target, ours | headers)
            checks.check(f"CORS: on a {name} too", answer.status == status
                         and answer["access-control-allow-origin"] == "https://app.example", answer.status)
        connection = Connection(service.port)
        connection.send("GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nOrigin: https://app.example\r\n\r\n")
        answer = connection.answer()
        connection.close()
        checks.check("CORS: on a refusal too", answer.status == 400 and answer["access-control-allow-origin"])
        other = service.get("/strings/fr/title", bearer | {"Origin": "https://evil.example"})
        checks.check("CORS: not for another origin",
                     other.status == 200 and other["access-control-allow-origin"] is None and "Origin" in other["vary"])
        again = service.get("/strings/fr/title", ours | bearer)
        checks.check("CORS: and what another got is not kept",
                     again["access-control-allow-origin"] == "https://app.example")
        checks.check("CORS: not for part of it", service.get(
            "/livez", {"Origin": "https://app.example.evil"})["access-control-allow-origin"] is None)
        asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,authorization"}
        answer = service.get("/render", ours | asking, "OPTIONS")
        checks.check("CORS: preflight needs no token, and is kept",
                     answer.status == 204 and "POST" in answer["access-control-allow-methods"]
                     and "Content-Type" in answer["access-control-allow-headers"]
                     and "Authorization" in answer["access-control-allow-headers"]
                     and int(answer["access-control-max-age"]) >= 600, answer["access-control-max-age"])
        answer = service.get("/render", {"Origin": "https://evil.example"} | asking, "OPTIONS")
        checks.check("CORS: preflight of another origin", answer["access-control-allow-origin"] is None)
    with Service(folder.path, "--allow-origin", "*") as service:
        answer = service.get("/strings/fr/title", ours)
        checks.check("CORS: any origin", answer["access-control-allow-origin"] == "*" and "Origin" not in answer["vary"])
    with Service(folder.path) as service:
        answer = service.get("/strings/fr/title", ours)
        checks.check("CORS: off by default", answer["access-control-allow-origin"] is None)


def admin(checks, folder):
    with Service(folder.path, admin=True) as service:
        public = {target: service.get(target).status for target in ["/", *ADMINISTRATIVE]}
        checks.check("admin: not on the public port", set(public.values()) == {404}, public)
        checks.check("admin: no reload on the public port",
                     service.get("/admin/reload", {}, "POST", b"").status == 404)
        there = {target: service.get(target, port=service.admin_port).status for target in ["/", *ADMINISTRATIVE]}
        checks.check("admin: on the admin port", set(there.values()) == {200}, there)
        checks.check("admin: a reload there",
                     service.get("/admin/reload", {}, "POST", b"", port=service.admin_port).status == 202)
        checks.check("admin: strings on both", service.get("/strings/fr/title").text == "Boutique"
                     and service.get("/strings/fr/title", port=service.admin_port).text == "Boutique")
        checks.check("admin: it ends", service.stop() == 0)


def tls(checks, folder):
    certificate, key = (os.path.join(folder.path, ".tls." + part) for part in ("crt", "key"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True, timeout=30)
    with Service(folder.path, "--tls-certificate", certificate, "--tls-key", key, scheme="https") as service:
        for name, version in [("1.2", ssl.TLSVersion.TLSv1_2), ("1.3", ssl.TLSVersion.TLSv1_3)]:
            context = ssl.create_default_context(cafile=certificate)
            context.minimum_version = context.maximum_version = version
            connection = Connection(service.port, context=context)
            texts = []
            for _ in range(3):
                connection.request("GET", "/strings/fr/title", {})
                texts.append(connection.answer().text)
            checks.check(f"TLS {name}: one connection, three answers", texts == ["Boutique"] * 3,
                         connection.socket.version())
            connection.close()
        for flag in ("-tls1", "-tls1_1"):
            done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{service.port}", flag, "-cipher",
                                   "DEFAULT@SECLEVEL=0"], input=b"", capture_output=True, timeout=20)
            said = (done.stdout + done.stderr).decode("utf-8", "replace")
            # It is the service that refuses: the tool itself sent its greeting in this version.
            refusal = [text for text in ("alert protocol version", "unexpected eof while reading") if text in said]
            checks.check(f"TLS: {flag[1:]} is refused",
                         done.returncode != 0 and "Cipher is (NONE)" in said and refusal, refusal or said[-200:])
        try:
            plain = Connection(service.port, timeout=10)
            plain.request("GET", "/livez", {})
            plain.answer()
            checks.check("TLS: plain HTTP gets nothing", False)
        except (EOFError, OSError, IndexError, ValueError):
            checks.check("TLS: plain HTTP gets nothing", True)
        checks.check("TLS: and goes on", eventually(lambda: _tls_get(service, certificate) == 200, 5))
        checks.check("TLS: it ends", service.stop() == 0)


def _tls_get(service, certificate):
    connection = Connection(service.port, context=ssl.create_default_context(cafile=certificate))
    connection.request("GET", "/livez", {})
    try:
        return connection.answer().status
    finally:
        connection.close()


def limits(checks, folder):
    with Service(folder.path, "--max-header", "4096") as service:
        checks.check("--max-header: within", service.get("/livez", {"X": "a" * 1000}).status == 200)
        checks.check("--max-header: 431 beyond", service.get("/livez", {"X": "a" * 5000}).status == 431)
        checks.check("--max-header: 414 beyond", service.get("/" + "a" * 5000).status == 414)
    with Service(folder.path, "--header-timeout", "1", "--idle-timeout", "5") as service:
        late, idle, slow = (Connection(service.port) for _ in range(3))
        late.send("GET /livez HTTP/1.1\r\nHo")
        idle.request("GET", "/livez", {})
        idle.answer()
        slow.send("POST /render HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n")
        begin = time.monotonic()
        ended = late.ends(8)
        checks.check("--header-timeout: a late head ends", ended and time.monotonic() - begin < 4.5,
                     f"{time.monotonic() - begin:.1f} s")
        for letter in "abc":  # slower than a head may be, but it goes on
            slow.send(letter)
            time.sleep(0.6)
        slow.send("defghi")
        checks.check("--header-timeout: a body may take longer", slow.answer().text == "abcdefghi")
        ended = idle.ends(10)
        checks.check("--idle-timeout: an idle connection ends", ended, f"{time.monotonic() - begin:.1f} s")
        for connection in (late, idle, slow):
            connection.close()
    with Service(folder.path, "--max-events", "2") as service:
        streams = []
        for _ in range(3):
            connection = Connection(service.port)
            connection.request("GET", "/events", {})
            streams.append((connection, connection.answer(to_head=True).status))
        checks.check("--max-events: the third gets 503", [status for _, status in streams] == [200, 200, 503])
        for connection, _ in streams:
            connection.close()
        checks.check("--max-events: those who left make room", eventually(lambda: _stream_opens(service), 12, 0.5))
    with Service(folder.path, "--max-connections-per-address", "3") as service:
        held = [Connection(service.port) for _ in range(3)]
        for connection in held:
            connection.request("GET", "/livez", {})
            connection.answer()
        try:
            more = Connection(service.port, timeout=5)
            more.request("GET", "/livez", {})
            more.answer()
            checks.check("--max-connections-per-address: one more gets nothing", False)
        except (EOFError, OSError):
            checks.check("--max-connections-per-address: one more gets nothing", True)
        for connection in held:
            connection.close()
        checks.check("--max-connections-per-address: those who left make room",
                     eventually(lambda: _alive(service), 10))
    with Service(folder.path, "--max-connections", "4", "--threads", "2") as service:
        held = [Connection(service.port) for _ in range(4)]
        for connection in held:
            connection.request("GET", "/livez", {})
            connection.answer()
        waiting = Connection(service.port, timeout=15)
        waiting.request("GET", "/livez", {})
        waiting.socket.settimeout(0.5)
        try:
            waiting.answer()
            waits = False
        except TimeoutError:
            waits = True
        checks.check("--max-connections: one more waits", waits)
        for connection in held:
            connection.close()
        waiting.socket.settimeout(15)
        checks.check("--max-connections: and is served when one leaves", waiting.answer().status == 200)
        waiting.close()
    with Folder({"xx.txt": ""}) as empty, Service(empty.path, "--wait", "--poll", "1") as service:
        ready, strings = service.get("/readyz"), service.get("/strings/en")
        checks.check("--wait: alive and not ready", service.get("/livez").status == 200 and ready.status == 503
                     and ready.json["type"] == "/problems/not-ready" and ready["retry-after"])
        checks.check("--wait: no strings yet", strings.status == 503 and strings.json["status"] == 503)
        empty.write("en.json", {"a": "b"})
        checks.check("--wait: ready when a table comes", eventually(lambda: service.get("/readyz").status == 200, 10))
        checks.check("--wait: and serves it", service.get("/strings/en/a").text == "b")


def _alive(service):
    try:
        return service.get("/livez").status == 200
    except (EOFError, OSError):
        return False


def _stream_opens(service):
    connection = Connection(service.port)
    connection.request("GET", "/events", {})
    try:
        return connection.answer(to_head=True).status == 200
    finally:
        connection.close()


def run(checks, short):
    for part in (tokens, origins, admin, tls, limits):
        with Folder() as folder:
            part(checks, folder)
