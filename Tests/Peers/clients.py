"""Clients as people use them: each gets right answers and keeps its connection. A proxy between counts connections."""
import http.client, json, os, re, socket, subprocess, threading, urllib.error, urllib.request
from support import Folder, Service

COUNT = 20


class CountingProxy:
    """Passes bytes on, both ways, and counts the connections."""

    def __init__(self, port):
        self.target, self.connections = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, sink in ((client, server), (server, client)):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    @staticmethod
    def _pass(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        try:
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"


def command(*arguments, timeout=60, cwd=None):
    done = subprocess.run(arguments, capture_output=True, timeout=timeout, cwd=cwd)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def curl(checks, service, folder):
    with CountingProxy(service.port) as proxy:
        status, output, errors = command(
            "curl", "--http1.1", "--silent", "--show-error", "--fail", "--write-out", " %{num_connects}\\n",
            *[f"{proxy.url}/strings/{locale}/title" for locale in ("en", "fr", "de")] * 5)
        lines = output.split("\n")[:-1]
        checks.check("curl --http1.1 gets right answers",
                     status == 0 and [line.split(" ")[0] for line in lines] == ["Shop", "Boutique", "Laden"] * 5, errors)
        checks.check("curl --http1.1 keeps its connection", proxy.connections == 1, f"{proxy.connections} connection")
    with CountingProxy(service.port) as proxy:
        status, output, errors = command(
            "curl", "--http1.1", "--silent", "--show-error", "--compressed", f"{proxy.url}/strings/en", "--next",
            "--http1.1", "--silent", "-X", "POST", "-H", "Content-Type: text/plain", "--data-binary", "<login.title>",
            f"{proxy.url}/render?locale=fr", "--next", "--http1.1", "--silent", "--head", f"{proxy.url}/strings/fr",
            "--next", "--http1.1", "--silent", f"{proxy.url}/nothing", "--next", "--http1.1", "--silent", "--etag-compare",
            os.path.join(folder.path, ".etag"), "--etag-save", os.path.join(folder.path, ".etag"),
            f"{proxy.url}/strings/fr/title")
        checks.check("curl: tables, renders, HEAD, errors on one connection",
                     status == 0 and "Se connecter" in output and "/problems/not-found" in output
                     and output.endswith("Boutique") and proxy.connections == 1, f"{proxy.connections} connection")
    status, output, errors = command(
        "curl", "--http1.1", "--silent", "--etag-compare", os.path.join(folder.path, ".etag"), "--write-out",
        "%{http_code}", f"{service.url}/strings/fr/title")
    checks.check("curl --etag-compare gets 304", output == "304", output)
    status, output, errors = command(
        "curl", "--http1.1", "--silent", "--write-out", " %{http_code}", "-H", "Expect: 100-continue",
        "-H", "Content-Type: text/plain", "--data-binary", "x" * 100_000, f"{service.url}/render")
    checks.check("curl waits for 100 and sends a large body", output == "x" * 100_000 + " 200", len(output))


def wget(checks, service, folder):
    with CountingProxy(service.port) as proxy:
        targets = [f"{proxy.url}/strings/{locale}/title" for locale in ("en", "fr", "de")] * 3
        status, output, errors = command("wget", "--no-verbose", "--output-document=-", "--no-proxy", *targets)
        checks.check("wget gets right answers", status == 0 and output == "ShopBoutiqueLaden" * 3, output or errors[-200:])
        checks.check("wget keeps its connection", proxy.connections == 1, f"{proxy.connections} connection")


def python(checks, service, folder):
    with CountingProxy(service.port) as proxy:
        connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=20)
        right = 0
        for number in range(COUNT):
            locale, title = [("en", "Shop"), ("fr", "Boutique"), ("de", "Laden")][number % 3]
            connection.request("GET", f"/strings/{locale}/title", headers={"Accept": "application/json"})
            answer = connection.getresponse()
            right += answer.status == 200 and json.loads(answer.read()) == title and not answer.will_close
        connection.request("POST", "/render?locale=fr", json.dumps({"t": "<login.title>"}),
                           {"Content-Type": "application/json"})
        right += json.load(connection.getresponse()) == {"t": "Se connecter"}
        connection.request("HEAD", "/strings/en")
        answer = connection.getresponse()
        right += answer.read() == b"" and int(answer.headers["Content-Length"]) > 100
        connection.request("GET", "/strings/fr/title", headers={"If-None-Match": "*"})
        answer = connection.getresponse()
        right += answer.status == 304 and answer.read() == b""
        connection.request("DELETE", "/strings/fr")
        right += connection.getresponse().read() != b""
        # Chunks: the length is not known before.
        connection.request("POST", "/render?locale=de", iter([b"<login", b".title>"]),
                           {"Content-Type": "text/plain"}, encode_chunked=True)
        right += connection.getresponse().read() == b"Anmelden"
        connection.close()
        checks.check("http.client gets right answers", right == COUNT + 5, f"{right} of {COUNT + 5}")
        checks.check("http.client keeps its connection", proxy.connections == 1, f"{proxy.connections} connection")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    texts, lengths = [], []
    for locale in ("en", "fr", "de"):
        with opener.open(f"{service.url}/strings/{locale}/title", timeout=20) as answer:
            texts.append(answer.read().decode())
            lengths.append(answer.headers["Connection"])
    checks.check("urllib gets right answers", texts == ["Shop", "Boutique", "Laden"], texts)
    checks.check("urllib asks for a close and gets it", set(lengths) == {"close"}, set(lengths))
    try:
        opener.open(urllib.request.Request(f"{service.url}/render", data=b"x" * (2 << 20),
                                           headers={"Content-Type": "text/plain"}), timeout=20)
        checks.check("urllib sees the 413 of a body that is too large", False)
    except urllib.error.HTTPError as error:
        checks.check("urllib sees the 413 of a body that is too large",
                     error.code == 413 and json.load(error)["limit"] == 1 << 20, error.code)


NODE = """
const base = process.argv[1];
(async () => {
  let right = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const [locale, title] = [["en", "Shop"], ["fr", "Boutique"], ["de", "Laden"]][turn % 3];
    const answer = await fetch(`${base}/strings/${locale}/title`);
    right += (await answer.text()) === title && answer.headers.get("content-language") === locale;
  }
  const body = JSON.stringify({ t: "<login.title>" });
  const post = await fetch(`${base}/render?locale=fr`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
  right += (await post.json()).t === "Se connecter";
  const table = await fetch(`${base}/strings/en`, { headers: { "Accept-Encoding": "br, gzip" } });
  right += (await table.json()).title === "Shop";
  const missing = await fetch(`${base}/strings/fr/no.such`);
  right += missing.status === 404 && (await missing.json()).type === "/problems/missing-key";
  console.log(right);
})();
"""


def node(checks, service, folder):
    with CountingProxy(service.port) as proxy:
        status, output, errors = command("node", "--eval", NODE, proxy.url)
        checks.check("node's fetch gets right answers", output.strip() == "23", output.strip() + errors[-300:])
        # It has a pool, and takes another connection where the last answer's end has not been seen yet.
        checks.check("node's fetch keeps its connections", proxy.connections <= 3,
                     f"{proxy.connections} for 23 requests")
    # It waits for the content that a 304 does not have: the service ends the connection, or each would be held.
    again = f"""(async () => {{
        let right = 0;
        for (let turn = 0; turn < 30; turn += 1) {{
          const answer = await fetch("{service.url}/strings/fr", {{headers: {{"If-None-Match": "*"}}}});
          right += answer.status === 304 && (await answer.text()) === "";
        }}
        const metrics = await (await fetch("{service.url}/metrics")).text();
        console.log(right, metrics.match(/^parlance_connections (\\d+)/m)[1]);
    }})()"""
    status, output, errors = command("node", "--eval", again, timeout=30)
    right, held = (output.split() + ["0", "99"])[:2]
    checks.check("node's fetch gets 304s and ends by itself", status == 0 and right == "30", output.strip() + errors[-300:])
    checks.check("node's fetch holds no connection after a 304", int(held) <= 5, held)


def ab(checks, service, folder):
    status, output, errors = command("ab", "-q", "-k", "-n", "2000", "-c", "20", f"{service.url}/strings/fr/title")

    def number(name):
        found = re.search(rf"^{name}:\s+(\d+)", output, re.M)
        return int(found[1]) if found else None

    checks.check("ab -k gets right answers",
                 status == 0 and number("Complete requests") == 2000 and number("Failed requests") == 0
                 and number("Document Length") == 8 and "Non-2xx" not in output, errors[-200:])
    checks.check("ab -k keeps its connections", number("Keep-Alive requests") == 2000, number("Keep-Alive requests"))


LUA = """
local paths = {{"/strings/en/title", "Shop"}, {"/strings/fr/title", "Boutique"}, {"/strings/de/title", "Laden"}}
local threads, asked, answered = {}, 0, 0
wrong, right = 0, 0
function setup(thread) table.insert(threads, thread) end
function request()
  asked = asked + 1
  return wrk.format("GET", paths[1 + asked % 3][1])
end
function response(status, headers, body)
  local known = body == "Shop" or body == "Boutique" or body == "Laden"
  if status == 200 and known and tonumber(headers["Content-Length"]) == #body then right = right + 1
  else wrong = wrong + 1 end
end
function done(summary, latency, requests)
  local all, bad = 0, 0
  for _, thread in ipairs(threads) do all = all + thread:get("right"); bad = bad + thread:get("wrong") end
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d\\n", all, bad, e.connect + e.read + e.write + e.status + e.timeout))
end
"""


def wrk(checks, service, folder):
    script = folder.write(".wrk.lua", LUA)
    with CountingProxy(service.port) as proxy:
        status, output, errors = command("wrk", "-t", "1", "-c", "4", "-d", "1s", "-s", script, proxy.url)
        found = re.search(r"RESULT (\d+) (\d+) (\d+)", output)
        right, wrong, broken = map(int, found.groups()) if found else (0, 0, 0)
        checks.check("wrk gets right answers", right > 50 and wrong == 0 and broken == 0,
                     f"{right} right, {wrong} wrong, {broken} broken")
        # One more is the connection with which it tries the address first.
        checks.check("wrk keeps its connections", proxy.connections <= 5, f"{proxy.connections} connections")


def run(checks, short):
    with Folder() as folder, Service(folder.path) as service:
        for client in (curl, wget, python, node, ab, wrk):
            client(checks, service, folder)
