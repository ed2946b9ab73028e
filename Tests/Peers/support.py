"""What the peers share: the built service running on loopback, plain sockets to it, and the count of checks."""
import json, os, re, shutil, signal, socket, subprocess, tempfile, time, urllib.request

TABLES = {
    "en.json": {
        "title": "Shop",
        "login": {"title": "Sign in", "hint": "Use your <brand.name> account"},
        "brand": {"name": "Acme"},
        "cart": {"items": "{count, plural, one {# item} other {# items}}", "greeting": "Hello {name}"},
        "basket_one": "{{count}} thing",
        "basket_other": "{{count}} things",
        "only": {"english": "English only"},
        "odd": {"a/b": "slash", "with space": "space", "plus+": "plus", "dé": "accent", "#": "hash"},
        "long": {str(number): "A sentence that is long enough to be worth compressing." for number in range(40)},
    },
    "fr.json": {
        "title": "Boutique",
        "login": {"title": "Se connecter"},
        "cart": {"items": "{count, plural, one {# article} other {# articles}}"},
        "basket_one": "{{count}} chose",
        "basket_many": "{{count}} de choses",
        "basket_other": "{{count}} choses",
    },
    "de.json": {"title": "Laden", "login": {"title": "Anmelden"}},
}


class Checks:
    """Counts what held and what did not, a line for each."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, holds, detail=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
        print(f"{'ok  ' if holds else 'FAIL'} {name}" + (f": {detail}" if detail != "" else ""), flush=True)
        return bool(holds)

    def skip(self, name, reason):
        self.skipped += 1
        print(f"skip {name}: {reason}", flush=True)


class Folder:
    """A scratch folder that goes when it is left."""

    def __init__(self, tables=None):
        self.path = tempfile.mkdtemp(prefix="parlance-peers-")
        # Other users' processes read here as well: nginx gives up its rights.
        os.chmod(self.path, 0o755)
        for name, content in (TABLES if tables is None else tables).items():
            self.write(name, content)

    def write(self, name, content):
        """Writes as careful programs do: beside it, then renamed over it."""
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        beside = os.path.join(os.path.dirname(path), "." + os.path.basename(path) + ".new")
        with open(beside, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False))
        os.rename(beside, path)
        return path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Service:
    """The built service on a port of the system's choice. It is ended by its process identifier."""

    def __init__(self, locales, *flags, admin=False, scheme="http"):
        self.log_path = tempfile.mktemp(prefix="parlance-peers-log-")
        self.log_file = open(self.log_path, "wb")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PARLANCE_")}
        arguments = ["serve", "--port", "0", "--locales", locales, "--log-format", "json", *flags]
        if admin:
            arguments += ["--admin-port", "0"]
        self.process = subprocess.Popen(
            [os.environ["PARLANCE_BINARY"], *arguments], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=self.log_file)
        self.scheme = scheme
        self.admin_port = None
        try:
            self.port = self._announced("listening")
            if admin:
                self.admin_port = self._announced("the admin port listens")
        except BaseException:
            self.stop()
            raise

    def _announced(self, message):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            for line in self.log():
                if line.get("message") == message:
                    return line["port"]
            time.sleep(0.01)
        raise RuntimeError(f"the service does not say '{message}': {open(self.log_path).read()[-2000:]}")

    def log(self):
        """The whole lines of the log so far."""
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return [json.loads(line) for line in file.read().split("\n")[:-1] if line.startswith("{")]

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def get(self, target, headers=None, method="GET", body=None, port=None):
        """One request on a connection of its own: status, headers, body."""
        connection = Connection(port or self.port)
        try:
            connection.request(method, target, headers or {}, body)
            return connection.answer(to_head=method == "HEAD")
        finally:
            connection.close()

    def signal(self, number):
        if self.process.poll() is None:
            os.kill(self.process.pid, number)

    def stop(self):
        """Ends the service as an operator does; returns its exit status, or -9 where it had to be killed."""
        try:
            self.signal(signal.SIGTERM)
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.log_file.close()
            if os.path.exists(self.log_path):
                os.unlink(self.log_path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.log_file.closed:
            self.stop()


class Answer:
    """What came back: the lines of the head as bytes, fields by lower-case name, the body."""

    def __init__(self, head, body=b""):
        self.lines = head.split(b"\r\n")
        self.status = int(self.lines[0].split(b" ")[1])
        self.fields = {}
        for line in self.lines[1:]:
            name, _, value = line.partition(b":")
            name = name.decode("latin-1").lower()
            value = value.strip(b" ").decode("latin-1")
            self.fields[name] = f"{self.fields[name]}, {value}" if name in self.fields else value
        self.body = body

    def __getitem__(self, name):
        return self.fields.get(name.lower())

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def closes(self):
        return "close" in (self["connection"] or "").lower()


class Connection:
    """A plain socket that speaks bytes."""

    def __init__(self, port, timeout=20, context=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context:
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.buffer = b""

    def send(self, data):
        try:
            self.socket.sendall(data if isinstance(data, bytes) else data.encode("latin-1"))
        except (BrokenPipeError, ConnectionResetError):
            pass  # what was answered before can still be read

    def request(self, method, target, headers, body=None):
        lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))

    def _more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise EOFError
        self.buffer += piece

    def answer(self, to_head=False):
        """The next answer; raises EOFError where the connection ends before it does."""
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        answer = Answer(head)
        if to_head or answer.status in (204, 304) or answer.status < 200:
            return answer
        if answer["content-length"] is None:
            return answer
        size = int(answer["content-length"].split(",")[0])
        while len(self.buffer) < size:
            self._more()
        answer.body, self.buffer = self.buffer[:size], self.buffer[size:]
        return answer

    def ends(self, seconds=5):
        """Whether the other side closes, with nothing more said."""
        self.socket.settimeout(seconds)
        try:
            return not self.buffer and self.socket.recv(1) == b""
        except ConnectionResetError:
            return True
        except (TimeoutError, OSError):
            return False

    def rest(self):
        try:
            while True:
                self._more()
        except (EOFError, OSError):
            return self.buffer

    def close(self):
        self.socket.close()


def eventually(condition, seconds=20, pause=0.02):
    """Whether a condition comes to hold."""
    deadline = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)


def version(service):
    return service.get("/strings")["parlance-version"]
