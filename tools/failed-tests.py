#!/usr/bin/env python3
"""Prints the failed tests of runs as one filter for `swift test --filter`.

usage: failed-tests.py EVENTS...

EVENTS are files that tools/run-tests.py writes. Prints nothing if no test failed, or if more than ten failed:
then a busy machine is not the cause.
"""
import sys

from test_events import Events, pattern

MOST_FAILED = 10


def main():
    failed = sorted(Events(sys.argv[1:]).failed)
    if len(failed) <= MOST_FAILED:
        print("|".join(map(pattern, failed)))


if __name__ == "__main__":
    main()
