#!/usr/bin/env python3
"""Prints the failed tests of runs as one filter for `swift test --filter`.

usage: failed-tests.py RESULTS...

RESULTS are the XML files that `swift test --xunit-output` writes for Swift Testing. Prints nothing if no
test failed, or if more than ten failed: then a busy machine is not the cause.
"""
import re
import sys
import xml.etree.ElementTree

MOST_FAILED = 10


def failed_tests(path):
    """Patterns of the failed tests of one run."""
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is not None:
            name = case.get("name").removesuffix("()")
            yield "^" + re.sub(r"\W", ".", f"{case.get('classname')}/{name}")


def main():
    failed = sorted({pattern for path in sys.argv[1:] for pattern in failed_tests(path)})
    if len(failed) <= MOST_FAILED:
        print("|".join(failed))


if __name__ == "__main__":
    main()
