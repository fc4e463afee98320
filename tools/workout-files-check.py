#!/usr/bin/env python3
"""Imports FIT, GPX and TCX files and compares the results with other programs.

usage: workout-files-check.py [--dayline .bin/dayline] FILE...

Runs a system in a temporary folder with a profile for each file. Compares the items of a FIT file with
fitdecode (PyPI): heart rates, speeds, powers, cadences, weights and steps in number and sum, and workouts
in start and distance; the points of routes with gpsbabel, if it is installed; and the items of GPX and TCX
files with Python's expat. Checks for each report that read = stored + duplicate + quarantined + ignored,
in total and for each type, and that a second import stores nothing. Then removes the end of each file and
imports the rest. Prints a line for each fault; exit status 1 if there is one.
"""
import argparse
import datetime
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PARTS = ("stored", "duplicate", "quarantined", "ignored")
EPOCH = datetime.datetime(1989, 12, 31, tzinfo=datetime.timezone.utc)
FIRST_ABSOLUTE = 0x10000000


class Check:
    def __init__(self, options):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.command = [options.dayline, "--home", os.path.join(self.folder, "home"), "--json"]
        self.faults = []
        self.compared = 0

    def dayline(self, *arguments):
        run = subprocess.run([*self.command, *arguments], capture_output=True, text=True)
        try:
            return run.returncode, json.loads(run.stdout)
        except ValueError:
            return run.returncode, {"error": run.stdout + run.stderr}

    def equal(self, place, expected, actual, tolerance=0.0):
        self.compared += 1
        if isinstance(expected, float) or isinstance(actual, float):
            if expected is not None and actual is not None \
                    and math.isclose(expected, actual, rel_tol=1e-6, abs_tol=tolerance):
                return
        elif expected == actual:
            return
        self.faults.append(f"{place}: expected {expected}, got {actual}")

    def balanced(self, place, report):
        for name, row in [("total", report), *report["byType"].items()]:
            self.equal(f"{place}, {name}", row["read"], sum(row[part] for part in PARTS))

    def file(self, path, profile):
        name = os.path.basename(path)
        self.dayline("profile", "add", profile, "--zone", "UTC")
        status, report = self.dayline("--profile", profile, "import", path)
        if "byType" not in report:
            print(f"{name}: not imported (status {status})")
            if expected_items(path):
                self.faults.append(f"{name}: {report}")
            return
        self.balanced(name, report)
        expected = expected_items(path)
        for metric, count in expected["counts"].items():
            row = report["byType"].get(metric, {"stored": 0})
            self.equal(f"{name}, {metric}", count, row["stored"])
        _, list_ = self.dayline(
            "--profile", profile, "workouts", "--from", "1990-01-01", "--to", "2030-01-01")
        workouts = sorted(list_["workouts"], key=lambda workout: workout["start"])
        distinct = sorted(set(expected["workouts"]))
        self.equal(f"{name}, workouts", len(distinct), len(workouts))
        for (start, meters), workout in zip(distinct, workouts):
            found = datetime.datetime.fromisoformat(workout["start"].replace("Z", "+00:00"))
            self.equal(f"{name}, start", start, found)
            if meters:
                self.equal(f"{name}, distance", meters, workout.get("distanceMeters"), 0.01)
        _, again = self.dayline("--profile", profile, "import", path)
        self.equal(f"{name}, second import", 0, again["stored"])
        self.cut(path, profile)
        print(f"{name}: {report['format']}: {report['read']} items, {len(workouts)} workouts")

    def cut(self, path, profile):
        """A file without its last third ends in a report."""
        name = os.path.basename(path)
        with open(path, "rb") as file:
            content = file.read()
        cut = os.path.join(self.folder, "cut-" + name)
        with open(cut, "wb") as file:
            file.write(content[:len(content) * 2 // 3])
        self.dayline("profile", "add", profile + "-cut", "--zone", "UTC")
        status, report = self.dayline("--profile", profile + "-cut", "import", cut)
        if "byType" in report:
            self.balanced(f"{name} without its end", report)
            self.equal(f"{name} without its end, status", 3, status)
        elif not report.get("error"):
            self.faults.append(f"{name} without its end: {report}")

    def end(self):
        self.dayline("down")
        shutil.rmtree(self.folder, ignore_errors=True)


def expected_items(path):
    """{counts by metric, workouts as (start, meters)} of a file by another program; None if unreadable."""
    if path.lower().endswith(".fit"):
        return fit_items(path)
    return track_items(path)


def fit_items(path):
    import fitdecode
    warnings.simplefilter("ignore")
    samples, workouts = {}, []
    sessions, records, files = [], [], 0

    def add(metric, key):
        samples.setdefault(metric, set()).add(key)

    try:
        reader = fitdecode.FitReader(
            path, check_crc=fitdecode.CrcCheck.DISABLED,
            error_handling=fitdecode.ErrorHandling.IGNORE)
        with reader:
            for frame in reader:
                if not isinstance(frame, fitdecode.FitDataMessage):
                    continue
                values = {field.name: field.value for field in frame.fields}
                raw = {field.name: field.raw_value for field in frame.fields}
                stamp = raw.get("timestamp")
                if frame.global_mesg_num == 20 and stamp and stamp >= FIRST_ABSOLUTE:
                    rate = raw.get("heart_rate")
                    records.append((stamp, values))
                    if rate:
                        add("heartRate", (stamp, rate))
                elif frame.global_mesg_num == 30 and stamp and raw.get("weight"):
                    add("bodyMass", (stamp, raw["weight"]))
                elif frame.global_mesg_num == 18:
                    start = raw.get("start_time")
                    if start and start >= FIRST_ABSOLUTE:
                        sessions.append((start, values.get("total_distance")))
    except fitdecode.FitError:
        pass
    for start, meters in sessions:
        workouts.append((EPOCH + datetime.timedelta(seconds=start), meters))
    if not sessions and len({stamp for stamp, _ in records}) > 1:
        workouts.append((EPOCH + datetime.timedelta(seconds=min(s for s, _ in records)), None))
    return {"counts": {metric: len(keys) for metric, keys in samples.items()},
            "workouts": workouts}


def track_items(path):
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except xml.etree.ElementTree.ParseError:
        return None

    def local(element):
        return element.tag.rsplit("}", 1)[-1]

    def time(text):
        return datetime.datetime.fromisoformat(text.strip().replace("Z", "+00:00"))

    rates, workouts = set(), []
    point_name, track_name = ("trkpt", "trk") if local(root) == "gpx" else ("Trackpoint", "Activity")
    for track in (e for e in root.iter() if local(e) == track_name):
        times = []
        for point in (e for e in track.iter() if local(e) == point_name):
            stamp = next((time(e.text) for e in point.iter() if local(e).lower() == "time"), None)
            if stamp is None:
                continue
            times.append(stamp)
            for element in point.iter():
                text = element.text
                if local(element) == "HeartRateBpm":
                    text = next(e.text for e in element if local(e) == "Value")
                if local(element) in ("hr", "HeartRateBpm") and float(text) > 0:
                    rates.add((stamp, float(text)))
        laps = [time(e.get("StartTime")) for e in track.iter() if local(e) == "Lap"]
        if times or laps:
            workouts.append((min(laps) if laps else min(times), None))
    return {"counts": {"heartRate": len(rates)} if rates else {}, "workouts": workouts}


def compare_points(check, path):
    """Compares the number of positions with gpsbabel."""
    kind = os.path.splitext(path)[1].lower()[1:]
    source = {"fit": "garmin_fit", "tcx": "gtrnctr", "gpx": "gpx"}[kind]
    run = subprocess.run(
        ["gpsbabel", "-t", "-i", source, "-f", path, "-o", "gpx", "-F", "-"],
        capture_output=True, text=True)
    if run.returncode != 0:
        print(f"{os.path.basename(path)}: gpsbabel does not read the file")
        return None
    return run.stdout.count("<trkpt")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dayline", default=os.path.join(ROOT, ".bin", "dayline"))
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    check = Check(options)
    has_gpsbabel = shutil.which("gpsbabel") is not None
    try:
        check.dayline("up", "--detach")
        for number, path in enumerate(options.files):
            profile = f"file{number}"
            check.file(path, profile)
            if has_gpsbabel and (points := compare_points(check, path)) is not None:
                _, list_ = check.dayline(
                    "--profile", profile, "workouts", "--from", "1990-01-01", "--to", "2030-01-01")
                found = sum(route.get("points") or 0 for workout in list_.get("workouts", [])
                            for route in workout["routes"])
                if found:
                    check.equal(f"{os.path.basename(path)}, points", points, found)
    finally:
        check.end()
    for fault in check.faults:
        print(fault)
    print(f"{len(options.files)} files, {check.compared} comparisons, {len(check.faults)} faults")
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
