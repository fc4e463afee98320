"""The tables that `dayline export` writes, by the names of their first columns; docs/exports.md has all."""

from __future__ import annotations

from typing import NamedTuple

#: Samples, whose names are keys of metrics.
SAMPLES = ["metric", "start", "end", "value", "unit", "source"]
#: Tables that are read row by row, with what they lack as a note.
OWN = {
    "workouts": (["id", "type", "start", "end", "seconds"],
                 "workouts of a table have no routes, laps and samples, and their times are in whole "
                 "seconds"),
    "nights": (["day", "start", "end", "inBedMinutes"],
               "nights of a table have the length of each stage and not its times, and no naps; they "
               "count where no stages are measured, as in samples.csv"),
}
#: Values of days, which Dayline computed from samples.
DAYS = ["metric", "day", "value", "unit", "sum"]
DAYS_NOTE = (
    "the days were computed from samples: a total counts with what exceeds the samples of its day, and "
    "samples.csv has all")


class Unstored(NamedTuple):
    """A table whose rows are counted and not stored."""

    columns: list[str]
    #: Type of its rows in the import report.
    type: str
    #: The reason, with the remedy.
    note: str


_AS = "import the table without --as csv"
UNSTORED = [
    Unstored(["date", "activity", "status", "value", "unit", "slot"], "Entry",
             f"the importer csv does not read entries; {_AS}"),
    Unstored(["id", "activity", "activityID", "day", "status"], "Entry",
             f"the importer csv does not read entries; {_AS}"),
    Unstored(["id", "name", "type", "target", "per"], "Activity",
             f"the importer csv does not read activities; {_AS}"),
    Unstored(["id", "title", "created", "deadline"], "Goal",
             f"the importer csv does not read goals; {_AS}"),
    Unstored(["metric", "unit", "kind", "samples"], "Metric",
             "the table of metrics has no samples; import samples.csv"),
]


def unstored(columns):
    """The table of `UNSTORED` with these columns; None for another table."""
    return next((each for each in UNSTORED if has(columns, each.columns)), None)


def own_table(columns):
    """The name of the table of `OWN` with these columns; None for another table."""
    return next((name for name, (first, _) in OWN.items() if has(columns, first)), None)


def has(columns, first):
    """True if the columns of a table begin with others."""
    return columns[:len(first)] == first
