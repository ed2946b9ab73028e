#!/usr/bin/env python3
"""Serves tables that change all the time, asks for them all the time, and looks at every answer.

Every text of a release ends in the release's number, so that an answer that mixes two releases shows it.
"""
import argparse, asyncio, json, os, random, re, resource, shutil, signal, subprocess, sys, tempfile, time

STEADY = ["en", "de", "it", "nl"]  # never broken, never deleted: one release in all of them, always
BREAKING = "fr"  # broken by a third of the changes: then its last good content stays
GOING = "pl"  # deleted by a tenth of the changes
KEYS = 150

parser = argparse.ArgumentParser()
parser.add_argument("binary")
parser.add_argument("--short", action="store_true", help="half a minute instead of a million requests")
parser.add_argument("--requests", type=int)
parser.add_argument("--reloads", type=int)
parser.add_argument("--seconds", type=int, help="the longest that it may take")
parser.add_argument("--connections", type=int, default=32)
parser.add_argument("--sanitized", action="store_true", help="a sanitizer's build: it keeps freed memory, which is not judged")
options = parser.parse_args()
requests_wanted = options.requests or (20_000 if options.short else 1_000_000)
reloads_wanted = options.reloads or (60 if options.short else 1_000)
deadline = time.monotonic() + (options.seconds or (150 if options.short else 1_800))
# Memory and descriptors are compared with what they were at this reload, when everything has been used once.
baseline_reload = min(100, reloads_wanted // 3)

random.seed(5)
root = tempfile.mkdtemp(prefix="parlance-soak-")
failures, statuses, live_times = [], {}, []
# Of answers that were asked for while a change was on its way to the readers, and of the others.
latencies = {"change": [], "rest": []}
state = {"requests": 0, "release": 0, "done": False, "events": 0, "changing": False}


def fail(text):
    if len(failures) < 20:
        print("FAILED:", text, file=sys.stderr)
    failures.append(text)


def table(release):
    table = {"release": f"{release}", "login": {}, "html": {}}
    for number in range(KEYS):
        table["login"][f"k{number}"] = f"text {number} for {{name}} #{release}"
    table["ref"] = f"see <login.k1> #{release}"
    return json.dumps(table)


def write_release(release, kind):
    folder = os.path.join(root, f"release-{release}")
    os.mkdir(folder)
    for tag in STEADY + [BREAKING, GOING]:
        text = table(release)
        if kind == "broken" and tag == BREAKING:
            text = text[: random.randrange(1, len(text) - 1)]
        if kind == "deletion" and tag == GOING:
            continue
        with open(os.path.join(folder, tag + ".json"), "w") as file:
            file.write(text)
    link = os.path.join(root, "next")
    os.symlink(os.path.basename(folder), link)
    os.rename(link, os.path.join(root, "current"))
    before = os.path.join(root, f"release-{release - 1}")
    if os.path.isdir(before):
        shutil.rmtree(before)


def memory(pid):
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


async def held(pid):
    """What the service holds with all its connections there, when its caches have had time to fill."""
    await asyncio.sleep(2)
    return memory(pid), descriptors(pid)


class Connection:
    def __init__(self, port):
        self.port = port
        self.writer = None

    async def ask(self, method, target, body=b"", headers=""):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        self.writer.write(f"{method} {target} HTTP/1.1\r\nHost: soak\r\n{headers}{length}\r\n".encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head[9:12])
        match = re.search(r"(?i)\r\ncontent-length: (\d+)", head)
        content = await self.reader.readexactly(int(match.group(1))) if match and method != "HEAD" else b""
        return status, head, content


def releases(text):
    return set(re.findall(r"#(\d+)", text))


def check(question, status, text):
    """What is wrong with an answer; None where nothing is."""
    kind, tag = question
    if status == 404 and tag == GOING:
        return None
    if status != 200:
        return f"{kind} {tag}: {status} {text[:200]}"
    found = releases(text)
    if len(found) != 1:
        return f"{kind} {tag}: mixed releases {sorted(found)} in {text[:120]}"
    if kind == "table" and (len(re.findall(r"#\d+", text)) < KEYS or json.loads(text)["release"] not in found):
        return f"table {tag}: not whole: {text[:120]}"
    return None


async def worker(port, number):
    connection = Connection(port)
    render = json.dumps([{"text": f"<login.k{i} name=Ann>"} for i in range(20)]).encode()
    chance = random.Random(number)
    while not state["done"]:
        tag = chance.choice(STEADY + [BREAKING, GOING])
        kind = chance.choice(["message", "message", "message", "formatted", "table", "render", "several"])
        body, headers, method = b"", "", "GET"
        if kind == "message":
            target = f"/strings/{tag}/login.k{chance.randrange(KEYS)}"
        elif kind == "formatted":
            target = f"/strings/{tag}/login.k{chance.randrange(KEYS)}?arg.name=Ann"
        elif kind == "table":
            # A table alone: what falls back to another locale may be of another release than a broken file's.
            target = f"/strings/{tag}?fallback=none"
        else:
            method, body, headers = "POST", render, "Content-Type: application/json\r\n"
            if kind == "render":
                tag = chance.choice(STEADY + [BREAKING])
                target = f"/render?locale={tag}"
            else:
                tag = "all steady"
                target = "/render?" + "&".join(f"locale={tag}" for tag in STEADY)
        begin = time.perf_counter()
        moment = "change" if state["changing"] else "rest"
        try:
            status, _, content = await asyncio.wait_for(connection.ask(method, target, body, headers), 30)
        except Exception as error:
            fail(f"{method} {target}: {type(error).__name__} {error}")
            connection = Connection(port)
            await asyncio.sleep(0.05)
            continue
        latencies[moment].append(time.perf_counter() - begin)
        state["requests"] += 1
        statuses[status] = statuses.get(status, 0) + 1
        wrong = check((kind, tag), status, content.decode())
        if wrong:
            fail(wrong)


async def events(port):
    """A reader of the event stream that goes away and comes back."""
    while not state["done"]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET /events HTTP/1.1\r\nHost: soak\r\n\r\n")
            for _ in range(40):
                line = await asyncio.wait_for(reader.readline(), 20)
                if line.startswith(b"event: catalog"):
                    state["events"] += 1
        except (asyncio.TimeoutError, OSError):
            pass
        finally:
            # The service must notice by itself.
            writer.close()


async def change(port, pid):
    """Brings releases until there were enough of them, each as soon as the one before is live."""
    connection = Connection(port)
    figures = {}
    kinds = {"good": 0, "broken": 0, "deletion": 0}
    while time.monotonic() < deadline:
        release = state["release"] + 1
        if release > reloads_wanted and state["requests"] >= requests_wanted:
            break
        if release > reloads_wanted:
            await asyncio.sleep(0.2)
            continue
        kind = "broken" if release % 3 == 0 else "deletion" if release % 10 == 1 else "good"
        kinds[kind] += 1
        write_release(release, kind)
        state["changing"] = True
        begin = time.perf_counter()
        while True:
            status, _, content = await connection.ask("GET", "/strings/en/release")
            if status == 200 and content == str(release).encode():
                break
            if time.perf_counter() - begin > 20:
                fail(f"release {release} ({kind}) was not live within 20 s")
                break
            await asyncio.sleep(0.005)
        live_times.append(time.perf_counter() - begin)
        state["changing"] = False
        # A little rest to compare with; the longest run takes a minute longer for it.
        await asyncio.sleep(0.05)
        state["release"] = release
        if release == baseline_reload:
            figures["baseline"] = await held(pid)
    figures["end"] = await held(pid)
    state["done"] = True
    return figures, kinds


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0


async def main():
    write_release(0, "good")
    log = open(os.path.join(root, "log"), "w+")
    process = subprocess.Popen(
        [options.binary, "serve", "--port", "0", "--locales", os.path.join(root, "current")],
        stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        line = process.stdout.readline()
        match = re.search(r":(\d+)", line)
        if not match:
            log.seek(0)
            print("the service did not start:", line, log.read(), file=sys.stderr)
            return 1
        port = int(match.group(1))
        begin = time.monotonic()
        workers = [asyncio.create_task(worker(port, number)) for number in range(options.connections)]
        streams = [asyncio.create_task(events(port)) for _ in range(2)]
        figures, kinds = await change(port, process.pid)
        seconds = time.monotonic() - begin
        await asyncio.gather(*workers)
        for stream in streams:
            stream.cancel()
        process.send_signal(signal.SIGTERM)
        try:
            status = process.wait(30)
        except subprocess.TimeoutExpired:
            fail("the service did not end within 30 s of SIGTERM")
            process.kill()
            status = process.wait()
        if status != 0:
            log.seek(0)
            fail(f"the service ended with {status}: {log.read()[-20_000 if options.sanitized else -2_000:]}")
    finally:
        if process.poll() is None:
            process.kill()
    print(f"requests      {state['requests']:,} from {options.connections} connections in {seconds:.0f} s "
          f"({state['requests'] / seconds:,.0f} a second), by status {statuses}")
    print(f"reloads       {state['release']:,}: " + ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()))
    print(f"live after    median {percentile(live_times, .5):.0f} ms, 99th {percentile(live_times, .99):.0f} ms, "
          f"longest {max(live_times) * 1000:.0f} ms")
    for moment, name in (("rest", "answers"), ("change", "in a change")):
        values = latencies[moment]
        print(f"{name:13} median {percentile(values, .5):.2f} ms, 99th {percentile(values, .99):.2f} ms, {len(values):,} of them"
              + (" (as this client, in one thread, sees them)" if moment == "rest" else ""))
    print(f"events        {state['events']:,}")
    (first_memory, first_descriptors), (last_memory, last_descriptors) = figures["baseline"], figures["end"]
    growth = (last_memory - first_memory) / first_memory * 100
    print(f"memory        {first_memory:,} KB at reload {baseline_reload}, {last_memory:,} KB at the end ({growth:+.1f}%)")
    print(f"descriptors   {first_descriptors} at reload {baseline_reload}, {last_descriptors} at the end")
    # A short run has not come to rest at its baseline.
    if growth > (25 if options.short else 5) and not options.sanitized:
        fail(f"memory grew by {growth:.1f}%")
    if last_descriptors > first_descriptors + 2:
        fail(f"{last_descriptors - first_descriptors} file descriptors were left open")
    if state["release"] < reloads_wanted or state["requests"] < requests_wanted:
        fail("the time was up before everything was asked")
    if state["events"] == 0:
        fail("no event was sent")
    print("failures      " + (str(len(failures)) if failures else "none"))
    return 1 if failures else 0


try:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    result = asyncio.run(main())
finally:
    shutil.rmtree(root, ignore_errors=True)
sys.exit(result)
