"""nginx as a caching proxy before two replicas, with the configuration of docs/proxies.md, and with Vary ignored."""
import gzip, os, re, shutil, signal, socket, subprocess, time
from support import Connection, Folder, Service, eventually, version

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    """The documented server, and beside it one that ignores Vary."""

    def __init__(self, replicas):
        self.folder = Folder({})
        self.port, self.careless_port = free_port(), free_port()
        with open(os.path.join(ROOT, "docs", "proxies.md"), encoding="utf-8") as file:
            text = re.search(r"```nginx\n(.*?)```", file.read(), re.S)[1]
        for documented, actual in zip((8080, 8081, 8000), (replicas[0].port, replicas[1].port, self.port)):
            text = text.replace(f"127.0.0.1:{documented};", f"127.0.0.1:{actual};")
        text = text.replace("proxy_cache_path cache", f"proxy_cache_path {self.folder.path}/cache")
        text = text.replace("X-Cache $upstream_cache_status always;",
                            "X-Cache $upstream_cache_status always;\n        add_header X-Replica $upstream_addr always;")
        server = text[text.index("server {\n    listen"):]
        careless = server.replace(f"127.0.0.1:{self.port};", f"127.0.0.1:{self.careless_port};").replace(
            "proxy_cache tables;", "proxy_cache careless;\n        proxy_ignore_headers Vary;\n        proxy_cache_key "
            "$scheme$host$request_uri$http_accept$http_accept_encoding;")
        temporary = "".join(f"{kind}_temp_path {self.folder.path}/{kind};\n"
                            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        configuration = self.folder.write("nginx.conf", f"""
            daemon off;
            worker_processes 1;
            pid {self.folder.path}/pid;
            error_log {self.folder.path}/error.log;
            events {{ worker_connections 512; }}
            http {{
            access_log off;
            {temporary}
            proxy_cache_path {self.folder.path}/careless keys_zone=careless:1m;
            {text}
            {careless}
            }}
        """)
        os.chmod(self.folder.path, 0o777)
        self.process = subprocess.Popen(
            [shutil.which("nginx") or "/usr/sbin/nginx", "-c", configuration, "-p", self.folder.path],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not eventually(lambda: self.listens(), 20):
            log = open(os.path.join(self.folder.path, "error.log")).read()
            self.stop()
            raise RuntimeError(f"nginx does not listen: {log[-500:]}")

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.careless_port), 2).close()
            return True
        except OSError:
            return False

    def get(self, target, headers=None, method="GET", body=None, careless=False):
        connection = Connection(self.careless_port if careless else self.port)
        try:
            connection.request(method, target, headers or {}, body)
            return connection.answer(to_head=method == "HEAD")
        finally:
            connection.close()

    def stop(self):
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.folder.__exit__()


def replicas_agree(checks, replicas):
    for target, headers in [
        ("/strings/fr", {}), ("/strings/fr", {"Accept-Encoding": "gzip"}), ("/strings/fr", {"Accept-Encoding": "br"}),
        ("/strings/fr?shape=flat", {}), ("/strings/fr/title", {}), ("/strings/fr/title", {"Accept": "application/json"}),
        ("/strings/auto/title", {"Accept-Language": "de"}), ("/strings", {}), ("/locales/fr/translation.json", {}),
    ]:
        eventually(lambda: all(r.get(target, headers)["content-encoding"] == headers.get("Accept-Encoding")
                               for r in replicas), 10)
        first, second = (replica.get(target, headers) for replica in replicas)
        checks.check(f"replicas agree on {target} {headers or ''}",
                     first["etag"] and first["etag"] == second["etag"] and first.body == second.body
                     and first["parlance-version"] == second["parlance-version"], first["etag"])


def caching(checks, nginx):
    for target in ["/strings/fr/title", "/strings/fr", "/locales/fr/translation.json", "/strings/de/login"]:
        first, second = nginx.get(target), nginx.get(target)
        checks.check(f"nginx: {target} is a hit on the second request",
                     (first["x-cache"], second["x-cache"]) == ("MISS", "HIT") and first.body == second.body
                     and second.status == 200, f"{first['x-cache']}, {second['x-cache']}")
    tag = nginx.get("/strings/fr/title")["etag"]
    checks.check("nginx: 304 from the cache", nginx.get("/strings/fr/title", {"If-None-Match": tag}).status == 304)
    seen = {nginx.get("/livez")["x-replica"] for _ in range(8)}
    checks.check("nginx: both replicas answer", len(seen) == 2, len(seen))
    for careless in (False, True):
        name = "Vary ignored" if careless else "Vary respected"
        wrong, hits = [], 0
        current = nginx.get("/strings")["parlance-version"]
        for turn in range(12):
            for target in ("/strings/auto/title", "/strings/auto", f"/strings/auto/title?v={current}"):
                for language, title in (("fr", "Boutique"), ("de", "Laden"), ("ja", "Shop")):
                    answer = nginx.get(target, {"Accept-Language": language}, careless=careless)
                    hits += answer["x-cache"] == "HIT"
                    if title not in answer.text or "no-cache" not in answer["cache-control"]:
                        wrong.append((target, language, answer.text[:40]))
        checks.check(f"nginx, {name}: three readers in turn get their languages", not wrong, wrong[:2] or "108 answers")
        checks.check(f"nginx, {name}: negotiated answers are not kept", hits == 0, hits)
        wrong = []
        for turn in range(6):
            for accept, text in (("text/plain", "Boutique"), ("application/json", '"Boutique"')):
                answer = nginx.get("/strings/fr/title", {"Accept": accept}, careless=careless)
                if answer.text != text:
                    wrong.append((accept, answer.text))
            for coding in ("gzip", "identity"):
                answer = nginx.get("/strings/en", {"Accept-Encoding": coding}, careless=careless)
                body = gzip.decompress(answer.body) if answer["content-encoding"] == "gzip" else answer.body
                if b'"Shop"' not in body or (coding == "identity" and answer["content-encoding"]):
                    wrong.append((coding, answer["content-encoding"]))
        checks.check(f"nginx, {name}: text, JSON, gzip and identity are not mixed", not wrong, wrong[:2] or "")
    checks.check("nginx: renders", nginx.get("/render?locale=fr", {"Content-Type": "text/plain"}, "POST",
                                             b"<login.title>").text == "Se connecter")


def revalidation(checks, nginx):
    target = "/strings/fr?shape=flat"
    first = nginx.get(target)
    time.sleep(6.2)  # nginx counts whole seconds
    second = nginx.get(target)
    third = nginx.get(target)
    checks.check("nginx: after --max-age it asks again, and the whole answer stays",
                 (second["x-cache"], third["x-cache"]) == ("REVALIDATED", "HIT")
                 and first.body == second.body == third.body and len(first.body) > 100,
                 f"{first['x-cache']}, {second['x-cache']}, {third['x-cache']}")


def reload(checks, nginx, folders, replicas):
    old = version(replicas[0])
    targets = [f"/strings/fr/title?v={old}", f"/strings/fr?v={old}"]
    for target in targets:
        nginx.get(target)
    checks.check("nginx: a versioned URL is kept for good",
                 nginx.get(targets[0])["x-cache"] == "HIT"
                 and nginx.get(targets[0])["cache-control"] == "public, max-age=31536000, immutable")
    stream = Connection(nginx.port)
    stream.request("GET", "/events", {})
    stream.answer(to_head=True)
    nginx.get("/strings/fr/title")  # kept with the old content

    # One replica is new, the other is not yet.
    folders[0].write("fr.json", {"title": "Magasin", "login": {"title": "Connexion"}})
    eventually(lambda: version(replicas[0]) != old)
    new = version(replicas[0])
    mixed = []
    for _ in range(12):
        for asked in (old, new):
            for careless in (False, True):
                answer = nginx.get(f"/strings/fr/title?v={asked}", careless=careless)
                right = {old: "Boutique", new: "Magasin"}
                if answer.text != right[answer["parlance-version"]]:
                    mixed.append((asked, answer.text, answer["parlance-version"]))
                if "immutable" in answer["cache-control"] and answer["parlance-version"] != asked:
                    mixed.append((asked, answer["cache-control"], answer["parlance-version"]))
                if answer["parlance-version"] != asked and answer["cache-control"] != "no-store":
                    mixed.append((asked, answer["cache-control"]))
    checks.check("nginx: versioned URLs never mix contents while replicas differ", not mixed, mixed[:2] or "48 answers")

    folders[1].write("fr.json", {"title": "Magasin", "login": {"title": "Connexion"}})
    eventually(lambda: version(replicas[1]) == new)
    swapped = time.monotonic()
    checks.check("replicas agree on the new version", version(replicas[0]) == version(replicas[1]) == new)
    texts = {nginx.get("/strings/auto/title", {"Accept-Language": "fr"}, careless=careless).text
             for careless in (False, True) for _ in range(6)}
    checks.check("nginx: negotiated answers are new at once", texts == {"Magasin"}, texts)
    texts = {nginx.get(f"/strings/fr/title?v={new}", careless=careless).text for careless in (False, True)
             for _ in range(6)}
    checks.check("nginx: the new version's URL is new at once", texts == {"Magasin"}, texts)
    answer = nginx.get(targets[0])
    checks.check("nginx: the old version's URL has the old content, from the cache",
                 (answer.text, answer["parlance-version"], answer["x-cache"]) == ("Boutique", old, "HIT"))
    time.sleep(max(0, swapped + 6.1 - time.monotonic()))
    texts = {nginx.get(target, careless=careless).text for careless in (False, True)
             for target in ("/strings/fr/title",) for _ in range(6)}
    checks.check("nginx: nothing is stale beyond --max-age", texts == {"Magasin"}, texts)
    tables = {nginx.get(target, careless=careless).json["title"] for careless in (False, True)
              for target in ("/strings/fr", "/locales/fr/translation.json", "/strings/fr?shape=flat")}
    checks.check("nginx: no table is stale beyond --max-age", tables == {"Magasin"}, tables)
    stream.socket.settimeout(10)
    try:
        while b"event: catalog" not in stream.buffer:
            stream._more()
    except (EOFError, OSError):
        pass
    checks.check("nginx: an event comes through unbuffered", b"event: catalog" in stream.buffer)
    stream.close()


def run(checks, short):
    with Folder() as one, Folder() as two, Service(one.path, "--max-age", "5") as first, \
            Service(two.path, "--max-age", "5") as second:
        replicas_agree(checks, [first, second])
        nginx = Nginx([first, second])
        try:
            caching(checks, nginx)
            revalidation(checks, nginx)
            reload(checks, nginx, [one, two], [first, second])
        finally:
            nginx.stop()
