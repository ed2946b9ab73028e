"""A headless Chromium, driven through its own driver by the WebDriver protocol: plain HTTP, no library."""
import base64, json, os, shutil, signal, subprocess, tempfile, time, urllib.error, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the protocol gives to references to elements
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Space": " ", "Shift": "\ue008", "Control": "\ue009"}


def is_installed():
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


class Browser:
    """One window. It ends with the `with` that opened it."""

    def __init__(self, width=1280, height=900, arguments=()):
        self.profile = tempfile.mkdtemp(prefix="parlance-peers-browser-")
        # A process group of its own, so that the browser ends with its driver.
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, start_new_session=True)
        self.session = None
        try:
            self.port = self._announced_port()
            flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update",
                     "--lang=en-US", f"--user-data-dir={self.profile}", f"--window-size={width},{height}", *arguments]
            capabilities = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                            "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": flags}}
            made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}}, timeout=40)
            self.session = made["sessionId"]
            self.size(width, height)
        except BaseException:
            self.close()
            raise

    def _announced_port(self):
        deadline = time.monotonic() + 20
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                return int(line.split("port")[1].strip(" .\n"))
            if time.monotonic() > deadline:
                break
        raise RuntimeError("chromedriver does not start")

    def _call(self, method, path, body=None, timeout=20):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.loads(error.read())["value"]
            raise RuntimeError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def call(self, method, path, body=None):
        return self._call(method, f"/session/{self.session}{path}", {} if body is None and method == "POST" else body)

    def devtools(self, command, **parameters):
        """A command of the browser's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height, scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                      mobile=False)

    def delay_frames(self, milliseconds):
        """Draws so much later in every page from now on, as a busy machine may at any moment."""
        self.devtools("Page.addScriptToEvaluateOnNewDocument", source="""{
            const next = window.requestAnimationFrame.bind(window);
            window.requestAnimationFrame = (action) => setTimeout(() => next(action), %d);
        }""" % milliseconds)

    def scheme(self, name):
        """`light` or `dark`, as the reader's system says."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """What a function body returns in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, seconds=10, *arguments):
        """Whether a function body comes to return something true."""
        deadline = time.monotonic() + seconds
        while True:
            if self.run(script, *arguments):
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)

    def press(self, *names):
        """Presses keys one after another; `Shift+Tab` holds the first."""
        actions = []
        for name in names:
            held = name.split("+")
            keys = [KEYS.get(key, key) for key in held] if len(name) > 1 else [name]
            actions += [{"type": "keyDown", "value": key} for key in keys]
            actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def type(self, text):
        self.press(*text)

    def click(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{found[ELEMENT]}/click")

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def messages(self):
        """What the console of the developers' tools has got since the last time: errors, refused loads, violations."""
        return self.call("POST", "/se/log", {"type": "browser"})

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            if self.session:
                self._call("DELETE", f"/session/{self.session}")
        except (OSError, RuntimeError):
            pass
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)  # its own group: see above
        except ProcessLookupError:
            pass
        self.driver.wait(10)
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
