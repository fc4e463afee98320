#!/usr/bin/env python3
"""Logs an activity, and prints the state of its day and the agenda.

usage: log.py ACTIVITY [VALUE [UNIT]]

DAYLINE_HOME and DAYLINE_PROFILE select the profile.
"""
import os
import sys
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dayline import Dayline, DaylineError  # noqa: E402


def main(activity, value=None, unit=None):
    with Dayline(profile=os.environ.get("DAYLINE_PROFILE")) as bus:
        # With a key the call can be retried when its outcome is unknown.
        logged = bus.call("dayline.tracker.Journal/Log",
                          {"activity": activity, "value": value and parsed(value), "unit": unit},
                          idempotency_key=str(uuid.uuid4()))
        today = bus.call("dayline.tracker.Journal/Today", repeatable=True)
    day = logged["day"]
    if "total" in day:
        goal = f' of {day["target"]:g}' if "target" in day else ""
        print(f'{logged["entry"]["activity"]}: {day["total"]:g}{goal} {day.get("unit", "")}'.strip())
    else:
        print(f'{logged["entry"]["activity"]}: {"done" if day["complete"] else "not done yet"}')
    for part in today["slots"]:
        for item in part["items"]:
            print(f'{part["slot"]}: {item["name"]}')


def parsed(text):
    """The number of a text, otherwise the text of an answer."""
    try:
        return float(text)
    except ValueError:
        return text


if __name__ == "__main__":
    if not 1 <= len(sys.argv) - 1 <= 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        main(*sys.argv[1:])
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
