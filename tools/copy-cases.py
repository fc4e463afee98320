#!/usr/bin/env python3
"""Copies case files to Tests/Conformance/Cases with only the keys id, name, op, given and expect.

usage: tools/copy-cases.py FILE.json...
"""

import json
import pathlib
import sys

KEYS = ("id", "name", "op", "given", "expect")
CASES = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Conformance" / "Cases"


def main(files):
    if not files or files[0].startswith("-"):
        sys.exit(__doc__)
    CASES.mkdir(parents=True, exist_ok=True)
    for file in map(pathlib.Path, files):
        cases = json.loads(file.read_text())["cases"]
        cases = [{key: case[key] for key in KEYS if key in case} for case in cases]
        lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
        (CASES / file.name).write_text('{"cases": [\n' + lines + "\n]}\n")


main(sys.argv[1:])
