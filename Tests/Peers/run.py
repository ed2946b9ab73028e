#!/usr/bin/env python3
"""Runs the peers against the built service. `run.py [--short] [PEER …]`; PARLANCE_BINARY names the service."""
import argparse, importlib, os, signal, sys, time, traceback

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from support import Checks

# Each with the longest that it may take, in seconds: short, full.
PEERS = {
    "wire": (60, 120), "access": (90, 120), "metrics": (30, 60), "console": (60, 120), "i18next": (60, 60), "clients": (60, 180),
    "nginx": (90, 120), "slow": (150, 300), "shutdown": (60, 600), "fuzzing": (320, 1500),
}


class TookTooLong(Exception):
    pass


def late(*_):
    raise TookTooLong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("peers", nargs="*", choices=[[], *PEERS], metavar="PEER")
    options = parser.parse_args()
    checks = Checks()
    signal.signal(signal.SIGALRM, late)
    for name in options.peers or PEERS:
        begin = time.monotonic()
        print(f"== {name}", flush=True)
        limit = PEERS[name][0 if options.short else 1]
        signal.alarm(limit)
        try:
            importlib.import_module(name).run(checks, options.short)
        except TookTooLong:
            checks.check(f"{name} ends within {limit} s", False)
        except Exception as error:
            traceback.print_exc()
            checks.check(f"{name} runs to its end", False, repr(error))
        finally:
            signal.alarm(0)
        print(f"== {name}: {time.monotonic() - begin:.1f} s", flush=True)
    skipped = f", {checks.skipped} skipped" if checks.skipped else ""
    print(f"{checks.passed} passed, {checks.failed} failed{skipped}")
    return checks.failed != 0 or checks.passed == 0


sys.exit(main())
