"""The rows of a table as samples.

A block without faults is read by columns, which is many times faster; a block with a fault is read row by
row, so that each fault is quarantined with its location.
"""

from __future__ import annotations

import array
import csv
import itertools
import operator

import amounts
import names
from dates import Times, Zones, clock_parts, date_parts
from dayline import units
from dayline.importer import MAXIMUM_SAMPLES, Line, are_valid
from mapping import Series
from table import Dialect, field_text

#: Type of rows in the import report.
ROW = "Row"
#: Time resolutions of samples.
RESOLUTIONS = ("raw", "minute", "hour", "day")


class Samples:
    """Sends the samples of one table."""

    def __init__(self, mapping, columns, batches, ignored_type=None):
        self._mapping = mapping
        self._columns = columns
        self._batches = batches
        self._dialect = Dialect(mapping.encoding, mapping.delimiter)
        #: Type of rows that are counted and not stored; None to store samples.
        self._ignored_type = ignored_type or (ROW if mapping.time is None else None)
        if self._ignored_type:
            return
        mapping.check_columns(columns)
        zones = Zones(mapping.zone or batches.zone, batches.zones)
        self._times = {has_offset: Times(mapping.order, zones, has_offset)
                       for has_offset in (False, True)}
        self._time, self._clock, self._end, self._name, self._value = (
            None if name is None else columns.index(name) for name in (
                mapping.time, mapping.clock, mapping.end, mapping.name, mapping.value))
        #: Columns of what describes the series of a row: its name, unit, source and resolution.
        self._key = [None if name is None else columns.index(name) for name in (
            mapping.name, mapping.units, mapping.sources, mapping.resolutions)]
        self._series = dict(mapping.series)
        self._wide = [] if mapping.shape == "long" else [
            (name, columns.index(name)) for name in mapping.series]
        for name, series in mapping.series.items():
            self._conversion(name, series.unit)
        named = {*mapping.series, mapping.time, mapping.clock, mapping.end, mapping.name,
                 mapping.value, mapping.units, mapping.sources, mapping.resolutions}
        self._unused = [(name, index) for index, name in enumerate(columns) if name not in named]
        if mapping.shape == "wide" and not any(
                series.metric for series in mapping.series.values()):
            self._ignored_type = ROW

    def read(self, block):
        """Sends the samples of a block."""
        try:
            rows = self._rows(block)
            parts = None if self._ignored_type else self._parts(rows)
        except (ValueError, OverflowError, csv.Error):
            self._read_rows(block)
            return
        if parts is None:
            if count := sum(map(any, rows)):
                self._batches.ignore(self._ignored_type, count)
        else:
            self._send(parts)
        self._batches.progress(block.offset)

    def _rows(self, block):
        """The rows of a block. Raises ValueError if a quote may be unclosed."""
        rows = block.rows(self._dialect)
        if '"' in block.text:
            lines = block.text.count("\n")
            if block.text.count('"') % 2 or lines > len(rows) * 2:
                raise ValueError("an unclosed quote")
        return rows

    # By columns

    def _parts(self, rows):
        """The columns of samples, each with what `extend` or `ignore` needs. Raises ValueError if a row
        has a fault."""
        if not rows:
            return []
        columns = list(zip(*rows, strict=True))
        if len(columns) != len(self._columns):
            raise ValueError("another number of fields")
        texts = columns[self._time]
        if self._clock is not None:
            texts = list(map("{} {}".format, texts, columns[self._clock]))
        starts, ends, resolution = self._instants(texts, columns)
        parts = [("metadata", name, len(rows) - columns[index].count(""))
                 for name, index in self._unused]
        keys = [columns[index] for index in self._key if index is not None]
        if not keys:
            self._add_group(parts, [None] * len(self._key), columns, starts, ends, resolution)
            return parts
        groups = {}
        for index, key in enumerate(zip(*keys)):
            groups.setdefault(key, []).append(index)
        for key, indices in groups.items():
            chosen = operator.itemgetter(*indices, indices[0])
            texts = iter(map(field_text, map(str.strip, key)))
            key = [None if index is None else next(texts) for index in self._key]
            # The repeated last index keeps the result a tuple; it is removed again.
            self._add_group(
                parts, key, [chosen(column)[:-1] for column in columns], chosen(starts)[:-1],
                chosen(ends)[:-1], resolution)
        return parts

    def _instants(self, texts, columns):
        """Starts, ends and the resolution of samples."""
        is_daily, times = self._form(texts[0])
        if is_daily:
            return times.days(texts), [times.day_end(text) for text in texts], "day"
        starts = times.instants(texts)
        if self._end is None:
            return starts, starts, "raw"
        ends = columns[self._end]
        return starts, self._form(ends[0])[1].instants(ends), "raw"

    def _form(self, text):
        """True if a text has only a day, and the reader of texts of its form. Raises ValueError."""
        if self._mapping.order in ("seconds", "milliseconds"):
            return False, self._times[False]
        _, rest = date_parts(text, self._mapping.order)
        _, offset = clock_parts(rest)
        return ":" not in rest and self._end is None, self._times[offset is not None]

    def _add_group(self, parts, key, columns, starts, ends, resolution):
        name, unit, source, own_resolution = key
        resolution = _resolution(own_resolution, resolution)
        for series, index in [(name, self._value)] if name is not None else self._wide:
            cells = columns[index]
            metric = self._metric(series)
            if metric is None:
                kind = "type" if name is not None else "metadata"
                parts.append((kind, series, len(cells) - cells.count("")))
                continue
            first, last = starts, ends
            if "" in cells:
                first = list(itertools.compress(starts, cells))
                last = first if starts is ends else list(itertools.compress(ends, cells))
                cells = list(filter(None, cells))
                if not cells:
                    continue
            values = amounts.amounts(cells, self._mapping.decimal)
            conversion = self._conversion(series, unit)
            if conversion != units.IDENTITY:
                factor, offset = conversion
                values = array.array("d", [value * factor + offset for value in values])
            if not are_valid(first, last, values, metric not in self._batches.never_negative):
                raise ValueError("an invalid sample")
            starts_column = array.array("q", first)
            ends_column = starts_column if first is last else array.array("q", last)
            parts.append(
                ("samples", (metric, source, resolution), (starts_column, ends_column, values)))

    def _send(self, parts):
        for kind, name, content in parts:
            if not content:
                # A series whose cells are all empty.
                continue
            if kind == "metadata":
                self._batches.ignore_metadata(name, content)
            elif kind == "type":
                self._batches.ignore(name, content)
            else:
                number = self._number(*name)
                for start in range(0, len(content[0]), MAXIMUM_SAMPLES):
                    self._batches.extend(
                        number, *(column[start:start + MAXIMUM_SAMPLES] for column in content),
                        are_checked=True)

    # Series

    def _metric(self, name):
        """The metric of a column, or of a name in a long table; None to leave its values out."""
        series = self._series.get(name)
        if series is None:
            metric = names.metric(names.name_and_unit(name)[0], self._batches)
            if metric is None and self._mapping.create:
                metric = name
            series = self._series[name] = Series(metric)
        if series.metric is None:
            return None
        metric = series.metric
        return metric if metric in self._batches.metrics else self._batches.metric_names.get(
            metric.lower(), metric)

    def _conversion(self, name, unit, is_in_cell=False):
        """The conversion of a series from the unit of a cell or row, or its own. Raises ValueError."""
        metric = self._metric(name)
        if metric is None:
            return units.IDENTITY
        own = self._series[name].unit
        known = self._batches.metrics.get(metric)
        own = own or (known or {}).get("display") or self._batches.unit(metric) or unit or "count"
        target = self._batches.unit(metric)
        if target is None:
            target = self._batches.units[metric] = units.named(own) or own
        if unit == "%" and self._mapping.fractions:
            unit = "fraction"
        found = units.conversion(unit or own, target)
        if found is None and not is_in_cell and self._is_unit_of_another(unit, name):
            found = units.conversion(own, target)
        if found is None:
            raise ValueError(f"its unit {unit or own} cannot be converted to {target}")
        return found

    def _is_unit_of_another(self, unit, name):
        """True if the unit of a row is that of another column of a wide table."""
        others = (self._metric(each) for each, _ in self._wide if each != name)
        return unit is not None and any(
            units.conversion(unit, self._batches.unit(each) or "") for each in others if each)

    def _number(self, metric, source, resolution):
        return self._batches.series(
            metric, self._batches.unit(metric), source or self._mapping.source,
            resolution=resolution)

    # Row by row

    def _read_rows(self, block):
        for row, offset, line, text in block.located_rows(self._dialect):
            location = Line(text.rstrip("\r\n"), offset, line)
            if row is None:
                self._reject(ROW, location, "its quote is not closed")
            elif not any(row):
                continue
            elif self._ignored_type:
                self._batches.ignore(self._ignored_type)
            elif len(row) < len(self._columns) and block.is_last and text[-1] not in "\r\n":
                self._batches.truncated("the last row is incomplete", offset)
                self._reject(ROW, location, "it is incomplete")
            else:
                self._read_row(row, location)
            self._batches.progress(offset)

    def _reject(self, kind, location, reason):
        self._batches.quarantine(kind, location.offset, location.number, reason, location.text)

    def _read_row(self, row, location):
        if any(row[len(self._columns):]) or len(row) < len(self._columns):
            self._reject(ROW, location, f"it has {len(row)} fields instead of {len(self._columns)}")
            return
        key = [None if index is None else field_text(row[index].strip()) for index in self._key]
        try:
            start, end, resolution = self._interval(row)
            resolution = _resolution(key[-1], resolution)
        except ValueError as problem:
            self._reject(ROW, location, str(problem))
            return
        for name, index in self._unused:
            if row[index]:
                self._batches.ignore_metadata(name)
        name, unit, source, _ = key
        for series, index in [(name, self._value)] if name is not None else self._wide:
            cell = row[index].strip()
            if not cell:
                continue
            metric = self._metric(series)
            if metric is None:
                if name is None:
                    self._batches.ignore_metadata(series)
                else:
                    self._batches.ignore(series)
                continue
            try:
                value, own = amounts.amount(cell, self._mapping.decimal)
                value = self._conversion(series, own or unit, is_in_cell=own is not None)(value)
            except ValueError as problem:
                self._reject(metric, location, str(problem))
                continue
            self._batches.append(self._number(metric, source, resolution), start, end, value, location)

    def _interval(self, row):
        """Start, end and resolution of the samples of a row. Raises ValueError."""
        text = row[self._time]
        if self._clock is not None:
            text = f"{text} {row[self._clock]}"
        is_daily, times = self._form(text)
        start = times.instant(text)
        if is_daily:
            return start, times.day_end(text), "day"
        if self._end is None or not row[self._end].strip():
            return start, start, "raw"
        return start, times.instant(row[self._end]), "raw"


def _resolution(text, default):
    """The resolution that a cell names; the default without one. Raises ValueError."""
    if text and text not in RESOLUTIONS:
        raise ValueError(f"its resolution {text} is not one of {', '.join(RESOLUTIONS)}")
    return text or default
