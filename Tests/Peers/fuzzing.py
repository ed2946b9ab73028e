"""schemathesis, from /openapi.json, with all of its checks: what the document promises is what the service does.

GET /events is left out: its answer has no end, for which the tool would wait.
"""
import os, re, subprocess, sys, tempfile
from support import Folder, Service


def run(checks, short):
    program = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    # Cases of the examples and the coverage phase come on top of these, for each operation.
    examples = 15 if short else 200
    with Folder() as folder, Service(folder.path, "--accept-missing") as service, \
            tempfile.TemporaryDirectory() as scratch:
        # One worker: the tool's own parser stumbles over itself in threads (Python 3.11).
        arguments = [
            program, "run", f"{service.url}/openapi.json", "--checks", "all", "--max-examples", str(examples),
            "--phases", "examples,fuzzing" if short else "examples,coverage,fuzzing,stateful",
            "--workers", "1", "--seed", "6", "--request-timeout", "10", "--continue-on-failure", "--no-color",
            "--suppress-health-check", "all", "--generation-database", "none", "--exclude-path", "/events",
        ]
        done = subprocess.run(arguments, cwd=scratch, capture_output=True, text=True, timeout=140 if short else 1480)
        found = re.search(r"(\d+) generated, (.*)", done.stdout)
        generated = int(found[1]) if found else 0
        if done.returncode != 0:
            print(done.stdout[-6000:])
        checks.check("schemathesis, all checks, no failure", done.returncode == 0 and " found " not in found[0],
                     found[0] if found else done.stderr[-500:])
        wanted = 200 if short else 5000
        checks.check(f"schemathesis generated {wanted} cases at least", generated >= wanted, generated)
        checks.check("the service lives", service.get("/readyz").status == 200)
        errors = [line for line in service.log() if line.get("level") == "error"]
        checks.check("the log has no error", not errors, errors[:3] or "")
