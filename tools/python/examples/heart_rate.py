#!/usr/bin/env python3
"""Streams a year of heart rate into columns and summarises them. The columns are NumPy arrays if
NumPy is installed, otherwise `array`.

usage: heart_rate.py YEAR

DAYLINE_HOME and DAYLINE_PROFILE select the profile.
"""
import array
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dayline import Dayline, DaylineError  # noqa: E402

try:
    from numpy import concatenate
except ImportError:
    def concatenate(parts):
        all_values = array.array(parts[0].typecode)
        for part in parts:
            all_values.extend(part)
        return all_values


def main(year):
    starts, values = [], []
    with Dayline(profile=os.environ.get("DAYLINE_PROFILE")) as bus:
        # Each item has thousands of samples; an iteration of the loop requests the next.
        for _, columns in bus.stream(
                "dayline.aggregation.Samples/Read",
                {"name": "heartRate", "from": f"{year}-01-01", "to": f"{year}-12-31"}):
            starts.append(columns["start"])
            values.append(columns["value"])
    if not values:
        sys.exit(f"There is no heart rate of {year}.")
    starts, values = concatenate(starts), concatenate(values)
    days = (max(starts) - min(starts)) // 86_400_000 + 1
    print(f"{len(values)} samples, {min(values):.0f} to {max(values):.0f}, "
          f"mean {sum(values) / len(values):.1f}, over {days} days, "
          f"as {type(values).__module__}.{type(values).__name__}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        main(*sys.argv[1:])
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
