"""Runs all browser tests, and the tests that fail once more by themselves: one may fail on a busy machine.

usage: run.py
"""
import faulthandler
import re
import sys
import unittest

REPEATS = 2
# Where the tests stand is printed after this time; they take half an hour beside the other tests on two cores.
LONG_SECONDS = 2700


def name_of(test):
    """The name of a failed test, or of its class if the class did not start."""
    test = getattr(test, "test_case", test)
    holder = re.fullmatch(r"(?:setUpClass|tearDownClass) \((.+)\)", test.id())
    return holder[1] if holder else test.id()


def failed(suite):
    """The names of the tests that fail; their errors are printed."""
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    return sorted({name_of(test) for test, _ in result.errors + result.failures})


def main():
    faulthandler.dump_traceback_later(LONG_SECONDS)
    names = failed(unittest.defaultTestLoader.discover("."))
    for _ in range(REPEATS):
        if not names:
            return
        print(f"Again: {', '.join(names)}", file=sys.stderr)
        names = failed(unittest.defaultTestLoader.loadTestsFromNames(names))
    if names:
        sys.exit(f"Failed: {', '.join(names)}")


if __name__ == "__main__":
    main()
