#!/usr/bin/env python3
"""Imports random exports of Withings, Samsung Health, Garmin, Oura, Google Fit, Fitbit and Health Connect, and compares Dayline's days with the
numbers that the exports were made of.

usage: device-archives-check.py --dayline PROGRAM [--exports N] [--seed S] [--large MB] [--source NAME]

The exports are written by the published descriptions of their formats, with forms of the same items that must
not be stored twice. The counts of each report must balance, a second import must store nothing, and an export
without its end ends in a report. With --large each export has a file of that many MB; then the peak of the
importer's memory and the time of the import are printed. The script shares no code with the importers.
"""
import argparse
import datetime
import json
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
import zipfile
import zoneinfo

import fit_files
from temporary_system import System, unbalanced

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
UTC = datetime.timezone.utc
POUND = 0.45359237
UNITS = {"kg": 1, "lb": POUND, "st": POUND * 14}
SUMS = {"stepCount", "activeEnergyBurned", "distanceWalkingRunning", "distanceCycling", "flightsClimbed",
        "appleExerciseTime"}


class Export:
    """A random export with its truth: values by metric and local day, and the starts of workouts."""

    def __init__(self, generator, large):
        self.generator = generator
        self.large = large
        self.files, self.truth, self.workouts = {}, {}, set()
        self.first = datetime.datetime(2024, 3, 1, tzinfo=UTC) + datetime.timedelta(
            days=generator.randrange(300))
        self.write()

    def add(self, metric, instant, value):
        day = instant.astimezone(ZONE).date().isoformat()
        self.truth.setdefault(metric, {}).setdefault(day, []).append(value)

    def instants(self, count, longest=3600):
        instant = self.first
        for _ in range(count):
            instant += datetime.timedelta(seconds=self.generator.randrange(61, longest))
            yield instant

    def days(self, count):
        first = self.first.date()
        return [(first + datetime.timedelta(days=index)).isoformat() for index in range(count)]

    def rows(self, size):
        """The number of rows of a table: with --large those of `size` bytes each in that many MB."""
        return self.large * 1_000_000 // size if self.large else self.generator.randrange(20, 200)

    def zip(self, path):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.files.items():
                archive.writestr(name, content)


class Withings(Export):
    name = "withings"
    program = "WithingsImporter"

    def write(self):
        unit = self.generator.choice(sorted(UNITS))
        lines = [f'Date,"Weight ({unit})","Fat mass ({unit})",Comments']
        for instant in self.instants(30, 90_000):
            local = instant.astimezone(ZONE)
            if local.utcoffset() != (local + datetime.timedelta(hours=2)).utcoffset() \
                    or local.utcoffset() != (local - datetime.timedelta(hours=2)).utcoffset():
                continue
            weight = round(self.generator.uniform(60, 120), 2)
            fat = round(weight * self.generator.uniform(0.1, 0.4), 2)
            lines.append(f"{local:%Y-%m-%d %H:%M:%S},{weight},{fat},")
            self.add("bodyMass", instant, weight * UNITS[unit])
            self.add("bodyFatPercentage", instant, fat / weight)
        self.files["weight.csv"] = "\n".join(lines) + "\n"
        lines = ["start,duration,value"]
        for instant in self.instants(self.rows(36), 3600 if not self.large else 120):
            rate = self.generator.randrange(40, 180)
            lines.append(f"{instant.astimezone(ZONE).isoformat()},[0],[{rate}]")
            self.add("heartRate", instant, rate)
        self.files["raw_hr_hr.csv"] = "\n".join(lines) + "\n"
        lines = ["start,duration,value"]
        for instant in self.instants(100):
            first, second = self.generator.randrange(100), self.generator.randrange(1, 100)
            lines.append(f'{instant.astimezone(ZONE).isoformat()},"[30,30]","[{first},{second}]"')
            for offset, value in ((0, first), (30, second)):
                if value:
                    self.add("stepCount", instant + datetime.timedelta(seconds=offset), value)
        self.files["raw_tracker_steps.csv"] = "\n".join(lines) + "\n"
        self.files["aggregates_steps.csv"] = "date,value\n" + "".join(
            f"{day},12345\n" for day in self.days(5))
        for day in self.days(5):
            # The total counts on a day without measurements.
            self.truth["stepCount"].setdefault(day, [12345])


class SamsungHealth(Export):
    name = "samsung-health"
    program = "SamsungHealthImporter"

    def table(self, type_, columns, rows):
        self.files[f"samsunghealth_a_1/{type_}.20240701080000.csv"] = (
            f"\ufeff{type_},6310001,3\r\n{','.join(columns)}\r\n"
            + "".join(",".join(map(str, row)) + ",\r\n" for row in rows))

    def write(self):
        rows = []
        for day in self.days(self.generator.randrange(5, 60)):
            steps = self.generator.randrange(20_000)
            rows += [(-2, steps, f"{day} 00:00:00.000"), (0, steps, f"{day} 00:00:00.000"),
                     (-1, steps // 2, f"{day} 00:00:00.000")]
            if steps:
                self.truth.setdefault("stepCount", {})[day] = [steps]
        self.table("com.samsung.shealth.step_daily_trend", ["source_type", "count", "day_time"], rows)
        prefix = "com.samsung.health.heart_rate."
        rows, bins = [], None
        for index, instant in enumerate(self.instants(self.rows(60), 3600 if not self.large else 120)):
            rate = self.generator.randrange(40, 180)
            text = instant.strftime("%Y-%m-%d %H:%M:%S.000")
            name = ""
            if index % 5 == 0 and index < 100:
                name = f"{index}.binning_data.json"
                bins = [{"start_time": int(instant.timestamp() * 1000) + 20_000 * part,
                         "end_time": int(instant.timestamp() * 1000) + 20_000 * part,
                         "heart_rate": rate + part} for part in range(3)]
                self.files[f"samsunghealth_a_1/jsons/com.samsung.shealth.tracker.heart_rate/0/{name}"] \
                    = json.dumps(bins)
                for part in range(3):
                    self.add("heartRate", instant + datetime.timedelta(seconds=20 * part), rate + part)
            else:
                self.add("heartRate", instant, rate)
            rows.append((text, rate, "UTC+0200", name))
        self.table("com.samsung.shealth.tracker.heart_rate",
                   [prefix + "start_time", prefix + "heart_rate", prefix + "time_offset",
                    prefix + "binning_data"], rows)
        rows = []
        for instant in self.instants(20, 90_000):
            weight = round(self.generator.uniform(60, 120), 2)
            rows.append((instant.strftime("%Y-%m-%d %H:%M:%S.000"), weight, 0))
            self.add("bodyMass", instant, weight)
        self.table("com.samsung.health.weight", ["start_time", "weight", "body_fat"], rows)
        self.table("com.samsung.shealth.sleep_combined", ["start_time"], [("2024-07-01 00:00:00.000",)])


class Garmin(Export):
    name = "garmin-export"
    program = "GarminImporter"

    def write(self):
        days, status, nights = [], [], []
        for day in self.days(self.generator.randrange(5, 60)):
            steps, rate = self.generator.randrange(20_000), self.generator.randrange(40, 70)
            variability = self.generator.randrange(0, 90)
            moderate, vigorous = self.generator.randrange(60), self.generator.randrange(30)
            floors = self.generator.randrange(20)
            saturation, measured = self.generator.randrange(900, 1000) / 10, self.generator.randrange(2)
            days.append({"calendarDate": day, "totalSteps": steps, "restingHeartRate": rate,
                         "moderateIntensityMinutes": moderate, "vigorousIntensityMinutes": vigorous,
                         "floorsAscendedInMeters": floors * 3.048, "minHeartRate": 40, "maxHeartRate": 150})
            metrics = [{"type": "HRV", "value": float(variability)}, {"type": "SKIN_TEMP_C", "value": 0.1}]
            if measured:
                # The night has another value, which does not count.
                metrics.append({"type": "SPO2", "value": saturation})
            status.append({"calendarDate": day, "metrics": metrics})
            nights.append({"calendarDate": day, "sleepStartTimestampGMT": day + "T01:00:00.0",
                           "sleepEndTimestampGMT": day + "T05:00:00.0", "deepSleepSeconds": 3600,
                           "spo2SleepSummary": {"averageSPO2": 80.0 if measured else saturation}})
            for metric, value in (("stepCount", steps), ("restingHeartRate", rate),
                                  ("heartRateVariabilityRMSSD", variability), ("flightsClimbed", floors),
                                  ("appleExerciseTime", moderate + vigorous),
                                  ("oxygenSaturation", saturation)):
                if value:
                    self.truth.setdefault(metric, {})[day] = [value]
        self.files["DI_CONNECT/DI-Connect-Aggregator/UDSFile_a.json"] = json.dumps(days)
        self.files["DI_CONNECT/DI-Connect-Wellness/1_healthStatusData.json"] = json.dumps(status)
        self.files["DI_CONNECT/DI-Connect-Wellness/1_sleepData.json"] = json.dumps(nights)
        summaries, recordings = [], []
        records = self.large * 1_000_000 // 7 // 20 if self.large else 30
        for index, instant in enumerate(self.instants(20, 90_000)):
            start = int(instant.timestamp())
            self.workouts.add(start)
            if index % 2 == 0:
                start += self.generator.randrange(0, 20)
            summaries.append({
                "activityType": "running", "startTimeGmt": start * 1000 + 500,
                "duration": 60_000.0, "elapsedDuration": 60_000.0, "distance": 100_000.0})
            if index % 2 == 0:
                recordings.append((int(instant.timestamp()), records))
        self.files["DI_CONNECT/DI-Connect-Fitness/1_summarizedActivities.json"] = json.dumps(
            [{"summarizedActivitiesExport": summaries}])
        self.recordings = recordings

    def zip(self, path):
        inner = path + ".inner"
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
            for index, (start, records) in enumerate(self.recordings):
                archive.writestr(f"a_{index}.fit", fit(start, records * 2))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(inner, "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip")
            for name, content in self.files.items():
                archive.writestr(name, content)
        os.remove(inner)


class Oura(Export):
    name = "oura"
    program = "OuraImporter"

    def write(self):
        mark = self.generator.choice(";,")
        lines = [mark.join(("bpm", "source", "timestamp"))]
        for instant in self.instants(self.rows(38), 3600 if not self.large else 120):
            rate = self.generator.randrange(40, 180)
            source = self.generator.choice(("awake", "rest", "sleep"))
            lines.append(mark.join((str(rate), source, instant.strftime("%Y-%m-%dT%H:%M:%S.000Z"))))
            if source != "sleep":
                self.add("heartRate", instant, rate)
        self.files["App Data/heartrate.csv"] = "\n".join(lines) + "\n"
        lines = [mark.join(("day", "active_calories", "steps"))]
        for day in self.days(self.generator.randrange(5, 60)):
            steps, energy = self.generator.randrange(20_000), self.generator.randrange(900)
            lines.append(mark.join((day, str(energy), str(steps))))
            for metric, value in (("stepCount", steps), ("activeEnergyBurned", energy)):
                if value:
                    self.truth.setdefault(metric, {})[day] = [value]
        self.files["App Data/dailyactivity.csv"] = "\n".join(lines) + "\n"
        lines = [mark.join(("day", "bedtime_start", "bedtime_end", "type", "lowest_heart_rate", "hrv"))]
        for instant in self.instants(10, 90_000):
            values = [self.generator.choice((None, self.generator.randrange(20, 90))) for _ in range(6)]
            series = json.dumps({"interval": 300.0, "items": values, "timestamp": instant.isoformat()})
            end = instant + datetime.timedelta(minutes=30)
            lines.append(mark.join((
                instant.date().isoformat(), instant.isoformat(), end.isoformat(), "sleep", "50",
                '"' + series.replace('"', '""') + '"')))
            for index, value in enumerate(values):
                if value is not None:
                    self.add("heartRateVariabilityRMSSD",
                             instant + datetime.timedelta(minutes=5 * index), value)
        self.files["App Data/sleepmodel.csv"] = "\n".join(lines) + "\n"
        self.files["App Data/ringbattery.csv"] = mark.join(("timestamp", "level")) + "\n"


class GoogleFit(Export):
    name = "google-fit"
    program = "GoogleFitImporter"

    def stream(self, name, source, points):
        self.files[f"Takeout/Fit/Alle Daten/{name}.json"] = json.dumps({
            "Data Source": source, "Data Points": [
                {"fitValue": [{"value": {kind: value}}], "originDataSourceId": "raw:x",
                 "startTimeNanos": int(start.timestamp() * 1000) * 1_000_000,
                 "endTimeNanos": int(end.timestamp() * 1000) * 1_000_000}
                for start, end, kind, value in points]}, indent=1)

    def write(self):
        source = "derived:com.google.step_count.delta:com.google.android.gms:"
        steps, rates = [], []
        for instant in self.instants(self.rows(200)):
            value = self.generator.randrange(1, 100)
            steps.append((instant, instant + datetime.timedelta(seconds=1), "intVal", value))
            self.add("stepCount", instant, value)
        self.stream("a", source + "estimated_steps", steps)
        self.stream("b", source + "merge_step_deltas", steps[::2])
        self.stream("c", "raw:com.google.step_count.delta:com.some.phone:steps", steps)
        for instant in self.instants(100):
            value = float(self.generator.randrange(40, 180))
            rates.append((instant, instant, "fpVal", value))
            self.add("heartRate", instant, value)
        self.stream("d", "derived:com.google.heart_rate.bpm:com.google.android.gms:merge_heart_rate_bpm",
                    rates)
        for index, instant in enumerate(self.instants(20, 90_000)):
            self.workouts.add(int(instant.timestamp()))
            self.files[f"Takeout/Fit/Sitzungen/{index}.json"] = json.dumps({
                "fitnessActivity": "running", "startTime": instant.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                "endTime": (instant + datetime.timedelta(minutes=9)).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                "duration": "540s", "aggregate": [
                    {"metricName": "com.google.step_count.delta", "intValue": 900}]})


class Fitbit(Export):
    name = "fitbit"
    program = "FitbitImporter"

    def write(self):
        # Steps by day and sleep by night show the clock.
        self.clock = self.generator.choice((UTC, ZONE))
        folder = "Takeout/Fitbit/Global Export Data/"
        nights, steps, rates = [], [], []
        days = 20
        for index in range(days):
            noon = datetime.datetime.combine(
                self.first.astimezone(ZONE).date() + datetime.timedelta(days=index),
                datetime.time(12), ZONE)
            night = noon + datetime.timedelta(hours=11)
            nights.append({
                "dateOfSleep": night.date().isoformat(), "type": "classic",
                "startTime": night.strftime("%Y-%m-%dT%H:%M:%S.000"),
                "endTime": (night + datetime.timedelta(hours=8)).strftime("%Y-%m-%dT%H:%M:%S.000")})
            for minute in range(-210, 590, self.generator.randrange(2, 9)):
                instant = noon.astimezone(UTC) + datetime.timedelta(minutes=minute)
                value = self.generator.randrange(100)
                steps.append({"dateTime": self.text(instant), "value": str(value)})
                if value:
                    self.add("stepCount", instant, value)
        for instant in self.instants(self.rows(100), 3600 if not self.large else 120):
            rate, confidence = self.generator.randrange(40, 180), self.generator.randrange(4)
            rates.append({"dateTime": self.text(instant), "value": {"bpm": rate, "confidence": confidence}})
            if confidence:
                self.add("heartRate", instant, rate)
        weights = []
        unit, height = self.generator.choice((1, POUND)), self.generator.uniform(1.5, 2.0)
        for instant in self.instants(10, 90_000):
            local = instant.astimezone(ZONE)
            kilograms = self.generator.uniform(50, 110)
            weights.append({"weight": round(kilograms / unit, 3), "bmi": kilograms / height ** 2,
                            "date": local.strftime("%m/%d/%y"), "time": local.strftime("%H:%M:%S")})
            self.add("bodyMass", instant, round(kilograms / unit, 3) * unit)
        heights = []
        for instant in self.instants(50):
            floors = self.generator.randrange(4)
            heights.append({"dateTime": self.text(instant.replace(second=0)), "value": str(floors * 10)})
            if floors:
                self.add("flightsClimbed", instant, floors)
        zones = ["date_time,heart_zone_id,total_minutes"]
        for instant in self.instants(50):
            zone = self.generator.choice(("FAT_BURN", "CARDIO", "PEAK"))
            zones.append(f"{instant.astimezone(ZONE):%Y-%m-%dT%H:%M},{zone},{1 if zone == 'FAT_BURN' else 2}")
            self.add("appleExerciseTime", instant, 1)
        self.files["Takeout/Fitbit/Active Zone Minutes (AZM)/Active Zone Minutes - 2024-01-01.csv"] = (
            "\n".join(zones) + "\n")
        for name, value in (("sleep", nights), ("steps", steps), ("heart_rate", rates),
                            ("weight", weights), ("altitude", heights)):
            self.files[f"{folder}{name}-2024-01-01.json"] = json.dumps(value, indent=1)

    def text(self, instant):
        return instant.astimezone(self.clock).strftime("%m/%d/%y %H:%M:%S")


class HealthConnect(Export):
    name = "health-connect"
    program = "HealthConnectImporter"

    RECORD = ("row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, app_info_id INTEGER, "
              "device_info_id INTEGER, recording_method INTEGER")
    INTERVAL = RECORD + ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER"

    def write(self):
        path = tempfile.mktemp(prefix="dl-", suffix=".db")
        database = sqlite3.connect(path)
        database.executescript(f"""
            CREATE TABLE android_metadata (locale TEXT);
            CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT,
                app_name TEXT, app_icon BLOB);
            INSERT INTO application_info_table VALUES (1, 'a.b', 'Phone', x'00');
            CREATE TABLE steps_record_table ({self.INTERVAL}, count INTEGER);
            CREATE TABLE active_calories_burned_record_table ({self.INTERVAL}, energy REAL);
            CREATE TABLE weight_record_table ({self.RECORD}, time INTEGER, zone_offset INTEGER, weight REAL);
            CREATE TABLE basal_metabolic_rate_record_table ({self.RECORD}, time INTEGER, zone_offset INTEGER,
                basal_metabolic_rate REAL);
            CREATE TABLE heart_rate_record_table ({self.INTERVAL});
            CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
                epoch_millis INTEGER);
            CREATE TABLE exercise_session_record_table ({self.INTERVAL}, exercise_type INTEGER, title TEXT);
            CREATE TABLE distance_record_table ({self.INTERVAL}, distance REAL);
            PRAGMA user_version = 17;""")

        def add(table, *values):
            marks = ", ".join("?" * len(values))
            return database.execute(f"INSERT INTO {table} VALUES (NULL, NULL, 1, NULL, 2, {marks})", values)

        for instant in self.instants(100):
            start, value = int(instant.timestamp() * 1000), self.generator.randrange(1, 100)
            add("steps_record_table", start, 7200, start + 1000, value)
            self.add("stepCount", instant, value)
            energy = self.generator.uniform(1, 9000)
            add("active_calories_burned_record_table", start, 7200, start + 1000, energy)
            self.add("activeEnergyBurned", instant, energy / 1000)
        for instant in self.instants(20, 90_000):
            grams = self.generator.uniform(50_000, 110_000)
            add("weight_record_table", int(instant.timestamp() * 1000), 3600, grams)
            self.add("bodyMass", instant, grams / 1000)
            watts = self.generator.uniform(50, 120)
            add("basal_metabolic_rate_record_table", int(instant.timestamp() * 1000), 3600, watts)
            self.add("basalMetabolicRate", instant, watts * 86_400 / 4184)
        parent = add("heart_rate_record_table", 0, 0, 1).lastrowid
        for instant in self.instants(self.rows(25), 3600 if not self.large else 120):
            rate = self.generator.randrange(40, 180)
            database.execute("INSERT INTO heart_rate_record_series_table VALUES (?, ?, ?)",
                             (parent, rate, int(instant.timestamp() * 1000)))
            self.add("heartRate", instant, rate)
        for instant in self.instants(20, 90_000):
            start, kind = int(instant.timestamp()), self.generator.choice((4, 33))
            self.workouts.add(start)
            add("exercise_session_record_table", start * 1000, 0, start * 1000 + 60_000, kind, "Sport")
            add("distance_record_table", start * 1000, 0, start * 1000 + 1000, 500.0)
            # Days show distances in kilometres.
            self.add("distanceCycling" if kind == 4 else "distanceWalkingRunning", instant, 0.5)
        database.commit()
        database.close()
        with open(path, "rb") as file:
            self.files["health_connect_export.db"] = file.read()
        os.remove(path)


def fit(start, records):
    """A FIT file of a run with a heart rate a second."""
    stamp, file = start - fit_files.EPOCH, fit_files.FITFile()
    file.define(0, 0, (0, 1, 0x00), (1, 2, 0x84))
    file.add("<BBH", 0, 4, 1)
    file.define(1, 20, (253, 4, 0x86), (3, 1, 0x02))
    for index in range(records):
        file.add("<BIB", 1, stamp + index, 90 + index % 60)
    file.define(2, 18, (2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00))
    file.add("<BIIB", 2, stamp, 60_000, 1)
    return file.bytes()


class Memory(threading.Thread):
    """The greatest resident memory of processes of a program while it runs."""

    def __init__(self, program):
        super().__init__(daemon=True)
        self.program, self.peak, self.ended = program, 0, False
        self.start()

    def run(self):
        while not self.ended:
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{process}/cmdline", "rb") as file:
                        if not file.read().split(b"\0")[0].endswith(f"/{self.program}".encode()):
                            continue
                    with open(f"/proc/{process}/status") as file:
                        for line in file:
                            if line.startswith("VmHWM"):
                                self.peak = max(self.peak, int(line.split()[1]))
                except OSError:
                    pass
            time.sleep(0.05)


def faults(system, export, number):
    """What Dayline says otherwise than the export."""
    profile = f"{export.name}-{number}"
    system.json("profile", "add", profile, "--zone", str(ZONE))
    path = os.path.join(system.folder, f"{profile}.zip")
    export.zip(path)
    memory, began = Memory(export.program), time.time()
    report = system.json("--profile", profile, "import", path)
    seconds, memory.ended = time.time() - began, True
    if export.large:
        unpacked = sum(map(len, export.files.values())) / 1e6
        print(f"{export.name}: {os.path.getsize(path) / 1e6:.0f} MB, unpacked {unpacked:.0f} MB and "
              f"recordings: {report['read']} items in {seconds:.1f} s, {memory.peak / 1024:.0f} MiB")
    yield from unbalanced(report)
    if not report["format"] or report["quarantined"]:
        yield f"the report has the format {report.get('format')}, {report['quarantined']} quarantined"
    yield from wrong_days(system, profile, export)
    again = system.json("--profile", profile, "import", path)
    if again["stored"]:
        yield f"the second import stores {again['stored']}"
    if not export.large:
        yield from cut(system, profile, path)


def wrong_days(system, profile, export):
    for metric, truth in sorted(export.truth.items()):
        days = {day["day"]: day
                for day in system.json("--profile", profile, "days", metric)["days"] if day["samples"]}
        for day in sorted(days.keys() | truth.keys()):
            values, found = truth.get(day, []), days.get(day)
            if metric in SUMS:
                expected, actual = sum(values), found and found.get("sum")
            else:
                expected = sum(values) / max(1, len(values))
                actual = found and found.get("average")
            scale = 100 if metric == "bodyFatPercentage" and actual and actual > 1 else 1
            if actual is None or abs(expected * scale - actual) > 1e-6 * max(1, abs(actual)):
                yield f"{metric} of {day} is {found} instead of {expected}"
    if export.workouts:
        list_ = system.json("--profile", profile, "workouts", "--from", "2020-01-01", "--to", "2030-01-01")
        starts = {int(datetime.datetime.fromisoformat(
            workout["start"].replace("Z", "+00:00")).timestamp()) for workout in list_["workouts"]}
        if starts != export.workouts:
            yield f"the workouts start at {sorted(starts)} instead of {sorted(export.workouts)}"


def cut(system, profile, path):
    """An export without its last third ends in a report or an error."""
    with open(path, "rb") as file:
        content = file.read()
    with open(path, "wb") as file:
        file.write(content[:len(content) * 2 // 3])
    system.json("profile", "add", profile + "-cut", "--zone", str(ZONE))
    done = system.run("--profile", profile + "-cut", "import", path)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        report = {}
    if "byType" in report:
        yield from unbalanced(report)
    elif done.returncode not in range(1, 100):
        yield f"without its end the import has the status {done.returncode}: {done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    parser.add_argument("--exports", type=int, default=3, help="exports of each source (default: 3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", type=int, default=0, metavar="MB")
    parser.add_argument("--source", help="only the source of this name, such as fitbit")
    options = parser.parse_args()
    system = System(options.dayline)
    count = 0
    try:
        for number in range(options.exports):
            for source in (Withings, SamsungHealth, Garmin, Oura, GoogleFit, Fitbit, HealthConnect):
                if options.source not in (None, source.name):
                    continue
                generator = random.Random(f"{options.seed} {number} {source.name}")
                for fault in faults(system, source(generator, options.large), number):
                    count += 1
                    if count < 40:
                        print(f"{source.name} {number} of seed {options.seed}: {fault}")
    finally:
        system.close()
    print(f"{options.exports} exports of each source, seed {options.seed}, {count} faults")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
