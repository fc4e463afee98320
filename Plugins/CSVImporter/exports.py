"""The tables that `dayline export` writes, by the names of their first columns; docs/exports.md has all."""

from __future__ import annotations

from typing import NamedTuple

#: Samples, whose names are keys of metrics.
SAMPLES = ["metric", "start", "end", "value", "unit", "source"]
#: Workouts, without their routes and events.
WORKOUTS = ["id", "type", "start", "end", "seconds"]
#: Values of days, which Dayline computed from samples.
DAYS = ["metric", "day", "value", "unit", "sum"]


class Unstored(NamedTuple):
    """A table whose rows are counted and not stored."""

    columns: list[str]
    #: Type of its rows in the import report.
    type: str
    #: The reason, with the remedy.
    note: str


_DOCUMENT = "import the tracker document instead, which is written by: dayline export FILE.json"
UNSTORED = [
    Unstored(["date", "activity", "status", "value", "unit", "slot"], "Entry",
             f"entries of activities are not imported from CSV; {_DOCUMENT}"),
    Unstored(["id", "activity", "activityID", "day", "status"], "Entry",
             f"entries of activities are not imported from CSV; {_DOCUMENT}"),
    Unstored(["id", "name", "type", "target", "per"], "Activity",
             f"activities are not imported from CSV; {_DOCUMENT}"),
    Unstored(["id", "title", "created", "deadline"], "Goal",
             f"goals are not imported from CSV; {_DOCUMENT}"),
    Unstored(["day", "start", "end", "inBedMinutes"], "Night",
             "nights are not imported from CSV; import samples.csv, which has their stages"),
    Unstored(["metric", "unit", "kind", "samples"], "Metric",
             "the table of metrics has no samples; import samples.csv"),
]


def unstored(columns):
    """The table of `UNSTORED` with these columns; None for another table."""
    return next((each for each in UNSTORED if has(columns, each.columns)), None)


def has(columns, first):
    """True if the columns of a table begin with others."""
    return columns[:len(first)] == first
