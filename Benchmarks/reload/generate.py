#!/usr/bin/env python3
"""Writes a folder of tables: generate.py FOLDER [LOCALES] [KEYS]. The same every time."""
import json, os, random, sys

folder, locales, keys = sys.argv[1], int((sys.argv[2:] or ["50"])[0]), int((sys.argv[3:] or ["20000"])[0])
languages = """en fr de es it pt nl sv da nb fi is pl cs sk sl hr sr bg ro hu el tr ru uk be lt lv et ja ko zh th vi id
ms hi bn ta te mr gu kn ml ur fa ar he sw af""".split()
words = "the order basket payment account address delivery please choose another date we could not find your".split()
random.seed(7)
os.makedirs(folder, exist_ok=True)
for language in languages[:locales]:
    table = {"round": "0000"}
    for number in range(keys):
        screen = table.setdefault(f"screen{number // 50}", {})
        text = " ".join(random.choices(words, k=random.randint(1, 9)))
        if number % 20 == 0:
            text = "{count, plural, one {# %s} other {# %s}}" % (text, text)
        if number % 33 == 0:
            text += " \u00e9\u4e2d \"quoted\"\n"
        screen[f"label{number % 50}"] = text
    with open(os.path.join(folder, language + ".json"), "w") as file:
        json.dump(table, file, indent=2, ensure_ascii=False)
