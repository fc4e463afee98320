#!/usr/bin/env python3
"""Streams a year of heart rate into columns, and tells what is in them.

usage: heart_rate.py YEAR   (DAYLINE_HOME says which home)
"""
import array
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dayline import Dayline, DaylineError  # noqa: E402


def main(year):
    starts, values = array.array("q"), array.array("d")
    with Dayline(profile=os.environ.get("DAYLINE_PROFILE")) as bus:
        # Each item has some thousand samples; the next comes when this loop asks for it.
        for _, columns in bus.stream(
                "dayline.aggregation.Samples/Read",
                {"name": "heartRate", "from": f"{year}-01-01", "to": f"{year}-12-31"}):
            starts.extend(columns["start"])
            values.extend(columns["value"])
    if not values:
        sys.exit(f"There is no heart rate of {year}.")
    print(f"{len(values)} samples, {min(values):.0f} to {max(values):.0f}, "
          f"mean {sum(values) / len(values):.1f}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
    except TypeError:
        sys.exit(__doc__)
