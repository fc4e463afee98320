"""Runs browser tests, and the tests that fail once more by themselves: one may fail on a busy machine.

usage: run.py [QUEUE]

Several processes with the same QUEUE, an empty folder, share the modules: each module runs in the process that
creates its file there. Without QUEUE all modules run.
"""
import faulthandler
import glob
import os
import re
import sys
import time
import unittest

REPEATS = 2
# Where the tests stand is printed after this time.
LONG_SECONDS = 2700


def claimed(queue):
    """Yields the names of the modules that no other process with the queue runs.

    The long files are first, so that the processes end at about the same time.
    """
    for path in sorted(glob.glob("test_*.py"), key=os.path.getsize, reverse=True):
        name = path.removesuffix(".py")
        try:
            if queue:
                os.close(os.open(os.path.join(queue, name), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        yield name


def name_of(test):
    """The name of a failed test, or of its class if the class did not start."""
    test = getattr(test, "test_case", test)
    holder = re.fullmatch(r"(?:setUpClass|tearDownClass) \((.+)\)", test.id())
    return holder[1] if holder else test.id()


def failed(*names):
    """Runs modules or tests, and returns the names of the tests that fail; their errors are printed."""
    begin = time.monotonic()
    result = unittest.TextTestRunner(verbosity=0).run(unittest.defaultTestLoader.loadTestsFromNames(names))
    print(f"{', '.join(names)}: {result.testsRun} tests in {time.monotonic() - begin:.0f} s", file=sys.stderr)
    return sorted({name_of(test) for test, _ in result.errors + result.failures})


def main():
    faulthandler.dump_traceback_later(LONG_SECONDS)
    queue = sys.argv[1] if len(sys.argv) > 1 else None
    names = [name for module in claimed(queue) for name in failed(module)]
    for _ in range(REPEATS):
        if not names:
            return
        print(f"Again: {', '.join(names)}", file=sys.stderr)
        names = failed(*names)
    if names:
        sys.exit(f"Failed: {', '.join(names)}")


if __name__ == "__main__":
    main()
