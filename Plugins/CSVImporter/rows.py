"""Tables of an export whose rows are read one by one."""

from __future__ import annotations

import datetime

from dayline.importer import Line
from table import Dialect, field_text


class Rows:
    """Reads a table row by row. A subclass has the type of its rows in the import report and sends one."""

    #: Type of a row in the import report.
    type = "Row"

    def __init__(self, mapping, columns, batches):
        self.batches = batches
        self._columns = columns
        self._dialect = Dialect(mapping.encoding, mapping.delimiter)

    def read(self, block):
        """Sends the rows of a block; a row that cannot be read is quarantined."""
        for row, offset, number, text in block.located_rows(self._dialect):
            if row == [] or row is not None and not any(row):
                continue
            try:
                if row is None or len(row) != len(self._columns):
                    raise ValueError("it has another number of fields than the table")
                self.append(dict(zip(self._columns, map(field_text, map(str.strip, row)))),
                            Line(text, offset, number))
            except (ValueError, OverflowError) as error:
                self.batches.quarantine(self.type, offset, number, str(error), text)
        self.batches.progress(block.offset)

    def append(self, row, line):
        """Sends a row, given by column. Raises ValueError."""
        raise NotImplementedError


def instant(text):
    """Milliseconds since 1970 of a time with its offset. Raises ValueError for other texts."""
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if time.tzinfo is None:
        raise ValueError(f"its time \"{text[:40]}\" has no offset")
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (time - epoch) // datetime.timedelta(milliseconds=1)
