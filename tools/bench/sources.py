"""Imports of other sources against programs that read the same files: jq, fitdecode, and Python's csv.

Health Auto Export against `jq -c`, 1,000 FIT files against fitdecode, a CSV file against csv with
datetime.fromisoformat, a database of Loop Habit Tracker with 50 habits and 10 years, and pushed files.
"""
import datetime
import json
import os
import random
import statistics
import subprocess
import sys
from typing import NamedTuple

import csv_import
import imports
import large_files
import measure
import memory

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import loop_databases
from fit_files import EPOCH, FITFile

PEER = "fitdecode==0.10.0"
FIT_FILES, FIT_RECORDS = 1000, 300
AUTO_EXPORT_MINUTES = 275_000
CSV_ROWS = 1_000_000
#: The sizes of pushed files in MB, and the most MiB that a memory may grow from the first to the last.
PUSHES, PUSH_GROWTH = (10, 100), 8


class Case(NamedTuple):
    name: str
    file: str
    #: Writes the file or folder at a path.
    make: object
    #: The name of a program that reads the same file, and its command for a path; None without one.
    peer: object
    #: The least ratio of the peer's time; without a peer the most seconds.
    bound: float


def auto_export(path):
    """Four metrics with a point a minute, as the app writes them: 1.1 million points."""
    generator = random.Random(7)
    first = datetime.datetime(2024, 1, 1)

    def points(write):
        for minute in range(AUTO_EXPORT_MINUTES):
            stamp = (first + datetime.timedelta(minutes=minute)).strftime("%Y-%m-%d %H:%M:%S +0100")
            yield f'{{"date":"{stamp}",{write()}}}'

    def heart_rate():
        low = generator.randrange(45, 150)
        return f'"Min":{low},"Avg":{low + generator.random() * 9},"Max":{low + 9},"source":"Anna’s Watch"'

    metrics = [
        ("step_count", "count", lambda: f'"qty":{generator.randrange(1, 120)},"source":"Anna’s Watch|iPhone"'),
        ("active_energy", "kJ", lambda: f'"qty":{generator.random() * 40},"source":"Anna’s Watch"'),
        ("heart_rate", "bpm", heart_rate),
        ("walking_running_distance", "km", lambda: f'"qty":{generator.random() / 9},"source":"iPhone"'),
    ]
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"data":{"metrics":[')
        for index, (name, units, write) in enumerate(metrics):
            file.write("," * (index > 0) + f'{{"name":"{name}","units":"{units}","data":[')
            for number, point in enumerate(points(write)):
                file.write("," * (number > 0) + point)
            file.write("]}")
        file.write('],"workouts":[]}}')


def fit_files(folder):
    """Runs with a record a second: time, position, distance, heart rate, cadence, speed and altitude."""
    os.makedirs(folder)
    generator = random.Random(7)
    for number in range(FIT_FILES):
        start = 1_700_000_000 + number * 40_000
        with open(os.path.join(folder, f"{number:04}.fit"), "wb") as file:
            file.write(fit(start, generator))


def fit(start, generator):
    stamp, file = start - EPOCH, FITFile()
    file.define(0, 0, (0, 1, 0x00), (1, 2, 0x84), (4, 4, 0x86))
    file.add("<BBHI", 0, 4, 1, stamp)
    file.define(1, 20, (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (5, 4, 0x86), (3, 1, 0x02), (4, 1, 0x02),
                (6, 2, 0x84), (2, 2, 0x84))
    for second in range(FIT_RECORDS):
        file.add(
            "<BIiiIBBHH", 1, stamp + second, 626_000_000 + second * 300, 160_000_000 + second * 200,
            second * 310, generator.randrange(90, 180), 85, generator.randrange(2500, 3600), 2700)
    file.define(2, 18, (253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (5, 1, 0x00))
    file.add(
        "<BIIIIIB", 2, stamp + FIT_RECORDS, stamp, FIT_RECORDS * 1000, FIT_RECORDS * 1000,
        FIT_RECORDS * 310, 1)
    return file.bytes()


FITDECODE = """
import os, sys, fitdecode
for name in sorted(os.listdir(sys.argv[1])):
    with fitdecode.FitReader(os.path.join(sys.argv[1], name)) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                for field in frame.fields:
                    field.value
"""


class Bench:
    def __init__(self, options, root):
        self.options = options
        self.folder = os.path.join(root, ".build", "bench")
        os.makedirs(self.folder, exist_ok=True)

    def made(self, name, make):
        """The path of a file or folder, made once."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            make(path)
        return path

    def python(self):
        """A Python with fitdecode."""
        environment = os.path.join(self.folder, "fit-peer")
        python = os.path.join(environment, "bin", "python")
        if not os.path.exists(python):
            subprocess.run(["/usr/bin/python3", "-m", "venv", environment], check=True)
            subprocess.run([os.path.join(environment, "bin", "pip"), "install", "-q", PEER], check=True)
        return python

    def cases(self):
        return [
            Case("Health Auto Export, 1.1 million points", "auto-export.json", auto_export,
                 ("jq -c", lambda path: ["sh", "-c", f"exec jq -c . '{path}' > /dev/null"]), 5),
            Case("FIT, 1,000 activities of 300 records", "activities", fit_files,
                 ("fitdecode", lambda path: [self.python(), "-c", FITDECODE, path]), 10),
            Case("CSV, 1 million rows", "table.csv", lambda path: csv_import.write_table(path, CSV_ROWS),
                 ("csv and fromisoformat", lambda path: ["/usr/bin/python3", "-c", csv_import.READING, path]),
                 0.3),
            Case("Loop Habit Tracker, 50 habits and 10 years", "loop.db",
                 lambda path: loop_databases.write_random(path, random.Random(7), 25, 50, 3650), None, 0.5),
        ]

    def imported(self, case, path):
        """The measured import into a new system."""
        with imports.System(self.options.dayline, self.folder) as system:
            run = system.import_file(path)
            report = json.loads(run.output)
            if report["stored"] == 0 or report["read"] != sum(
                    report[part] for part in ("stored", "duplicate", "quarantined", "ignored")):
                sys.exit(f"the report of {case.name} is wrong: {run.output}")
            again = json.loads(system.import_file(path).output)
            if again["stored"]:
                sys.exit(f"the second import of {case.name} stores {again['stored']} items")
        return run

    def row(self, case):
        path = self.made(case.file, case.make)
        ours, theirs = [], []
        for number in range(self.options.rounds):
            if case.peer:
                theirs.append(measure.command(case.peer[1](path)).wall)
            ours.append(self.imported(case, path))
            print(f"{case.name} {number + 1}: {ours[-1].wall:.3f} s"
                  + (f", {case.peer[0]} {theirs[-1]:.3f} s" if case.peer else ""), file=sys.stderr)
        wall = measure.median(ours, "wall")
        peak = max(memory.importer_peak(run) for run in ours) / 2**20
        peer, ratio, bound, is_met = "", "", f"at most {case.bound} s", wall <= case.bound
        if case.peer:
            seconds = statistics.median(theirs)
            peer, ratio = f"{case.peer[0]}: {seconds:.2f}", f"{seconds / wall:.2f}x"
            bound, is_met = f"at least {case.bound}x", seconds / wall >= case.bound
        is_met = is_met and 0 < peak <= memory.MEMORY_BOUND
        return (f"| {case.name} | {wall:.2f} | {measure.median(ours, 'cpu'):.2f} | {peer} | {ratio} "
                f"| {bound} | {peak:.0f} | {'yes' if is_met else 'NO'} |")


#: Sends a file to an address with a token, and waits until it is imported.
PUSH = """
import http.client, json, subprocess, sys, time, urllib.parse
address, token, path, *command = sys.argv[1:]
url = urllib.parse.urlsplit(address)
connection = http.client.HTTPConnection(url.hostname, url.port, timeout=600)
began = time.perf_counter()
with open(path, "rb") as file:
    size = file.seek(0, 2)
    file.seek(0)
    connection.request("POST", "/push/health-auto-export", body=file, headers={
        "Authorization": f"Bearer {token}", "Content-Type": "application/json", "Content-Length": str(size)})
    status = connection.getresponse().status
assert status == 202, status
accepted = time.perf_counter() - began
while not (imports := json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["imports"]):
    time.sleep(0.2)
print(json.dumps({"accepted": accepted, "stored": imports[0]["stored"]}))
"""
PUSH_PROGRAMS = ("WebGateway", "IngestionWorker", "HealthAutoExportImporter")


def pushed(bench, megabytes):
    """A push of a file of Health Auto Export into a new system, with the answer of `PUSH`."""
    path = bench.made(f"push-{megabytes}.json",
                      lambda path: large_files.health_auto_export(path, megabytes * large_files.MEGABYTE))
    with imports.System(bench.options.dayline, bench.folder) as system:
        address = json.loads(measure.command([*system.command, "web"]).output)["address"]
        token = json.loads(measure.command([*system.command, "token", "new", "phone", "--scope", "push"]).output)
        run = measure.command(["/usr/bin/python3", "-c", PUSH, address, token["token"], path,
                               *system.command, "imports"], system.family)
        return run, json.loads(run.output)


def push_rows(bench):
    runs = [pushed(bench, megabytes) for megabytes in PUSHES]
    first = runs[0][0].peaks
    for megabytes, (run, answer) in zip(PUSHES, runs):
        peaks = [run.peaks.get(name, 0) / 2**20 for name in PUSH_PROGRAMS]
        growth = max((run.peaks.get(name, 0) - first.get(name, 0)) / 2**20 for name in PUSH_PROGRAMS)
        yield (f"| {megabytes} MB | {answer['stored']:,} | {answer['accepted']:.2f} | {run.wall:.2f} | "
               + " | ".join(f"{peak:.0f}" for peak in peaks)
               + f" | {'yes' if min(peaks) > 0 and growth <= PUSH_GROWTH else 'NO'} |")


def run(options, root):
    """The section of docs/benchmarks.md."""
    bench = Bench(options, root)
    chosen = [case for case in bench.cases() if options.source in case.name.lower()]
    lines = [
        f"Imports into a new system, from the command to the folded days; medians of {options.rounds} "
        f"rounds. The bound of the peak memory of the importer is {memory.MEMORY_BOUND} MiB.", "",
        "| file | wall s | CPU s, all processes | peer, wall s | peer / dayline | bound | importer MiB | met |",
        "|---|---:|---:|---:|---:|---:|---:|---|"]
    lines += [bench.row(case) for case in chosen]
    if options.source in "push":
        lines += [
            "", "Files of Health Auto Export pushed to the web gateway, until the answer 202 and until the import "
            f"is stored; one run each. The memory may grow by {PUSH_GROWTH} MiB from the first to the last.", "",
            "| body | stored | 202 after s | stored after s | gateway MiB | ingestion MiB | importer MiB | met |",
            "|---|---:|---:|---:|---:|---:|---:|---|", *push_rows(bench)]
    return "\n".join(lines + [""])
