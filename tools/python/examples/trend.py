#!/usr/bin/env python3
"""Sets how weeks begin, then prints a metric's weeks.

usage: trend.py METRIC [monday|sunday|saturday]   (DAYLINE_HOME says which home)
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from dayline import Dayline, DaylineError  # noqa: E402


def main(metric, week_start="monday"):
    with Dayline(profile=os.environ.get("DAYLINE_PROFILE")) as bus:
        # The key makes it safe to send again when nobody knows whether it has arrived.
        bus.call("dayline.storage.Settings/Set", {"key": "weekStart", "value": week_start},
                 idempotency_key=f"example-{os.getpid()}")
        trend = bus.call("dayline.aggregation.Insights/Trends",
                         {"name": metric, "interval": "week"}, repeatable=True)
    for week in trend["series"]:
        print(f'{week["startDate"]}  {week["averageValue"]:12,.1f} {trend["unit"]}')


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
    except TypeError:
        sys.exit(__doc__)
