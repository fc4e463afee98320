#!/usr/bin/env python3
"""Compares the recurrence rules that become schedules with python-dateutil.

usage: recurrence-check.py PROGRAM [--rules 2000] [--days 800] [--seed 1]

PROGRAM is dayline-scheduleproof. Rules of RFC 5545 are made from the seed: some that a schedule can
say, whose days must be dateutil's, and some that none can, which must be refused. Exit status 1
when one is not.
"""
import argparse
import datetime
import random
import subprocess
import sys

from dateutil.rrule import rrulestr

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def said(chance):
    """A rule that a schedule can say."""
    def some(choices):
        return ",".join(chance.sample(choices, chance.randint(1, len(choices))))

    month_days = [str(day) for day in range(1, 32)]
    parts = chance.choice([
        ["FREQ=DAILY"],
        ["FREQ=WEEKLY"],
        ["FREQ=MONTHLY"],
        ["FREQ=DAILY", "BYDAY=" + some(WEEKDAYS)],
        ["FREQ=WEEKLY", "BYDAY=" + some(WEEKDAYS)],
        ["FREQ=MONTHLY", "BYMONTHDAY=" + some(month_days)],
    ])
    if chance.random() < 0.3:
        parts.append("INTERVAL=1")
    if chance.random() < 0.3:
        parts.append("WKST=" + chance.choice(WEEKDAYS))
    chance.shuffle(parts)
    rule = ";".join(parts)
    return chance.choice(["", "RRULE:"]) + (rule.lower() if chance.random() < 0.1 else rule)


def unsaid(chance):
    """A rule that no schedule can say."""
    return chance.choice([
        f"FREQ=YEARLY;BYMONTH={chance.randint(1, 12)}",
        f"FREQ=DAILY;INTERVAL={chance.randint(2, 9)}",
        f"FREQ=WEEKLY;INTERVAL={chance.randint(2, 9)};BYDAY={chance.choice(WEEKDAYS)}",
        f"FREQ=MONTHLY;BYDAY={chance.randint(1, 4)}{chance.choice(WEEKDAYS)}",
        f"FREQ=MONTHLY;BYMONTHDAY=-{chance.randint(1, 31)}",
        f"FREQ=MONTHLY;BYDAY={chance.choice(WEEKDAYS)};BYSETPOS=-1",
        f"FREQ=WEEKLY;COUNT={chance.randint(1, 9)}",
        "FREQ=DAILY;UNTIL=20300101T000000Z",
        f"FREQ=HOURLY;INTERVAL={chance.randint(1, 9)}",
        f"FREQ=DAILY;BYMONTH={chance.randint(1, 12)}",
    ])


def days_of(rule, start, days):
    first = datetime.datetime.combine(start, datetime.time())
    last = first + datetime.timedelta(days=days - 1)
    wanted = {day.date() for day in rrulestr(rule, dtstart=first).between(first, last, inc=True)}
    return "".join(
        "1" if start + datetime.timedelta(days=n) in wanted else "0" for n in range(days))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rules", type=int, default=2000)
    parser.add_argument("--days", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    cases = []
    for number in range(options.rules + options.rules // 4):
        start = datetime.date(2000, 1, 1) + datetime.timedelta(days=chance.randrange(20_000))
        mapped = number < options.rules
        cases.append((start, said(chance) if mapped else unsaid(chance), mapped))
    text = "".join(f"{start} {rule}\n" for start, rule, _ in cases)
    answers = subprocess.run(
        [options.program, "recurrences", str(options.days)], input=text, text=True, check=True,
        capture_output=True).stdout.splitlines()
    differences = 0
    for (start, rule, mapped), answer in zip(cases, answers, strict=True):
        wanted = days_of(rule, start, options.days) if mapped else "refused"
        if answer != wanted:
            differences += 1
            print(f"from {start}, {rule}: {answer[:40]}, wanted {wanted[:40]}")
    print(
        f"{options.rules} rules of {options.days} days and {len(cases) - options.rules} others, "
        f"{differences} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
