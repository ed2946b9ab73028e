#!/usr/bin/env python3
"""Writes string tables: generate.py FOLDER [LOCALES] [KEYS], nested two levels deep, indented, 50 x 20,000 by default."""

import json
import pathlib
import random
import sys

WORDS = (
    "cart order payment address delivery account password profile settings message search filter result invoice "
    "customer product price discount voucher country language currency total quantity available"
).split()
LOCALES = (
    "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko "
    "ky lt lv mk ml mn mr ms nb nl pl pt"
).split()


def main():
    folder = pathlib.Path(sys.argv[1])
    locales = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    keys = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    folder.mkdir(parents=True, exist_ok=True)
    for index, locale in enumerate(LOCALES[:locales]):
        choose = random.Random(index)
        table = {}
        for number in range(keys):
            section = table.setdefault(f"{WORDS[number // 50 % len(WORDS)]}{number // 500}", {})
            group = section.setdefault(f"{WORDS[number // 20 % len(WORDS)]}Group{number // 20 % 25}", {})
            text = " ".join(choose.choices(WORDS, k=choose.randint(2, 7))).capitalize()
            if number % 10 == 0:
                text = "{count, plural, one {# %s} other {# %ss}}" % (WORDS[number % 25], WORDS[number % 25])
            group[f"{WORDS[number % len(WORDS)]}{number}"] = text
        (folder / f"{locale}.json").write_text(json.dumps(table, indent=2, ensure_ascii=False))


main()
