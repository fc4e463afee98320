#!/usr/bin/env python3
"""Compares the recurrence rules that become schedules with python-dateutil.

usage: recurrence-check.py PROGRAM [--rules 2000] [--days 800] [--seed 1]

PROGRAM is dayline-scheduleproof. Generates rules of RFC 5545 from the seed: some that a schedule can express,
whose days must equal dateutil's, and some that it cannot, which must be rejected. Exit status 1 if there is
a difference.
"""
import argparse
import datetime
import random
import subprocess
import sys

from dateutil.rrule import rrulestr

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def supported_rule(generator):
    """A rule that a schedule can express."""
    def some(choices):
        return ",".join(generator.sample(choices, generator.randint(1, len(choices))))

    month_days = [str(day) for day in range(1, 32)]
    if generator.random() < 0.3:
        parts = generator.choice([
            ["FREQ=DAILY"], ["FREQ=WEEKLY"], ["FREQ=WEEKLY", "BYDAY=" + some(WEEKDAYS)]])
        parts.append(f"INTERVAL={generator.randint(2, 40)}")
        if generator.random() < 0.5:
            parts.append("WKST=" + generator.choice(["MO", "SU", "SA"]))
        generator.shuffle(parts)
        return ";".join(parts)
    parts = generator.choice([
        ["FREQ=DAILY"],
        ["FREQ=WEEKLY"],
        ["FREQ=MONTHLY"],
        ["FREQ=DAILY", "BYDAY=" + some(WEEKDAYS)],
        ["FREQ=WEEKLY", "BYDAY=" + some(WEEKDAYS)],
        ["FREQ=MONTHLY", "BYMONTHDAY=" + some(month_days)],
    ])
    if generator.random() < 0.3:
        parts.append("INTERVAL=1")
    if generator.random() < 0.3:
        parts.append("WKST=" + generator.choice(WEEKDAYS))
    generator.shuffle(parts)
    rule = ";".join(parts)
    return generator.choice(["", "RRULE:"]) + (rule.lower() if generator.random() < 0.1 else rule)


def unsupported_rule(generator):
    """A rule that a schedule cannot express."""
    return generator.choice([
        f"FREQ=YEARLY;BYMONTH={generator.randint(1, 12)}",
        f"FREQ=DAILY;INTERVAL={generator.randint(2, 9)};BYDAY={generator.choice(WEEKDAYS)}",
        f"FREQ=WEEKLY;INTERVAL={generator.randint(2, 9)};WKST=WE",
        f"FREQ=MONTHLY;INTERVAL={generator.randint(2, 9)}",
        f"FREQ=MONTHLY;BYDAY={generator.randint(1, 4)}{generator.choice(WEEKDAYS)}",
        f"FREQ=MONTHLY;BYMONTHDAY=-{generator.randint(1, 31)}",
        f"FREQ=MONTHLY;BYDAY={generator.choice(WEEKDAYS)};BYSETPOS=-1",
        f"FREQ=WEEKLY;COUNT={generator.randint(1, 9)}",
        "FREQ=DAILY;UNTIL=20300101T000000Z",
        f"FREQ=HOURLY;INTERVAL={generator.randint(1, 9)}",
        f"FREQ=DAILY;BYMONTH={generator.randint(1, 12)}",
    ])


def days_of(rule, start, days):
    first = datetime.datetime.combine(start, datetime.time())
    last = first + datetime.timedelta(days=days - 1)
    recurrences = {day.date() for day in rrulestr(rule, dtstart=first).between(first, last, inc=True)}
    return "".join(
        "1" if start + datetime.timedelta(days=n) in recurrences else "0" for n in range(days))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rules", type=int, default=2000)
    parser.add_argument("--days", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    cases = []
    for number in range(options.rules + options.rules // 4):
        start = datetime.date(2000, 1, 1) + datetime.timedelta(days=generator.randrange(20_000))
        mapped = number < options.rules
        cases.append((start, supported_rule(generator) if mapped else unsupported_rule(generator), mapped))
    text = "".join(f"{start} {rule}\n" for start, rule, _ in cases)
    answers = subprocess.run(
        [options.program, "recurrences", str(options.days)], input=text, text=True, check=True,
        capture_output=True).stdout.splitlines()
    differences = 0
    for (start, rule, mapped), answer in zip(cases, answers, strict=True):
        expected = days_of(rule, start, options.days) if mapped else "refused"
        if answer != expected:
            differences += 1
            print(f"from {start}, {rule}: {answer[:40]}, expected {expected[:40]}")
    print(
        f"{options.rules} rules of {options.days} days and {len(cases) - options.rules} others, "
        f"{differences} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
