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


def best(body):
    least = float("inf")
    for _ in range(300):
        start = time.perf_counter()
        body()
        least = min(least, time.perf_counter() - start)
    return least


# As its documentation has it, with the table as the template's context; and with the table's values converted once.
context = best(lambda: environment.render_template("t", **table))
for name, value in table.items():
    environment.add_global(name, value)
answer = environment.render_template("t")
converted = best(lambda: environment.render_template("t"))
# The template read anew each time, as a body that is posted has to be.
parsed = best(lambda: environment.render_str(theirs))
assert environment.render_str(theirs) == answer

(folder / "template.txt").write_text(ours)
(folder / "table.json").write_text(json.dumps(table))
(folder / "expected.txt").write_text(answer)
(folder / "minijinja.txt").write_text(f"{context * 1e6:.1f} {converted * 1e6:.1f} {parsed * 1e6:.1f}")
