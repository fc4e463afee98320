#!/usr/bin/env python3
"""Compares the days of time zones with Python's zoneinfo, day by day.

usage: zone-check.py [--program .build/debug/dayline-zonedays] [--from 1970-01-01]
                     [--to 2037-12-31] [ZONE ...]

The default is all zones that Python finds in the system's tzdata. Compares for each day of each zone its
start and length (0 for a day that the zone omitted), for each change of the offset the dates one second
before and at it, and for each day the first day of its week for three week starts. Shares no code with
Dayline: changes of the offset are found by querying zoneinfo every three hours and bisecting. Prints the
differences and the number of compared values; exit status 1 if there is a difference.
"""
import argparse
import datetime as dt
import os
import subprocess
import sys
import zoneinfo

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EPOCH = dt.date(1970, 1, 1).toordinal()
DAY, STEP = 86400, 3 * 3600
SHOWN = 20


def number(text):
    return dt.date.fromisoformat(text).toordinal() - EPOCH


class Clock:
    """The offsets of a zone according to zoneinfo."""

    def __init__(self, name):
        self.zone = zoneinfo.ZoneInfo(name)

    def offset(self, instant):
        local = dt.datetime.fromtimestamp(instant, self.zone).utcoffset()
        return local.days * DAY + local.seconds

    def segments(self, first, last):
        """(start, end, offset) of each period with a constant offset between two instants."""
        start, offset, instant = first, self.offset(first), first
        while instant < last:
            following = min(instant + STEP, last)
            found = self.offset(following)
            if found != offset:
                low, high = instant, following
                while high - low > 1:
                    middle = (low + high) // 2
                    if self.offset(middle) == offset:
                        low = middle
                    else:
                        high = middle
                yield start, high, offset
                start, offset, instant = high, self.offset(high), high
            else:
                instant = following
        yield start, last, offset


def days_of(clock, first, last):
    """[(start, seconds)] for the days from `first` to `last`, counted from 1970."""
    starts, seconds = {}, {}
    reached = first - 3
    for begin, end, offset in clock.segments((first - 2) * DAY, (last + 3) * DAY):
        low, high = (begin + offset) // DAY, (end - 1 + offset) // DAY
        for day in range(reached + 1, low + 1):
            starts[day] = begin
        for day in range(max(reached, low) + 1, high + 1):
            starts[day] = day * DAY - offset
        reached = max(reached, high)
        for day in range(low, high + 1):
            part = min(end, (day + 1) * DAY - offset) - max(begin, day * DAY - offset)
            seconds[day] = seconds.get(day, 0) + part
    return [(starts[day], seconds.get(day, 0)) for day in range(first, last + 1)]


class Check:
    def __init__(self):
        self.differences, self.days, self.changes, self.weeks, self.zones = [], 0, 0, 0, 0

    def week(self, day, *starts):
        date = dt.date.fromisoformat(day)
        for first, actual in zip((0, 6, 5), starts):
            expected = date - dt.timedelta((date.weekday() - first) % 7)
            self.weeks += 1
            if expected.isoformat() != actual:
                self.differences.append(f"week of {day} from {first}: {expected}, not {actual}")

    def run(self, name, expected, first, line):
        day, start, seconds, count = number(line[0]), *map(int, line[1:])
        for index in range(count):
            self.days += 1
            actual = (start + index * seconds, seconds)
            if expected[day - first + index] != actual:
                date = dt.date.fromordinal(EPOCH + day + index)
                self.differences.append(
                    f"{name} {date}: (start, seconds) {expected[day - first + index]}, not {actual}")
        return count

    def change(self, name, zone, instant, date):
        self.changes += 1
        expected = dt.datetime.fromtimestamp(int(instant), zone).date().isoformat()
        if expected != date:
            self.differences.append(f"{name} at {instant}: {expected}, not {date}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zones", nargs="*")
    parser.add_argument(
        "--program", default=os.path.join(ROOT, ".build", "debug", "dayline-zonedays"))
    parser.add_argument("--from", dest="first", default="1970-01-01")
    parser.add_argument("--to", dest="last", default="2037-12-31")
    options = parser.parse_args()
    zones = options.zones or sorted(zoneinfo.available_timezones())
    first, last = number(options.first), number(options.last)
    check = Check()
    process = subprocess.Popen(
        [options.program, options.first, options.last, *zones], stdout=subprocess.PIPE, text=True)
    name, clock, expected, counted = None, None, [], last - first + 1
    for line in process.stdout:
        kind, *rest = line.split()
        if kind == "week":
            check.week(*rest)
        elif kind == "zone":
            if counted != last - first + 1:
                check.differences.append(f"{name}: {counted} days")
            name, counted = rest[0], 0
            clock = Clock(name)
            expected = days_of(clock, first, last)
            check.zones += 1
        elif kind == "days":
            counted += check.run(name, expected, first, rest)
        elif kind == "at":
            check.change(name, clock.zone, *rest)
    status = process.wait()
    if status or check.zones != len(zones) or counted != last - first + 1:
        check.differences.append(f"{options.program} ended with {status} after {check.zones} zones")
    for difference in check.differences[:SHOWN]:
        print(difference)
    print(
        f"{check.zones} zones, {check.days} days, {check.changes} instants around changes, "
        f"{check.weeks} weeks compared, {len(check.differences)} differences")
    sys.exit(1 if check.differences else 0)


if __name__ == "__main__":
    main()
