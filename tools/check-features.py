#!/usr/bin/env python3
"""Checks docs/features.tsv: every row that is done must name a test that passed.

usage: check-features.py RESULTS...

RESULTS are the XML files that `swift test --xunit-output` writes for Swift Testing, one per run. A row
of the table has an id, a subject, a state, and references: `Suite/name of a test`, `Suite/*` for all tests
of the suite, or the id of a case under Tests/Conformance/Cases, which ConformanceTests runs. A row with the
state `done` has at least one reference. Prints a line for each fault; exit status 1 if there is one.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "docs", "features.tsv")
CASES = os.path.join(ROOT, "Tests", "Conformance", "Cases")
CASE_TEST = "CaseTests/every case has its expected result"
TEST = re.compile(r"`?([^`(]+)`?\(")


def passed_tests(path):
    """{"Suite/name"} of the tests that passed."""
    passed = set()
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is None and case.find("skipped") is None:
            suite = case.get("classname").rsplit(".", 1)[-1]
            name = TEST.match(case.get("name"))
            passed.add(f"{suite}/{name.group(1) if name else case.get('name')}")
    return passed


def case_ids():
    for name in sorted(os.listdir(CASES)):
        if name.endswith(".json"):
            with open(os.path.join(CASES, name), encoding="utf-8") as file:
                for case in json.load(file)["cases"]:
                    yield case["id"]


def rows():
    with open(TABLE, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            fields = line.rstrip("\n").split("\t")
            if number > 1:
                yield number, fields


def faults(passed, cases):
    suites = {name.split("/", 1)[0] for name in passed}
    identifiers = set()
    for number, fields in rows():
        location = f"docs/features.tsv:{number}"
        if len(fields) != 4:
            yield f"{location}: has {len(fields)} fields, not 4"
            continue
        identifier, _, state, references = fields
        if identifier in identifiers:
            yield f"{location}: {identifier} occurs twice"
        identifiers.add(identifier)
        if state != "done" and not re.match(r"(missing|partly): .", state):
            yield f"{location}: the state of {identifier} is not done, missing: ... or partly: ..."
        if state == "done" and not references:
            yield f"{location}: {identifier} is done but has no reference"
        for reference in filter(None, references.split("; ")):
            if reference.endswith("/*"):
                is_known = reference[:-2] in suites
            elif "/" in reference:
                is_known = reference in passed
            else:
                is_known = reference in cases and CASE_TEST in passed
            if not is_known:
                yield f"{location}: {identifier}: no passed test or case is named {reference}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    passed = set().union(*map(passed_tests, sys.argv[1:]))
    found = list(faults(passed, set(case_ids())))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
