#!/usr/bin/env python3
"""Runs the commands of README.md and of the pages of docs/guide, and compares their output with the text.

usage: readme-check.py --binaries FOLDER [PAGE ...]

The commands are in fenced blocks marked `sh`. A line that begins with `$ ` is a command and the lines after
it are its output; a block without such lines has only commands, whose exit status must be 0. Lines that call
tools/ are skipped. The comparison ignores numbers, dates, bars and the length of lists, but not words and
columns; a line `...` or `…` matches any lines. The commands of a page run in order in a new home with an
`export.zip` in the current folder and in ~/Downloads; for README.md there is a small demo in the profile
`demo`.
"""
import argparse
import datetime
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import log_search

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST_COMMAND_SECONDS = 120
ELLIPSES = ("...", "…")

FENCE = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
MONTHS = r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"


def steps(readme):
    """(command, expected output lines or None) in the order of the text."""
    for block in FENCE.findall(readme):
        block = block.replace("\\\n", " ")
        shown = re.split(r"^\$ ", block, flags=re.M)
        if len(shown) == 1:
            for line in block.splitlines():
                command = re.sub(r"\s+#.*$", "", line).strip()
                if command and not command.startswith("#"):
                    yield command, None
        for part in shown[1:]:
            command, _, output = part.partition("\n")
            yield re.sub(r"\s+#.*$", "", command).strip(), output.rstrip().splitlines() or None


def shape(lines):
    """The lines without the parts that may differ; equal consecutive lines are merged."""
    shapes = []
    for line in lines:
        text = re.sub(r'"id":"[0-9a-z]{12}"', '"id":"N"', line)
        text = re.sub(rf"\b({MONTHS})\b", "Mon", text)
        text = re.sub(r"[-+]?\d[\d,.:]*\d|\d", "N", text)
        text = re.sub(r"\b(N|partial|[kMG]?B|ms|us|µs|s)\b", "N", text)
        text = re.sub(r"[█▉▊▋▌▍▎▏▁▂▃▄▅▆▇▔─━┄┈│╱╲╭╮╯╰⠀-⣿ ]+", " ", text).strip()
        text = re.sub(r"(N[- ]?)+", "N ", text).strip()
        if text and (not shapes or shapes[-1] != text):
            shapes.append(text)
    return shapes


def fits(expected, actual):
    """True if the lines of `actual` match `expected`, in which an ellipsis matches any lines."""
    if not expected:
        return not actual
    if expected[0] in ELLIPSES:
        return any(fits(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and fits(expected[1:], actual[1:])


def write_export(folder):
    """Writes a small export of 400 days and returns its path."""
    subprocess.run(
        [sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--days", "400", "--density",
         "0.02", "--routes", "2", "--zip", "--end", datetime.date.today().isoformat(), "--out", folder],
        check=True, stdout=subprocess.DEVNULL)
    return os.path.join(folder, "export.zip")


class Tour:
    """A new home for the commands of one page."""

    def __init__(self, binaries):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.environment = {
            **os.environ, "HOME": self.folder, "DAYLINE_HOME": os.path.join(self.folder, "home"),
            "PATH": f"{binaries}:{os.environ['PATH']}", "NO_COLOR": "1", "TZ": "America/New_York"}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.environment.setdefault("DAYLINE_PLUGINS", os.path.join(ROOT, "Plugins"))
        # The default port may be in use.
        self.environment["DAYLINE_WEB_PORT"] = "0"

    def run(self, command):
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST_COMMAND_SECONDS)

    def must(self, command):
        run = self.run(command)
        if run.returncode:
            sys.exit(f"{command}: status {run.returncode}\n{run.stdout}{run.stderr}")

    def prepare(self, export, has_demo):
        downloads = os.path.join(self.folder, "Downloads")
        os.mkdir(downloads)
        for folder in (self.folder, downloads):
            os.link(export, os.path.join(folder, "export.zip"))
        self.must("dayline up --detach")
        if has_demo:
            self.must("dayline profile add demo --zone America/New_York")
            self.must("dayline --profile demo import export.zip")

    def fault(self, command, expected):
        """The problem of a step; None if it passed."""
        run = self.run(command)
        if run.returncode:
            return f"exit status {run.returncode}\n{run.stdout}{run.stderr}"
        if expected is None:
            return None
        printed = (run.stdout + run.stderr).splitlines()
        if fits(shape(expected), shape(printed)):
            return None
        return "has another output:\n" + "\n".join(printed)

    def close(self):
        self.run("dayline down")
        log_search.keep(self.environment["DAYLINE_HOME"])
        shutil.rmtree(self.folder, ignore_errors=True)


def faults(page, binaries, export):
    """Runs the commands of a page, prints their faults, and returns the number of both."""
    with open(page, encoding="utf-8") as file:
        tour = [step for step in steps(file.read()) if not step[0].startswith("tools/")]
    name = os.path.relpath(page, ROOT)
    system = Tour(binaries)
    count = 0
    try:
        system.prepare(export, has_demo=os.path.dirname(page) == ROOT)
        for command, expected in tour:
            if fault := system.fault(command, expected):
                count += 1
                print(f"{name}: {command}: {fault}", file=sys.stderr)
    finally:
        system.close()
    print(f"{name}: {len(tour)} commands run, {count} differ")
    return len(tour), count


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", required=True, type=os.path.abspath)
    parser.add_argument("pages", nargs="*", type=os.path.abspath, metavar="PAGE")
    options = parser.parse_args()
    guide = sorted(glob.glob(os.path.join(ROOT, "docs", "guide", "*.md")))
    pages = options.pages or [os.path.join(ROOT, "README.md"), *guide]
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        export = write_export(folder)
        results = [faults(page, options.binaries, export) for page in pages if has_steps(page)]
    if not results:
        sys.exit("no page has a fenced `sh` block")
    sys.exit(1 if any(count for _, count in results) else 0)


def has_steps(page):
    with open(page, encoding="utf-8") as file:
        return any(steps(file.read()))


if __name__ == "__main__":
    main()
