"""Compares a home after a run with the writes that were acknowledged."""
import csv
import glob
import json
import os
import sys
import tempfile

from clients import PROFILE
from system import ROOT, System

sys.path.insert(0, os.path.join(ROOT, "tools"))
from temporary_system import unbalanced  # noqa: E402

#: Tables whose rows follow from the imported files.
HEALTH_TABLES = ("days", "samples", "workouts", "nights")
#: The metric and source of failed imports.
FAILED_SOURCE = "chaos"


def tables(system, profile=None):
    """{table: sorted rows} of an export of a profile."""
    with tempfile.TemporaryDirectory(dir=system.folder) as folder:
        options = ["--profile", profile] if profile else []
        system.json(*options, "export", "--csv", os.path.join(folder, "tables"))
        rows = {}
        for path in glob.glob(os.path.join(folder, "tables", "*.csv")):
            with open(path, newline="") as file:
                rows[os.path.basename(path)[:-4]] = list(csv.DictReader(file))
        return rows


def health_rows(rows):
    return {name: sorted(tuple(row.items()) for row in rows.get(name, [])) for name in HEALTH_TABLES}


class Reference:
    """The rows of a new system into which each file was imported, in a profile of its own."""

    def __init__(self, binaries, folder, files):
        self.files = {}
        system = System(binaries, os.path.join(folder, "reference"), None)
        try:
            system.start()
            for number, path in enumerate(files):
                profile = f"reference{number}"
                system.json("profile", "add", profile, "--zone", "UTC")
                system.json("--profile", profile, "import", path, accepted=(0, 3), seconds=120)
                self.files[os.path.basename(path)] = health_rows(tables(system, profile))
            system.stop()
        finally:
            system.remove()

    def rows(self, names):
        """The rows after an import of these files, which share no day."""
        return {table: sorted(row for name in names for row in self.files[name][table])
                for table in HEALTH_TABLES}


def differences(actual, expected):
    for name in HEALTH_TABLES:
        missing = [row for row in expected[name] if row not in set(actual[name])]
        added = [row for row in actual[name] if row not in set(expected[name])]
        if missing or added or len(actual[name]) != len(expected[name]):
            yield (f"{name} differs from a fold from raw: {len(missing)} rows are missing, {len(added)} added: "
                   f"{[dict(row) for row in (missing + added)[:2]]}")


def check_imports(reports, acknowledged, rows, reference, cut):
    for report in reports:
        yield from unbalanced(report)
    names = {report["file"] for report in reports}
    for name, (at, report) in acknowledged.items():
        yield from unbalanced(report)
        if at <= cut and name not in names:
            yield f"the acknowledged import of {name} is missing"
    for name in names - set(reference.files):
        yield f"{name} is in the list of imports, although its importer failed"
    if any(row["source"] == FAILED_SOURCE for row in rows["samples"]):
        yield "samples of a failed import are stored"
    yield from differences(health_rows(rows), reference.rows(names & set(reference.files)))


def check_doctor(system):
    status, output, errors = system.run("doctor", seconds=60)
    if status != 0:
        failed = [check for check in json.loads(output)["checks"] if not check["ok"]] if output else errors
        yield f"doctor ended with {status}: {failed}"


def check_logs(home):
    """Processes may be killed, and never crash by themselves."""
    for path in glob.glob(os.path.join(home, "logs", "*.log")):
        with open(path, errors="replace") as file:
            for line in file:
                if "Fatal error" in line or "Crash: " in line:
                    yield f"{os.path.basename(path)}: {line.strip()}"


def check(system, expected, expected_of_commands, acknowledged_imports, reference, cut=float("inf")):
    """A sentence for each problem. The system is running without faults, and is stopped."""
    yield from check_logs(system.home)
    yield from check_doctor(system)
    rows = tables(system)
    entries_of_commands = system.json("--profile", PROFILE, "entries", "Coffee")["entries"]
    reports = system.json("imports")["imports"]
    system.stop()
    yield from expected.problems(rows["entries"], cut)
    yield from expected_of_commands.problems(entries_of_commands, cut)
    yield from check_imports(reports, acknowledged_imports, rows, reference, cut)
