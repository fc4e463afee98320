"""The text of a table as blocks of rows, in limited memory."""

from __future__ import annotations

import codecs
import collections
import csv
import io
from typing import NamedTuple

#: Characters of text that are read at once.
BLOCK = 1 << 18
#: Characters of a row; a longer row is damaged.
ROW_LIMIT = 1 << 20
#: Lines of a row; a row with more has an unclosed quote.
LINES_IN_ROW = 200
DELIMITERS = (",", ";", "\t", "|")

csv.field_size_limit(ROW_LIMIT)


class Dialect(NamedTuple):
    """How the bytes of a file become rows."""

    encoding: str
    delimiter: str


class Block(NamedTuple):
    """Consecutive complete rows of a file as text."""

    text: str
    #: Offset of its first byte in the file.
    offset: int
    #: Number of its first line, from 1.
    line: int
    #: True if the file ends after it.
    is_last: bool

    def rows(self, dialect):
        """The rows. Raises csv.Error."""
        return list(csv.reader(io.StringIO(self.text, newline=""), delimiter=dialect.delimiter))

    def located_rows(self, dialect):
        """The rows with offset, line number and text of each, with its line end. A line that begins no
        valid row has the row None."""
        offset, line = self.offset, self.line
        source = io.StringIO(self.text, newline="")
        pending = collections.deque()
        taken = []

        def lines():
            while text := pending.popleft() if pending else source.readline():
                taken.append(text)
                if len(taken) > LINES_IN_ROW:
                    raise csv.Error
                yield text

        while True:
            try:
                row = next(csv.reader(lines(), delimiter=dialect.delimiter))
                is_unclosed = len(taken) > 1 and "".join(taken).count('"') % 2 == 1
            except StopIteration:
                return
            except csv.Error:
                row, is_unclosed = None, True
            if is_unclosed:
                # The next row begins after the first line.
                row = None
                pending.extendleft(reversed(taken[1:]))
                del taken[1:]
            text = "".join(taken)
            yield row, offset, line, text
            offset += size(text, dialect.encoding)
            line += len(taken)
            taken.clear()


def size(text, name):
    """The number of bytes of a text within a file of an encoding."""
    # Only the beginning of the file has a byte order mark.
    plain = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(name, name)
    return len(text.encode(plain, "replace"))


def encoding(head):
    """The encoding of the first bytes of a file. Raises ValueError for bytes other than text."""
    for mark, name in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"),
                       (codecs.BOM_UTF16_BE, "utf-16")):
        if head.startswith(mark):
            return name
    if b"\0" in head:
        raise ValueError("it is not a text; export it as CSV in UTF-8")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
        return "utf-8"
    except UnicodeDecodeError:
        return "cp1252"


def delimiter(text):
    """The character that separates the fields: the one with the most fields in most lines."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]

    def score(candidate):
        try:
            widths = [len(row) for row in csv.reader(lines, delimiter=candidate)]
        except csv.Error:
            return 0, 0
        return max(((widths.count(width), width) for width in set(widths) - {0, 1}), default=(0, 0))

    return max(DELIMITERS, key=score)


def field_text(text):
    """A text without the apostrophe that Dayline's exports put before what a spreadsheet would take for
    a formula."""
    if text.startswith("'") and text.lstrip("'")[:1] in tuple("=+-@\t\r"):
        return text[1:]
    return text


def without_header(block, dialect, header):
    """The row of names of the first block, and the block after it. `header` is the line of the names; if
    it is 0 the table has none, and the row has as many empty names as there are fields."""
    position = 0
    for row, offset, line, text in block.located_rows(dialect):
        if not header:
            return [""] * len(row or ()), block
        position += len(text)
        if line >= header:
            rest = Block(block.text[position:], offset + size(text, dialect.encoding),
                         line + text.count("\n"), block.is_last)
            return row or [], rest
    return [], Block("", block.offset, block.line, block.is_last)


def blocks(file, name):
    """The blocks of a file. A block ends after a row."""
    decoder = codecs.getincrementaldecoder(name)("replace")
    rest, line = "", 1
    offset = {"utf-8-sig": 3, "utf-16": 2}.get(name, 0)
    while True:
        content = file.read(BLOCK)
        rest += decoder.decode(content, not content)
        end = _row_end(rest) if content else len(rest)
        if end or not content:
            text, rest = rest[:end], rest[end:]
            yield Block(text, offset, line, not content)
            offset += size(text, name)
            line += text.count("\n") or text.count("\r")
        if not content:
            return


def _row_end(text):
    """The end of the last complete row; 0 without one."""
    last = text.rfind("\n") + 1 or text.rfind("\r", 0, -1) + 1
    if not last and len(text) > ROW_LIMIT:
        return len(text)
    end = last
    for _ in range(LINES_IN_ROW):
        if text.count('"', 0, end) % 2 == 0:
            return end
        # A quoted field continues in the next line.
        end = text.rfind("\n", 0, end - 1) + 1
    return last
