"""Dates and times of a table as milliseconds since 1970.

A text is split into its date and its time of day; the results of both are cached, because files repeat
them. A day on which the zone changes its offset is not cached as a whole.
"""

from __future__ import annotations

import datetime
import re
import zoneinfo

DAY = 86_400_000
#: Orders of the parts of a date, and instants as numbers.
ORDERS = ("ymd", "dmy", "mdy", "seconds", "milliseconds")
#: Texts in a cache; a full cache is cleared, so that memory is limited.
CACHE_LIMIT = 1 << 16

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_MONTHS = {name: number + 1 for number, names in enumerate((
    ("jan", "january", "januar", "janvier", "enero"), ("feb", "february", "februar", "febrero"),
    ("mar", "march", "märz", "mrz", "mars", "marzo"), ("apr", "april", "avril", "abril"),
    ("may", "mai", "mayo"), ("jun", "june", "juni", "juin", "junio"),
    ("jul", "july", "juli", "juillet", "julio"), ("aug", "august", "août", "agosto"),
    ("sep", "sept", "september", "septembre", "septiembre"),
    ("oct", "october", "okt", "oktober", "octobre", "octubre"),
    ("nov", "november", "novembre", "noviembre"),
    ("dec", "december", "dez", "dezember", "décembre", "diciembre")))
    for name in names}
_DATE = re.compile(r"\s*(?:[^\W\d]+\.?,?\s+)??(?:"
                   r"(\d{1,4})[-/.\s]\s*(\d{1,2}|[^\W\d]+\.?)[-/.,\s]\s*(\d{1,4})"
                   r"|([^\W\d]+)\.?\s+(\d{1,2}),?\s+(\d{4}))(?!\d)")
_CLOCK = re.compile(r"[T,\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*"
                    r"([AaPp])?\.?(?:[Mm]\.?)?\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?\s*")


class Irregular(ValueError):
    """A text that is valid alone but cannot use the caches."""


class ZoneChange(Irregular):
    """A day on which the zone changes its offset."""


def date_parts(text, order):
    """The date at the start of a text, and the rest of the text. Raises ValueError."""
    match = _DATE.match(text)
    if match is None:
        raise ValueError("it has no date")
    if match[4]:
        month, day, year = _month(match[4]), int(match[5]), int(match[6])
    elif not match[2].isdigit():
        day, month, year = int(match[1]), _month(match[2]), int(match[3])
        if day > 31:
            day, year = year, day
    else:
        numbers = [int(match[1]), int(match[2]), int(match[3])]
        if len(match[1]) == 4:
            year, month, day = numbers
        elif order == "mdy":
            month, day, year = numbers
        elif order == "dmy":
            day, month, year = numbers
        else:
            raise ValueError("its date is not year, month and day")
        if len(match[1]) != 4 and len(match[3]) == 2:
            year += 2000 if year < 70 else 1900
    try:
        return datetime.date(year, month, day), text[match.end():]
    except ValueError:
        raise ValueError("its date does not exist") from None


def _month(name):
    try:
        return _MONTHS[name.lower().rstrip(".")]
    except KeyError:
        raise ValueError("it has no date") from None


def clock_parts(text):
    """The milliseconds of a time of day, and the offset from UTC in milliseconds or None. An empty text
    is midnight. Raises ValueError."""
    if not text.strip(" T,"):
        return 0, None
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise ValueError("it has no time of day")
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if match[5]:
        if not 1 <= hour <= 12:
            raise ValueError("it has no time of day")
        hour = hour % 12 + (12 if match[5] in "Pp" else 0)
    if hour > 23 or minute > 59 or second > 60:
        raise ValueError("it has no time of day")
    milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + int((match[4] or "0").ljust(3, "0")[:3])
    zone = match[6]
    if zone is None:
        return milliseconds, None
    if zone[0] not in "+-":
        return milliseconds, 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    offset = (int(digits[:2]) * 60 + int(digits[2:])) * 60_000
    return milliseconds, -offset if zone[0] == "-" else offset


class Zones:
    """Time zones by day: one for all days, or those of the profile."""

    def __init__(self, name=None, profile=()):
        changes = [(None, name)] if name else [(each.get("from"), each["zone"]) for each in profile]
        self._changes = [
            (datetime.date.fromisoformat(first) if first else datetime.date.min, self._zone(zone))
            for first, zone in changes] or [(datetime.date.min, datetime.timezone.utc)]

    @staticmethod
    def _zone(name):
        try:
            return zoneinfo.ZoneInfo(name)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"there is no time zone {name}") from None

    def instant(self, day, milliseconds):
        """The instant of a local time of day, in milliseconds since 1970."""
        zone = self._changes[0][1]
        for first, other in self._changes:
            if first <= day:
                zone = other
        try:
            local = (datetime.datetime.combine(day, datetime.time(), zone)
                     + datetime.timedelta(milliseconds=milliseconds))
            offset = local.utcoffset() or datetime.timedelta()
        except OverflowError:
            raise ValueError("its time is out of range") from None
        return ((day.toordinal() - _EPOCH) * DAY + milliseconds
                - int(offset.total_seconds() * 1000))


class _Days(dict):
    """Starts of days by the text of a date. A day that the zone changes on is irregular."""

    def __init__(self, times):
        super().__init__()
        self._times = times

    def __missing__(self, text):
        if len(self) >= CACHE_LIMIT:
            self.clear()
        day, rest = date_parts(text, self._times.order)
        if rest.strip(" ,"):
            raise Irregular
        start = self._times.zones.instant(day, 0)
        if self._times.zones.instant(day + datetime.timedelta(1), 0) - start != DAY:
            raise ZoneChange
        self[text] = start
        return start


class _UTCDays(dict):
    """Starts of days in UTC, for times that have an offset."""

    def __init__(self, times):
        super().__init__()
        self._times = times

    def __missing__(self, text):
        if len(self) >= CACHE_LIMIT:
            self.clear()
        day, rest = date_parts(text, self._times.order)
        if rest.strip(" ,"):
            raise Irregular
        start = self[text] = (day.toordinal() - _EPOCH) * DAY
        return start


class _Clocks(dict):
    """Milliseconds after the start of a day; with an offset, of the day in UTC."""

    def __init__(self, has_offset):
        super().__init__()
        self._has_offset = has_offset

    def __missing__(self, text):
        if len(self) >= CACHE_LIMIT:
            self.clear()
        if not text.strip(" ,"):
            raise Irregular
        milliseconds, offset = clock_parts(text)
        if (offset is not None) != self._has_offset:
            raise Irregular
        milliseconds = self[text] = milliseconds - (offset or 0)
        return milliseconds


class Times:
    """Reads the instants of one column."""

    def __init__(self, order, zones, has_offset=False):
        self.order = order
        self.zones = zones
        self._days = _UTCDays(self) if has_offset else _Days(self)
        self._clocks = _Clocks(has_offset)
        self._ends = {}

    def instants(self, texts):
        """The instants of many texts; raises ValueError if one is invalid or not in the usual form."""
        if self.order == "seconds":
            return [round(float(text) * 1000) for text in texts]
        if self.order == "milliseconds":
            return [round(float(text)) for text in texts]
        try:
            return self._cached(texts)
        except ZoneChange:
            return [self._instant_of_form(text) for text in texts]

    def _instant_of_form(self, text):
        """The instant of a text that may be on a day on which the zone changes."""
        try:
            return self._cached([text])[0]
        except ZoneChange:
            return self.instant(text)

    def _cached(self, texts):
        days, clocks = self._days, self._clocks
        if self.order == "ymd":
            return [days[text[:10]] + clocks[text[10:]] for text in texts]
        return [days[day] + clocks[clock]
                for day, _, clock in [text.partition(" ") for text in texts]]

    def days(self, texts):
        """The starts of the days of many texts; raises ValueError if one is invalid or has a time."""
        try:
            return [self._days[text] for text in texts]
        except ZoneChange:
            for text in texts:
                if date_parts(text, self.order)[1].strip(" ,"):
                    raise Irregular from None
            return [self.instant(text) for text in texts]

    def instant(self, text):
        """The instant of one text. Raises ValueError."""
        if self.order in ("seconds", "milliseconds"):
            try:
                return self.instants([text])[0]
            except (ValueError, OverflowError):
                raise ValueError("it has no time") from None
        day, rest = date_parts(text, self.order)
        milliseconds, offset = clock_parts(rest)
        if offset is not None:
            return (day.toordinal() - _EPOCH) * DAY + milliseconds - offset
        return self.zones.instant(day, milliseconds)

    def day_end(self, text):
        """The start of the day after the date of a text. Raises ValueError."""
        end = self._ends.get(text)
        if end is None:
            if len(self._ends) >= CACHE_LIMIT:
                self._ends.clear()
            day, rest = date_parts(text, self.order)
            if rest.strip(" ,"):
                raise Irregular
            try:
                following = day + datetime.timedelta(1)
            except OverflowError:
                raise ValueError("its time is out of range") from None
            end = self._ends[text] = self.zones.instant(following, 0)
        return end
