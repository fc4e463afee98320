"""The table `nights.csv` of an export as totals of sleep stages."""

from __future__ import annotations

import math

from rows import Rows, instant

#: Columns with the stages of a night, in the order in which their times are placed in it.
STAGES = {
    "deepMinutes": "deep", "coreMinutes": "core", "remMinutes": "rem",
    "unspecifiedMinutes": "asleep", "awakeMinutes": "awake",
}
MILLISECONDS = 60_000


class Nights(Rows):
    """Sends the nights of one table. The table has the length of each stage and not its times: the stages
    are placed one after another, as totals that count where no stages are measured."""

    type = "sleepAnalysis"

    def append(self, row, line):
        start, end = instant(row["start"]), instant(row["end"])
        if end <= start:
            raise ValueError("it ends before it starts")
        lengths = {stage: _milliseconds(row.get(column, "")) for column, stage in STAGES.items()}
        if not any(length for stage, length in lengths.items() if stage != "awake"):
            lengths["asleep"] = _milliseconds(row.get("asleepMinutes", ""))
        series = self.batches.series("sleepAnalysis", "category", "nights", resolution="day")
        time = start
        for stage, length in lengths.items():
            last = min(end, time + length)
            if last > time:
                self.batches.sleep(series, stage, time, last, line)
            time = max(time, last)
        if in_bed := _milliseconds(row.get("inBedMinutes", "")):
            # The time in bed that exceeds the night is before it.
            self.batches.sleep(series, "inBed", min(start, end - in_bed), end, line)


def _milliseconds(text):
    """The milliseconds of minutes, 0 for an empty text. Raises ValueError for other texts."""
    minutes = float(text or 0)
    if not 0 <= minutes <= 48 * 60 or math.isnan(minutes):
        raise ValueError(f"its minutes {text[:40]} are out of range")
    return round(minutes * MILLISECONDS)
