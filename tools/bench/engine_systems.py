"""Systems on SQLite and on PostgreSQL, and the table that compares them."""
import contextlib
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

import answers
import imports

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tools", "python")]

import dayline
from postgres_server import Server, WORKER, free_port

SQLITE, POSTGRES = "SQLite", "PostgreSQL"


class Row(NamedTuple):
    """A line of the table."""
    name: str
    base: str
    compared: str
    ratio: float
    bound: float
    #: True if the ratio must not be greater than the bound, otherwise not less.
    is_upper_bound: bool = True

    def __str__(self):
        is_met = self.ratio <= self.bound if self.is_upper_bound else self.ratio >= self.bound
        return (f"| {self.name} | {self.base} | {self.compared} | {self.ratio:.2f} "
                f"| {'at most' if self.is_upper_bound else 'at least'} {self.bound} | {'yes' if is_met else 'NO'} |")


class Engines:
    """Makes systems on SQLite and on a PostgreSQL server, which has its default settings and so fsync."""

    def __init__(self, options, root):
        self.options, self.bench = options, imports.Bench(options, root)
        self.programs = os.path.dirname(os.path.realpath(options.dayline))
        self.folder = tempfile.mkdtemp(prefix="dl-engines-", dir="/tmp")
        # The server runs as another user.
        os.chmod(self.folder, 0o711)
        self.server, self.databases = Server(os.path.join(self.folder, "server"), free_port()), 0
        self.server.initialize()
        self.server.start()
        self.server.create_role()

    def close(self):
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def export(self, seed=1):
        """The path of an export of all years."""
        return answers.export(self.bench, math.ceil(self.options.years * 365.25), seed)

    def sqlite(self):
        return imports.System(self.options.dayline, self.folder)

    def postgres(self, folder=None):
        """A system on a new database, by default through the socket of the server."""
        self.databases += 1
        database = f"bench{self.databases}"
        self.server.create_database(self.programs, database)
        system = imports.System(
            self.options.dayline, self.folder, "--database", self.server.address(WORKER, database, folder))
        system.database = database
        return system

    @contextlib.contextmanager
    def pair(self):
        with self.sqlite() as sqlite, self.postgres() as postgres:
            yield {SQLITE: sqlite, POSTGRES: postgres}

    def alternating(self, measure, systems):
        """{name: the results of all rounds} of `measure(system, round)`; the systems alternate."""
        found = {name: [] for name in systems}
        for number in range(self.options.rounds):
            for name, system in systems.items():
                found[name].append(measure(system, number))
                print(f"{measure.__name__} {number + 1}, {name}: {found[name][-1]}", file=sys.stderr)
        return found


def run_command(system, *arguments):
    subprocess.run([*system.command, *arguments], check=True, stdout=subprocess.DEVNULL)


def client(system, profile=None):
    return dayline.Dayline(home=system.home, profile=profile)


def add_profile(system, name):
    run_command(system, "profile", "add", name, "--zone", "UTC")
    run_command(system, "--profile", name, "activity", "add", "Water", "--type", "cumulative", "--unit", "ml")


def compared(name, found, unit, bound, is_upper_bound=True):
    """The row of the medians of both engines."""
    base, other = (statistics.median(found[engine]) for engine in (SQLITE, POSTGRES))
    return Row(name, f"{base:,.3f} {unit}", f"{other:,.3f} {unit}", other / base, bound, is_upper_bound)


def trend_milliseconds(bus, metric, profile=None):
    """The time of a trend of all years without the plotted days, whose decoding in Python takes longer."""
    begin = time.perf_counter()
    bus.call("dayline.aggregation.Insights/Trends", {"name": metric, "daily": False}, profile=profile)
    return (time.perf_counter() - begin) * 1000


def metrics_with_trends(system):
    """The metrics of the default profile, without those whose values are names."""
    found = []
    with client(system) as bus:
        for metric in bus.call("dayline.aggregation.Insights/Metrics", {})["metrics"]:
            try:
                trend_milliseconds(bus, metric["metric"])
                found.append(metric["metric"])
            except dayline.DaylineError as problem:
                if problem.code != "INVALID_ARGUMENT":
                    raise
    return found
