"""Importers: programs that read files of one format, started by Dayline for each file.

    import dayline.importer

    def read(file, batches):
        water = batches.series("dietaryWater", "mL", "Bottle")
        for line in dayline.importer.lines(file):
            ...
            batches.append(water, start, end, value, line)

    dayline.importer.run(read)

The file is open for reading bytes. Values are in the canonical unit of the metric; for a metric
outside Dayline's table, `batches.units` has the unit of earlier imports. `batches.file_name` is the
name of the file, and `batches.zone` the zone of `import --zone`, for formats without time zones.
"""

from __future__ import annotations

import array
import datetime
import json
import math
import operator
import os
import queue
import sys
import threading
import time
from typing import Any, BinaryIO, Callable, Iterable, Iterator, NamedTuple

from .client import Dayline

#: Maximum number of samples in one batch.
MAXIMUM_SAMPLES = 1 << 15
#: Maximum number of batches that wait to be sent; reading waits while there are as many.
QUEUE_LIMIT = 3
#: Maximum number of rows in one batch.
MAXIMUM_ROWS = 256
#: Characters of a quarantined item that are stored.
QUARANTINED_TEXT = 4096
#: Milliseconds since 1970 of valid instants: the years 1900 to 2199.
MEASURABLE_INSTANTS = range(-2_208_988_800_000, 7_258_118_400_000)
#: Greatest magnitude of a value.
GREATEST_VALUE = 1e15
#: Characters of the phrase about the format of a file.
FORMAT_TEXT = 256
#: Minimum seconds between a batch and one that only has progress.
PROGRESS_SECONDS = 1
#: Values of the metric sleepAnalysis by stage.
SLEEP_STAGES = {"inBed": 0, "asleep": 1, "awake": 2, "core": 3, "deep": 4, "rem": 5}
#: Number of a series of a metric without a name, which is declared nowhere.
UNNAMED = -1
#: Type of samples without a name of their metric in the import report.
UNNAMED_TYPE = "Sample"
#: Maximum number of entries in one batch.
MAXIMUM_ENTRIES = 20_000
#: Bytes of a note or a reason.
ENTRY_TEXT = 16 << 10
#: Days since 1970 of the first and the last valid day.
MEASURABLE_DAYS = range(-25_567, 84_006)
#: Bytes of a line; a longer line is split.
LINE_LIMIT = 1 << 20

class Line(NamedTuple):
    """A line of a text file without its line break."""

    text: str
    #: Offset in the file, in bytes.
    offset: int
    #: Number of the line, from 1.
    number: int


def lines(file: BinaryIO) -> Iterator[Line]:
    """The lines of a text file. Invalid UTF-8 is replaced."""
    offset = 0
    number = 0
    while True:
        content = file.readline(LINE_LIMIT)
        if not content:
            return
        number += 1
        yield Line(content.rstrip(b"\r\n").decode(errors="replace"), offset, number)
        offset += len(content)


def _milliseconds(instant: Any) -> int | None:
    """A valid instant as an integer; None for any other value."""
    if isinstance(instant, float) and math.isfinite(instant):
        instant = int(instant)
    return instant if isinstance(instant, int) and instant in MEASURABLE_INSTANTS else None


def rejection(start: Any, end: Any, value: Any, can_be_negative: bool = True) -> str | None:
    """The reason that a sample is invalid, with the texts of the Swift kit; None if it is valid."""
    try:
        if end < start:
            return "it ends before it starts"
    except TypeError:
        return "its time is out of range"
    try:
        value = float(value)
    except OverflowError:
        return "its value is too large"
    except (TypeError, ValueError):
        return "its value is not a number"
    if math.isnan(value):
        return "its value is not a number"
    if abs(value) > GREATEST_VALUE:
        return "its value is too large"
    if value < 0 and not can_be_negative:
        return "its value is negative"
    if _milliseconds(start) is None or _milliseconds(end) is None:
        return "its time is out of range"
    return None


def are_valid(starts: Any, ends: Any, values: Any, can_be_negative: bool) -> bool:
    """True if all samples of three columns are valid."""
    if not len(starts):
        return True
    first, last = MEASURABLE_INSTANTS[0], MEASURABLE_INSTANTS[-1]
    least = min(values)
    return (min(starts) >= first and max(ends) <= last
            and (starts is ends or not any(map(operator.lt, ends, starts)))
            and not any(map(operator.ne, values, values))
            and -GREATEST_VALUE <= least and max(values) <= GREATEST_VALUE
            and (can_be_negative or least >= 0))


def _day(text: Any) -> int | None:
    """A valid day YYYY-MM-DD as days since 1970; None for any other value."""
    try:
        day = datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    number = day.toordinal() - datetime.date(1970, 1, 1).toordinal()
    return number if number in MEASURABLE_DAYS and day.isoformat() == text else None


def _without_none(row: dict[str, Any]) -> dict[str, Any]:
    """A dictionary without the keys of absent values."""
    return {key: value for key, value in row.items() if value is not None}


class _RowCheck:
    """Finds the reason to quarantine a row, with the texts of samples. The first failed check counts."""

    def __init__(self) -> None:
        self.reason: str | None = None

    def span(self, start: Any, end: Any) -> None:
        """Checks two instants in milliseconds since 1970 UTC."""
        if self.reason is None:
            self.reason = rejection(start, end, 0)

    def number(self, value: Any, can_be_negative: bool = True) -> None:
        """Checks a number; None is valid."""
        if self.reason is None and value is not None:
            self.reason = rejection(0, 0, value, can_be_negative)

    def day(self, day: Any) -> None:
        """Checks a day as YYYY-MM-DD."""
        try:
            is_valid = datetime.date.fromisoformat(day).isoformat() == day
        except (TypeError, ValueError):
            is_valid = False
        if not is_valid:
            self.reason = self.reason or "its day is not a valid date"

    def statistics(self, statistics: dict[str, Any] | None) -> None:
        """Checks the numbers of statistics by metric."""
        for _, statistic in sorted((statistics or {}).items()):
            for key in ("sum", "average", "min", "max"):
                self.number(statistic.get(key))

    def events(self, events: Iterable[dict[str, Any]] | None) -> None:
        """Checks the start and the seconds of events."""
        for event in events or ():
            self.span(event["start"], event["start"])
            self.number(event.get("seconds"), can_be_negative=False)


class Batches:
    """The output of an importer. Samples and rows are sent in batches."""

    def __init__(self, send: Callable[[tuple[Any, ...]], Any], job: dict[str, Any] | None = None) -> None:
        job = job or {}
        self._send = send
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._metrics: list[str] = []
        self._activities: set[str] = set()
        self._offset = 0
        self._last_send = time.monotonic()
        self._zone = job.get("zone")
        self._zone_is_used = False
        self._is_truncated = False
        #: Metrics whose negative values are quarantined.
        self.never_negative = frozenset(job.get("nonNegative", ()))
        #: Name of the file that the person chose.
        self.file_name = job.get("fileName", "")
        #: True if the input is a folder, whose descriptor is 4.
        self.is_folder = job.get("isFolder", False)
        #: Units of stored metrics outside Dayline's table, by metric.
        self.units = dict(job.get("units", {}))
        #: Time zones of the profile, each with its first day.
        self.zones = list(job.get("zones", ()))
        #: Units of Dayline's metrics by metric: `canonical`, which values are sent in, and
        #: `display`, which a number without a unit is in.
        self.metrics = dict(job.get("metrics", {}))
        #: Keys of metrics by other names in lower case, such as `weight`.
        self.metric_names = dict(job.get("metricNames", {}))
        #: Text of the file of `--mapping`; None if none was given.
        self.mapping = job.get("mapping")
        self._clear()

    def _clear(self) -> None:
        self._body: dict[str, Any] = {
            "series": [], "texts": [], "rows": [], "rowParts": [],
            "quarantined": [], "ignored": {},
            "problems": [], "ignoredMetadata": {}, "bytesRead": self._offset, "bytesTotal": 0,
            "offsets": [],
        }
        self._series, self._lengths = array.array("i"), array.array("i")
        self._starts, self._ends = array.array("q"), array.array("q")
        self._values = array.array("d")
        self._attribute_samples, self._attribute_kinds, self._attribute_texts = (
            array.array("i") for _ in range(3))
        self._clear_tracker()

    def _clear_tracker(self) -> None:
        self._part: dict[str, Any] = {"activities": [], "annotations": []}
        self._part_bytes = 0
        self._entry_activities: dict[str, int] = {}
        self._entries: list[tuple[int, int, int, int, float, bytes]] = []
        self._extras: list[tuple[int, bytes]] = []

    def unit(self, metric: str) -> str | None:
        """The unit that values of a metric are sent in; None for a metric that is stored nowhere yet,
        whose unit its first series decides."""
        known = self.metrics.get(metric)
        return known["canonical"] if known else self.units.get(metric)

    @property
    def zone(self) -> str | None:
        """IANA name of the zone given with `--zone`; None if none was given. If an importer never
        reads it, the import report says that `--zone` had no effect."""
        self._zone_is_used = True
        return self._zone

    def series(
        self, metric: str, unit: str, source: str, device: str = "", entered: bool = False,
        resolution: str = "raw", part: bool = False, attribute_element: str | None = None
    ) -> int:
        """Declares a series, and returns its number for `append`. Samples of a metric without a name are
        quarantined.

        `resolution` is raw, minute, hour or day: the time span of a value. `part` is True if the
        samples are parts of other items, such as the members of a correlation, which the import report
        counts as nested elements. `attribute_element` is the name of the file's elements that
        attributes and manual-entry marks were read from, one each; None if they are not elements."""
        if not metric:
            return UNNAMED
        key = (metric, unit, source, device, entered, resolution, part, attribute_element)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._metrics.append(metric)
            self._body["series"].append(_without_none({
                "isCounted": not part, "metadataElement": attribute_element, "key": {
                    "metric": metric, "unit": unit, "source": source, "sourceKey": source,
                    "device": device, "isEntered": entered, "resolution": resolution,
                }}))
        return self._numbers[key]

    def append(
        self, series: int, start: Any, end: Any, value: Any, line: Line | None = None,
        zone: str | None = None, motion: Any = None, meal: Any = None,
        minimum: float | None = None, maximum: float | None = None
    ) -> None:
        """Appends a sample; instants are milliseconds since 1970, UTC. An invalid sample is
        quarantined with the location of its line, or of the latest `progress`. `zone` is the IANA
        name of the zone in which it was recorded; `motion` is HealthKit's motion context of a heart
        rate, and `meal` its meal time of a blood glucose. `minimum` and `maximum` are those of a
        total of several measurements, in the unit of the series."""
        reason: str | None = "its metric has no name"
        metric = UNNAMED_TYPE
        if series != UNNAMED:
            metric = self._metrics[series]
            reason = rejection(start, end, value, metric not in self.never_negative)
        if reason:
            location = line or Line(f"{start}, {end}, {value}", self._offset, 0)
            self.quarantine(metric, location.offset, location.number, reason, location.text)
            return
        start, end, value = int(start), int(end), float(value)
        for kind, text in enumerate((zone, motion, meal, minimum, maximum)):
            if text is not None:
                self._attach(kind, str(text))
        if self._series and self._series[-1] == series:
            self._lengths[-1] += 1
        else:
            self._series.append(series)
            self._lengths.append(1)
        self._starts.append(start)
        self._ends.append(end)
        self._values.append(value)
        if len(self._starts) == MAXIMUM_SAMPLES:
            self.flush()

    def _attach(self, kind: int, text: str) -> None:
        """Adds an attribute of the next sample."""
        texts = self._body["texts"]
        if text not in texts:
            texts.append(text)
        self._attribute_samples.append(len(self._starts))
        self._attribute_kinds.append(kind)
        self._attribute_texts.append(texts.index(text))

    def sleep(self, series: int, stage: str, start: Any, end: Any, line: Line | None = None) -> None:
        """Appends a sleep stage, a key of `SLEEP_STAGES`, to a series of the metric sleepAnalysis and
        the unit category."""
        self.append(series, start, end, SLEEP_STAGES[stage], line)

    def workout(
        self, type: str, source: str, start: Any, end: Any, seconds: float | None = None,
        device: str = "", statistics: dict[str, Any] | None = None,
        metadata: dict[str, str] | None = None, line: Line | None = None,
        events: Iterable[dict[str, Any]] = (), activities: Iterable[dict[str, Any]] = (),
        routes: Iterable[dict[str, Any]] = (), elements: dict[str, int] | None = None,
        files: dict[str, int] | None = None,
    ) -> None:
        """Appends a workout. An invalid one is quarantined with the location of its line.

        `type` is HealthKit's activity type without prefix, such as Running. `seconds` is the duration
        without pauses; None to compute it from the events Pause and Resume. `statistics` has a
        dictionary of unit, sum, average, min and max for each metric, in canonical units.

        `events` are dictionaries of type (such as Lap, Pause or Resume), start and seconds (None for an instant).
        `activities` are dictionaries of type and start, and optionally end, seconds, statistics,
        events and metadata. `routes` are dictionaries of file, and optionally points, distanceMeters,
        box: south, west, north and east in degrees, and lines: for each segment a list of numbers,
        three for each point: seconds since 1970 (0: unknown), latitude and longitude in 1e-5 degrees,
        each after the first point as the difference from the point before; at most 512 points.

        `elements` and `files` are the numbers of elements and files that are stored with the workout,
        by name, such as {"route": 1}; both are counted in the import report."""
        check = _RowCheck()
        check.span(start, end)
        check.number(seconds, can_be_negative=False)
        check.statistics(statistics)
        check.events(events)
        for activity in activities:
            last = activity.get("end")
            check.span(activity["start"], activity["start"] if last is None else last)
            check.number(activity.get("seconds"), can_be_negative=False)
            check.statistics(activity.get("statistics"))
            check.events(activity.get("events"))
        for route in routes:
            check.number(route.get("distanceMeters"), can_be_negative=False)
            for corner in (route.get("box") or {}).values():
                check.number(corner)
        self._append_row(
            "workout", "Workout", check, line, f"{type}, {start}, {end}", elements, files,
            lambda: _without_none({
                "type": type, "source": source, "sourceKey": source, "device": device,
                "start": int(start), "end": int(end), "seconds": seconds,
                "statistics": statistics or {}, "events": [_without_none(each) for each in events],
                "activities": [_without_none(each) for each in activities],
                "routes": [_without_none(each) for each in routes], "metadata": metadata or {},
            }))

    def correlation(
        self, type: str, source: str, start: Any, end: Any,
        members: Iterable[tuple[str, int, int, float]], metadata: dict[str, str] | None = None,
        line: Line | None = None, elements: dict[str, int] | None = None
    ) -> None:
        """Appends samples measured together. An invalid correlation is quarantined with the location
        of its line.

        `type` is HealthKit's correlation type without prefix: BloodPressure or Food. `members` are
        (metric, start, end, value) with values in canonical units. Append the members to series with
        `part=True` as well, so that they count in day totals."""
        check = _RowCheck()
        check.span(start, end)
        for _, first, last, value in members:
            check.span(first, last)
            check.number(value)
        self._append_row(
            "correlation", "Correlation", check, line, f"{type}, {start}, {end}", elements, None,
            lambda: {
                "type": type, "source": source, "sourceKey": source, "start": int(start),
                "end": int(end), "metadata": metadata or {},
                "members": [
                    {"metric": metric, "start": int(first), "end": int(last), "value": float(value)}
                    for metric, first, last, value in members],
            })

    def activity_summary(
        self, day: str, values: dict[str, float], goals: dict[str, float] | None = None,
        energy_unit: str = "kcal", exported: int | None = None, line: Line | None = None
    ) -> None:
        """Appends the totals of a day that another application computed, with its goals. An invalid
        summary is quarantined with the location of its line.

        `day` is YYYY-MM-DD. `values` and `goals` are by HealthKit's name, such as appleStandHours;
        `exported` is the time of the export in milliseconds since 1970, or None."""
        check = _RowCheck()
        check.day(day)
        for numbers in (values, goals or {}):
            for _, number in sorted(numbers.items()):
                check.number(number)
        self._append_row(
            "activitySummary", "ActivitySummary", check, line, str(day), None, None,
            lambda: _without_none({
                "day": day, "values": values, "goals": goals or {}, "unit": energy_unit,
                "exported": exported,
            }))

    def activity(
        self, key: str, name: str, fields: dict[str, Any] | None = None, created: str | None = None,
        archived: bool = False, reminders: Iterable[str] = (), aliases: Iterable[str] = (),
        attributes: dict[str, str] | None = None, line: Line | None = None,
        reminder_weekdays: Iterable[int] = ()
    ) -> None:
        """Appends an activity, before its entries. An activity of an earlier import is found by its
        key and not changed. An invalid one is quarantined with the location of its line.

        `key` is the identifier in the program, and `aliases` are keys that it had before. `fields` are
        the settings of the method Activities/Add, such as {"type": "cumulative", "target": 8,
        "schedule": {"type": "times", "count": 3, "per": "week"}}. `created` is the first day,
        YYYY-MM-DD; None for that of the first entry. An archived activity is paused after its last
        entry. `reminders` are times HH:MM, sent on `reminder_weekdays`, 1 Monday to 7 Sunday (default:
        every day). `attributes` are stored beside the activity."""
        reason = None
        if not 1 <= len(key.encode()) <= 200 or "\n" in key:
            reason = "its key is empty or too long"
        elif key in self._activities:
            reason = "its key is that of an earlier activity"
        elif not name.strip():
            reason = "it has no name"
        elif created is not None and _day(created) is None:
            reason = "its day is out of range"
        if reason:
            self._quarantine("Activity", reason, line, name)
            return
        self._activities.add(key)
        self._part["activities"].append(_without_none({
            "key": key, "name": name, "fields": fields or {}, "created": created,
            "isArchived": archived or None, "reminders": list(reminders) or None,
            "reminderWeekdays": list(reminder_weekdays) or None,
            "aliases": list(aliases) or None, "attributes": attributes,
        }))
        self._grow(len(json.dumps(self._part["activities"][-1])))

    def entry(
        self, activity: str, day: str, value: float | None = None, skipped: bool = False,
        note: str | None = None, reason: str | None = None, key: str = "",
        logged_at: int | None = None, line: Line | None = None
    ) -> None:
        """Appends an entry of an activity: a completion, or a number in the unit of the activity, or
        a skip with its reason. An invalid one is quarantined with the location of its line.

        `day` is YYYY-MM-DD. `key` distinguishes several entries of a day; without it the day has one
        entry. The first entry with a key counts, and a day that has an entry of a person keeps it."""
        number = _day(day)
        problem = None
        if activity not in self._activities:
            problem = "its activity is not imported"
        elif number is None:
            problem = "its day is out of range"
        elif value is not None:
            problem = rejection(0, 0, value)
        if problem is None and any(
                len(text.encode()) > ENTRY_TEXT for text in (note, reason, key) if text):
            problem = "its texts are too long"
        elif problem is None and "\n" in key:
            problem = "its key has a line feed"
        elif problem is None and logged_at is not None and _milliseconds(logged_at) is None:
            problem = "its time is out of range"
        if problem or number is None:
            self._quarantine("Entry", problem or "", line, f"{activity}, {day}, {value}")
            return
        form = (1 if skipped else 0) | (2 if value is not None else 0) | (
            4 if logged_at is not None else 0)
        index = self._entry_activities.setdefault(activity, len(self._entry_activities))
        if note is not None or reason is not None:
            extras = json.dumps(_without_none({"note": note, "reason": reason})).encode()
            self._extras.append((len(self._entries), extras))
            self._part_bytes += len(extras)
        self._entries.append(
            (index, number, form, int(logged_at or 0), float(value or 0), key.encode()))
        if len(self._entries) == MAXIMUM_ENTRIES:
            self.flush()
        else:
            self._grow(len(key))

    def annotation(
        self, activity: str | None, day: str, text: str, line: Line | None = None
    ) -> None:
        """Appends a note on a day without an entry. An invalid one is quarantined with the location
        of its line."""
        reason = None
        if activity is not None and activity not in self._activities:
            reason = "its activity is not imported"
        elif _day(day) is None:
            reason = "its day is out of range"
        elif not 1 <= len(text.encode()) <= ENTRY_TEXT:
            reason = "its text is empty or too long"
        if reason:
            self._quarantine("Annotation", reason, line, text)
            return
        self._part["annotations"].append(
            _without_none({"activity": activity, "day": day, "text": text}))
        self._grow(len(text))

    def _grow(self, size: int) -> None:
        self._part_bytes += size
        if self._part_bytes >= 1 << 19:
            self.flush()

    def _quarantine(self, type: str, reason: str, line: Line | None, text: str) -> None:
        location = line or Line(text, self._offset, 0)
        self.quarantine(type, location.offset, location.number, reason, location.text)

    def _flush_tracker(self) -> None:
        """Sends the items for the tracker in a batch of their own, whose columns are entries."""
        if not (self._part["activities"] or self._part["annotations"] or self._entries):
            return
        columns: dict[str, array.array[Any] | bytes] | None = None
        if self._entries:
            activities, days, forms, times, values, keys = zip(*self._entries)
            empty = [0] * len(days)
            columns = {
                "activity": array.array("i", activities), "day": array.array("i", days),
                "form": array.array("i", forms), "number": array.array("q", empty),
                "loggedAt": array.array("q", times), "value": array.array("d", values),
                "style": array.array("i", empty), "id": b"".join(key + b"\n" for key in keys),
                "extraRow": array.array("i", [row for row, _ in self._extras]),
                "extra": b"".join(extras + b"\n" for _, extras in self._extras),
            }
            self._part["entries"] = {"activities": list(self._entry_activities)}
        part = self._part
        self._clear_tracker()
        self._send(({
            "series": [], "texts": [], "rows": [], "rowParts": [], "quarantined": [], "ignored": {},
            "problems": [], "ignoredMetadata": {}, "bytesRead": self._offset, "bytesTotal": 0,
            "offsets": [], "tracker": part,
        }, columns))

    def _append_row(
        self, kind: str, type: str, check: _RowCheck, line: Line | None, text: str,
        elements: dict[str, int] | None, files: dict[str, int] | None, row: Callable[[], dict[str, Any]]
    ) -> None:
        if check.reason:
            location = line or Line(text, self._offset, 0)
            self.quarantine(type, location.offset, location.number, check.reason, location.text)
            return
        self._body["rows"].append({kind: {"_0": row()}})
        self._body["rowParts"].append({"nested": elements or {}, "files": files or {}})
        if len(self._body["rows"]) == MAXIMUM_ROWS:
            self.flush()

    def extend(self, series: int, starts: Any, ends: Any, values: Any, are_checked: bool = False) -> None:
        """Appends samples in three arrays (of q, q and d) or in bytes of the same layout, as a batch
        of their own. `are_checked` is True if `are_valid` has returned True for the samples."""
        columns = [memoryview(column).cast("B") for column in (starts, ends, values)]
        size = columns[0].nbytes
        if any(column.nbytes != size for column in columns) or size % 8 or size > 8 * MAXIMUM_SAMPLES:
            raise ValueError(
                f"The columns must have the same length, at most {MAXIMUM_SAMPLES} samples.")
        samples = columns[0].cast("q"), columns[1].cast("q"), columns[2].cast("d")
        is_valid = series != UNNAMED and (are_checked or are_valid(
            *samples, can_be_negative=self._metrics[series] not in self.never_negative))
        if not is_valid:
            # One by one, so that invalid samples are quarantined and the others are stored.
            for sample in zip(*samples):
                self.append(series, *sample)
            return
        self.flush()
        self._starts.frombytes(columns[0])
        self._ends.frombytes(columns[1])
        self._values.frombytes(columns[2])
        self._series.append(series)
        self._lengths.append(len(self._starts))
        self.flush()

    def quarantine(self, type: str, offset: int, line: int, reason: str, text: str) -> None:
        """Quarantines a damaged item with its location in the file."""
        self._body["quarantined"].append({
            "type": type, "offset": offset, "line": line, "reason": reason,
            "text": text[:QUARANTINED_TEXT],
        })
        if len(self._body["quarantined"]) == 512:
            self.flush()

    def problem(self, reason: str, offset: int = 0, line: int = 0, count: int = 1) -> None:
        """Reports damage that loses no item. Repeated damage has one line with its count in the
        report."""
        self._body["problems"].append(
            {"offset": offset, "line": line, "reason": reason, "count": count})
        if len(self._body["problems"]) == 512:
            self.flush()

    def truncated(self, reason: str, offset: int) -> None:
        """Reports that the file is incomplete from `offset`, so that reconciliation skips it."""
        self._is_truncated = True
        self.problem(reason, offset)

    def ignore_metadata(self, key: str, count: int = 1) -> None:
        """Counts metadata entries that are not stored."""
        counts = self._body["ignoredMetadata"]
        counts[key] = counts.get(key, 0) + count

    def set_format(self, text: str) -> None:
        """States the format that was recognised and what shows it, as a phrase such as `log of a bottle,
        version 2`, for the import report. The last statement counts."""
        self._body["format"] = text[:FORMAT_TEXT]

    def use_mapping(self, text: str) -> None:
        """Reports the mapping that the file is read with. A dry run prints it, so that it can be
        edited and passed with `--mapping`."""
        self._body["mapping"] = text

    def nested(self, name: str, duplicate: int = 0, quarantined: int = 0, ignored: int = 0) -> None:
        """Counts elements within items, except those stored with a sample or a row."""
        self._count("nested", name, duplicate, quarantined, ignored)

    def files(self, kind: str, duplicate: int = 0, quarantined: int = 0, ignored: int = 0) -> None:
        """Counts files beside the imported one, except those stored with a row."""
        self._count("files", kind, duplicate, quarantined, ignored)

    def _count(self, table: str, name: str, duplicate: int, quarantined: int, ignored: int) -> None:
        counts = self._body.setdefault(table, {}).setdefault(
            name, {"read": 0, "stored": 0, "duplicate": 0, "quarantined": 0, "ignored": 0})
        counts["duplicate"] += duplicate
        counts["quarantined"] += quarantined
        counts["ignored"] += ignored
        counts["read"] += duplicate + quarantined + ignored

    def utc_offset(self, day: str, seconds: int) -> None:
        """Sets the UTC offset of the file's times on a day, YYYY-MM-DD, in seconds east of UTC."""
        self._body["offsets"].append(
            {"day": datetime.date.fromisoformat(day).isoformat(), "seconds": seconds})

    def ignore(self, type: str, count: int = 1) -> None:
        """Counts items that are valid and not stored."""
        self._body["ignored"][type] = self._body["ignored"].get(type, 0) + count

    def progress(self, offset: int) -> None:
        """Sets the number of bytes read, and sends it with the pending items, at most once a second.
        Sending progress ends a silence: an importer that is silent for too long is stopped."""
        self._offset = self._body["bytesRead"] = offset
        if time.monotonic() - self._last_send >= PROGRESS_SECONDS:
            self.flush()

    def finish(self) -> None:
        """Sends the remaining items of a file that was read to its end."""
        if self._zone and not self._zone_is_used:
            self.problem(f"the zone {self._zone} was not used: the file has its own time zones")
        self.flush(isTruncated=self._is_truncated)

    def flush(self, **last: Any) -> None:
        """Sends the pending items."""
        if "failure" not in last:
            self._flush_tracker()
        columns: dict[str, array.array[Any]] | None = {
            "series": self._series, "length": self._lengths, "start": self._starts,
            "end": self._ends, "value": self._values,
        } if self._starts else None
        if columns and self._attribute_samples:
            columns["attributeSample"] = self._attribute_samples
            columns["attributeKind"] = self._attribute_kinds
            columns["attributeText"] = self._attribute_texts
        self._send(({**self._body, **last}, columns))
        self._last_send = time.monotonic()
        self._clear()


def run(read: Callable[[BinaryIO, Batches], Any]) -> None:
    """Reads the file that this process was started for with `read(file, batches)`, and exits.

    An exception of `read` means that the file cannot be read at all; then nothing is stored."""
    with os.fdopen(3, "rb") as descriptor:
        job = json.load(descriptor)
    waiting: queue.Queue[Any] = queue.Queue(QUEUE_LIMIT)

    def work() -> None:
        try:
            batches = Batches(waiting.put, job)
            with os.fdopen(4, "rb") as file:
                read(file, batches)
            batches.finish()
        except Exception as problem:  # reported to the person who imports
            failed = Batches(waiting.put)
            failed.flush(failure={"code": 3, "message": f"{job['fileName']}: {problem}"})
        waiting.put(None)

    threading.Thread(target=work, daemon=True).start()
    with Dayline(endpoint=job["endpoint"]) as bus:
        bus.upload(
            "dayline.ingestion.Batches/Push", iter(waiting.get, None), {"token": job["token"]},
            timeout=7 * 86400)
    sys.exit(0)
