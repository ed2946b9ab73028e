"""i18next and its HTTP backend, as Debian has them, unchanged: loads, falls back, counts, revalidates, reports."""
import json, os, subprocess
from support import Folder, Service


def run(checks, short):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "i18next.js")
    with Folder() as folder, Service(folder.path, "--accept-missing") as service:
        done = subprocess.run(["node", script, service.url], capture_output=True, text=True, timeout=30)
        if not checks.check("i18next runs to its end", done.returncode == 0, done.stderr[-500:]):
            return
        seen = json.loads(done.stdout)

        def same(name, key, expected):
            checks.check(f"i18next {name}", seen[key] == expected, seen[key])

        same("loads a table", "title", "Boutique")
        same("finds a nested key", "nested", "Se connecter")
        same("gets the service's fallback", "fallback", "English only")
        same("pluralises in French", "plurals", ["0 chose", "1 chose", "2 choses"])
        same("pluralises in English", "englishPlurals", ["0 things", "1 thing", "2 things"])
        same("loads namespaces", "namespaces", ["Se connecter", "Acme"])
        same("with ?fallback=none gets French alone", "aloneHasEnglish", False)
        same("falls back by itself", "aloneFallsBack", "English only")
        same("goes on after a 404", "unknown", "Shop")
        same("finds a language by a region", "regional", "Boutique")
        same("revalidates with 304", "revalidated", [304, 304])
        same("keeps its strings after that", "afterRevalidation", "Boutique")
        same("reports a missing key", "reports",
             [{"method": "POST", "path": "/locales/add/fr/translation", "status": 204}])
        reported = [(entry["key"], entry["locale"]) for entry in service.get("/missing").json["missing"]]
        checks.check("/missing has the report", ("no.such.key", "fr") in reported, reported)
        lines = [line for line in service.log() if "no.such.key" in json.dumps(line)]
        checks.check("the report is logged once", len(lines) == 1, len(lines))
