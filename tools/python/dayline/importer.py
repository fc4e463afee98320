"""Importers: programs that read files of one format, started by Dayline for each file.

    import dayline.importer

    def read(file, batches):
        water = batches.series("dietaryWater", "mL", "Bottle")
        for number, line in enumerate(file, 1):
            ...
            batches.append(water, start, end, value)

    dayline.importer.run(read)

The file is open for reading bytes. Values are handed over in the unit that the metric is kept in.
"""

import array
import json
import os
import queue
import sys
import threading

from .client import Dayline

#: Samples in one batch, at most.
MAXIMUM_SAMPLES = 1 << 15
#: Batches that wait to be sent; reading waits while there are as many.
WAITING = 3
#: Instants have 64 bits, one of them for the sign.
INSTANTS = 1 << 63
#: Characters of a damaged item that are kept.
QUARANTINED_TEXT = 4096


class Batches:
    """Everything that an importer hands over. Samples are gathered and sent in batches."""

    def __init__(self, send):
        self._send = send
        self._numbers = {}
        self._offset = 0
        self._clear()

    def _clear(self):
        self._body = {
            "series": [], "texts": [], "rows": [], "quarantined": [], "ignored": {},
            "problems": [], "ignoredMetadata": {}, "bytesRead": self._offset, "bytesTotal": 0,
            "offsets": [],
        }
        self._series, self._lengths = array.array("i"), array.array("i")
        self._starts, self._ends, self._values = (array.array(c) for c in "qqd")

    def series(self, metric, unit, source, device="", entered=False, resolution="raw"):
        """Declares a series, and answers what its samples are appended by. `resolution` is raw,
        minute, hour or day."""
        key = (metric, unit, source, device, entered, resolution)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._body["series"].append({"isCounted": True, "key": {
                "metric": metric, "unit": unit, "source": source, "sourceKey": source,
                "device": device, "isEntered": entered, "resolution": resolution,
            }})
        return self._numbers[key]

    def append(self, series, start, end, value):
        """Adds a sample; instants are milliseconds since 1970, UTC. ValueError for numbers that there
        is no room for."""
        if not (-INSTANTS <= start < INSTANTS and -INSTANTS <= end < INSTANTS):
            raise ValueError("an instant lies too far away")
        try:
            value = float(value)
        except OverflowError:
            raise ValueError("the value is too large") from None
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

    def extend(self, series, starts, ends, values):
        """Adds samples that lie side by side in three arrays (of q, q and d), or in bytes like them:
        a batch of their own, sent at once."""
        columns = [memoryview(given).cast("B") for given in (starts, ends, values)]
        size = columns[0].nbytes
        if any(column.nbytes != size for column in columns) or size % 8 or size > 8 * MAXIMUM_SAMPLES:
            raise ValueError(f"columns are of one length, and of {MAXIMUM_SAMPLES} samples at most")
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

    def ignore(self, type, count=1):
        """Counts items that are understood and not kept."""
        self._body["ignored"][type] = self._body["ignored"].get(type, 0) + count

    def progress(self, offset):
        """Says how many bytes of the file are read."""
        self._offset = self._body["bytesRead"] = offset

    def flush(self, **last):
        """Sends what has gathered."""
        columns = {
            "series": self._series, "length": self._lengths, "start": self._starts,
            "end": self._ends, "value": self._values,
        } if self._starts else None
        self._send(({**self._body, **last}, columns))
        self._clear()


def run(read):
    """Reads the file that this process was started for with `read(file, batches)`, and ends it.

    What `read` raises means that the file cannot be read at all: nothing of it is kept then."""
    with os.fdopen(3, "rb") as descriptor:
        job = json.load(descriptor)
    waiting = queue.Queue(WAITING)

    def work():
        try:
            batches = Batches(waiting.put)
            with os.fdopen(4, "rb") as file:
                read(file, batches)
            batches.flush(isTruncated=False)
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
