#!/usr/bin/env python3
"""Measures the import of a CSV file against Python's csv reading the same rows with
datetime.fromisoformat: the import from file to published days has to reach 0.3 times its speed, with at most
64 MiB in the importer.

usage: csv_import.py --dayline PROGRAM [--rows N] [--rounds N]
"""
import argparse
import csv
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import imports
import measure

LEAST_RATIO = 0.3
MOST_MEMORY = 64 << 20


def write_table(path, rows):
    """Writes a heart rate and a step count for each minute, ending at the start of 2026."""
    generator = random.Random(7)
    instant = datetime.datetime(2026, 1, 1) - datetime.timedelta(minutes=rows)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["time", "Heart Rate (bpm)", "Steps", "note"])
        for _ in range(rows):
            writer.writerow([instant.isoformat(" "), generator.randrange(50, 150),
                             generator.randrange(120), ""])
            instant += datetime.timedelta(minutes=1)


#: A program that reads a table with csv and datetime.fromisoformat, and prints its seconds.
READING = """
import csv, datetime, sys, time
began = time.perf_counter()
with open(sys.argv[1], newline="") as file:
    rows = csv.reader(file)
    next(rows)
    for row in rows:
        datetime.datetime.fromisoformat(row[0])
print(time.perf_counter() - began)
"""


def read_table(path):
    """Seconds in which csv and datetime.fromisoformat read a table, in a process of its own."""
    return float(subprocess.run(
        ["/usr/bin/python3", "-c", READING, path], check=True, capture_output=True).stdout)


def import_table(dayline, path, rows):
    """Seconds of an import into a new system, and the greatest memory of the importer."""
    with tempfile.TemporaryDirectory() as parent, imports.System(dayline, parent) as system:
        began = time.perf_counter()
        run = system.import_file(path)
        seconds = time.perf_counter() - began
        report = json.loads(run.output)
        if report["read"] != report["stored"] or report["read"] != 2 * rows:
            sys.exit(f"the report is wrong: {run.output}")
        again = json.loads(system.import_file(path).output)
        if again["stored"]:
            sys.exit(f"the second import stored {again['stored']} samples")
    return seconds, max(
        peak for name, peak in run.peaks.items() if name.startswith(("python", "importer")))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        write_table(path, options.rows)
        readings, runs = [], []
        for _ in range(options.rounds):
            readings.append(read_table(path))
            runs.append(import_table(options.dayline, path, options.rows))
        size = os.path.getsize(path)
    reading, seconds = min(readings), min(each for each, _ in runs)
    memory = max(peak for _, peak in runs)
    print(f"{options.rows:,} rows, {size / 1e6:.0f} MB, {measure.machine()}")
    print(f"csv and fromisoformat  {reading:.2f} s")
    print(f"dayline import         {seconds:.2f} s, {reading / seconds:.2f} of that speed "
          f"(at least {LEAST_RATIO})")
    print(f"memory of the importer {memory / (1 << 20):.0f} MiB (at most {MOST_MEMORY >> 20})")
    sys.exit(0 if reading / seconds >= LEAST_RATIO and memory <= MOST_MEMORY else 1)


if __name__ == "__main__":
    main()
