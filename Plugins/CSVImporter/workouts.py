"""The table `workouts.csv` of an export as workouts: their times, statistics and sources."""

from __future__ import annotations

import datetime

from dayline.importer import Line
from table import Dialect, field_text

#: Metrics of the distances of workouts by type; others have `distanceOther`.
DISTANCES = {
    "Running": "distanceWalkingRunning", "Walking": "distanceWalkingRunning",
    "Hiking": "distanceWalkingRunning", "Cycling": "distanceCycling",
    "Swimming": "distanceSwimming", "Rowing": "distanceRowing",
    "CrossCountrySkiing": "distanceCrossCountrySkiing",
    "DownhillSkiing": "distanceDownhillSnowSports", "Snowboarding": "distanceDownhillSnowSports",
    "PaddleSports": "distancePaddleSports", "SkatingSports": "distanceSkatingSports",
}
#: Columns with the metric (None: by the type), the unit and the statistic of each.
STATISTICS = {
    "distanceMeters": (None, "m", "sum"),
    "energyKilocalories": ("activeEnergyBurned", "kcal", "sum"),
    "averageHeartRate": ("heartRate", "count/min", "average"),
}


class Workouts:
    """Sends the workouts of one table."""

    def __init__(self, mapping, columns, batches):
        self._batches = batches
        self._columns = columns
        self._dialect = Dialect(mapping.encoding, mapping.delimiter)

    def read(self, block):
        """Sends the workouts of a block."""
        for row, offset, number, text in block.located_rows(self._dialect):
            if row == [] or row is not None and not any(row):
                continue
            try:
                if row is None or len(row) != len(self._columns):
                    raise ValueError("it has another number of fields than the table")
                self._append(dict(zip(self._columns, map(field_text, map(str.strip, row)))),
                             Line(offset, number, text))
            except (ValueError, OverflowError) as error:
                self._batches.quarantine("Workout", offset, number, str(error), text)
        self._batches.progress(block.offset)

    def _append(self, row, line):
        statistics = {}
        for column, (metric, unit, statistic) in STATISTICS.items():
            if text := row.get(column, ""):
                metric = metric or DISTANCES.get(row["type"], "distanceOther")
                statistics[metric] = {"unit": unit, statistic: float(text)}
        self._batches.workout(
            row["type"], row.get("source") or "workouts", _instant(row["start"]),
            _instant(row["end"]), seconds=float(row["seconds"]) if row["seconds"] else None,
            statistics=statistics, line=line)


def _instant(text):
    """Milliseconds since 1970 of a time with its offset. Raises ValueError for other texts."""
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if time.tzinfo is None:
        raise ValueError(f"its time \"{text[:40]}\" has no offset")
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (time - epoch) // datetime.timedelta(milliseconds=1)
