"""Tables of a profile's data: columns in memory, Parquet through pyarrow, and lines of JSON.

    import dayline, dayline.tables

    with dayline.Dayline() as bus:
        table = dayline.tables.samples(bus, "heartRate", "2026-01-01", "2026-01-31")
        frame = table.to_pandas()

As a program, it writes all samples and day totals of metrics into a folder, a file for each metric:

    python3 -m dayline.tables [--jsonl] [--profile NAME] FOLDER [METRIC ...]
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import sys
from typing import Any, Generator, Iterator, TextIO

from .client import Dayline
from .errors import DaylineError

#: A part of a table: columns of equal length by name.
Part = dict[str, Any]

DAY_COLUMNS = ("day", "sum", "average", "min", "max", "last", "samples")
#: What describes the series of a sample.
SERIES_COLUMNS = ("source", "device", "isEntered", "resolution")
_NO_PYARROW = "Tables need pyarrow. Install it with: pip install pyarrow"


def sample_parts(bus: Dayline, metric: str, first: str | None = None,
                 last: str | None = None) -> Generator[Part, None, str]:
    """The samples of a metric from one day through another, in parts of bounded size: `start` and `end`
    in milliseconds since 1970, `value`, and `source`, `device`, `isEntered` and `resolution` of the whole
    part. Returns the unit of the values."""
    request = {"name": metric, "from": first, "to": last}
    items = bus.stream("dayline.aggregation.Samples/Read", _present(request), timeout=None,
                       repeatable=True)
    while True:
        try:
            body, columns = next(items)
        except StopIteration as end:
            return str(end.value["unit"])
        yield {**columns, **body}


def day_rows(bus: Dayline, metric: str, first: str | None = None,
             last: str | None = None) -> tuple[list[dict[str, Any]], str]:
    """The day totals of a metric, and their unit. Keys without a value are missing."""
    reply = bus.call("dayline.aggregation.Insights/Days",
                     _present({"name": metric, "from": first, "to": last}), repeatable=True)
    return reply["days"], reply["unit"]


def samples(bus: Dayline, metric: str, first: str | None = None, last: str | None = None) -> Any:
    """The samples of a metric as a pyarrow table; its metadata has the metric and the unit."""
    pyarrow = _pyarrow()
    parts = sample_parts(bus, metric, first, last)
    batches = []
    while True:
        try:
            batches.append(_batch(next(parts)))
        except StopIteration as end:
            return pyarrow.Table.from_batches(batches, _sample_schema(metric, end.value))


def days(bus: Dayline, metric: str, first: str | None = None, last: str | None = None) -> Any:
    """The day totals of a metric as a pyarrow table; its metadata has the metric and the unit."""
    pyarrow = _pyarrow()
    rows, unit = day_rows(bus, metric, first, last)
    columns = {name: [row.get(name) for row in rows] for name in DAY_COLUMNS}
    columns["day"] = [datetime.date.fromisoformat(row["day"]) for row in rows]
    return pyarrow.table(columns, schema=_day_schema(metric, unit))


def write_parquet(bus: Dayline, metric: str, path: str, first: str | None = None,
                  last: str | None = None) -> int:
    """Writes the samples of a metric to a Parquet file, in bounded memory, and returns their number."""
    _pyarrow()
    import pyarrow.parquet
    schema = _sample_schema(metric, _unit(bus, metric))
    count = 0
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for part in sample_parts(bus, metric, first, last):
            batch = _batch(part)
            writer.write_batch(batch)
            count += batch.num_rows
    return count


def write_lines(bus: Dayline, metric: str, file: TextIO, first: str | None = None,
                last: str | None = None) -> int:
    """Writes a JSON object for each sample of a metric, one a line, and returns their number."""
    count = 0
    for part in sample_parts(bus, metric, first, last):
        described = {name: part[name] for name in SERIES_COLUMNS}
        for start, end, value in zip(part["start"], part["end"], part["value"]):
            json.dump({"metric": metric, "start": _instant(start), "end": _instant(end),
                       "value": float(value), **described}, file, ensure_ascii=False)
            file.write("\n")
            count += 1
    return count


def _unit(bus: Dayline, metric: str) -> str:
    """The unit of the samples of a metric, from an answer without samples."""
    parts = sample_parts(bus, metric, "1900-01-01", "1900-01-01")
    while True:
        try:
            next(parts)
        except StopIteration as end:
            return str(end.value)


def _present(request: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in request.items() if value is not None}


def _instant(milliseconds: int) -> str:
    instant = datetime.datetime.fromtimestamp(0, datetime.timezone.utc) + datetime.timedelta(
        milliseconds=int(milliseconds))
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError(_NO_PYARROW) from None
    return pyarrow


def _sample_schema(metric: str, unit: str) -> Any:
    pyarrow = _pyarrow()
    instant = pyarrow.timestamp("ms", "UTC")
    name = pyarrow.string()
    return pyarrow.schema(
        [("start", instant), ("end", instant), ("value", pyarrow.float64()), ("source", name),
         ("device", name), ("isEntered", pyarrow.bool_()), ("resolution", name)], {"metric": metric, "unit": unit})


def _day_schema(metric: str, unit: str) -> Any:
    pyarrow = _pyarrow()
    number = pyarrow.float64()
    return pyarrow.schema(
        [("day", pyarrow.date32()), *((name, number) for name in DAY_COLUMNS[1:-1]),
         ("samples", pyarrow.int64())], {"metric": metric, "unit": unit})


def _batch(part: Part) -> Any:
    pyarrow = _pyarrow()
    schema = _sample_schema("", "")
    count = len(part["value"])
    columns = [pyarrow.array(part[name], schema.field(name).type) if name in ("start", "end", "value")
               else pyarrow.repeat(part[name], count) for name in schema.names]
    return pyarrow.record_batch(columns, schema.names)


@contextlib.contextmanager
def _replacing(path: str) -> Iterator[str]:
    """A path to write to that replaces `path` when it is complete."""
    partial = f"{path}.partial"
    try:
        yield partial
        os.replace(partial, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(partial)


def _export(bus: Dayline, metric: str, folder: str, has_lines: bool) -> int:
    """Writes the files of a metric."""
    if has_lines:
        with _replacing(os.path.join(folder, f"{metric}.jsonl")) as path:
            with open(path, "w", encoding="utf-8") as file:
                return write_lines(bus, metric, file)
    import pyarrow.parquet
    with _replacing(os.path.join(folder, f"{metric}.days.parquet")) as path:
        pyarrow.parquet.write_table(days(bus, metric), path)
    with _replacing(os.path.join(folder, f"{metric}.parquet")) as path:
        return write_parquet(bus, metric, path)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python3 -m dayline.tables",
        description="Write samples and day totals to Parquet files, or samples to lines of JSON.")
    parser.add_argument("folder")
    parser.add_argument("metrics", nargs="*", metavar="METRIC", help="default: all with samples")
    parser.add_argument("--jsonl", action="store_true", help="write lines of JSON, without pyarrow")
    parser.add_argument("--profile", default=os.environ.get("DAYLINE_PROFILE"))
    options = parser.parse_args()
    try:
        if not options.jsonl:
            _pyarrow()
        os.makedirs(options.folder, exist_ok=True)
        with Dayline(profile=options.profile) as bus:
            known = bus.call("dayline.aggregation.Insights/Metrics", {}, repeatable=True)["metrics"]
            for metric in options.metrics or [each["metric"] for each in known if each["samples"]]:
                count = _export(bus, metric, options.folder, options.jsonl)
                print(f"{metric}: {count} samples")
    except DaylineError as error:
        sys.exit(f"{error.code}: {error}")
    except (ImportError, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
