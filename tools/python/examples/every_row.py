#!/usr/bin/env python3
"""An importer with every kind of item, for the page docs/importers.md. Each line of its files begins with the
kind of the item."""
import datetime
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import dayline.importer  # noqa: E402

MINUTE = 60_000


# example: sample
def water(batches, line, start, millilitres):
    series = batches.series("dietaryWater", "mL", "Bottle")
    batches.append(series, int(start), int(start), float(millilitres), line)
# end


# example: sleep
def night(batches, line, start, *stages):
    series = batches.series("sleepAnalysis", "category", "Ring", device="Ring 2")
    begin = int(start)
    for stage in stages:
        batches.sleep(series, stage, begin, begin + 90 * MINUTE, line)
        begin += 90 * MINUTE
# end


# example: workout
def run(batches, line, start, minutes, metres):
    begin, end = int(start), int(start) + int(minutes) * MINUTE
    batches.workout(
        "Running", "Watch", begin, end, line=line,
        statistics={"distanceWalkingRunning": {"unit": "m", "sum": float(metres)}},
        events=[{"type": "Lap", "start": begin, "seconds": 300}],
        routes=[{"file": "run.gpx", "points": 2, "distanceMeters": float(metres),
                 "box": {"south": 52.0, "west": 13.0, "north": 52.1, "east": 13.1}}],
        files={"route": 1})
# end


# example: correlation
def pressure(batches, line, start, systolic, diastolic):
    begin = int(start)
    values = {"bloodPressureSystolic": float(systolic), "bloodPressureDiastolic": float(diastolic)}
    batches.correlation(
        "BloodPressure", "Cuff", begin, begin,
        [(metric, begin, begin, value) for metric, value in values.items()], line=line)
    for metric, value in values.items():
        # The members count in day totals, and as parts of the correlation in the report.
        series = batches.series(metric, "mmHg", "Cuff", part=True)
        batches.append(series, begin, begin, value, line)
# end


# example: summary
def rings(batches, line, day, hours, goal):
    batches.activity_summary(
        day, {"appleStandHours": float(hours)}, {"appleStandHours": float(goal)}, line=line)
# end


# example: activity
def habit(batches, line, name, first, *minutes):
    batches.activity(
        name, name, {"type": "cumulative", "unit": "min", "target": 10,
                     "schedule": {"type": "times", "count": 3, "per": "week"}},
        reminders=["08:05"], reminder_weekdays=[1, 3], line=line)
    day = datetime.date.fromisoformat(first)
    for text in minutes:
        # A skip has no number, and a day without an entry is left out.
        if text == "skip":
            batches.entry(name, day.isoformat(), skipped=True, reason="ill", line=line)
        elif text:
            batches.entry(name, day.isoformat(), float(text), line=line)
        day += datetime.timedelta(days=1)
# end


KINDS = {"water": water, "night": night, "run": run, "pressure": pressure, "rings": rings,
         "habit": habit}


# example: damage
def read(file, batches):
    for line in dayline.importer.lines(file):
        kind, *fields = line.text.split(",")
        try:
            KINDS[kind](batches, line, *fields)
        except KeyError:
            batches.ignore(kind)
        except (TypeError, ValueError):
            batches.quarantine(kind, line.offset, line.number, "it cannot be read", line.text)
        batches.progress(line.offset)
# end


if __name__ == "__main__":
    dayline.importer.run(read)
