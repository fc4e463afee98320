#!/usr/bin/env python3
"""Imports random calendars and compares the agenda of each day with the reading of icalendar.

usage: calendar-check.py --dayline PROGRAM [--calendars N] [--events N] [--days N] [--seed S]

The events are single and recurring, by zone, by date and in UTC, with exceptions, ends, counts and moved
occurrences. The python packages icalendar and recurring-ical-events list the events of each day. The counts of
each report must balance, and a second import must store nothing. Exit status 1 if there is a difference.
"""
import argparse
import datetime
import os
import random
import sys
import zoneinfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

from temporary_system import System, unbalanced

ZONE = "Europe/Berlin"
ZONES = [ZONE, "America/New_York", "Asia/Tokyo"]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def rule(generator):
    """The value of a recurrence rule without an end."""
    weekdays = ",".join(generator.sample(WEEKDAYS, generator.randint(1, 4)))
    return generator.choice([
        "FREQ=DAILY", f"FREQ=DAILY;INTERVAL={generator.randint(2, 9)}", f"FREQ=WEEKLY;BYDAY={weekdays}",
        f"FREQ=WEEKLY;INTERVAL=2;BYDAY={weekdays};WKST=MO", "FREQ=MONTHLY", "FREQ=YEARLY",
        f"FREQ=MONTHLY;BYMONTHDAY={generator.randint(1, 31)}", "FREQ=MONTHLY;BYMONTHDAY=-1",
        f"FREQ=MONTHLY;BYDAY={generator.randint(1, 4)}{generator.choice(WEEKDAYS)}",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=WEEKLY"])


def event(generator, number, today):
    """The lines of an event, with those of a moved occurrence."""
    day = today + datetime.timedelta(days=generator.randrange(-200, 60))
    clock = datetime.time(generator.randrange(24), generator.choice([0, 30]))
    moment = datetime.datetime.combine(day, clock)
    kind = generator.choice(["date", "utc", "zone", "zone"])
    zone = generator.choice(ZONES)
    if kind == "utc":
        zone = "UTC"

    parts = rule(generator) if generator.random() < 0.8 else None
    if parts:
        # A start that is not a day of its rule is undefined (RFC 5545, section 3.8.5.3).
        moment = rrulestr(parts, dtstart=moment)[0]

    def time(name, moment):
        if kind == "date":
            return f"{name};VALUE=DATE:{moment:%Y%m%d}"
        if kind == "utc":
            return f"{name}:{moment:%Y%m%dT%H%M%SZ}"
        return f"{name};TZID={zone}:{moment:%Y%m%dT%H%M%S}"

    lines = [f"UID:{number}@example.org", f"SUMMARY:Event {number}", time("DTSTART", moment)]
    single = ["BEGIN:VEVENT", *lines, "END:VEVENT"]
    if not parts:
        return single
    end = generator.random()
    if end < 0.2:
        parts += f";COUNT={generator.randint(1, 60)}"
    elif end < 0.4:
        last = datetime.datetime.combine(
            today + datetime.timedelta(days=generator.randrange(0, 90)), datetime.time(23, 59, 59))
        last = max(last, moment + datetime.timedelta(days=2))
        parts += f";UNTIL={last:%Y%m%d}" if kind == "date" else f";UNTIL={last:%Y%m%dT%H%M%SZ}"
    series = ["BEGIN:VEVENT", *lines, f"RRULE:{parts}"]
    text = "\r\n".join(["BEGIN:VCALENDAR", *series, "END:VEVENT", "END:VCALENDAR", ""])
    first = today + datetime.timedelta(days=1)
    occurrences = [
        each["DTSTART"].dt for each in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(
            first, first + datetime.timedelta(days=60))]
    if occurrences and generator.random() < 0.5:
        series.append(time("EXDATE", occurrences.pop(0)))
    series.append("END:VEVENT")
    if occurrences and generator.random() < 0.3:
        moved = occurrences[0] + datetime.timedelta(days=1)
        series += [
            "BEGIN:VEVENT", *lines[:2], time("RECURRENCE-ID", occurrences[0]), time("DTSTART", moved),
            "END:VEVENT"]
    return series


def expected(text, days):
    """The names of the events of each day in the zone of the profile."""
    zone = zoneinfo.ZoneInfo(ZONE)
    found = {day: set() for day in days}
    margin = datetime.timedelta(days=2)
    calendar = icalendar.Calendar.from_ical(text)
    for each in recurring_ical_events.of(calendar).between(days[0] - margin, days[-1] + margin):
        start = each["DTSTART"].dt
        day = start.astimezone(zone).date() if isinstance(start, datetime.datetime) else start
        if day in found:
            found[day].add(str(each["SUMMARY"]))
    return found


def agenda(system, day):
    """The names that are open or done on a day."""
    response = system.json("today", "--on", str(day))
    items = [item for slot in response["slots"] for item in slot["items"]]
    return {item["name"] for item in items + response["reminders"] + response["completed"]}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True)
    parser.add_argument("--calendars", type=int, default=2)
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    system = System(options.dayline)
    differences, compared = 0, 0
    try:
        system.json("profile", "zone", ZONE)
        today = datetime.date.fromisoformat(system.json("today")["date"])
        days = [today + datetime.timedelta(days=offset) for offset in range(options.days)]
        for number in range(options.calendars):
            lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN"]
            for index in range(options.events):
                lines += event(generator, f"{number}-{index}", today)
            text = "\r\n".join([*lines, "END:VCALENDAR", ""])
            path = os.path.join(system.folder, f"{number}.ics")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            for stored in (True, False):
                report = system.json("import", path)
                faults = list(unbalanced(report))
                if report["stored"] and not stored:
                    faults.append(f"the second import stored {report['stored']}")
                for fault in faults:
                    differences += 1
                    print(f"calendar {number}: {fault}")
            for day, names in expected(text, days).items():
                compared += 1
                found = agenda(system, day)
                if found != names:
                    differences += 1
                    print(f"calendar {number}, {day}: {sorted(found ^ names)}")
            system.json("undo")
    finally:
        system.close()
    print(f"{options.calendars} calendars of {options.events} events, {compared} days, {differences} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
