"""Writes a template with 1000 placeholders, a table of 10000 keys and what minijinja makes of them, with its time."""

import json
import pathlib
import random
import sys
import time

import minijinja

folder = pathlib.Path(sys.argv[1])
chance = random.Random(1)
words = "the quick brown fox jumps over a lazy dog while seven wizards brew black tea for five boxers".split()


def sentence(count):
    return " ".join(chance.choice(words) for _ in range(count))


table = {f"section{i}": {f"key{j}": sentence(chance.randint(1, 8)) for j in range(100)} for i in range(100)}
paths = [(i, j) for i in range(100) for j in range(100)]
parts = []
for i, j in chance.sample(paths, 1000):
    parts.append((sentence(13), f"section{i}.key{j}"))
ours = "".join(f"{text} <{path}>\n" for text, path in parts)
theirs = "".join(f"{text} {{{{ {path} }}}}\n" for text, path in parts)

environment = minijinja.Environment(templates={"t": theirs}, keep_trailing_newline=True)
# The values are converted once, as a service that keeps its table would.
best = float("inf")
for name, value in table.items():
    environment.add_global(name, value)
for _ in range(300):
    start = time.perf_counter()
    answer = environment.render_template("t")
    best = min(best, time.perf_counter() - start)

(folder / "template.txt").write_text(ours)
(folder / "table.json").write_text(json.dumps(table))
(folder / "expected.txt").write_text(answer)
(folder / "minijinja.txt").write_text(f"{best * 1e6:.1f}")
