#!/usr/bin/env python3
"""Imports random tables in many dialects and compares Dayline's day totals with the numbers that the tables
were made of.

usage: csv-check.py --dayline PROGRAM [--tables N] [--seed S]

Each table has a delimiter, a decimal mark, an order of dates, units and a shape of its own, some empty cells
and some damaged rows. The counts of each report must balance, a second import of the same rows must store
nothing, and the days must have the sums and averages of the rows. The script shares no code with the importer.
"""
import argparse
import datetime
import os
import random
import sys
import zoneinfo

from temporary_system import System, unbalanced

ZONE = "Europe/Berlin"
DATES = {"ymd": "%Y-%m-%d", "dmy.": "%d.%m.%Y", "dmy/": "%d/%m/%Y", "mdy/": "%m/%d/%Y"}
#: Metrics with a name of the column, and the number of canonical units in the unit of the table.
COLUMNS = [("bodyMass", "Weight (lb)", 0.45359237), ("bodyMass", "weight_kg", 1),
           ("heartRate", "Heart Rate (bpm)", 1), ("height", "Height (cm)", 0.01),
           ("bodyTemperature", "Body temperature (°C)", 1)]
TOLERANCE = 1e-6


class Table:
    """A random table with its truth."""

    def __init__(self, generator):
        self.metric, name, factor = generator.choice(COLUMNS)
        self.delimiter = generator.choice(",;\t")
        decimal = "," if self.delimiter != "," and generator.random() < 0.5 else "."
        order = generator.choice(sorted(DATES))
        has_clock, is_long = generator.random() < 0.7, generator.random() < 0.3
        self.values, self.damaged = {}, 0
        zone = zoneinfo.ZoneInfo(ZONE)
        lines = [["time", "metric", "value"] if is_long else ["time", name, "note"]]
        instant = datetime.datetime(2025, 1, 1) + datetime.timedelta(days=generator.randrange(300))
        for _ in range(generator.randrange(30, 400)):
            step = generator.randrange(1, 2000) if has_clock else 1440
            instant += datetime.timedelta(minutes=step)
            local = instant.replace(tzinfo=zone).astimezone(datetime.timezone.utc).astimezone(zone)
            if local.replace(tzinfo=None) != instant:
                continue  # the hour that a clock skips
            value = round(generator.uniform(30, 200), 2)
            text = instant.strftime(DATES[order] + (" %H:%M" if has_clock else ""))
            cell = f"{value:.2f}".replace(".", decimal)
            if generator.random() < 0.02:
                self.damaged += 1
                cell = "n/a"
            elif generator.random() < 0.05 and not is_long:
                cell = ""
            else:
                self.values.setdefault(instant.date().isoformat(), []).append(value * factor)
            lines.append([text, name, cell] if is_long else [text, cell, ""])
        self.text = "".join(self.delimiter.join(line) + "\n" for line in lines)
        self.description = f"{self.metric} as {name}, {order}, {self.delimiter!r}, {decimal!r}" + (
            ", long" if is_long else "") + (", times" if has_clock else "")

    @property
    def count(self):
        return sum(map(len, self.values.values()))


def faults(system, table, number):
    """What Dayline says otherwise than the table."""
    profile = f"t{number}"
    system.json("profile", "add", profile, "--zone", ZONE)
    path = os.path.join(system.folder, "table.csv")
    reports = []
    for text in (table.text, table.text + "\n"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        reports.append(system.json("--profile", profile, "import", path))
    for report in reports:
        yield from unbalanced(report)
    expected = {"stored": table.count, "quarantined": table.damaged}
    found = {key: reports[0][key] for key in expected}
    if found != expected:
        yield f"the first import has {found} instead of {expected}"
    if reports[1]["stored"]:
        yield f"the second import stores {reports[1]['stored']}"
    answer = system.json("--profile", profile, "days", table.metric)
    if answer["unit"] == "cm":
        scale = 100
    else:
        scale = 1
    days = {day["day"]: day for day in answer["days"] if day["samples"]}
    for day in sorted(days.keys() | table.values.keys()):
        values = [value * scale for value in table.values.get(day, [])]
        found = days.get(day, {"samples": 0, "average": 0})
        average = sum(values) / len(values) if values else 0
        if len(values) != found["samples"] or abs(average - found["average"]) > TOLERANCE * scale:
            yield f"{day} has {found} instead of {len(values)} samples of {average}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    system = System(options.dayline)
    count = 0
    try:
        for number in range(options.tables):
            table = Table(random.Random(options.seed * 1_000_003 + number))
            for fault in faults(system, table, number):
                count += 1
                print(f"table {number} of seed {options.seed} ({table.description}): {fault}")
    finally:
        system.close()
    print(f"{options.tables} tables of seed {options.seed}, {count} faults")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
