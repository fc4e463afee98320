"""A running system in a new home, for the scripts that compare Dayline with numbers of their own."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import log_search

PARTS = ("stored", "duplicate", "quarantined", "ignored")


class System:
    """A running system, which `close` stops and removes. Its home is in a folder, by default a new one."""

    def __init__(self, program, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.program = program
        self.options = ["--home", os.path.join(self.folder, "home")]
        self.environment = {**os.environ, "DAYLINE_WEB_PORT": "0"}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.json("up", "--detach")

    def run(self, *arguments):
        """The finished process of a command that answers in JSON."""
        return subprocess.run(
            [self.program, *self.options, "--json", *arguments], env=self.environment,
            capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def json(self, *arguments):
        """The answer of a command, None without one. The status 3 of an import with damage is a success."""
        done = self.run(*arguments)
        if done.returncode not in (0, 3):
            sys.exit(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def close(self):
        self.run("down")
        log_search.copy_home(os.path.join(self.folder, "home"))
        shutil.rmtree(self.folder, ignore_errors=True)


def unbalanced(report):
    """A sentence for each row of an import report that is not the sum of its parts."""
    for name, row in [("the report", report), *report["byType"].items()]:
        if row["read"] != sum(row[part] for part in PARTS):
            yield f"{name} does not balance: {row}"
