#!/usr/bin/env python3
"""Compares a running Dayline with tools/oracle.py, number by number.

usage: compare.py EXPORT [--dayline .bin/dayline] [--home DIR] [--profile demo] [--on DATE]
                  [--metrics all] [--zones America/New_York,...] [--merge]

EXPORT must be the only data of the profile. Queries `metrics`, then `days` and `trends` for every metric,
zone and interval, and prints a line for each relative difference over 1e-9, in the unit of the answer.
Ends with the number of compared values; exit status 1 if there is a difference.
Intervals that Dayline stores for the profile are reset to automatic.
"""
import argparse
import datetime as dt
import json
import os
import subprocess
import sys
from collections import Counter

import oracle

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOLERANCE = 1e-9
SHOWN_DIFFERENCES = 40
VALUES = {"averageValue", "minValue", "maxValue", "weightedAverage", "rawMin", "rawMax", "sum",
          "average", "min", "max", "last"}


class System:
    """The `dayline` command on one profile."""

    def __init__(self, options):
        self.command = [options.dayline, "--json", "--profile", options.profile]
        if options.home:
            self.command += ["--home", options.home]

    def ask(self, *arguments):
        """(exit status, reply)"""
        run = subprocess.run([*self.command, *arguments], capture_output=True, text=True)
        if not run.stdout.strip():
            sys.exit(f"dayline {' '.join(arguments)}: status {run.returncode}: {run.stderr}")
        return run.returncode, json.loads(run.stdout)


class Comparison:
    def __init__(self):
        self.compared, self.differences = 0, []

    def add_difference(self, place, expected, actual):
        self.differences.append(f"{place}: expected {expected}, got {actual}")

    def equal(self, place, expected, actual, factor=1.0):
        """Compares one value; `factor` converts a number of the oracle to the unit of the answer."""
        self.compared += 1
        if isinstance(expected, float) and type(actual) in (int, float):
            expected *= factor
            if abs(expected - actual) <= TOLERANCE * max(abs(expected), abs(actual), 1e-300):
                return
        elif expected == actual:
            return
        self.add_difference(place, expected, actual)

    def rows(self, place, expected, actual, key, factor):
        """Compares lists of objects by `key`; the answer may have additional keys."""
        expected, actual = ({row[key]: row for row in rows} for rows in (expected, actual))
        for name in sorted({*expected, *actual}):
            if name not in expected or name not in actual:
                self.add_difference(f"{place} {name}", name in expected, name in actual)
                continue
            for field, value in expected[name].items():
                if field in ("v", "raw") or (field not in actual[name] and field == "partial"):
                    continue
                if field in VALUES:
                    value = float(value)
                self.equal(
                    f"{place} {name} {field}", value, actual[name].get(field),
                    factor if field in VALUES else 1.0)


def display_factor(base, shown):
    """The factor from the oracle's unit to the unit `shown`; None if their dimensions differ."""
    if shown == "%":
        return 100.0
    unit, factor = oracle.UNITS.get(shown, (shown, 1.0))
    return 1 / factor if unit == base else None


def compare_metric(system, comparison, key, samples, unit, zone, options):
    days = oracle.Days(zone)
    kind = oracle.kind_of(key, unit)
    rows = oracle.day_rows(samples, kind, days, options.merge)
    on = options.on or dt.datetime.now(days.zone).date()
    where = ["--zone", zone]

    status, reply = system.ask("days", f"metric:{key}", *where)
    place = f"{key} {zone} days"
    if status:
        return comparison.add_difference(place, "an answer", reply)
    factor = display_factor(unit, reply["unit"])
    if factor is None:
        return comparison.add_difference(place, f"a unit like {unit}", reply["unit"])
    comparison.equal(f"{place} kind", kind, reply.get("kind", kind))
    expected = [{"day": day.isoformat(), **row} for day, row in rows.items()]
    comparison.rows(place, expected, reply["days"], "day", factor)

    for interval in options.intervals:
        place = f"{key} {zone} {interval}"
        expected = oracle.trend(rows, kind, interval, on)
        status, reply = system.ask(
            "trends", f"metric:{key}", "--interval", interval, "--on", on.isoformat(), *where)
        if interval not in expected["availableIntervals"]:
            comparison.equal(f"{place} exit status", 5, status)
        elif status:
            comparison.add_difference(place, "an answer", reply)
        else:
            compare_trend(comparison, place, expected, reply, factor)
    system.ask("trends", f"metric:{key}", "--interval", "auto", *where)


def compare_trend(comparison, place, expected, reply, factor):
    for field in ("interval", "availableIntervals", "dataSpanDays"):
        comparison.equal(f"{place} {field}", expected[field], reply[field])
    comparison.rows(f"{place} series", expected["series"], reply["series"], "startDate", factor)
    comparison.rows(f"{place} daily", expected["daily"], reply["daily"], "date", factor)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export")
    parser.add_argument("--dayline", default=os.path.join(ROOT, ".bin", "dayline"))
    parser.add_argument("--home")
    parser.add_argument("--profile", default="demo")
    parser.add_argument("--metrics", default="all")
    parser.add_argument("--zones", default="America/New_York")
    parser.add_argument("--intervals", default=list(oracle.INTERVALS), type=lambda t: t.split(","))
    parser.add_argument("--on", type=dt.date.fromisoformat)
    parser.add_argument("--merge", action="store_true")
    options = parser.parse_args()
    with oracle.open_export(options.export) as file:
        reader = oracle.Reader().consume(file)
    system, comparison = System(options), Comparison()

    _, listing = system.ask("metrics")
    listed = {metric["metric"]: metric for metric in listing["metrics"]}
    keys = sorted(reader.samples) if options.metrics == "all" else options.metrics.split(",")
    for key in keys:
        found = listed.get(key)
        comparison.equal(f"{key} listed", True, found is not None)
        if found is None:
            continue
        comparison.equal(f"{key} samples", len(reader.samples[key]), found["samples"])
        unit = reader.units[key]
        if unit is None:
            continue
        for zone in options.zones.split(","):
            compare_metric(system, comparison, key, reader.samples[key], unit, zone, options)

    for difference in comparison.differences[:SHOWN_DIFFERENCES]:
        print(difference)
    if hidden := comparison.differences[SHOWN_DIFFERENCES:]:
        places = Counter(" ".join(line.split(":")[0].split(" ")[:3]) for line in hidden)
        most = ", ".join(f"{place} {count}" for place, count in places.most_common(10))
        print(f"... and {len(hidden)} more: {most}")
    print(f"{comparison.compared} values compared, {len(comparison.differences)} differences")
    sys.exit(1 if comparison.differences else 0)


if __name__ == "__main__":
    main()
