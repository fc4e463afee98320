#!/usr/bin/env python3
"""Runs the commands of README.md and of the pages of docs/guide, and compares their output with the text.

usage: readme-check.py --binaries FOLDER [PAGE ...]

The commands are in fenced blocks marked `sh`. A line that begins with `$ ` is a command and the lines after
it are its output; a block without such lines has only commands, whose exit status must be 0. The comparison
ignores numbers, dates, bars and the length of lists, but not words and columns; a line `...` or `…` matches
any lines. A block marked `python` runs with the Python library. The commands of a page run in order in a new
home with an `export.zip` in the current folder and in ~/Downloads; for README.md there is a small demo in the
profile `demo`. The comment `<!-- home: NAME -->` before a block names another home. Two addresses become free
ones of this machine: `tcp://192.168.1.20:8421`, and `http://127.0.0.1:8420` of the web app. A page with
`@db.example.org/` has a PostgreSQL server there.

A block of commands that cannot run has no mark but a comment before it, `<!-- not run: REASON -->`. The
reasons are printed, and a block with neither is a fault.
"""
import argparse
import datetime
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import log_search
from postgres_server import Server, free_port

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST_COMMAND_SECONDS = 120
ELLIPSES = ("...", "…")

BLOCK = re.compile(r"^(?:<!-- (home|not run): ([^\n]*?) -->\n)?```(\w*)\n(.*?)^```$", re.M | re.S)
MONTHS = r"Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
BUS_ADDRESS = "tcp://192.168.1.20:8421"
WEB_ADDRESS = "http://127.0.0.1:8420"
DATABASE = re.compile(r"@db\.example\.org/(\w+)")


class Step(NamedTuple):
    command: str
    #: The lines of output; None: any.
    expected: list[str] | None
    #: The name of the home; None: that of the page.
    home: str | None


class Page:
    """The steps of a page in the order of the text, and its blocks that do not run."""

    def __init__(self, path):
        self.name = os.path.relpath(path, ROOT)
        self.is_readme = os.path.dirname(path) == ROOT
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.steps, self.reasons, self.faults = [], [], []
        for directive, value, language, body in BLOCK.findall(self.text):
            home = value if directive == "home" else None
            if language == "sh":
                self.steps += [Step(*step, home) for step in commands(body)]
            elif language == "python":
                library = os.path.join(ROOT, "tools", "python")
                self.steps.append(Step(
                    f"PYTHONPATH={library} {sys.executable} -c {shlex.quote(body)}", None, home))
            elif directive == "not run":
                self.reasons.append(value)
            elif not language:
                self.faults.append(f"neither a mark nor a reason not to run: {body.splitlines()[0]}")

    def needs_database(self):
        return any(DATABASE.search(step.command) for step in self.steps)


def commands(block):
    """(command, expected output lines or None) in the order of the text."""
    shown = re.split(r"^\$ ", block.replace("\\\n", " "), flags=re.M)
    if len(shown) == 1:
        for line in shown[0].splitlines():
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
    """New homes for the commands of one page, with a database server if the page needs one."""

    def __init__(self, binaries, page):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.homes = {step.home or "home" for step in page.steps} | {"home"}
        self.environment = {
            **os.environ, "HOME": self.folder, "PATH": f"{binaries}:{os.environ['PATH']}", "NO_COLOR": "1",
            "TZ": "America/New_York"}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.environment.setdefault("DAYLINE_PLUGINS", os.path.join(ROOT, "Plugins"))
        # The usual ports may be in use.
        self.bus_port, self.web_port = free_port(), free_port()
        self.server = self.start_server() if page.needs_database() else None

    def start_server(self):
        """Starts PostgreSQL, and lets its programs and an editor that types a password be found."""
        # The server runs as another user.
        os.chmod(self.folder, 0o711)
        server = Server(os.path.join(self.folder, "server"), 5432)
        server.initialize()
        server.start()
        programs = os.path.join(self.folder, "programs")
        os.mkdir(programs)
        with open(os.path.join(programs, "editor"), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho password >"$1"\n')
        os.chmod(file.name, 0o755)
        self.environment.update(
            PGHOST=server.folder, PGUSER="owner",
            PATH=f"{programs}:{server.programs()}:{self.environment['PATH']}")
        return server

    def run(self, command, home="home"):
        command = command.replace(BUS_ADDRESS, f"tcp://127.0.0.1:{self.bus_port}")
        command = command.replace(WEB_ADDRESS, f"http://127.0.0.1:{self.web_port}")
        if self.server:
            command = DATABASE.sub(rf"@/\1?host={self.server.folder}", command)
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, text=True, stdin=subprocess.DEVNULL, capture_output=True,
            env={**self.environment, "DAYLINE_HOME": os.path.join(self.folder, home),
                 "DAYLINE_WEB_PORT": str(self.web_port if home == "home" else 0)},
            timeout=LONGEST_COMMAND_SECONDS)

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

    def fault(self, step):
        """The problem of a step; None if it passed."""
        run = self.run(step.command, step.home or "home")
        if run.returncode:
            return f"exit status {run.returncode}\n{run.stdout}{run.stderr}"
        if step.expected is None:
            return None
        printed = (run.stdout + run.stderr).splitlines()
        if fits(shape(step.expected), shape(printed)):
            return None
        return "has another output:\n" + "\n".join(printed)

    def close(self):
        for home in self.homes:
            self.run("dayline down", home)
            log_search.copy_home(os.path.join(self.folder, home))
        if self.server:
            self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def count_faults(page, binaries, export):
    """Runs the commands of a page, and prints its faults and the reasons of the blocks that do not run."""
    faults = list(page.faults)
    if page.steps:
        tour = Tour(binaries, page)
        try:
            tour.prepare(export, has_demo=page.is_readme)
            for step in page.steps:
                if fault := tour.fault(step):
                    faults.append(f"{step.command}: {fault}")
        finally:
            tour.close()
    for fault in faults:
        print(f"{page.name}: {fault}", file=sys.stderr)
    print(f"{page.name}: {len(page.steps)} commands run, {len(faults)} faults, "
          f"{len(page.reasons)} blocks not run")
    for reason in page.reasons:
        print(f"    not run: {reason}")
    return len(faults)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", required=True, type=os.path.abspath)
    parser.add_argument("pages", nargs="*", type=os.path.abspath, metavar="PAGE")
    options = parser.parse_args()
    guide = sorted(glob.glob(os.path.join(ROOT, "docs", "guide", "*.md")))
    pages = [Page(path) for path in options.pages or [os.path.join(ROOT, "README.md"), *guide]]
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        export = write_export(folder)
        counts = [count_faults(page, options.binaries, export) for page in pages]
    if not any(page.steps for page in pages):
        sys.exit("no page has commands")
    sys.exit(1 if any(counts) else 0)


if __name__ == "__main__":
    main()
