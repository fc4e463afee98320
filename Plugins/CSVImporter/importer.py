#!/usr/bin/env python3
"""Imports tables of comma-separated values. The mapping of the columns is guessed from the first rows, or
that of `dayline import --mapping`; docs/csv.md describes both."""

from __future__ import annotations

import gc
import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))
# The library in a source tree, and beside the plugins of an installation.
sys.path += [os.path.join(_FOLDER, "..", "..", part) for part in ("tools/python", "python")]

import dayline.importer  # noqa: E402

import exports  # noqa: E402
import guess  # noqa: E402
import table  # noqa: E402
from mapping import Mapping  # noqa: E402
from nights import Nights  # noqa: E402
from samples import Samples  # noqa: E402
from workouts import Workouts  # noqa: E402

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
#: Bytes that the encoding is found from.
HEAD = 1 << 16


def read(file, batches):
    """Sends the samples, workouts or nights of a table."""
    given = None if batches.mapping is None else Mapping.parsed(batches.mapping)
    head = file.read(HEAD)
    if not head:
        raise ValueError("the file is empty")
    encoding = given.encoding if given else table.encoding(head)
    file.seek(0)
    blocks = table.blocks(file, encoding)
    first = next(blocks)
    guessed = None if given else guess.Guess(first.text, encoding, batches)
    mapping = given or guessed.mapping
    batches.use_mapping(mapping.text())
    for note in guessed.notes if guessed else ():
        batches.problem(note)
    dialect = table.Dialect(mapping.encoding, mapping.delimiter)
    names, body = table.without_header(first, dialect, mapping.header)
    batches.set_format(f"table of {len(names)} columns separated by {SEPARATORS[mapping.delimiter]}, "
                       + ("a row for each value" if mapping.shape == "long" else "a column for each metric"))
    if not mapping.header:
        # The first row can be damaged.
        names += [""] * (mapping.width() - len(names))
    columns = guess.column_names(names)
    own = {"workouts": Workouts, "nights": Nights}.get(exports.own_table(columns))
    if mapping.time is None and own:
        rows = own(mapping, columns, batches)
    else:
        rows = Samples(mapping, columns, batches,
                       ignored_type=guessed.unstored.type if guessed and guessed.unstored else None)
    rows.read(body)
    for block in blocks:
        rows.read(block)


if __name__ == "__main__":
    # Rows are never part of reference cycles, so that the collector would search them in vain.
    gc.disable()
    dayline.importer.run(read)
