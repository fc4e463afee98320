"""Guesses the mapping of a table from its first rows."""

from __future__ import annotations

import csv
import io
import re
import shlex

import amounts
import dates
import exports
import names
import table
from dayline import units
from mapping import Mapping, Series
from table import field_text

#: Characters of the text that is examined.
SAMPLE = 1 << 16
#: Part of a column that has to be valid for a guess.
MAJORITY = 0.8
#: The same for a column whose name is that of a metric or a time.
DAMAGED_MAJORITY = 0.3

_COPY = re.compile(r"[-_ .]*\(?\d[\d\-_. :T]*\)?$")
_NUMBER = re.compile(r"\s*-?\d+([.,]\d+)?\s*")


def source_name(file_name):
    """The name of a file without ending, date and number of a copy, so that files of a later export
    are the same source."""
    stem = file_name.rpartition(".")[0] or file_name
    return _COPY.sub("", stem).strip() or "CSV"


def column_names(row):
    """The names of the columns, each only once."""
    result = []
    for number, name in enumerate(row, 1):
        name = name.strip() or f"column {number}"
        while name in result:
            name += f" ({number})"
        result.append(name)
    return result


class Guess:
    """The guessed mapping, and what is doubtful in it."""

    def __init__(self, text, encoding, batches):
        self.notes = []
        #: Columns, and names in a long table, that are not known metrics.
        self._unknown = []
        self._batches = batches
        self.mapping = Mapping(encoding=encoding, source=source_name(batches.file_name))
        self.mapping.delimiter = table.delimiter(text[:SAMPLE])
        lines = io.StringIO(text[:SAMPLE], newline="")
        try:
            reader = csv.reader(lines, delimiter=self.mapping.delimiter)
            rows = [(reader.line_num, row) for row in reader if any(row)]
        except csv.Error:
            rows = []
        if len(text) > SAMPLE and rows:
            rows.pop()
        self._split(rows)
        #: A table of Dayline whose rows are counted and not stored; None for others.
        self.unstored = exports.unstored(self.columns)
        if self.unstored:
            self.notes.append(self.unstored.note)
            return
        if name := exports.own_table(self.columns):
            self.notes.append(exports.OWN[name][1])
            return
        self.mapping.create = exports.has(self.columns, exports.SAMPLES)
        self._find_times()
        self._find_values()
        self._add_notes()

    def _add_notes(self):
        """Adds the notes about what is not imported, and how to write a mapping."""
        if exports.has(self.columns, exports.DAYS):
            self.notes.append(exports.DAYS_NOTE)
            if self._unknown:
                self.notes.append(
                    f"the days of {', '.join(self._unknown)} are not imported, since they were "
                    "computed from other data; import samples.csv, which has the samples")
            self._unknown = []
        if self._unknown:
            quoted = ", ".join(f'"{name}"' for name in self._unknown)
            are = "is not a known metric" if len(self._unknown) == 1 else "are not known metrics"
            self.notes.append(
                f"{quoted} {are}; name the metric in a mapping to import the values")
        if any("in a mapping" in note for note in self.notes):
            name = self._batches.file_name
            mapping = shlex.quote(f"{name.rpartition('.')[0] or name}.mapping")
            self.notes.append(
                f"to edit the mapping: dayline import {shlex.quote(name)} --dry-run > {mapping}; to use "
                f"it: dayline import {shlex.quote(name)} --mapping {mapping}")

    def _split(self, rows):
        """Finds the line of names, and the cells by column."""
        width = max((len(row) for _, row in rows), default=0)
        header = next((index for index, (_, row) in enumerate(rows)
                       if len(row) == width or sum(map(bool, row)) > width / 2), None)
        if header is None or self._has_data(rows[header][1]):
            self.mapping.header = 0
            self.columns = column_names([""] * width)
            body = rows
        else:
            self.mapping.header = rows[header][0]
            self.columns = column_names(rows[header][1])
            body = rows[header + 1:]
        self._body = [row for _, row in body]
        self._cells = {
            name: [row[index].strip() for _, row in body
                   if index < len(row) and row[index].strip()]
            for index, name in enumerate(self.columns)}

    @staticmethod
    def _has_data(row):
        return any(_NUMBER.fullmatch(cell) or _is_date(cell) for cell in row)

    def _find(self, wanted, taken=()):
        """The first column with one of the names; None without one."""
        return next((name for name in self.columns
                     if name not in taken and names.plain(names.name_and_unit(name)[0]) in wanted
                     and self._cells[name]), None)

    def _find_times(self):
        mapping = self.mapping
        dated = [name for name in self.columns if self._share(name, _is_date) >= self._least(name)]
        epochs = [name for name in self.columns if names.plain(name) in names.TIME
                  and self._share(name, _is_epoch) >= DAMAGED_MAJORITY]
        named = [name for name in dated + epochs if names.plain(name) in names.TIME]
        mapping.time = next(iter(named or dated), None)
        if mapping.time is None:
            self.notes.append("no column has dates; name it as time in a mapping"
                              if any(self._cells.values()) else "the table has no rows")
            return
        cells = self._cells[mapping.time]
        if mapping.time in epochs and mapping.time not in dated:
            is_long = sum(len(cell.split(".")[0]) > 11 for cell in cells) * 2 > len(cells)
            mapping.order = "milliseconds" if is_long else "seconds"
        else:
            mapping.order = self._order(cells)
        mapping.end = next((name for name in dated if name != mapping.time
                            and names.plain(name) in names.END), None)
        if mapping.order in ("ymd", "dmy", "mdy") and not any(":" in cell for cell in cells):
            mapping.clock = next((name for name in self.columns if name != mapping.time
                                  and names.plain(name) in names.CLOCK
                                  and self._share(name, _is_clock) >= MAJORITY), None)

    @staticmethod
    def _least(name):
        """The part of a column's cells that has to be dates."""
        is_named = names.plain(name) in names.TIME | names.END
        return DAMAGED_MAJORITY if is_named else MAJORITY

    def _share(self, name, test):
        """The part of the cells of a column that pass a test."""
        cells = self._cells[name][:500]
        return sum(map(test, cells)) / len(cells) if cells else 0

    def _order(self, cells):
        """The order of the parts of dates: the one that reads all; of several, the one with the
        shortest range of days."""
        spans = {}
        for order in ("ymd", "dmy", "mdy"):
            days = []
            for cell in cells:
                try:
                    days.append(dates.date_parts(cell, order)[0].toordinal())
                except ValueError:
                    continue
            if days:
                spans[order] = (-len(days), sum(abs(b - a) for a, b in zip(days, days[1:])))
        best = min(spans, key=spans.get)
        if "dmy" in spans and all("." in cell for cell in cells):
            return "dmy"
        if best != "ymd" and list(spans.values()).count(spans[best]) > 1:
            best = "mdy" if all("/" in cell for cell in cells) else "dmy"
            self.notes.append(
                f"the dates of {self.mapping.time} can be day and month or month and day; they are "
                f"read as {best}; set order in a mapping if that is wrong")
        return best

    def _find_values(self):
        mapping = self.mapping
        taken = {mapping.time, mapping.clock, mapping.end}
        mapping.units = self._find(names.UNIT, taken)
        mapping.sources = self._find(names.SOURCE, taken)
        mapping.resolutions = self._find(names.RESOLUTION, taken)
        taken |= {mapping.units, mapping.sources, mapping.resolutions}
        cells = [cell for name in self.columns if name not in taken
                 for cell in self._cells[name] if amounts.is_amount(cell)]
        mapping.decimal, is_certain = amounts.decimal_mark(cells, mapping.delimiter)
        if not is_certain:
            self.notes.append(
                f"numbers such as 1{mapping.decimal}234 can have a fraction or a thousands separator; "
                f"{mapping.decimal} is read as the decimal mark; set decimal in a mapping if that is "
                "wrong")
        value, name = self._find(names.VALUE, taken), self._find(names.NAME, taken)
        if value and name and self._share(name, amounts.is_amount) < MAJORITY:
            mapping.shape, mapping.name, mapping.value = "long", name, value
            for each, cells in self._cells_by_name(name, value).items():
                if not mapping.create or self._metric(each)[0] is not None:
                    mapping.series[each] = self._series(each, cells)
            return
        for name in self.columns:
            share = self._share(name, amounts.is_amount)
            least = MAJORITY if self._metric(name)[0] is None else DAMAGED_MAJORITY
            if name not in taken and share >= least:
                mapping.series[name] = self._series(name, self._cells[name])

    def _cells_by_name(self, name, value):
        """The values of a long table by their names."""
        name, value = self.columns.index(name), self.columns.index(value)
        cells = {}
        for row in self._body:
            if max(name, value) < len(row) and row[name].strip():
                cells.setdefault(field_text(row[name].strip()), []).append(row[value].strip())
        return cells

    def _metric(self, name):
        """The metric of a name and its unit, each None if it is not in the name."""
        bare, unit = names.name_and_unit(name)
        metric = names.metric(name, self._batches)
        return (metric, None) if metric else (names.metric(bare, self._batches), unit)

    def _series(self, name, cells):
        """The metric and unit of a column's name, or of a name in a long table."""
        metric, unit = self._metric(name)
        if metric is None:
            self._unknown.append(name)
            return Series()
        canonical = self._batches.unit(metric)
        if unit and units.conversion(unit, canonical) is None:
            unit = None
        display = self._batches.metrics.get(metric, {}).get("display", canonical)
        if unit is None:
            unit = display
            has_unit = self.mapping.units or units.named(display) in (None, "count", "count/min")
            if not has_unit and not any(amounts.unit(cell) for cell in cells):
                self.notes.append(f"{name} has no unit; it is read as {unit}")
        if unit == "%":
            numbers = [amounts.amount(cell, self.mapping.decimal)[0] for cell in cells
                       if amounts.is_amount(cell, self.mapping.decimal)]
            if numbers and max(numbers) <= 1:
                self.mapping.fractions, unit = True, "fraction"
        return Series(metric, unit)


def _is_date(text):
    for order in ("ymd", "dmy", "mdy"):
        try:
            _, rest = dates.date_parts(text, order)
            dates.clock_parts(rest)
            return True
        except ValueError:
            continue
    return False


def _is_clock(text):
    try:
        dates.clock_parts(text)
        return ":" in text
    except ValueError:
        return False


def _is_epoch(text):
    try:
        return 1e8 <= float(text) < 1e14
    except ValueError:
        return False
