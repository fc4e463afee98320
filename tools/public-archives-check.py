#!/usr/bin/env python3
"""Imports an unpacked archive of Fitbit, Google Fit, Health Connect, Samsung Health or Withings that somebody has
published, and compares the days with numbers that are computed from its files.

usage: public-archives-check.py --dayline PROGRAM SOURCE FOLDER ZONE

SOURCE is fitbit, google-fit, health-connect, samsung-health or withings, and ZONE that of the account. The counts of the report
must balance, and a second import must store nothing. Days of Google Fit are compared with the table that Google
computed. Intervals that several applications have written to Health Connect count once. Where measurements of
Withings overlap, the time counts once, for the earlier or longer one, and a
measurement across midnight is divided by time. The script shares no code with the importers.
"""
import argparse
import collections
import csv
import datetime
import glob
import json
import os
import sqlite3
import sys
import zoneinfo

from temporary_system import System, unbalanced

UTC = datetime.timezone.utc
SUMS = {"stepCount", "distanceWalkingRunning", "dietaryWater", "appleExerciseTime",
        "activeEnergyBurned"}
KILOGRAMS = {"kg": 1, "lb": 0.45359237, "st": 6.35029318}


class Truth:
    """Values by metric and local day."""

    def __init__(self, folder, zone):
        self.folder, self.zone = folder, zone
        self.values = collections.defaultdict(lambda: collections.defaultdict(list))

    def add(self, metric, day, value):
        if value:
            self.values[metric][day].append(value)

    def day(self, instant):
        return instant.astimezone(self.zone).date().isoformat()

    def parts(self, begin, end):
        """The parts of an interval in each local day, as (day, begin, end); empty if it ends before."""
        while begin <= end:
            local = datetime.datetime.fromtimestamp(begin, self.zone)
            tomorrow = datetime.datetime.combine(
                local.date() + datetime.timedelta(days=1), datetime.time(), self.zone).timestamp()
            yield local.date().isoformat(), begin, min(end, tomorrow)
            if end <= tomorrow:
                return
            begin = tomorrow

    def files(self, pattern):
        return sorted(glob.glob(os.path.join(glob.escape(self.folder), "**", pattern), recursive=True))

    def rows(self, pattern, skipped=0):
        """The rows of tables as dictionaries, after `skipped` lines."""
        for name in self.files(pattern):
            with open(name, encoding="utf-8-sig", newline="") as file:
                for _ in range(skipped):
                    next(file)
                lines = csv.reader(file)
                names = next(lines)
                yield from (dict(zip(names, row)) for row in lines)


def fitbit(truth):
    def records(pattern):
        for name in truth.files(pattern):
            with open(name, encoding="utf-8") as file:
                yield from json.load(file)

    def instant(text):
        return datetime.datetime.strptime(text, "%m/%d/%y %H:%M:%S").replace(tzinfo=UTC)

    for metric, pattern, scale in (("stepCount", "steps-*.json", 1),
                                   ("distanceWalkingRunning", "distance-*.json", 1e-5)):
        for record in {record["dateTime"]: record for record in records(pattern)}.values():
            truth.add(metric, truth.day(instant(record["dateTime"])), float(record["value"]) * scale)
    for record in {record["dateTime"]: record for record in records("heart_rate-*.json")}.values():
        if record["value"]["confidence"]:
            truth.add("heartRate", truth.day(instant(record["dateTime"])), record["value"]["bpm"])
    active = {}
    for level in ("moderately", "very"):
        for record in records(f"{level}_active_minutes-*.json"):
            active[level, record["dateTime"]] = float(record["value"])
    for (_, text), minutes in active.items():
        truth.add("appleExerciseTime", instant(text).date().isoformat(), minutes)
    for record in records("resting_heart_rate-*.json"):
        if record["value"]["value"]:
            day = datetime.datetime.strptime(record["value"]["date"], "%m/%d/%y").date().isoformat()
            truth.add("restingHeartRate", day, record["value"]["value"])


def google_fit(truth):
    for pattern in ("Daily activity metrics.csv", "Daily Summaries.csv"):
        for row in truth.rows(pattern):
            truth.add("stepCount", row["Date"], float(row["Step count"] or 0))
            truth.add("distanceWalkingRunning", row["Date"], float(row["Distance (m)"] or 0) / 1000)


def samsung_health(truth):
    def instant(text):
        return datetime.datetime.fromisoformat(text).replace(tzinfo=UTC)

    for row in truth.rows("com.samsung.shealth.step_daily_trend.*.csv", skipped=1):
        if row["source_type"] == "-2":
            text = row["day_time"]
            moment = datetime.datetime.fromtimestamp(int(text) / 1000, UTC) if text.isdigit() else instant(text)
            truth.add("stepCount", moment.date().isoformat(), int(row["count"]))
            truth.add("distanceWalkingRunning", moment.date().isoformat(), float(row["distance"]) / 1000)
    for row in truth.rows("com.samsung.health.weight.*.csv", skipped=1):
        truth.add("bodyMass", truth.day(instant(row["start_time"])), float(row["weight"]))
    for row in truth.rows("com.samsung.health.water_intake.*.csv", skipped=1):
        truth.add("dietaryWater", truth.day(instant(row["start_time"])), float(row["amount"]))


def withings(truth):
    for metric, measure, scale in (("stepCount", "steps", 1), ("distanceWalkingRunning", "distance", 1e-3)):
        intervals = set()
        for row in truth.rows(f"raw_tracker_{measure}.csv"):
            begin = datetime.datetime.fromisoformat(row["start"]).timestamp()
            for seconds, value in zip(json.loads(row["duration"]), json.loads(row["value"])):
                if value:
                    intervals.add((begin, -seconds, value))
                begin += seconds
        covered = float("-inf")
        for begin, negative, value in sorted(intervals):
            end = begin - negative
            for day, start, stop in truth.parts(max(begin, covered), end):
                share = (stop - start) / (end - begin) if end > begin else 1
                truth.add(metric, day, value * scale * share)
            covered = max(covered, end)
        measured = set(truth.values[metric])
        for row in truth.rows(f"aggregates_{measure}.csv"):
            if row["date"] not in measured:
                truth.add(metric, row["date"], float(row["value"]) * scale)
    for row in truth.rows("weight.csv"):
        date, weight = list(row)[:2]
        if row[weight]:
            unit = weight.split("(")[-1].rstrip(")")
            truth.add("bodyMass", row[date][:10], float(row[weight]) * KILOGRAMS[unit])


def health_connect(truth):
    path = truth.files("*.db")[0]
    with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as connection:
        tables = {name for name, in connection.execute("select name from sqlite_master")}

        def rows(table, columns):
            return connection.execute(f"select {columns} from {table}") if table in tables else ()

        for metric, table, column, scale in (
                ("stepCount", "steps", "count", 1), ("distanceWalkingRunning", "distance", "distance", 1e-3),
                ("activeEnergyBurned", "active_calories_burned", "energy", 1e-3)):
            for begin, end, value in set(rows(f"{table}_record_table", f"start_time, end_time, {column}")):
                for day, start, stop in truth.parts(begin / 1000, end / 1000):
                    truth.add(metric, day, value * scale * ((stop - start) * 1000 / (end - begin)))
        for metric, table, column, scale in (
                ("bodyMass", "weight", "weight", 1e-3), ("bodyFatPercentage", "body_fat", "percentage", 1),
                ("oxygenSaturation", "oxygen_saturation", "percentage", 1),
                ("basalMetabolicRate", "basal_metabolic_rate", "basal_metabolic_rate", 86_400 / 4184),
                ("bloodPressureSystolic", "blood_pressure", "systolic", 1),
                ("bloodPressureDiastolic", "blood_pressure", "diastolic", 1)):
            for milliseconds, value in rows(f"{table}_record_table", f"time, {column}"):
                moment = datetime.datetime.fromtimestamp(milliseconds / 1000, UTC)
                truth.add(metric, truth.day(moment), value * scale)
        for milliseconds, value in set(rows("heart_rate_record_series_table", "epoch_millis, beats_per_minute")):
            moment = datetime.datetime.fromtimestamp(milliseconds / 1000, UTC)
            truth.add("heartRate", truth.day(moment), value)


SOURCES = {"fitbit": fitbit, "google-fit": google_fit, "health-connect": health_connect,
           "samsung-health": samsung_health, "withings": withings}


def faults(system, options, truth):
    system.json("profile", "zone", options.zone)
    report = system.json("import", options.folder)
    yield from unbalanced(report)
    if report["importer"] != options.source:
        yield f"the importer is {report['importer']}"
    again = system.json("import", options.folder)
    if again["stored"]:
        yield f"the second import stores {again['stored']}"
    print(f"{report['format']}: {report['read']:,} items, {report['stored']:,} stored, "
          f"{report['quarantined']} quarantined")
    for metric, days in sorted(truth.values.items()):
        answer = system.json("days", metric, "--from", "2000-01-01", "--to", "2030-01-01")
        found = {day["day"]: day for day in answer["days"] if day["samples"] or day.get("sum")}
        key, wrong = "sum" if metric in SUMS else "average", 0
        for day in sorted(days.keys() | found.keys()):
            values = days.get(day, [0])
            expected = sum(values) / (1 if metric in SUMS else len(values))
            actual = found.get(day, {}).get(key) or 0
            if abs(expected - actual) > 1e-6 * max(1, abs(expected)):
                wrong += 1
                yield f"{metric} of {day} is {actual} instead of {expected}"
        print(f"{metric}: {len(days)} days, {wrong} differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    parser.add_argument("source", choices=sorted(SOURCES))
    parser.add_argument("folder", type=os.path.abspath)
    parser.add_argument("zone")
    options = parser.parse_args()
    truth = Truth(options.folder, zoneinfo.ZoneInfo(options.zone))
    SOURCES[options.source](truth)
    system = System(options.dayline)
    try:
        found = list(faults(system, options, truth))
    finally:
        system.close()
    print("\n".join(found[:20]))
    print(f"{len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
