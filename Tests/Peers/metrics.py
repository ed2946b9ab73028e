"""/metrics, read by Prometheus' own parser; promtool too where it is installed."""
import re, shutil, subprocess, time
from prometheus_client.parser import text_string_to_metric_families
from support import Folder, Service, eventually

NAME = re.compile(r"(parlance|process)_[a-z_]+\Z")
# No label holds what a caller sends.
LABELS = {"route", "status", "le", "version", "direction", "kind", "result", "encoding", "coding", "outcome"}


def scrape(service):
    answer = service.get("/metrics")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    return answer, families


def value(families, name, **labels):
    for family in families.values():
        for sample in family.samples:
            if sample.name == name and all(sample.labels.get(key) == wanted for key, wanted in labels.items()):
                return sample.value
    return 0.0


def run(checks, short):
    with Folder() as folder, Service(folder.path) as service:
        service.get("/strings/fr/title")
        eventually(lambda: value(scrape(service)[1], "parlance_requests_total", route="path", status="200") == 1, 5)
        answer, before = scrape(service)
        checks.check("the parser reads /metrics", len(before) >= 12, f"{len(before)} families")
        checks.check("the content type is Prometheus'", answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        samples = [sample for family in before.values() for sample in family.samples]
        checks.check("names are sane", all(NAME.match(sample.name) for sample in samples),
                     sorted({sample.name for sample in samples if not NAME.match(sample.name)}) or "")
        used = {label for sample in samples for label in sample.labels}
        checks.check("labels are known ones", used <= LABELS, " ".join(sorted(used)))
        checks.check("each family has help and a type",
                     all(family.documentation and family.type != "unknown" for family in before.values()),
                     " ".join(name for name, family in before.items() if not family.documentation or family.type == "unknown"))
        keys = [(sample.name, tuple(sorted(sample.labels.items()))) for sample in samples]
        checks.check("no sample stands twice", len(keys) == len(set(keys)))

        for number in range(10):
            service.get("/strings/fr/title")
            service.get(f"/no-such-{number}?x={number}", {"User-Agent": f"agent-{number}"})
        rendering = service.get("/render?locale=fr", {"Content-Type": "text/plain"}, "POST", b"<login.title> <a.b>")
        service.get("/strings/auto/title", {"Accept-Language": "de"})
        service.get("/strings/auto/title", {"Accept-Language": "de"})

        def counted():
            return value(scrape(service)[1], "parlance_requests_total", route="path", status="200") - value(
                before, "parlance_requests_total", route="path", status="200")

        # A request is counted when its answer is on its way: another worker may be asked before that.
        eventually(lambda: counted() >= 12 and value(
            scrape(service)[1], "parlance_requests_total", route="other", status="404") >= 10, 5)
        moved = counted()
        _, after = scrape(service)
        checks.check("requests are counted by route and status", moved == 12, moved)
        checks.check("unknown addresses share one label",
                     value(after, "parlance_requests_total", route="other", status="404") == 10)
        checks.check("renders are counted", rendering.status == 200 and
                     value(after, "parlance_requests_total", route="render", status="200") == 1)
        series = len([1 for family in after.values() for _ in family.samples])
        for number in range(50):
            service.get(f"/strings/fr/title?q={number}", {"X-Request-Id": str(number), "User-Agent": str(number)})
            service.get(f"/{number}", method=f"METHOD{number}")
        time.sleep(0.2)
        _, last = scrape(service)
        grown = len([1 for family in last.values() for _ in family.samples]) - series
        checks.check("callers cannot make series grow", grown <= 20, f"{grown} series more")

        for name, family in last.items():
            if family.type != "histogram":
                continue
            counts = {}
            for sample in family.samples:
                rest = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "le"))
                counts.setdefault(rest, {"buckets": []})
                if sample.name.endswith("_bucket"):
                    counts[rest]["buckets"].append((float(sample.labels["le"]), sample.value))
                elif sample.name.endswith("_count"):
                    counts[rest]["count"] = sample.value
            right = all(
                [v for _, v in sorted(entry["buckets"])] == sorted(v for _, v in entry["buckets"])
                and sorted(entry["buckets"])[-1] == (float("inf"), entry["count"]) for entry in counts.values())
            checks.check(f"{name} is a histogram", right and counts)
        families = " ".join(sorted(last))
        for topic, pattern in {
            "requests": "parlance_requests", "time": "duration_seconds", "renders": "render", "expansions": "expansion",
            "bytes": "bytes", "negotiation cache": "negotiation_cache", "reloads": "reloads", "problems": "problems",
            "connections": "connections", "catalog version": "catalog_info", "age": "age_seconds",
            "process memory": "process_resident_memory_bytes",
        }.items():
            checks.check(f"/metrics tells {topic}", pattern in families)
        if shutil.which("promtool"):
            done = subprocess.run(["promtool", "check", "metrics"], input=answer.body, capture_output=True, timeout=20)
            checks.check("promtool check metrics", done.returncode == 0, (done.stdout + done.stderr).decode()[-500:])
        else:
            checks.skip("promtool check metrics", "promtool (Debian: prometheus, 96 MB) is not installed")
