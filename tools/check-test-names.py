#!/usr/bin/env python3
"""Checks that the tests that documents name exist.

usage: check-test-names.py

Each row of the tables of claims in docs/security.md names a test, and every reference `TargetTests/Suite` or
`TargetTests/Suite/name of a test` in docs and in the records of decisions is a suite, or a test, in the folder
Tests/TargetTests. Prints a line for each fault; exit status 1 if there is one.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLAIMS = os.path.join("docs", "security.md")
REFERENCE = re.compile(r"`(\w+Tests)/(\w+)(?:/([^`]+))?`")
SUITE = re.compile(r"\b(?:struct|class|actor|extension) (\w+)")
TEST = re.compile(r"\bfunc (?:`([^`]+)`|(\w+))\(")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def declared():
    """{target: {suite: names of its functions}} of the tests."""
    targets = {}
    for path in glob.glob(os.path.join(ROOT, "Tests", "*Tests", "**", "*.swift"), recursive=True):
        target = os.path.relpath(path, os.path.join(ROOT, "Tests")).split(os.sep)[0]
        suites, suite = targets.setdefault(target, {}), None
        for line in read(path).splitlines():
            if found := SUITE.search(line):
                suite = suites.setdefault(found[1], set())
            if suite is not None and (found := TEST.search(line)):
                suite.add(found[1] or found[2])
    return targets


def unknown_references(path, targets):
    for number, line in enumerate(read(path).splitlines(), 1):
        for target, suite, name in REFERENCE.findall(line):
            suites = targets.get(target, {})
            if suite not in suites:
                yield f"{path}:{number}: there is no suite {target}/{suite}"
            elif name and name not in suites[suite]:
                yield f"{path}:{number}: {target}/{suite} has no test named {name}"


def claims_without_test():
    """A line for each claim of a table with the columns claim and test that names no test."""
    is_table = False
    for number, line in enumerate(read(CLAIMS).splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            is_table = False
        elif cells == ["claim", "test"]:
            is_table = True
        elif is_table and not line.startswith("|---") and not REFERENCE.search(cells[-1]):
            yield f"{CLAIMS}:{number}: the claim names no test: {cells[0]}"


def main():
    targets = declared()
    documents = [os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "docs", "**", "*.md"),
                                                                   recursive=True)]
    found = list(claims_without_test())
    for path in sorted(documents):
        found += unknown_references(path, targets)
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
