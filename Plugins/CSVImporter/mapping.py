"""The mapping of a table: how its columns become samples. Written as JSON, and read back after edits."""

from __future__ import annotations

import dataclasses
import json

import dates
import table


@dataclasses.dataclass
class Series:
    """The metric and unit of a column, or of a name in a long table."""

    #: Key of the metric; None to leave the values out.
    metric: str | None = None
    #: Unit of values without a unit of their own; None for the display unit of the metric.
    unit: str | None = None


@dataclasses.dataclass
class Mapping:
    """How the columns of a table become samples."""

    delimiter: str = ","
    encoding: str = "utf-8"
    #: Number of the line with the names of the columns; 0 without one.
    header: int = 1
    #: Decimal mark of numbers: a point or a comma.
    decimal: str = "."
    #: `wide`: a column for each metric. `long`: a row for each value, with its name in a column.
    shape: str = "wide"
    #: Name of the source of the samples.
    source: str = "CSV"
    #: IANA name of the time zone of times without one; None for the zones of the profile.
    zone: str | None = None
    #: Column of the date, or of date and time. None if no column has dates.
    time: str | None = None
    #: Order of the parts of dates, or the unit of times that are numbers: one of `dates.ORDERS`.
    order: str = "ymd"
    #: Column of the time of day if it is not in the column of the date.
    clock: str | None = None
    #: Column of the end of each sample.
    end: str | None = None
    #: Column of the units of the values in its row.
    units: str | None = None
    #: Column of the source of each row, instead of `source`.
    sources: str | None = None
    #: Column of the time resolution of each row: `raw`, `minute`, `hour` or `day`.
    resolutions: str | None = None
    #: Column of the names of a long table.
    name: str | None = None
    #: Column of the values of a long table.
    value: str | None = None
    #: True if values whose unit is % are written as fractions of 0 to 1.
    fractions: bool = False
    #: True if names of a long table that are not known metrics become metrics with the units of their rows.
    create: bool = False
    #: Metrics of the columns of a wide table, and of the names of a long one.
    series: dict[str, Series] = dataclasses.field(default_factory=dict)

    def text(self):
        """The mapping as a file that can be edited."""
        content = dataclasses.asdict(self)
        content["series"] = {
            name: {key: value for key, value in vars(series).items()
                   if value is not None or key == "metric"}
            for name, series in self.series.items()}
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def parsed(cls, text):
        """The mapping of a file. Raises ValueError with the fault."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise ValueError(f"the mapping is not JSON: {problem}; write one with: "
                             "dayline import FILE --dry-run > FILE.mapping") from None
        if not isinstance(content, dict):
            raise ValueError("the mapping is not a JSON object; write one with: "
                             "dayline import FILE --dry-run > FILE.mapping")
        fields = {field.name for field in dataclasses.fields(cls)}
        if unknown := sorted(content.keys() - fields):
            raise ValueError(f"the mapping has the unknown key {unknown[0]}; "
                             f"its keys are {', '.join(sorted(fields))}")
        series = content.pop("series", {})
        if not isinstance(series, dict):
            raise ValueError("series of the mapping is not an object")
        mapping = cls(**content)
        mapping.series = {name: cls._series(name, each) for name, each in series.items()}
        mapping._check()
        return mapping

    @staticmethod
    def _series(name, content):
        if not isinstance(content, dict) or content.keys() - {"metric", "unit"} or not all(
                isinstance(value, str) and value or value is None for value in content.values()):
            raise ValueError(f"the series {name} of the mapping needs metric and unit, as texts")
        return Series(**content)

    def _check(self):
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            kind = type(getattr(Mapping(), field.name))
            if kind is type(None):
                is_valid = value is None or isinstance(value, str)
            else:
                is_valid = type(value) is kind
            if not is_valid:
                raise ValueError(f"{field.name} of the mapping is not of the type of its default")
        for key, choices in (("delimiter", table.DELIMITERS), ("decimal", (".", ",")),
                             ("shape", ("wide", "long")), ("order", dates.ORDERS),
                             ("encoding", ("utf-8", "utf-8-sig", "utf-16", "cp1252"))):
            if getattr(self, key) not in choices:
                raise ValueError(f"{key} of the mapping is not one of {', '.join(map(repr, choices))}")
        if self.header < 0:
            raise ValueError("header of the mapping is below 0")

    def _columns(self):
        """The columns that the mapping names."""
        names = [self.time, self.clock, self.end, self.units, self.sources, self.resolutions]
        names += [self.name, self.value] if self.shape == "long" else list(self.series)
        return [name for name in names if name is not None]

    def width(self):
        """The least number of columns of a table without a line of names, whose columns are called
        `column 1` and so on."""
        numbers = [name.removeprefix("column ") for name in self._columns()]
        return max((int(number) for number in numbers
                    if number.isascii() and number.isdigit() and len(number) < 4), default=0)

    def check_columns(self, columns):
        """Raises ValueError if a column of the mapping is not in the table."""
        for column in self._columns():
            if column not in columns:
                raise ValueError(f"the mapping names the column {column}; "
                                 f"the columns are {', '.join(columns)}")
        if self.shape == "long" and (self.name is None or self.value is None):
            raise ValueError("a mapping of the shape long needs the columns name and value")
