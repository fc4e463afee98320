#!/usr/bin/env python3
"""Computes the expected answers of Dayline for an Apple Health export with a simple, slow algorithm.

usage: oracle.py EXPORT [--metric stepCount]... [--zone America/New_York] [--interval all]
                 [--on YYYY-MM-DD] [--week-start monday] [--merge]

EXPORT is an XML file, a zip or a folder. Uses the standard library only and shares no code
with Dayline or with the generator, so that equal results are evidence. Prints a JSON object:

  items     top level elements by name; `nested` Records of correlations; `endedEarly`
  types     by key: read, unique, duplicate, damaged, sum and unit (of the unique ones),
            first and last start (epoch seconds)
  metrics   by requested key: kind, unit, days as `dayline days`, trends by interval in the
            form of `dayline trends`; --metric all: every numeric type

Values are in the base unit of their dimension (see UNITS). A sample belongs to the civil day of
its start and sources are summed; with --merge the day totals of cumulative metrics spread each
sample over its time and count a source only where no higher one is (`merge_sources`).
"""
import argparse
import bisect
import codecs
import datetime as dt
import json
import math
import os
import re
import sys
import zipfile
from collections import defaultdict
from typing import NamedTuple
from xml.parsers import expat
from zoneinfo import ZoneInfo

# unit: (base unit, factor)
UNITS = {
    "count": ("count", 1.0),
    "kcal": ("kcal", 1.0), "Cal": ("kcal", 1.0), "cal": ("kcal", 1e-3), "kJ": ("kcal", 1 / 4.184),
    "m": ("m", 1.0), "km": ("m", 1000.0), "cm": ("m", 0.01), "mi": ("m", 1609.344),
    "ft": ("m", 0.3048), "in": ("m", 0.0254), "yd": ("m", 0.9144),
    "kg": ("kg", 1.0), "g": ("kg", 1e-3), "mg": ("kg", 1e-6), "mcg": ("kg", 1e-9),
    "lb": ("kg", 0.45359237), "oz": ("kg", 0.45359237 / 16), "st": ("kg", 0.45359237 * 14),
    "min": ("min", 1.0), "s": ("min", 1 / 60), "hr": ("min", 60.0), "ms": ("min", 1 / 60000),
    "count/min": ("count/min", 1.0), "count/s": ("count/min", 60.0),
    "%": ("fraction", 1.0), "fraction": ("fraction", 1.0),
    "m/s": ("m/s", 1.0), "km/hr": ("m/s", 1 / 3.6), "km/h": ("m/s", 1 / 3.6),
    "mi/hr": ("m/s", 1609.344 / 3600),
    "mL": ("mL", 1.0), "L": ("mL", 1000.0), "fl_oz_us": ("mL", 29.5735295625),
    "mmHg": ("mmHg", 1.0), "mg/dL": ("mg/dL", 1.0),
    "mmol<180.1558800000541>/L": ("mg/dL", 18.01558800000541),
}
CUMULATIVE = re.compile(
    r"(stepCount|distance\w+|activeEnergyBurned|basalEnergyBurned|flightsClimbed|pushCount"
    r"|apple(Exercise|Stand|Move)Time|dietary\w+|swimmingStrokeCount|numberOfTimesFallen"
    r"|inhalerUsage|insulinDelivery|numberOfAlcoholicBeverages|nikeFuel|timeInDaylight)$")
SLEEP = {"InBed": 0, "Asleep": 1, "AsleepUnspecified": 1, "Awake": 2, "AsleepCore": 3,
         "AsleepDeep": 4, "AsleepREM": 5}
ITEMS = {"Record", "Correlation", "Workout", "ActivitySummary", "ClinicalRecord", "Audiogram",
         "VisionPrescription"}
INTERVALS = {"day": 0, "week": 14, "month": 28, "quarter": 90, "half": 180, "year": 365}
WEEK_STARTS = {"monday": 0, "saturday": 5, "sunday": 6}


class Sample(NamedTuple):
    start: int
    end: int
    value: float
    source: str
    rank: int  # manual 0, watch 1, phone 2, other 3
    device: str


# Reading


def open_export(path):
    """The opened XML of a file, a folder or an archive."""
    if os.path.isdir(path):
        for parent, _, names in os.walk(path):
            for name in sorted(names):
                file = os.path.join(parent, name)
                if may_be_export(name) and has_data(open(file, "rb")):
                    return open(file, "rb")
    elif zipfile.is_zipfile(path):
        archive = zipfile.ZipFile(path)
        for name in archive.namelist():
            if may_be_export(name) and has_data(archive.open(name)):
                return archive.open(name)
    else:
        return open(path, "rb")
    sys.exit(f"{path}: has no Apple Health export")


def may_be_export(name):
    return name.endswith(".xml") and not name.endswith("_cda.xml")


def has_data(file):
    with file:
        return b"<HealthData" in file.read(4096)


def repaired(file):
    """Pieces of text that end before a tag, without DTD, control characters and repeated attributes."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    control = {code: " " for code in range(32) if chr(code) not in "\t\n\r"}
    rest, begun = "", False
    while block := file.read(1 << 20):
        rest += decoder.decode(block).translate(control)
        if not begun:
            at = rest.find("<HealthData ")
            if at < 0:
                continue
            rest, begun = rest[at:], True
        end = rest.rfind("<")
        yield re.sub(r"<WorkoutStatistics [^>]*>", second_is_the_end, rest[:end])
        rest = rest[end:]
    yield rest


def second_is_the_end(tag):
    first, *others = tag.group().split(" startDate=")
    return " startDate=".join([first, *others[:1]]) + "".join(" endDate=" + o for o in others[1:])


class Reader:
    """Collects the records of an export without duplicates."""

    def __init__(self):
        self.items, self.nested, self.ended_early = defaultdict(int), 0, False
        self.read, self.damaged = defaultdict(int), defaultdict(int)
        self.values = {}  # identity: values read so far
        self.samples = defaultdict(list)  # key: samples without duplicates
        self.units, self.open, self.instants = {}, [], {}

    def consume(self, file):
        parser = expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler = self.begin, self.end
        try:
            for piece in repaired(file):
                parser.Parse(piece)
            parser.Parse("", True)
        except expat.ExpatError as error:
            if error.code not in (
                expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
                expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN]):
                raise
            self.ended_early = True
        return self

    def begin(self, name, attributes):
        if name == "MetadataEntry" and self.open and attributes.get("key") == "HKWasUserEntered":
            self.open[-1][1]["entered"] = attributes.get("value") == "1"
        self.open.append((name, attributes))

    def end(self, name):
        _, attributes = self.open.pop()
        if len(self.open) == 1:
            if name not in ("ExportDate", "Me"):
                self.items[name] += 1
            if name == "Record":
                self.record(attributes)
        elif name == "Record":
            self.nested += 1

    def record(self, attributes):
        key = short_key(attributes.get("type", "?"))
        self.read[key] += 1
        try:
            start = self.instant(attributes["startDate"])
            end = self.instant(attributes["endDate"])
            value, unit = self.value(key, attributes)
        except (KeyError, ValueError):
            self.damaged[key] += 1
            return
        self.units.setdefault(key, unit)
        source = plain(attributes.get("sourceName", ""))
        device = re.sub(r"^<<HKDevice: 0x[0-9a-f]+>,? *", "", attributes.get("device", ""))
        entered = attributes.get("entered", False)
        values = self.values.setdefault((key, source, device, entered, start, end), [])
        if any(same(value, other) for other in values):
            return
        values.append(value)
        self.samples[key].append(Sample(
            start, end, value, source, rank(entered, device, source), device))

    def instant(self, text):
        day, clock, offset = text.split(" ")
        known = self.instants.get((day, offset))
        if known is None:
            midnight = dt.datetime.strptime(f"{day} {offset}", "%Y-%m-%d %z")
            known = self.instants[day, offset] = int(midnight.timestamp())
        hours, minutes, seconds = map(int, clock.split(":"))
        return known + hours * 3600 + minutes * 60 + seconds

    def value(self, key, attributes):
        text, unit = attributes.get("value"), attributes.get("unit")
        if unit is None:
            if key == "sleepAnalysis":
                return SLEEP.get(text.removeprefix("HKCategoryValueSleepAnalysis"), text), None
            return text, None
        number = float(text)
        if not math.isfinite(number):
            raise ValueError(text)
        if unit in ("degC", "degF"):
            return (number if unit == "degC" else (number - 32) / 1.8), "degC"
        base, factor = UNITS.get(unit, (unit, 1.0))
        if self.units.setdefault(key, base) != base:
            raise ValueError(f"{unit} is not a unit of {key}")
        return number * factor, base


def short_key(identifier):
    name = re.sub(r"^HK.*TypeIdentifier|^HKDataType", "", identifier)
    return name[:1].lower() + name[1:]


def plain(text):
    return re.sub(r"\s+", " ", text.replace("\u2019", "'")).strip()


def same(a, b):
    if a == b:
        return True
    numbers = isinstance(a, float) and isinstance(b, float)
    return numbers and abs(a - b) <= 1e-6 * max(abs(a), abs(b))


def rank(entered, device, source):
    if entered:
        return 0
    fields = dict(re.findall(r"(?:^|, )(model|name):(.*?)(?=, \w+:|>?$)", device))
    described = [fields[name] for name in ("model", "name") if name in fields]
    for text in described or [source]:
        for word in re.findall("[a-z]+", text.lower()):
            if word in ("watch", "applewatch", "smartwatch"):
                return 1
            if word in ("phone", "iphone", "smartphone"):
                return 2
    return 3


def kind_of(key, unit):
    return "category" if unit is None else "cumulative" if CUMULATIVE.match(key) else "discrete"


# Days


class Days:
    """Civil days of a zone."""

    def __init__(self, name):
        self.zone, self.known = ZoneInfo(name), {}

    def of(self, instant):
        quarter = instant // 900
        if quarter not in self.known:
            self.known[quarter] = dt.datetime.fromtimestamp(quarter * 900, self.zone).date()
        return self.known[quarter]

    def next_start(self, instant):
        """The first quarter of an hour after `instant` with another date."""
        quarter = instant // 900 + 1
        while self.of(quarter * 900) == self.of(instant):
            quarter += 1
        return quarter * 900


def day_rows(samples, kind, days, merge=False):
    """{day: row}, with the plotted value `v`."""
    groups = defaultdict(list)
    for sample in samples:
        groups[days.of(sample.start)].append(sample)
    totals = merge_sources(samples, days) if merge and kind == "cumulative" else None
    rows = {}
    for day in sorted({*groups, *(totals or ())}):
        group = groups.get(day, [])
        values = [s.value for s in group]
        total = math.fsum(values) if totals is None else totals.get(day, 0.0)
        row = {"sum": total, "samples": len(values), "raw": math.fsum(values)}
        if values:
            last = max(group, key=lambda s: (s.start, s.end, -s.rank))
            row |= {
                "average": row["raw"] / len(values), "min": min(values), "max": max(values),
                "last": last.value}
        row["v"] = total if kind == "cumulative" else row["average"]
        rows[day] = row
    return rows


def merge_sources(samples, days):
    """{day: total}: the value of each sample is spread evenly over its time, and counts only for the time
    that no earlier sample in the order of rank, start, length, source name and device covers."""
    covered, totals = [], defaultdict(list)  # covered: disjoint ascending (start, end)
    order = sorted(samples, key=lambda s: (
        s.rank, s.start, s.start - s.end, s.source, s.device, s.value))
    for sample in order:
        first = max(0, bisect.bisect_right(covered, (sample.start, math.inf)) - 1)
        position, free, last = sample.start, [], first
        while last < len(covered) and covered[last][0] <= sample.end:
            start, end = covered[last]
            if start > position:
                free.append((position, start))
            position = max(position, end)
            last += 1
        if sample.start == sample.end:
            if position == sample.start:
                totals[days.of(sample.start)].append(sample.value)
            continue
        if position < sample.end:
            free.append((position, sample.end))
        for start, end in free:
            while start < end:
                until = min(end, days.next_start(start))
                share = (until - start) / (sample.end - sample.start)
                totals[days.of(start)].append(sample.value * share)
                start = until
        touching = [c for c in covered[first:last] if c[1] >= sample.start]
        before = [c for c in covered[first:last] if c[1] < sample.start]
        low = min([sample.start, *(c[0] for c in touching)])
        high = max([sample.end, *(c[1] for c in touching)])
        covered[first:last] = [*before, (low, high)]
    return {day: math.fsum(parts) for day, parts in totals.items()}


# Trends


def bucket(day, interval, week_start):
    """(first day, last day, label)"""
    if interval == "day":
        return day, day, english(day)
    if interval == "week":
        first = day - dt.timedelta((day.weekday() - WEEK_STARTS[week_start]) % 7)
        last = first + dt.timedelta(6)
        return first, last, f"{english(first)}-{english(last)}"
    months = {"month": 1, "quarter": 3, "half": 6, "year": 12}[interval]
    number = (day.month - 1) // months
    first = dt.date(day.year, number * months + 1, 1)
    following = first.replace(year=day.year + 1, month=1) if (number + 1) * months == 12 \
        else first.replace(month=first.month + months)
    label = {
        "month": f"{english(first).split(' ')[0]} {day.year}",
        "quarter": f"Q{number + 1} {day.year}",
        "half": f"H{number + 1} {day.year}", "year": f"{day.year}"}[interval]
    return first, following - dt.timedelta(1), label


def english(day):
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{months[day.month - 1]} {day.day}"


def series(rows, kind, interval, on, week_start="monday"):
    groups = defaultdict(list)
    for day, row in rows.items():
        groups[bucket(day, interval, week_start)].append(row)
    points = []
    for (first, last, label), group in sorted(groups.items()):
        values = [row["v"] for row in group]
        sampled = [row for row in group if row["samples"]]
        count = sum(row["samples"] for row in sampled)
        raw = math.fsum(row["raw"] for row in sampled)
        points.append({
            "startDate": first.isoformat(), "endDate": last.isoformat(), "interval": interval,
            "displayLabel": label, "averageValue": math.fsum(values) / len(values),
            "minValue": min(values), "maxValue": max(values), "sampleCount": count,
            "weightedAverage": raw / count if count else 0.0,
            "rawMin": min((row["min"] for row in sampled), default=0.0),
            "rawMax": max((row["max"] for row in sampled), default=0.0),
            "sum": math.fsum(values) if kind == "cumulative" else raw,
            "days": len(group), "partial": last >= on})
    return points


def trend(rows, kind, interval, on, week_start="monday"):
    """The trend as of the day `on`, without later days."""
    rows = {day: row for day, row in rows.items() if day <= on}
    span = (max(rows) - min(rows)).days if rows else 0
    available = [name for name, least in INTERVALS.items() if span >= least]
    return {
        "interval": interval, "availableIntervals": available, "dataSpanDays": span,
        "series": series(rows, kind, interval, on, week_start),
        "daily": [
            {"date": day.isoformat(), "averageValue": row["v"], "sampleCount": row["samples"]}
            for day, row in rows.items()]}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export")
    parser.add_argument("--metric", action="append", default=[])
    parser.add_argument("--zone", default="America/New_York")
    parser.add_argument("--interval", default="all", choices=["all", *INTERVALS])
    parser.add_argument("--on", type=dt.date.fromisoformat)
    parser.add_argument("--week-start", default="monday", choices=sorted(WEEK_STARTS))
    parser.add_argument("--merge", action="store_true")
    options = parser.parse_args()
    with open_export(options.export) as file:
        reader = Reader().consume(file)
    days = Days(options.zone)
    on = options.on or dt.datetime.now(days.zone).date()
    numeric = [key for key in reader.samples if reader.units[key] is not None]
    intervals = INTERVALS if options.interval == "all" else [options.interval]
    metrics = {}
    for key in sorted(numeric) if options.metric == ["all"] else options.metric:
        unit = reader.units.get(key)
        kind = kind_of(key, unit)
        if key not in numeric:
            sys.exit(f"{key}: no numeric records of this type in {options.export}")
        rows = day_rows(reader.samples[key], kind, days, options.merge)
        metrics[key] = {
            "kind": kind, "unit": unit,
            "days": [{"day": d.isoformat(), **row} for d, row in rows.items()],
            "trends": {name: trend(rows, kind, name, on, options.week_start) for name in intervals}}
    json.dump({
        "zone": options.zone, "items": reader.items, "nested": reader.nested,
        "endedEarly": reader.ended_early, "types": type_rows(reader), "metrics": metrics,
    }, sys.stdout, indent=1)
    print()


def type_rows(reader):
    rows = {}
    for key in sorted(reader.read):
        samples, unit = reader.samples[key], reader.units.get(key)
        rows[key] = {
            "read": reader.read[key], "unique": len(samples), "damaged": reader.damaged[key],
            "duplicate": reader.read[key] - len(samples) - reader.damaged[key], "unit": unit,
            "sum": None if unit is None else math.fsum(s.value for s in samples),
            "first": min((s.start for s in samples), default=None),
            "last": max((s.start for s in samples), default=None)}
    return rows


if __name__ == "__main__":
    main()
