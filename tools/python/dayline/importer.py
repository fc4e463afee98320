"""Importers: programs that read files of one format, started by Dayline for each file.

    import dayline.importer

    def read(file, batches):
        water = batches.series("dietaryWater", "mL", "Bottle")
        for line in dayline.importer.lines(file):
            ...
            batches.append(water, start, end, value, line)

    dayline.importer.run(read)

The file is open for reading bytes. Values are in the unit that the metric is kept in; for a metric
that Dayline does not know, `batches.units` has the unit of earlier imports. `batches.file_name` is
the name of the file, and `batches.zone` the zone of `import --zone`, for formats that do not say.
"""

from __future__ import annotations

import array
import collections
import json
import math
import operator
import os
import queue
import sys
import threading
import time
from typing import Any, BinaryIO, Callable

from .client import Dayline

#: Samples in one batch, at most.
MAXIMUM_SAMPLES = 1 << 15
#: Batches that wait to be sent; reading waits while there are as many.
WAITING = 3
#: Workouts in one batch, at most.
MAXIMUM_ROWS = 256
#: Characters of a damaged item that are kept.
QUARANTINED_TEXT = 4096
#: Milliseconds since 1970 that a sample may have: those of the years 1900 to 2199.
MEASURABLE_INSTANTS = range(-2_208_988_800_000, 7_258_118_400_000)
#: The greatest value that a sample may have, either way.
GREATEST_VALUE = 1e15
#: The time after a batch in which progress alone is not sent.
PROGRESS_SECONDS = 1
#: Bytes of a line; a longer line is split.
LINE_LIMIT = 1 << 20

#: A line of a text file without its line break, and its place: the offset in bytes of its beginning, and
#: its number from 1.
Line = collections.namedtuple("Line", "text offset number")


def lines(file):
    """The lines of a file of text. Bytes that are not UTF-8 are replaced."""
    offset = 0
    number = 0
    while True:
        content = file.readline(LINE_LIMIT)
        if not content:
            return
        number += 1
        yield Line(content.rstrip(b"\r\n").decode(errors="replace"), offset, number)
        offset += len(content)


def _milliseconds(instant):
    """An instant that a sample may have; None for any other."""
    if isinstance(instant, float) and math.isfinite(instant):
        instant = int(instant)
    return instant if isinstance(instant, int) and instant in MEASURABLE_INSTANTS else None


def refusal(start, end, value, can_be_negative=True):
    """Why there can be no sample with these numbers, in the words of the Swift kit; None if there can."""
    try:
        if end < start:
            return "it ends before it starts"
    except TypeError:
        return "its time cannot be"
    try:
        value = float(value)
    except OverflowError:
        return "its value is too large"
    except (TypeError, ValueError):
        return "its value is no number"
    if math.isnan(value):
        return "its value is no number"
    if abs(value) > GREATEST_VALUE:
        return "its value is too large"
    if value < 0 and not can_be_negative:
        return "its value is negative"
    if _milliseconds(start) is None or _milliseconds(end) is None:
        return "its time cannot be"
    return None


def _are_sound(starts, ends, values, can_be_negative):
    """Whether no sample of three columns is refused."""
    if not len(starts):
        return True
    first, last = MEASURABLE_INSTANTS[0], MEASURABLE_INSTANTS[-1]
    least = min(values)
    return (min(starts) >= first and max(ends) <= last
            and not any(map(operator.lt, ends, starts))
            and not any(map(operator.ne, values, values))
            and -GREATEST_VALUE <= least and max(values) <= GREATEST_VALUE
            and (can_be_negative or least >= 0))


class Batches:
    """Everything that an importer hands over. Samples are gathered and sent in batches."""

    def __init__(self, send: Callable[[tuple], Any], job: dict[str, Any] | None = None) -> None:
        job = job or {}
        self._send = send
        self._numbers = {}
        self._metrics = []
        self._offset = 0
        self._last_send = time.monotonic()
        self._zone = job.get("zone")
        self._zone_is_used = False
        self._never_negative = frozenset(job.get("nonNegative", ()))
        #: The name of the file when it was chosen.
        self.file_name = job.get("fileName", "")
        #: Whether the input is a folder, whose descriptor is 4.
        self.is_folder = job.get("isFolder", False)
        #: The units of metrics that Dayline learned from earlier imports, by metric.
        self.units = dict(job.get("units", {}))
        #: The zones that the person has lived in, each with the day it begins on.
        self.zones = list(job.get("zones", ()))
        self._clear()

    def _clear(self):
        self._body = {
            "series": [], "texts": [], "rows": [], "quarantined": [], "ignored": {},
            "problems": [], "ignoredMetadata": {}, "bytesRead": self._offset, "bytesTotal": 0,
            "offsets": [],
        }
        self._series, self._lengths = array.array("i"), array.array("i")
        self._starts, self._ends, self._values = (array.array(c) for c in "qqd")
        self._attribute_samples, self._attribute_kinds, self._attribute_texts = (
            array.array("i") for _ in range(3))

    @property
    def zone(self):
        """The IANA name of the zone that the person says the file was made in, or None. An importer that
        never asks for it reports that `--zone` had no effect."""
        self._zone_is_used = True
        return self._zone

    def series(self, metric, unit, source, device="", entered=False, resolution="raw"):
        """Declares a series, and answers what its samples are appended by. `resolution` is raw,
        minute, hour or day."""
        key = (metric, unit, source, device, entered, resolution)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._metrics.append(metric)
            self._body["series"].append({"isCounted": True, "key": {
                "metric": metric, "unit": unit, "source": source, "sourceKey": source,
                "device": device, "isEntered": entered, "resolution": resolution,
            }})
        return self._numbers[key]

    def append(self, series, start, end, value, line=None, zone=None):
        """Adds a sample; instants are milliseconds since 1970, UTC. A sample that cannot be is
        quarantined with the place of its line, or of the latest `progress`. `zone` is the IANA name of
        the zone that it was taken in."""
        metric = self._metrics[series]
        reason = refusal(start, end, value, metric not in self._never_negative)
        if reason:
            place = line or Line(f"{start}, {end}, {value}", self._offset, 0)
            self.quarantine(metric, place.offset, place.number, reason, place.text)
            return
        start, end, value = int(start), int(end), float(value)
        if zone is not None:
            self._attach(0, zone)
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

    def _attach(self, kind, text):
        """Adds an attribute of the sample that comes next."""
        texts = self._body["texts"]
        if text not in texts:
            texts.append(text)
        self._attribute_samples.append(len(self._starts))
        self._attribute_kinds.append(kind)
        self._attribute_texts.append(texts.index(text))

    def workout(self, type, source, start, end, seconds=None, device="", statistics=None,
                metadata=None, line=None):
        """Adds a workout. `type` is HealthKit's name without its prefix, such as Running; `seconds` is
        its time without pauses; `statistics` has a dictionary of unit, sum, average, min and max for
        each metric."""
        problem = refusal(start, end, 0 if seconds is None else seconds, can_be_negative=False)
        numbers = [number for each in (statistics or {}).values() for key, number in each.items()
                   if key != "unit" and number is not None]
        problem = problem or next(filter(None, (refusal(0, 0, number) for number in numbers)), None)
        if problem:
            place = line or Line(f"{type}, {start}, {end}", self._offset, 0)
            self.quarantine("Workout", place.offset, place.number, problem, place.text)
            return
        self._add_row("workout", {
            "type": type, "source": source, "sourceKey": source, "device": device,
            "start": int(start), "end": int(end), "statistics": statistics or {}, "events": [],
            "activities": [], "routes": [], "metadata": metadata or {},
            **({} if seconds is None else {"seconds": float(seconds)}),
        })

    def _add_row(self, kind, row):
        self._body["rows"].append({kind: {"_0": row}})
        if len(self._body["rows"]) == MAXIMUM_ROWS:
            self.flush()

    def extend(self, series, starts, ends, values):
        """Adds samples that lie side by side in three arrays (of q, q and d), or in bytes like them:
        a batch of their own, sent at once."""
        columns = [memoryview(given).cast("B") for given in (starts, ends, values)]
        size = columns[0].nbytes
        if any(column.nbytes != size for column in columns) or size % 8 or size > 8 * MAXIMUM_SAMPLES:
            raise ValueError(f"columns are of one length, and of {MAXIMUM_SAMPLES} samples at most")
        samples = [column.cast(code) for column, code in zip(columns, "qqd")]
        can_be_negative = self._metrics[series] not in self._never_negative
        if not _are_sound(*samples, can_be_negative):
            # One by one, so that a bad sample is quarantined and the others are kept.
            for sample in zip(*samples):
                self.append(series, *sample)
            return
        self.flush()
        for column, given in zip((self._starts, self._ends, self._values), columns):
            column.frombytes(given)
        self._series.append(series)
        self._lengths.append(len(self._starts))
        self.flush()

    def quarantine(self, type, offset, line, reason, text):
        """Keeps a damaged item, with its place in the file, and goes on."""
        self._body["quarantined"].append({
            "type": type, "offset": offset, "line": line, "reason": reason,
            "text": text[:QUARANTINED_TEXT],
        })
        if len(self._body["quarantined"]) == 512:
            self.flush()

    def problem(self, reason, offset=0, line=0):
        """Reports damage that loses nothing, or less than an item."""
        self._body["problems"].append(
            {"offset": offset, "line": line, "reason": reason, "count": 1})

    def ignore(self, type, count=1):
        """Counts items that are understood and not kept."""
        self._body["ignored"][type] = self._body["ignored"].get(type, 0) + count

    def progress(self, offset):
        """Sets how many bytes of the file are read, and sends the number with what has gathered, at most
        once a second: an importer that reports progress is not silent."""
        self._offset = self._body["bytesRead"] = offset
        if time.monotonic() - self._last_send >= PROGRESS_SECONDS:
            self.flush()

    def finish(self):
        """Sends what is left of a file that was read to its end."""
        if self._zone and not self._zone_is_used:
            self.problem(f"the zone {self._zone} was not used: the times of the file have their own")
        self.flush(isTruncated=False)

    def flush(self, **last):
        """Sends what has gathered."""
        columns = {
            "series": self._series, "length": self._lengths, "start": self._starts,
            "end": self._ends, "value": self._values,
        } if self._starts else None
        if self._attribute_samples:
            columns["attributeSample"] = self._attribute_samples
            columns["attributeKind"] = self._attribute_kinds
            columns["attributeText"] = self._attribute_texts
        self._send(({**self._body, **last}, columns))
        self._last_send = time.monotonic()
        self._clear()


def run(read: Callable[[BinaryIO, Batches], Any]) -> None:
    """Reads the file that this process was started for with `read(file, batches)`, and ends it.

    What `read` raises means that the file cannot be read at all: nothing of it is kept then."""
    with os.fdopen(3, "rb") as descriptor:
        job = json.load(descriptor)
    waiting = queue.Queue(WAITING)

    def work():
        try:
            batches = Batches(waiting.put, job)
            with os.fdopen(4, "rb") as file:
                read(file, batches)
            batches.finish()
        except Exception as problem:  # told to the person who imports, whatever it is
            failed = Batches(waiting.put)
            failed.flush(failure={"code": 3, "message": f"{job['fileName']}: {problem}"})
        waiting.put(None)

    threading.Thread(target=work, daemon=True).start()
    with Dayline(endpoint=job["endpoint"]) as bus:
        bus.upload(
            "dayline.ingestion.Batches/Push", iter(waiting.get, None), {"token": job["token"]},
            timeout=7 * 86400)
    sys.exit(0)
