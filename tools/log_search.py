#!/usr/bin/env python3
"""Searches the logs of test systems for the health data in their databases.

usage: log_search.py FOLDER

Tests pass the homes of their systems to `keep` before they remove them. If the variable DAYLINE_TEST_LOGS names
a folder, `keep` copies the logs and the database into it. The search takes from each database the numbers of
entries and day totals that have five digits and a fraction, notes, reasons, places and answers, and reports
each record of a log above the level debug that contains one. Databases on a server have no file and are left
out.

The search cannot find integers, such as steps and heart rates, and short numbers, such as a weight of 81.5: logs
have such numbers of their own, such as ports and durations. A test that has to find its values in all forms plants
numbers with the digits of `PLANTED`, as in 81.31415926. These are found in all logs, also if the database does not
have them.
"""
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile

VARIABLE = "DAYLINE_TEST_LOGS"
#: The digits of values that tests plant. No other number of a log is likely to have them.
PLANTED = "31415926"
#: Texts below this length can be words of a message.
TEXT_LENGTH = 8
QUIET = {"trace", "debug"}
NUMBERS = ("SELECT value FROM entry", "SELECT entered_amount FROM entry",
           *(f"SELECT {column} FROM day_total" for column in ("sum", "min", "max", "last")))
TEXTS = tuple(f"SELECT {column} FROM entry" for column in ("note", "reason", "place", "answer"))
NUMBER = re.compile(r"[0-9]+\.[0-9]+")
LINE = re.compile(r"\S+ (?P<level>[a-z]+) (?P<message>.*)", re.DOTALL)


def copy_home(home):
    """Copies the logs and the database of a home for a later search."""
    target = os.environ.get(VARIABLE)
    if not target or not os.path.isdir(os.path.join(home, "logs")):
        return
    folder = tempfile.mkdtemp(dir=target)
    shutil.copytree(os.path.join(home, "logs"), os.path.join(folder, "logs"))
    for suffix in ("", "-wal"):
        path = os.path.join(home, "dayline.sqlite" + suffix)
        if os.path.exists(path):
            shutil.copy(path, folder)


def values(database):
    """The numbers, as texts, and the texts of a database that no other program is likely to write."""
    numbers, texts = set(), set()
    connection = sqlite3.connect(database)
    try:
        for query in NUMBERS:
            numbers.update(repr(value) for value, in connection.execute(query) if isinstance(value, float))
        for query in TEXTS:
            texts.update(text for text, in connection.execute(query) if text and len(text) >= TEXT_LENGTH)
    except sqlite3.DatabaseError:
        # A database that a test has damaged, or of another schema.
        return set(), set()
    finally:
        connection.close()
    return {text for text in numbers if is_rare(text)}, texts


def is_rare(number):
    """True for a decimal number with five digits or more, and a fraction other than zero."""
    whole, _, fraction = number.partition(".")
    return fraction.isdigit() and fraction != "0" and len(whole.lstrip("-")) + len(fraction) >= 5


def records(path):
    """(level, text) of each record of a log. A line without a level continues the record before."""
    level = "info"
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("{"):
                try:
                    record = json.loads(line)
                except ValueError:
                    record = {}
                level = record.pop("level", "info")
                for key in ("time", "micros", "trace", "call"):
                    record.pop(key, None)
                yield level, " ".join(str(value) for value in record.values())
            elif match := LINE.fullmatch(line.rstrip("\n")):
                level = match["level"]
                yield level, match["message"]
            else:
                yield level, line.rstrip("\n")


def findings(folder, numbers, texts):
    """(path, text) of each record of the logs of a copied home that has a value of its database, or a planted one."""
    for parent, _, names in os.walk(os.path.join(folder, "logs")):
        for name in sorted(names):
            path = os.path.join(parent, name)
            for level, text in records(path):
                found = (PLANTED in text or numbers.intersection(NUMBER.findall(text))
                         or any(value in text for value in texts))
                if level not in QUIET and found:
                    yield path, text


def main(arguments):
    if len(arguments) != 1 or not os.path.isdir(arguments[0]):
        sys.exit(__doc__)
    homes = sorted(os.listdir(arguments[0]))
    number, has_finding = 0, False
    for home in homes:
        folder = os.path.join(arguments[0], home)
        numbers, texts = values(os.path.join(folder, "dayline.sqlite"))
        number += len(numbers) + len(texts)
        for path, text in findings(folder, numbers, texts):
            has_finding = True
            print(f"{os.path.relpath(path, arguments[0])}: health data above the level debug: {text}")
    print(f"{len(homes)} homes with {number} values were searched")
    if not number:
        sys.exit("The homes have no values to search for.")
    sys.exit(1 if has_finding else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
