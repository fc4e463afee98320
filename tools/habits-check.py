#!/usr/bin/env python3
"""Imports random databases of Loop Habit Tracker, exports them to Loop and compares both with SQL over the
databases.

usage: habits-check.py --dayline PROGRAM [--databases N] [--seed S] [--large] [FILE...]

The databases have the schemas 9 to 25 as the migrations of the app leave them. The counts of each report must
balance, a second import must store nothing, and a file without its end ends in a report. The rows of an export
must fit into an empty database of schema 25, and the habits and marks must be those of the first database;
imported, it must have the same entries. FILEs are databases of Loop that are checked as well. With --large a
database of 50 habits and 10 years is imported, and its time is printed. The script shares no code with the
importer.
"""
import argparse
import collections
import os
import random
import sqlite3
import sys
import time

from loop_databases import create, write_random
from temporary_system import System, unbalanced


class Database:
    """A database of any schema, read with SQL alone."""

    def __init__(self, path):
        self.database = sqlite3.connect(path)
        self.schema, = self.database.execute("pragma user_version").fetchone()
        self.columns = {table: {row[1] for row in self.database.execute(f"pragma table_info({table})")}
                        for table in ("Habits", "Repetitions")}

    def value(self, table, column, default):
        """A column as SQL, or its default in a schema without it."""
        return f"{table[0]}.{column}" if column in self.columns[table] else default

    def query(self, columns):
        """The first mark of each habit and day as SQL."""
        self.kind, self.mark = self.value("Habits", "type", "0"), self.value("Repetitions", "value", "2")
        note = f"coalesce({self.value('Repetitions', 'notes', 'null')}, '')"
        return self.database.execute(f"""
            select {columns.format(kind=self.kind, value=self.mark, note=note)}
            from Repetitions as R join Habits as H on H.id = R.habit
            where R.id in (select min(id) from Repetitions where timestamp is not null
                           group by habit, timestamp)""")

    def entries(self):
        """The entries that the marks mean, by habit and day."""
        rows = self.query("""H.name, date(R.timestamp / 1000, 'unixepoch'),
            case when {value} = 3 then 'skipped' else 'completed' end,
            case when {kind} = 1 and {value} <> 3 then {value} / 1000.0 end, {note},
            ({kind} = 0 and {value} in (2, 3)) or ({kind} = 1 and {value} >= 0)""")
        return collections.Counter(row[:-1] for row in rows if row[-1])

    def marks(self):
        """The marks that say something. An automatic check follows from the frequency."""
        rows = self.query("""H.name, R.timestamp,
            case when {kind} = 0 and {value} = 1 then -1 else {value} end, {note}""")
        return collections.Counter(row for row in rows if row[2:] != (-1, ""))

    def habits(self):
        """The settings of the habits in their order; earlier schemas have no palette of colours."""
        question = self.value("Habits", "question", "H.description")
        about = "H.description" if self.schema >= 23 else "''"
        return collections.Counter(self.database.execute(f"""
            select row_number() over (order by position), archived, {"color" if self.schema >= 21 else "null"},
              {question}, {about}, freq_num, freq_den, name, reminder_hour, reminder_min,
              case when reminder_hour is null then 127 else {self.value("Habits", "reminder_days", "127")} end,
              {self.value("Habits", "type", "0")}, {self.value("Habits", "target_type", "0")},
              {self.value("Habits", "target_value", "0")}, {self.value("Habits", "unit", "''")},
              {self.value("Habits", "uuid", "null")}
            from Habits as H"""))


def moved(path, folder):
    """The rows of an exported database in one that has Loop's own schema."""
    target = os.path.join(folder, "moved.db")
    if os.path.exists(target):
        os.remove(target)
    database = create(target, 25)
    database.execute("pragma foreign_keys = on")
    database.execute("attach ? as exported", (path,))
    for table in ("Habits", "Repetitions"):
        names = ", ".join(row[1] for row in database.execute(f"pragma table_info({table})"))
        database.execute(f"insert into main.{table} ({names}) select {names} from exported.{table}")
    database.commit()
    database.close()
    return Database(target)


def stored(system, profile):
    """The entries of a profile, by activity and day."""
    path = os.path.join(system.folder, "all.db")
    system.json("--profile", profile, "export", "--sqlite", path)
    entries = collections.Counter(sqlite3.connect(path).execute(
        "select activity, day, status, value, coalesce(note, '') from entries"))
    os.remove(path)
    return entries


def faults(system, path, profile):
    """Imports a database twice and without its end, exports it, and imports the export."""
    system.json("profile", "add", profile)
    first = Database(path)
    for most in (None, 0):
        report = system.json("--profile", profile, "import", path)
        yield from unbalanced(report)
        if most is not None and report["stored"] > most:
            yield f"the second import stored {report['stored']} items"
    yield from differences("the entries", first.entries(), stored(system, profile))
    exported = os.path.join(system.folder, "loop.db")
    system.json("--profile", profile, "export", "--loop", exported)
    second = moved(exported, system.folder)
    yield from differences("the exported marks", first.marks(), second.marks())
    yield from differences(
        "the exported habits", *same_columns(first.schema, first.habits(), second.habits()))
    copy = f"{profile}-copy"
    system.json("profile", "add", copy)
    yield from unbalanced(system.json("--profile", copy, "import", exported))
    yield from differences("the entries of its import", first.entries(), stored(system, copy))
    short = os.path.join(system.folder, "short.db")
    with open(path, "rb") as file, open(short, "wb") as part:
        part.write(file.read()[:os.path.getsize(path) * 2 // 3])
    cut = f"{profile}-cut"
    system.json("profile", "add", cut)
    done = system.run("--profile", cut, "import", short, "--as", "loop")
    if done.returncode not in (1, 3):
        yield f"without its end the import has the status {done.returncode}: {done.stderr}"


def differences(subject, expected, found):
    if expected != found:
        missing, extra = list((expected - found).items()), list((found - expected).items())
        yield f"{subject} differ: {len(missing)} missing {missing[:3]}, {len(extra)} added {extra[:3]}"


def same_columns(schema, first, second):
    """The settings of two databases without the colour and the identifier that the first schema lacks."""
    def shortened(rows):
        return collections.Counter(
            row[:2] + (row[2] if schema >= 21 else None,) + row[3:-1] + (row[-1] if schema >= 24 else None,)
            for row in rows)
    return shortened(first), shortened(second)


def large(system):
    """Prints the time of a database of 50 habits and 10 years."""
    path = os.path.join(system.folder, "large.db")
    write_random(path, random.Random(7), 25, 50, 3650)
    system.json("profile", "add", "large")
    seconds = []
    for _ in range(2):
        start = time.monotonic()
        report = system.json("--profile", "large", "import", path)
        seconds.append(time.monotonic() - start)
    print(f"50 habits, 10 years: {report['byType']['Entry']['read']} marks in {seconds[0]:.2f} s, "
          f"again in {seconds[1]:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dayline", required=True, type=os.path.abspath)
    parser.add_argument("--databases", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    schemas = [25, 9, 16, 20] + [generator.randrange(9, 26) for _ in range(options.databases)]
    system = System(options.dayline)
    count = 0
    try:
        paths = list(options.files)
        for number, schema in enumerate(schemas[:options.databases]):
            paths.append(os.path.join(system.folder, f"schema-{schema}-{number}.db"))
            write_random(paths[-1], generator, schema, 6, 200)
        for number, path in enumerate(paths):
            for fault in faults(system, path, f"p{number}"):
                count += 1
                print(f"{os.path.basename(path)} of seed {options.seed}: {fault}")
        if options.large:
            large(system)
    finally:
        system.close()
    print(f"{len(paths)} databases of seed {options.seed}, {count} faults")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
