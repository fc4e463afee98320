#!/usr/bin/env python3
"""Writes a realistic Apple Health export of any size, and prints the expected results.

usage: gen_export.py --days N --out DIR [--seed S] [--tz America/New_York] [--end YYYY-MM-DD]
                     [--zip] [--defects LIST] [--name export.xml] [--routes N]
                     [--density 1.0]

Writes DIR/apple_health_export/export.xml, export_cda.xml and workout-routes/*.gpx; with --zip
also DIR/export.zip. The same arguments produce the same bytes. Prints a JSON object:

  counts            elements by name (Record: top level ones; Record.nested: in a Correlation)
  checks            of top level Records: number, sums of start, of end (epoch) and of value
  records           by type: n, sum (null if not numeric), first and last start (epoch)
  daily             by cumulative type: {local day: raw sum over all sources}
  steps_merged      {local day: steps}, the watch before the phone, computed with a timeline of
                    seconds; an interval counts completely for the day of its start
  sleep_minutes     {wake day: {stage: minutes}}
  activity_summary  {day: [active energy, exercise minutes, stand hours]}, sums of the records

The content: records grouped by type, about 2,000 per day for a person with a watch and a phone, 400 to
430 bytes each; all offsets are those of the exporting phone's zone; a device text with a varying memory
address; a source name with a no-break space and a typographic apostrophe; HRV with its beats; the records
of a Correlation repeated at top level. --density 0.1 writes about a tenth of the frequent samples, to have
many days in a small file.

--defects takes a comma-separated list and never changes the random sequence, so that the expected results
of the clean file remain comparable:

  ios16dtd  a DTD that is not well-formed      dupattr  WorkoutStatistics with startDate twice
  ctrl      U+000B in an attribute             trunc    cut in the middle of a record
  duprec    1 % of the records written twice
  energy    on every 40th day the summary's energy is an eighth higher than the sum of the records
"""
import argparse
import datetime as dt
import json
import os
import random
import sys
import zipfile
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Source(NamedTuple):
    name: str
    device: str | None


WATCH = Source("Sam’s Apple\u00a0Watch", "watch")
PHONE = Source("Sam’s iPhone", "phone")
SCALE = Source("Scale &amp; Co", None)

QUANTITY = "HKQuantityTypeIdentifier"
CATEGORY = "HKCategoryTypeIdentifier"
CORRELATION = "HKCorrelationTypeIdentifier"
SLEEP_VALUE = "HKCategoryValueSleepAnalysis"
CUMULATIVE = {QUANTITY + name for name in (
    "StepCount", "DistanceWalkingRunning", "ActiveEnergyBurned", "BasalEnergyBurned",
    "FlightsClimbed", "AppleExerciseTime", "AppleStandTime", "DietaryEnergyConsumed",
    "DietaryProtein", "DietarySugar")}

HOUR, DAY = 3600, 86400
EPOCH_ORDINAL = dt.date(1970, 1, 1).toordinal()
AWAKE = (6 * HOUR, 23 * HOUR)
CLOCK = [f"{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}" for s in range(DAY)]

DTD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT ExportDate EMPTY>
<!ATTLIST ExportDate
  value CDATA #REQUIRED
>
<!ELEMENT Me ANY>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  unit          CDATA #IMPLIED
  value         CDATA #IMPLIED
  sourceName    CDATA #REQUIRED
  sourceVersion CDATA #IMPLIED
  device        CDATA #IMPLIED
  creationDate  CDATA #IMPLIED
  startDate     CDATA #REQUIRED
  endDate       CDATA #REQUIRED
>
<!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->
<!ELEMENT Correlation ((MetadataEntry|Record)*)>
<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
<!ELEMENT MetadataEntry EMPTY>
<!ATTLIST MetadataEntry
  key   CDATA #REQUIRED
  value CDATA #REQUIRED
>
%s]>
"""
BROKEN_DTD = """<!ATTLIST VisionPrescription
  type             CDATA #REQUIRED
  dateIssued       CDATA #REQUIRED
  expirationDate   CDATA #REQUIRED
  brand            CDATA #IMPLIED
<!ELEMENT RightEye EMPTY>
"""
GPX_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">\n'
    " <trk><name>Route</name><trkseg>\n")


def uniform(low, high, digits):
    return lambda rng: f"{rng.uniform(low, high):.{digits}f}"


def whole(low, high):
    return lambda rng: str(rng.randint(low, high))


class Calendar:
    """The days of the export, and instants in the format of the exporting phone."""

    def __init__(self, zone, end, count):
        self.zone = ZoneInfo(zone)
        self.days = [end - dt.timedelta(days=count - i) for i in range(count)]
        self.midnight = [self.start_of(day) for day in [*self.days, end]]
        self.offsets, self.day_texts = {}, {}

    def start_of(self, day):
        return int(dt.datetime(day.year, day.month, day.day, tzinfo=self.zone).timestamp())

    def stamp(self, instant):
        """(printed instant, its local day)"""
        quarter = instant // 900  # offsets change on quarter hours only
        if quarter not in self.offsets:
            local = dt.datetime.fromtimestamp(quarter * 900, self.zone)
            offset = int(local.utcoffset().total_seconds())
            sign = "-" if offset < 0 else "+"
            text = f" {sign}{abs(offset) // 3600:02d}{abs(offset) // 60 % 60:02d}"
            self.offsets[quarter] = (offset, text)
        offset, offset_text = self.offsets[quarter]
        day_number, second = divmod(instant + offset, DAY)
        day = self.day_texts.get(day_number)
        if day is None:
            day = self.day_texts[day_number] = dt.date.fromordinal(EPOCH_ORDINAL + day_number).isoformat()
        return day + " " + CLOCK[second] + offset_text, day

    def text(self, instant):
        return self.stamp(instant)[0]

    def day(self, instant):
        return self.stamp(instant)[1]


class Truth:
    """The expected results of an import of the clean file."""

    def __init__(self):
        self.counts, self.types, self.daily = {}, {}, {}
        self.records = self.starts = self.ends = 0
        self.values = 0.0

    def count(self, name, n=1):
        self.counts[name] = self.counts.get(name, 0) + n

    def add(self, kind, start, end, day, value):
        """Counts a top level record; without a `value` if it is not numeric."""
        self.count("Record")
        row = self.types.get(kind)
        if row is None:
            total = None if value is None else 0.0
            row = self.types[kind] = {"n": 0, "sum": total, "first": start, "last": start}
        row["n"] += 1
        row["first"] = min(row["first"], start)
        row["last"] = max(row["last"], start)
        self.records += 1
        self.starts += start
        self.ends += end
        if value is None:
            return
        row["sum"] += value
        self.values += value
        if kind in CUMULATIVE:
            days = self.daily.setdefault(kind, {})
            days[day] = days.get(day, 0.0) + value

    def as_json(self):
        return {
            "counts": dict(sorted(self.counts.items())),
            "checks": {
                "n": self.records, "sum_start": self.starts, "sum_end": self.ends,
                "sum_value": round(self.values, 4)},
            "records": {
                kind: {**row, "sum": None if row["sum"] is None else round(row["sum"], 6)}
                for kind, row in sorted(self.types.items())},
            "daily": {
                kind: {day: round(total, 6) for day, total in sorted(days.items())}
                for kind, days in sorted(self.daily.items())},
        }


class Export:
    """An export that is being written. The order of the calls of `rng` determines its content."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.rng = random.Random(options.seed)
        self.calendar = Calendar(options.tz, dt.date.fromisoformat(options.end), options.days)
        self.defects = set(filter(None, options.defects.split(",")))
        self.truth = Truth()
        self.pending, self.written = [], 0
        self.address = 0x280000000
        self.step_intervals = {WATCH: [], PHONE: []}
        self.sleep_minutes, self.summaries, self.stood = {}, {}, {}
        self.correlations, self.routes = [], []

    # Writing

    def put(self, text):
        self.pending.append(text)
        if len(self.pending) > 20000:
            self.flush()

    def flush(self):
        block = "".join(self.pending).encode()
        self.file.write(block)
        self.written += len(block)
        self.pending = []

    def software(self, day):
        return f"{8 + day // 365}.{day // 60 % 6}.1"

    def device(self, source, day):
        self.address += 0x40 if self.rng.random() < 0.0002 else 0
        if source.device == "watch":
            address, name, maker_model = self.address, "Apple Watch", "Watch"
            hardware = "Watch6,2" if day < len(self.calendar.days) // 2 else "Watch7,4"
        else:
            address, name, maker_model = self.address + 0x600, "iPhone", "iPhone"
            hardware = "iPhone14,2"
        return (
            f"&lt;&lt;HKDevice: 0x{address:x}&gt;, name:{name}, manufacturer:Apple Inc., "
            f"model:{maker_model}, hardware:{hardware}, software:{self.software(day)}&gt;")

    def metadata(self, key, value):
        self.truth.count("MetadataEntry")
        return f'  <MetadataEntry key="{key}" value="{value}"/>\n'

    def record_text(self, kind, source, unit, day, start, end, value, lag, children):
        device = f' device="{self.device(source, day)}"' if source.device else ""
        unit_text = f' unit="{unit}"' if unit else ""
        started = self.calendar.text(start)
        ended = started if end == start else self.calendar.text(end)
        return (
            f' <Record type="{kind}" sourceName="{source.name}"'
            f' sourceVersion="{self.software(day)}"{device}{unit_text}'
            f' creationDate="{self.calendar.text(end + lag)}"'
            f' startDate="{started}" endDate="{ended}" value="{value}"'
            + (f">\n{children} </Record>\n" if children else "/>\n"))

    def record(self, kind, source, unit, day, start, end, value, lag=0, children=""):
        text = self.record_text(kind, source, unit, day, start, end, value, lag, children)
        if "duprec" in self.defects and self.truth.records % 100 == 7:
            self.put(text)
        self.put(text)
        number = float(value) if unit else None
        if value == "HKCategoryValueAppleStandHourStood":
            on = self.calendar.day(start)
            self.stood[on] = self.stood.get(on, 0) + 1
        self.truth.add(kind, start, end, self.calendar.day(start), number)

    def nested_record(self, kind, source, unit, day, instant, value):
        self.truth.count("Record.nested")
        text = self.record_text(kind, source, unit, day, instant, instant, value, 0, "")
        return " " + text

    # Series

    def intervals(self, day, count, shortest, longest, hours):
        """`count` disjoint ascending (start, end) within a range of hours of a day."""
        opening = self.calendar.midnight[day] + hours[0]
        step = (hours[1] - hours[0]) / count
        for i in range(count):
            start = opening + int(i * step)
            end = start + min(int(step), self.rng.randint(shortest, longest))
            yield start, max(end, start + 1)

    def about(self, count):
        return max(1, int(count * self.options.density * self.rng.uniform(0.7, 1.3)))

    def series(
        self, name, source, unit, per_day, shortest, longest, value, hours=AWAKE, children=None
    ):
        for day in range(len(self.calendar.days)):
            spans = list(self.intervals(day, self.about(per_day), shortest, longest, hours))
            for start, end in spans:
                number = value(self.rng)
                inner = children(start) if children else ""
                self.record(name, source, unit, day, start, end, number, 30, inner)

    def body_mass(self):
        for day in range(0, len(self.calendar.days), 3):
            instant = self.calendar.midnight[day] + 7 * HOUR
            value = f"{self.rng.uniform(70, 74):.2f}"
            by_hand = self.metadata("HKWasUserEntered", 0)
            self.record(
                QUANTITY + "BodyMass", SCALE, "kg", day, instant, instant, value, 0, by_hand)

    def heart_rate(self):
        contexts = [
            f'  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="{i}"/>\n'
            for i in range(3)]
        for day in range(len(self.calendar.days)):
            instant = self.calendar.midnight[day] + self.rng.randint(0, 60)
            while instant < self.calendar.midnight[day + 1]:
                rate = str(self.rng.randint(48, 150))
                self.truth.count("MetadataEntry")
                context = contexts[self.rng.randrange(3)]
                self.record(
                    QUANTITY + "HeartRate", WATCH, "count/min", day, instant, instant, rate, 25,
                    context)
                often = self.rng.random() < 0.25
                pause = self.rng.randint(5, 12) if often else self.rng.randint(240, 420)
                instant += int(pause / self.options.density)

    def steps(self):
        """Steps of the watch and the phone; all intervals are recorded for `merged_steps`."""
        for source, per_day, hours in ((WATCH, 80, (7 * HOUR, 22 * HOUR)), (PHONE, 50, AWAKE)):
            for day in range(len(self.calendar.days)):
                count = self.about(per_day)
                for start, end in list(self.intervals(day, count, 60, 900, hours)):
                    steps = max(1, int((end - start) * self.rng.uniform(0.05, 1.6)))
                    self.record(
                        QUANTITY + "StepCount", source, "count", day, start, end, str(steps), 60)
                    self.step_intervals[source].append((start, end, steps))

    def merged_steps(self):
        """Steps by day: phone steps count for the part of each interval that the watch does not cover."""
        origin = self.calendar.midnight[0]
        covered = bytearray(self.calendar.midnight[-1] - origin + 2 * DAY)
        totals = {}
        for start, end, steps in self.step_intervals[WATCH]:
            covered[start - origin:end - origin] = b"\1" * (end - start)
            day = self.calendar.day(start)
            totals[day] = totals.get(day, 0.0) + steps
        for start, end, steps in self.step_intervals[PHONE]:
            free = (end - start) - covered.count(1, start - origin, end - origin)
            day = self.calendar.day(start)
            totals[day] = totals.get(day, 0.0) + steps * free / (end - start)
        return {day: round(total, 6) for day, total in sorted(totals.items())}

    def sleep(self):
        kind = CATEGORY + "SleepAnalysis"
        for day in range(1, len(self.calendar.days)):
            wake = self.calendar.midnight[day] + self.rng.randint(5 * HOUR, 8 * HOUR)
            instant = bed = wake - self.rng.randint(6 * HOUR, 9 * HOUR)
            zone = self.metadata("HKTimeZone", self.options.tz)
            self.record(
                kind, PHONE, "", day, bed - 600, wake + 300, SLEEP_VALUE + "InBed", 0, zone)
            minutes = self.sleep_minutes.setdefault(self.calendar.day(wake), {})
            while instant < wake:
                end = min(wake, instant + self.rng.randint(300, 3600))
                stage = self.rng.choice(
                    ["AsleepCore", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"])
                self.truth.count("MetadataEntry")
                self.record(kind, WATCH, "", day, instant, end, SLEEP_VALUE + stage, 30, zone)
                minutes[stage] = minutes.get(stage, 0) + (end - instant) / 60
                instant = end

    def heart_rate_variability(self):
        for day in range(len(self.calendar.days)):
            for start, end in list(self.intervals(day, 5, 60, 66, (0, 86000))):
                count = self.rng.randint(38, 54)
                self.truth.count("InstantaneousBeatsPerMinute", count)
                self.truth.count("HeartRateVariabilityMetadataList")
                beats = self.beats(start, count)
                value = f"{self.rng.uniform(15, 120):.4f}"
                self.record(
                    QUANTITY + "HeartRateVariabilitySDNN", WATCH, "ms", day, start, end, value, 2,
                    beats)

    def beats(self, start, count):
        """Beats with times in the format of en_US: without a date, with a narrow no-break space."""
        hundredths = start * 100
        lines = ["  <HeartRateVariabilityMetadataList>\n"]
        for _ in range(count):
            rate = self.rng.randint(52, 90)
            hundredths += 6000 // rate
            rest = hundredths % 8640000
            hour, minute, second = rest // 360000, rest // 6000 % 60, rest // 100 % 60
            time = f"{hour % 12 or 12}:{minute:02d}:{second:02d}.{rest % 100:02d}"
            half = "AM" if hour < 12 else "PM"
            lines.append(
                f'   <InstantaneousBeatsPerMinute bpm="{rate}" time="{time}\u202f{half}"/>\n')
        lines.append("  </HeartRateVariabilityMetadataList>\n")
        return "".join(lines)

    # Other elements

    def blood_pressure_and_food(self):
        """Correlations, after the records that they repeat."""
        repeated = []

        def correlate(name, day, instant, children, parts):
            for part, unit, value in parts:
                kind = QUANTITY + part
                children += self.nested_record(kind, SCALE, unit, day, instant, value)
                repeated.append((kind, unit, day, instant, value))
            stamp = self.calendar.text(instant)
            self.correlations.append(
                f' <Correlation type="{CORRELATION}{name}" sourceName="{SCALE.name}"'
                f' sourceVersion="2" creationDate="{stamp}" startDate="{stamp}"'
                f' endDate="{stamp}">\n{children} </Correlation>\n')
            self.truth.count("Correlation")

        rng = self.rng
        for day in range(0, len(self.calendar.days), 5):
            morning = self.calendar.midnight[day] + 8 * HOUR + rng.randint(0, HOUR)
            correlate("BloodPressure", day, morning, "", [
                ("BloodPressureSystolic", "mmHg", str(rng.randint(105, 140))),
                ("BloodPressureDiastolic", "mmHg", str(rng.randint(65, 90)))])
            food = self.metadata("HKFoodType", "Caf&#233; &quot;latte&quot;")
            correlate("Food", day, morning + 4 * HOUR, food, [
                ("DietaryEnergyConsumed", "Cal", f"{rng.uniform(80, 900):.2f}"),
                ("DietaryProtein", "g", f"{rng.uniform(1, 60):.1f}"),
                ("DietarySugar", "g", f"{rng.uniform(0, 50):.1f}")])
        for kind, unit, day, instant, value in sorted(repeated, key=lambda part: part[0]):
            self.record(kind, SCALE, unit, day, instant, instant, value)
        for text in self.correlations:
            self.put(text)

    def workouts(self):
        for day in range(len(self.calendar.days)):
            if self.rng.random() <= 0.8:
                self.workout(day)

    def workout(self, day):
        rng, count = self.rng, self.truth.count
        start = self.calendar.midnight[day] + 17 * HOUR + rng.randint(0, HOUR)
        end = start + rng.randint(1200, 5400)
        activity = rng.choice(["Running", "Walking", "Cycling", "TraditionalStrengthTraining"])
        started, (ended, end_day) = self.calendar.text(start), self.calendar.stamp(end)
        created, version = self.calendar.text(end + 9), self.software(day)
        count("Workout")
        parts = [
            f' <Workout workoutActivityType="HKWorkoutActivityType{activity}"'
            f' duration="{(end - start) / 60:.12f}" durationUnit="min"'
            f' sourceName="{WATCH.name}" sourceVersion="{version}"'
            f' device="{self.device(WATCH, day)}" creationDate="{created}"'
            f' startDate="{started}" endDate="{ended}">\n',
            self.metadata("HKIndoorWorkout", 0),
            self.metadata("HKTimeZone", self.options.tz),
            self.metadata("HKAverageMETs", f"{rng.uniform(3, 10):.4f} kcal/hr·kg"),
        ]
        for i in range(rng.randint(0, 4)):
            parts.append(
                '  <WorkoutEvent type="HKWorkoutEventTypeSegment"'
                f' date="{self.calendar.text(start + i * 300)}"'
                ' duration="5" durationUnit="min"/>\n')
            count("WorkoutEvent")
        end_name = "startDate" if "dupattr" in self.defects else "endDate"
        for name, totals in (
            ("ActiveEnergyBurned", f'sum="{rng.uniform(100, 700):.3f}" unit="Cal"'),
            ("BasalEnergyBurned", f'sum="{rng.uniform(30, 90):.3f}" unit="Cal"'),
            ("DistanceWalkingRunning", f'sum="{rng.uniform(1, 12):.5f}" unit="km"'),
            ("HeartRate",
             f'average="{rng.uniform(100, 150):.3f}" minimum="{rng.randint(70, 99)}"'
             f' maximum="{rng.randint(151, 190)}" unit="count/min"'),
        ):
            parts.append(
                f'  <WorkoutStatistics type="{QUANTITY}{name}" startDate="{started}"'
                f' {end_name}="{ended}" {totals}/>\n')
            count("WorkoutStatistics")
        if activity != "TraditionalStrengthTraining":
            clock = f"{end // 3600 % 12 + 1}.{end // 60 % 60:02d}pm"
            path = f"/workout-routes/route_{end_day}_{clock}.gpx"
            parts.append(
                f'  <WorkoutRoute sourceName="{WATCH.name}" sourceVersion="{version}"'
                f' creationDate="{created}" startDate="{started}" endDate="{ended}">\n'
                f'   <FileReference path="{path}"/>\n  </WorkoutRoute>\n')
            count("WorkoutRoute")
            count("FileReference")
            self.routes.append((path, start, end))
        parts.append(" </Workout>\n")
        self.put("".join(parts))

    def write_routes(self):
        rng = self.rng
        for path, start, end in self.routes[:self.options.routes]:
            latitude, longitude = 40.7, -73.9
            with open(self.folder + path, "w") as file:
                file.write(GPX_HEAD)
                for instant in range(start, end):
                    latitude += rng.uniform(-2e-5, 3e-5)
                    longitude += rng.uniform(-2e-5, 3e-5)
                    utc = dt.datetime.fromtimestamp(instant, dt.timezone.utc)
                    file.write(
                        f'<trkpt lon="{longitude:.6f}" lat="{latitude:.6f}">'
                        f"<ele>{rng.uniform(5, 30):.6f}</ele>"
                        f"<time>{utc:%Y-%m-%dT%H:%M:%SZ}</time>"
                        f"<extensions><speed>{rng.uniform(1, 4):.6f}</speed>"
                        f"<course>{rng.uniform(0, 360):.6f}</course>"
                        f"<hAcc>{rng.uniform(2, 8):.6f}</hAcc>"
                        f"<vAcc>{rng.uniform(2, 8):.6f}</vAcc></extensions></trkpt>\n")
                file.write("</trkseg></trk></gpx>\n")

    def activity_summaries(self):
        energies, exercise = [
            self.truth.daily.get(QUANTITY + name, {})
            for name in ("ActiveEnergyBurned", "AppleExerciseTime")]
        for number, day in enumerate(self.calendar.days):
            name = day.isoformat()
            differs = "energy" in self.defects and number % 40 == 7
            energy = round(energies.get(name, 0.0) * (1.125 if differs else 1), 3)
            minutes, hours = int(exercise.get(name, 0)), self.stood.get(name, 0)
            self.summaries[day.isoformat()] = [energy, minutes, hours]
            self.truth.count("ActivitySummary")
            self.put(
                f' <ActivitySummary dateComponents="{day}" activeEnergyBurned="{energy}"'
                ' activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="Cal"'
                ' appleMoveTime="0" appleMoveTimeGoal="0"'
                f' appleExerciseTime="{minutes}" appleExerciseTimeGoal="30"'
                f' appleStandHours="{hours}" appleStandHoursGoal="12"/>\n')

    # The complete export

    def all_series(self):
        watch, phone = WATCH, PHONE
        self.body_mass()
        self.heart_rate()
        for row in (
            ("OxygenSaturation", watch, "%", 10, 0, 15, uniform(.93, 1, 2), (0, 86000),
             lambda _: self.metadata(
                 "HKMetadataKeyBarometricPressure", f"{self.rng.uniform(99, 103):.3f} kPa")),
            ("RespiratoryRate", watch, "count/min", 25, 0, 1, uniform(11, 19, 1), (0, 6 * HOUR)),
        ):
            self.series(QUANTITY + row[0], *row[1:])
        self.steps()
        for row in (
            ("DistanceWalkingRunning", watch, "km", 120, 60, 600, uniform(.001, .4, 6)),
            ("DistanceWalkingRunning", phone, "km", 60, 60, 600, uniform(.001, .4, 6)),
            ("BasalEnergyBurned", watch, "Cal", 300, 60, 900, uniform(.5, 20, 3), (0, 86300)),
            ("ActiveEnergyBurned", watch, "Cal", 650, 10, 100, uniform(.05, 5, 3)),
            ("FlightsClimbed", phone, "count", 10, 10, 60, whole(1, 5)),
            ("AppleExerciseTime", watch, "min", 40, 60, 60, lambda _: "1"),
            ("AppleStandTime", watch, "min", 60, 300, 300, whole(1, 5)),
            ("PhysicalEffort", watch, "kcal/hr·kg", 150, 60, 300, uniform(1, 8, 1)),
            ("WalkingSpeed", phone, "km/hr", 40, 5, 60, uniform(2.5, 6, 6)),
            ("WalkingStepLength", phone, "cm", 40, 5, 60, whole(55, 85)),
            ("WalkingDoubleSupportPercentage", phone, "%", 35, 5, 60, uniform(.2, .35, 3)),
            ("EnvironmentalAudioExposure", watch, "dBASPL", 30, 600, 1800, uniform(35, 90, 4)),
            ("RestingHeartRate", watch, "count/min", 1, HOUR, 80000, whole(48, 66), (0, 86000)),
        ):
            self.series(QUANTITY + row[0], *row[1:])
        self.sleep()
        self.series(
            CATEGORY + "AppleStandHour", watch, "", 16, HOUR, HOUR,
            lambda rng: "HKCategoryValueAppleStandHour" + rng.choice(["Stood", "Idle"]))
        self.heart_rate_variability()

    def write(self):
        calendar = self.calendar
        self.put(DTD % (BROKEN_DTD if "ios16dtd" in self.defects else ""))
        self.put(
            '<HealthData locale="en_US">\n'
            f' <ExportDate value="{calendar.text(calendar.midnight[-1])}"/>\n'
            ' <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-05-05"'
            ' HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"'
            ' HKCharacteristicTypeIdentifierBloodType="HKBloodTypeAPositive"/>\n')
        self.all_series()
        if "ctrl" in self.defects:
            stamp = calendar.text(calendar.midnight[0])
            self.put(
                f' <Record type="{CATEGORY}MindfulSession" sourceName="App\x0b"'
                f' startDate="{stamp}" endDate="{stamp}"/>\n')
        self.blood_pressure_and_food()
        self.workouts()
        self.write_routes()
        self.activity_summaries()
        self.put("</HealthData>\n")
        self.flush()
        if "trunc" in self.defects:
            self.file.truncate(self.written * 9 // 10)

    def run(self):
        os.makedirs(os.path.join(self.folder, "workout-routes"), exist_ok=True)
        path = os.path.join(self.folder, self.options.name)
        with open(path, "wb") as self.file:
            self.write()
        clinical = os.path.join(self.folder, "export_cda.xml")
        with open(clinical, "w") as file:
            file.write('<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"/>\n')
        if self.options.zip:
            self.pack(path, clinical)
        return {
            "bytes": os.path.getsize(path), **self.truth.as_json(),
            "steps_merged": self.merged_steps(), "sleep_minutes": self.sleep_minutes,
            "activity_summary": self.summaries}

    def pack(self, path, clinical):
        archive = os.path.join(self.options.out, "export.zip")
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
            file.write(path, "apple_health_export/" + self.options.name)
            file.write(clinical, "apple_health_export/export_cda.xml")
            for route, _, _ in self.routes[:self.options.routes]:
                file.write(self.folder + route, "apple_health_export" + route)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=120)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tz", default="America/New_York")
    parser.add_argument("--end", default="2026-06-30")
    parser.add_argument("--name", default="export.xml")
    parser.add_argument("--defects", default="")
    parser.add_argument("--routes", type=int, default=20, help="number of GPX files")
    parser.add_argument("--density", type=float, default=1.0)
    parser.add_argument("--zip", action="store_true")
    options = parser.parse_args()
    folder = os.path.join(options.out, "apple_health_export")
    json.dump(Export(options, folder).run(), sys.stdout, indent=0)
    print()


if __name__ == "__main__":
    main()
