"""A mixed load on a system with a year of data, whose memory, descriptors, files and latencies must not grow.

usage: tools/chaos/run soak [--minutes N] [--binaries FOLDER] [--csv FILE] [--svg FILE]

The home has an activity with ten entries on each of 365 days, and an export of 365 days. Then clients log and
undo, import exports that are stored already and one new week a minute, ask for trends, days and statistics, and
read pages. Every five seconds the anonymous memory and the descriptors of each process, the sizes of the
files, and the median latencies are written to a table. A quantity is flat if a straight line through its
second half rises by less than a bound.

  --minutes   duration of the load (default: 30)
  --binaries  folder of the programs (default: .build/debug)
  --csv       table of the samples (default: soak.csv)
  --svg       picture of the samples (default: soak.svg)
"""
import argparse
import csv
import datetime
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import picture
from clients import Browser, Client, Reader
from faults import WORKERS
from system import ROOT, System, adopt_orphans

YEAR = 365
ENTRIES_A_DAY = 10
SAMPLE_SECONDS = 5
#: Greatest rise over the fitted half: a share of the mean, or an amount if that is more. Latencies depend on
#: the other programs of the machine.
GREATEST_RISE = {"memory": (0.1, 2 << 20), "descriptors": (0.05, 3), "files": (0.1, 1 << 20),
                 "latency": (0.5, 0.02)}
#: Files that grow with the data: the change log records every change, and new weeks are imported.
GROWING = {"dayline.sqlite"}


def generated(folder, name, days, end, density):
    target = os.path.join(folder, name)
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--days", str(days), "--density",
                    str(density), "--seed", "1", "--end", str(end), "--out", target],
                   check=True, stdout=subprocess.DEVNULL)
    path = os.path.join(folder, name + ".xml")
    shutil.copy(os.path.join(target, "apple_health_export", "export.xml"), path)
    return path


class Timed:
    """The latencies of calls by name since they were collected last."""

    def __init__(self):
        self.lock, self.seconds = threading.Lock(), {}

    def measure(self, name, call):
        begin = time.monotonic()
        result = call()
        with self.lock:
            self.seconds.setdefault(name, []).append(time.monotonic() - begin)
        return result

    def collect(self):
        with self.lock:
            seconds, self.seconds = self.seconds, {}
        return {name: statistics.median(values) for name, values in seconds.items()}


class TimedReader(Reader):
    def __init__(self, system, seed, timed):
        super().__init__(system, seed)
        self.timed = timed

    def step(self):
        self.timed.measure("query", self.ask)
        self.stopping.wait(0.2)


class TimedBrowser(Browser):
    def __init__(self, system, seed, link, timed):
        super().__init__(system, seed, link)
        self.timed = timed

    def step(self):
        self.timed.measure("page", self.read_page)
        self.stopping.wait(0.3)


class SoakLogger(Client):
    """Logs an entry and undoes it, so that the number of entries is constant."""

    def __init__(self, system, seed, timed):
        super().__init__(system, seed)
        self.timed, self.number = timed, 0

    def prepare(self):
        self.bus = self.system.client(timeout=30)

    def close(self):
        self.bus.close()

    def step(self):
        self.number += 1
        day = datetime.date.today() + datetime.timedelta(days=self.chance.randrange(YEAR))
        request = {"activity": "Water", "value": self.number % 500 + 1, "on": str(day), "future": True}
        self.timed.measure("log", lambda: self.bus.call(
            "dayline.tracker.Journal/Log", request, idempotency_key=f"soak-{self.number}"))
        self.stopping.wait(0.2)
        self.timed.measure("undo", lambda: self.bus.call(
            "dayline.tracker.Journal/Undo", {}, idempotency_key=f"soak-undo-{self.number}"))
        self.count("ok")
        self.stopping.wait(0.2)


class SoakImports(Client):
    """Imports a stored week again, and once a minute a new one."""

    def __init__(self, system, seed, timed, folder):
        super().__init__(system, seed)
        self.timed, self.folder, self.weeks, self.next = timed, folder, 0, 0.0

    def step(self):
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + 60
            self.weeks += 1
            end = datetime.date(2024, 12, 29) - datetime.timedelta(weeks=self.weeks)
            self.path = generated(self.folder, f"week-{self.weeks % 2}", 7, end, 0.1)
        else:
            # Another file with the same samples, which has to be read.
            with open(self.path, "ab") as file:
                file.write(b"\n")
        self.timed.measure("import", lambda: self.system.json("import", self.path, accepted=(0, 3), seconds=120))
        self.count("ok")
        self.stopping.wait(10)


class Sampler:
    """The samples of a soak: (seconds, quantity, subject, value)."""

    def __init__(self, system, timed):
        self.system, self.timed, self.begin, self.rows = system, timed, time.monotonic(), []

    def sample(self):
        seconds = round(time.monotonic() - self.begin, 1)
        totals = {}
        for pid, name in self.system.processes().items():
            # Importers are new processes for each import.
            if name not in WORKERS | {"daylined"}:
                continue
            try:
                with open(f"/proc/{pid}/status") as file:
                    memory = next(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))
                descriptors = len(os.listdir(f"/proc/{pid}/fd"))
            except (OSError, StopIteration):
                continue
            totals.setdefault(("memory", name), []).append(memory * 1024)
            totals.setdefault(("descriptors", name), []).append(descriptors)
        home = self.system.home
        for name in ("dayline.sqlite", "dayline.sqlite-wal"):
            totals["files", name] = [os.path.getsize(os.path.join(home, name))]
        totals["files", "spool"] = [sum(os.path.getsize(os.path.join(folder, name))
                                        for folder, _, names in os.walk(os.path.join(home, "spool"))
                                        for name in names)]
        for name, value in self.timed.collect().items():
            totals["latency", name] = [value]
        # Instances of one worker are added.
        self.rows += [(seconds, quantity, name, sum(values)) for (quantity, name), values in totals.items()]

    def series(self):
        """{(quantity, subject): [(seconds, value)]}"""
        series = {}
        for seconds, quantity, subject, value in self.rows:
            series.setdefault((quantity, subject), []).append((seconds, value))
        return series


def rise(points):
    """The rise of a line fitted to the second half of the points, and their mean."""
    end = points[-1][0]
    half = [(x, y) for x, y in points if x >= end / 2]
    mean = statistics.fmean(y for _, y in half)
    if len(half) < 3:
        return 0.0, mean
    slope, _ = statistics.linear_regression(*zip(*half))
    return slope * (half[-1][0] - half[0][0]), mean


def verdicts(series):
    """(quantity, subject, mean, rise, bound, True if flat) of each series; growing files have the bound None."""
    for (quantity, subject), points in sorted(series.items()):
        amount, mean = rise(points)
        share, least = GREATEST_RISE[quantity]
        bound = None if subject in GROWING else max(share * mean, least)
        yield quantity, subject, mean, amount, bound, bound is None or amount <= bound


def prepare(system, folder):
    """A year of entries and of health data."""
    system.start()
    system.json("activity", "add", "Water", "--type", "cumulative", "--target", "2000", "--unit", "ml")
    with system.client(timeout=300) as bus:
        today = datetime.date.today()
        for first in range(0, YEAR, 100):
            lines = [{"words": ["Water", "200"], "on": str(today + datetime.timedelta(days=day))}
                     for day in range(first, min(YEAR, first + 100)) for _ in range(ENTRIES_A_DAY)]
            bus.call("dayline.tracker.Journal/LogSeveral", {"lines": lines, "future": True})
    path = generated(folder, "year", YEAR, "2025-12-31", 0.1)
    system.json("import", path, accepted=(0, 3), seconds=600)


def restarts(home):
    """The records of the supervisor above the level info: ended and restarted processes with the reason."""
    with open(os.path.join(home, "logs", "daylined.log"), encoding="utf-8", errors="replace") as log:
        yield from (line.rstrip() for line in log if line.split(" ")[1:2] not in (["info"], ["debug"], ["trace"]))


def main(arguments):
    parser = argparse.ArgumentParser(prog="run soak", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--binaries", default=os.path.join(ROOT, ".build", "debug"))
    parser.add_argument("--csv", default="soak.csv")
    parser.add_argument("--svg", default="soak.svg")
    options = parser.parse_args(arguments)
    adopt_orphans()
    folder = tempfile.mkdtemp(prefix="dl-soak-", dir="/tmp")
    system, timed = System(options.binaries, folder, None), Timed()
    problems = []
    try:
        prepare(system, folder)
        clients = [SoakLogger(system, 1, timed), SoakImports(system, 2, timed, folder), TimedReader(system, 3, timed),
                   TimedBrowser(system, 4, system.json("web")["url"], timed)]
        sampler = Sampler(system, timed)
        for client in clients:
            client.start()
        while time.monotonic() < sampler.begin + 60 * options.minutes:
            time.sleep(SAMPLE_SECONDS)
            sampler.sample()
        for client in clients:
            client.stopping.set()
        for client in clients:
            client.join(120)
            problems += client.problems
            print(f"{type(client).__name__}: {client.counts}")
        series = sampler.series()
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([("seconds", "quantity", "subject", "value"), *sampler.rows])
        with open(options.svg, "w") as file:
            file.write(picture.svg(series))
        print("\n".join(restarts(system.home)) or "no process was restarted")
        system.json("doctor", seconds=300)
        system.stop()
    except RuntimeError as problem:
        sys.exit(str(problem))
    finally:
        system.remove()
    for quantity, subject, mean, amount, bound, is_flat in verdicts(series):
        text = "grows with the data" if bound is None else "flat" if is_flat else "NOT FLAT"
        print(f"{quantity:<12}{subject:<20}mean {picture.amount(quantity, mean):>10}  "
              f"rise {picture.amount(quantity, amount):>10}  {text}")
        if not is_flat:
            problems.append(f"the {quantity} of {subject} rises")
    print("\n".join(problems) or "no problems")
    sys.exit(1 if problems else 0)
