"""schemathesis, from /openapi.json, with all of its checks: what the document promises is what the service does.

GET /events is left out: its answer has no end, for which the tool would wait.
"""
import os, re, subprocess, sys, tempfile
from support import Folder, Service


def fuzz(checks, name, service, examples, phases, wanted, seconds, *more):
    program = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    with tempfile.TemporaryDirectory() as scratch:
        # One worker: the tool's own parser stumbles over itself in threads (Python 3.11).
        arguments = [
            program, "run", f"{service.url}/openapi.json", "--checks", "all", "--max-examples", str(examples),
            "--phases", phases, "--workers", "1", "--seed", "6", "--request-timeout", "10", "--continue-on-failure",
            "--no-color", "--suppress-health-check", "all", "--generation-database", "none", "--exclude-path", "/events",
            *more,
        ]
        done = subprocess.run(arguments, cwd=scratch, capture_output=True, text=True, timeout=seconds)
    found = re.search(r"(\d+) generated, (.*)", done.stdout)
    generated = int(found[1]) if found else 0
    if done.returncode != 0:
        print(done.stdout[-6000:])
    checks.check(f"{name}, all checks, no failure", done.returncode == 0 and found and " found " not in found[0],
                 found[0] if found else done.stderr[-500:])
    checks.check(f"{name} generated {wanted} cases at least", generated >= wanted, generated)
    checks.check(f"{name}: the service lives", service.get("/readyz").status == 200)
    errors = [line for line in service.log() if line.get("level") == "error"]
    checks.check(f"{name}: the log has no error", not errors, errors[:3] or "")


def run(checks, short):
    with Folder() as folder:
        # Cases of the examples and the coverage phase come on top of the number for each operation.
        with Service(folder.path, "--accept-missing") as service:
            fuzz(checks, "schemathesis", service, 15 if short else 200,
                 "examples,fuzzing" if short else "examples,coverage,fuzzing,stateful", 200 if short else 5000,
                 150 if short else 1200)
        token = folder.write(".tokens/file", "secret\n")
        with Service(folder.path, "--accept-missing", "--token-file", token) as service:
            fuzz(checks, "schemathesis with a token", service, 5 if short else 40, "examples,fuzzing", 100,
                 150 if short else 250, "-H", "Authorization: Bearer secret")
