#!/usr/bin/env python3
"""How long Python's json takes to parse the same files: peer.py FOLDER."""

import json
import pathlib
import sys
import time

files = [path.read_bytes() for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json"))]
start = time.process_time()
tables = [json.loads(data) for data in files]
taken = time.process_time() - start
print(f"Python json.loads, one thread, processor time: {taken * 1000:.0f} ms for {len(files)} files")
