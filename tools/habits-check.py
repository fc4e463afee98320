#!/usr/bin/env python3
"""Imports random databases of Loop Habit Tracker and compares the entries with SQL over the databases.

usage: habits-check.py --dayline PROGRAM [--databases N] [--seed S] [--large] [FILE...]

The databases have the schemas 9 to 25 as the migrations of the app leave them. The counts of each report must
balance, a second import must store nothing, and a file without its end ends in a report. FILEs are databases
of Loop that are imported and compared as well. With --large a database of 50 habits and 10 years is imported,
and its time is printed. The script shares no code with the importer.
"""
import argparse
import collections
import datetime
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

DAY = 86_400_000
PARTS = ("stored", "duplicate", "quarantined", "ignored")
EPOCH = datetime.date(1970, 1, 1)
COLUMNS = [(11, "reminder_days integer not null default 127"), (16, "type integer not null default 0"),
           (18, "target_type integer not null default 0"), (18, "target_value real not null default 0"),
           (18, "unit text not null default ''"), (23, "question text"), (24, "uuid text")]


class System:
    """A running system in a new home."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
        self.program = program
        self.environment = {**os.environ, "DAYLINE_WEB_PORT": "0"}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.json("up", "--detach")

    def run(self, *arguments):
        return subprocess.run(
            [self.program, "--home", os.path.join(self.folder, "home"), "--json", *arguments],
            env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def json(self, *arguments, statuses=(0, 3)):
        done = self.run(*arguments)
        if done.returncode not in statuses:
            sys.exit(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout) if done.stdout.strip().startswith("{") else None

    def close(self):
        self.run("down")
        shutil.rmtree(self.folder, ignore_errors=True)


def make(path, generator, schema, habits, days):
    """Writes a random database of a schema."""
    database = sqlite3.connect(path)
    columns = ["id integer primary key autoincrement", "archived integer", "color integer",
               "description text", "freq_den integer", "freq_num integer", "highlight integer", "name text",
               "position integer", "reminder_hour integer", "reminder_min integer"]
    columns += [text for first, text in COLUMNS if first <= schema]
    empty = " not null" if schema >= 22 else ""
    marks = ["id integer primary key autoincrement", f"habit integer{empty}", f"timestamp integer{empty}"]
    if schema >= 16:
        marks.append("value integer not null default 2")
    if schema >= 25:
        marks.append("notes text")
    database.execute(f"create table Habits ({', '.join(columns)})")
    database.execute(f"create table Repetitions ({', '.join(marks)})")
    if schema >= 13:
        unique = "unique " if schema >= 22 else ""
        database.execute(
            f"create {unique}index idx_repetitions_habit_timestamp on Repetitions (habit, timestamp)")
    database.execute(f"pragma user_version = {schema}")
    rows = []
    for habit in range(1, habits + 1):
        values = {"id": habit, "archived": int(generator.random() < 0.1), "name": f"Habit {habit:02}",
                  "color": generator.randrange(12) if schema >= 14 else -2937041, "position": habit,
                  "freq_num": generator.randrange(1, 8), "freq_den": generator.choice([1, 7, 30, 31, 14, 2]),
                  "description": "", "highlight": 0}
        numerical = schema >= 18 and generator.random() < 0.4
        if numerical:
            values |= {"type": 1, "target_value": generator.randrange(1, 50), "unit": "km", "freq_num": 1,
                       "target_type": generator.randrange(2)}
        if schema >= 24:
            values["uuid"] = f"{generator.getrandbits(128):032x}"
        if generator.random() < 0.3:
            values |= {"reminder_hour": generator.randrange(24), "reminder_min": generator.randrange(60)}
        database.execute(
            f"insert into Habits ({', '.join(values)}) values ({', '.join('?' * len(values))})",
            list(values.values()))
        for day in range(days):
            if generator.random() < 0.2:
                continue
            row = [habit, (19_000 - day) * DAY]
            if schema >= 16:
                value = generator.choice([-1, 3] + [generator.randrange(4, 90_000)] * 8) if numerical else (
                    generator.choice([2] * 12 + [0, 1, 3, -1]))
                row.append(value)
            if schema >= 25:
                row.append(generator.choice([None] * 9 + ["a note, \"quoted\""]))
            rows.append(row)
    generator.shuffle(rows)
    names = ["habit", "timestamp"] + ["value"] * (schema >= 16) + ["notes"] * (schema >= 25)
    database.executemany(
        f"insert into Repetitions ({', '.join(names)}) values ({', '.join('?' * len(names))})", rows)
    database.commit()
    database.close()


def truth(path):
    """The entries that a database has, by habit and day, read with SQL alone."""
    database = sqlite3.connect(path)
    habits = {row[1] for row in database.execute("pragma table_info(Habits)")}
    marks = {row[1] for row in database.execute("pragma table_info(Repetitions)")}
    kind = "h.type" if "type" in habits else "0"
    value = "r.value" if "value" in marks else "2"
    note = "coalesce(r.notes, '')" if "notes" in marks else "''"
    return collections.Counter(database.execute(f"""
        select h.name, date(r.timestamp / 1000, 'unixepoch'),
          case when {value} = 3 then 'skipped' else 'completed' end,
          case when {kind} = 1 and {value} <> 3 then {value} / 1000.0 end, {note}
        from Repetitions as r join Habits as h on h.id = r.habit
        where r.timestamp is not null and (({kind} = 0 and {value} in (2, 3)) or ({kind} = 1 and {value} >= 0))
          and r.id in (select min(id) from Repetitions group by habit, timestamp)"""))


def stored(system):
    """The entries of the home, by activity and day."""
    path = os.path.join(system.folder, "all.db")
    system.json("export", "--sqlite", path)
    entries = collections.Counter(sqlite3.connect(path).execute(
        "select activity, day, status, value, coalesce(note, '') from entries"))
    os.remove(path)
    return entries


def check(program, path, name):
    """Imports a database twice and without its end, exports it, and imports the export."""
    system = System(program)
    try:
        report = system.json("import", path)
        again = system.json("import", path)
        for each in (report, again):
            for counts in [each, *each["byType"].values()]:
                if counts["read"] != sum(counts[part] for part in PARTS):
                    sys.exit(f"{name}: the counts do not balance: {counts}")
        if again["stored"]:
            sys.exit(f"{name}: the second import stored {again['stored']} items")
        expected, found = truth(path), stored(system)
        if expected != found:
            difference = list((expected - found).items())[:3] + list((found - expected).items())[:3]
            sys.exit(f"{name}: the entries differ: {difference}")
        exported = os.path.join(system.folder, "loop.db")
        system.json("export", "--loop", exported)
        if truth(exported) != expected:
            sys.exit(f"{name}: the entries of the exported database differ")
        short = os.path.join(system.folder, "short.db")
        with open(path, "rb") as file, open(short, "wb") as copy:
            copy.write(file.read()[:os.path.getsize(path) * 2 // 3])
        if system.run("import", short, "--as", "loop").returncode not in (0, 1, 3):
            sys.exit(f"{name}: a file without its end is not reported")
        return sum(expected.values())
    finally:
        system.close()


def large(program):
    """Prints the time of a database of 50 habits and 10 years."""
    folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
    system = System(program)
    try:
        path = os.path.join(folder, "large.db")
        make(path, random.Random(7), 25, 50, 3650)
        start = time.monotonic()
        report = system.json("import", path)
        seconds = time.monotonic() - start
        start = time.monotonic()
        system.json("import", path)
        print(f"50 habits, 10 years: {report['byType']['Entry']['stored']} entries in {seconds:.2f} s "
              f"({report['seconds']:.2f} s in the report), again in {time.monotonic() - start:.2f} s")
    finally:
        system.close()
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dayline", required=True)
    parser.add_argument("--databases", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    folder = tempfile.mkdtemp(prefix="dl-", dir="/tmp")
    entries = 0
    try:
        schemas = [25, 9, 16, 20] + [generator.randrange(9, 26) for _ in range(arguments.databases)]
        for schema in schemas[:arguments.databases]:
            path = os.path.join(folder, f"loop-{schema}.db")
            make(path, generator, schema, 6, 200)
            entries += check(arguments.dayline, path, f"schema {schema}, seed {arguments.seed}")
            os.remove(path)
    finally:
        shutil.rmtree(folder)
    for path in arguments.files:
        entries += check(arguments.dayline, path, path)
    print(f"{arguments.databases} databases, {len(arguments.files)} files: {entries} entries, no difference")
    if arguments.large:
        large(arguments.dayline)


main()
