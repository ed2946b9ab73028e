"""Tells what in one set of symbol graphs would break programs written against another:
api_breakage.py NAME BEFORE AFTER ALLOWED. Exit status 1 where something does and is not allowed."""
import json
import pathlib
import sys


def read(folder):
    """The symbols and the relationships of all graphs below a folder."""
    symbols, relationships = {}, {}
    for path in sorted(pathlib.Path(folder).glob("*/*.symbols.json")):
        graph = json.loads(path.read_bytes())
        module = path.parent.name
        for symbol in graph["symbols"]:
            # The block of an extension is no declaration; what stands in it is.
            if symbol["kind"]["identifier"] != "swift.extension":
                symbols[symbol["identifier"]["precise"]] = (module, symbol)
        for link in graph["relationships"]:
            relationships[link["kind"], link["source"], link["target"]] = link
    return symbols, relationships


def shown(module, symbol):
    """A declaration as its author wrote it, on one line, with its place."""
    text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
    return f"{module}: {'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}"


def breaks(before, after):
    """Each break in words."""
    (old, old_links), (new, new_links) = before, after
    for name, (module, symbol) in old.items():
        if name not in new:
            yield f"removed: {shown(module, symbol)}"
        elif shown(module, symbol) != shown(*new[name]):
            yield f"changed: {shown(module, symbol)}: now {shown(*new[name])}"
    for kind, source, target in old_links:
        if kind in ("conformsTo", "inheritsFrom") and source in old and source in new:
            if (kind, source, target) not in new_links:
                named = old_links[kind, source, target].get("targetFallback", target)
                yield f"no longer {named}: {shown(*new[source])}"
    for kind, source, target in new_links:
        if source in old or source not in new or target not in old or target not in new:
            continue
        # Whoever conforms to the protocol lacks the requirement, and whoever switches over the enumeration the case.
        if kind == "requirementOf" and not any(
            link[0] == "defaultImplementationOf" and link[2] == source for link in new_links
        ):
            yield f"added requirement: {shown(*new[source])}"
        if kind == "memberOf" and new[source][1]["kind"]["identifier"] == "swift.enum.case":
            yield f"added case: {shown(*new[source])}"


def main():
    name, before, after, allowed = sys.argv[1:]
    allowed = pathlib.Path(allowed)
    known = set(allowed.read_text(encoding="utf-8").splitlines()) if allowed.exists() else set()
    before, after = read(before), read(after)
    if not before[0] or not after[0]:
        sys.exit("api-breakage: there are no symbol graphs to compare")
    found = sorted(set(breaks(before, after)))
    for line in found:
        print(line if line not in known else f"(allowed) {line}")
    remaining = [line for line in found if line not in known]
    print(f"api-breakage: {len(remaining)} breaks in {len(before[0])} public declarations since {name}")
    sys.exit(1 if remaining else 0)


main()
