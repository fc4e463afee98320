"""The table `workouts.csv` of an export as workouts: their times, statistics and sources."""

from __future__ import annotations

from rows import Rows, instant

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


class Workouts(Rows):
    """Sends the workouts of one table."""

    type = "Workout"

    def append(self, row, line):
        statistics = {}
        for column, (metric, unit, statistic) in STATISTICS.items():
            if text := row.get(column, ""):
                metric = metric or DISTANCES.get(row["type"], "distanceOther")
                statistics[metric] = {"unit": unit, statistic: float(text)}
        self.batches.workout(
            row["type"], row.get("source") or "workouts", instant(row["start"]),
            instant(row["end"]), seconds=float(row["seconds"]) if row["seconds"] else None,
            statistics=statistics, line=line)
