"""A replica on the other machine, and the comparison of its database with that of its home."""
import hashlib
import os
import sqlite3
import time

CATCH_UP_SECONDS = 120
#: Both databases are opened while storage has them open.
WAITS = 30.0


def digests(home):
    """{table: hash of its rows} of the database of a home."""
    path = os.path.join(home, "dayline.sqlite")
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=WAITS)
    connection.text_factory = bytes
    try:
        connection.execute("BEGIN")
        tables = [name.decode() for name, in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        found = {}
        for table in tables:
            hashed = hashlib.blake2b()
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                hashed.update(repr(row).encode())
            found[table] = hashed.hexdigest()
        return found
    finally:
        connection.close()


class Replica:
    """A home on the other machine that follows the home."""

    def __init__(self, caller, primary, address, key):
        self.caller, self.primary = caller, primary
        self.folder = caller.options[1]
        caller.run("follow", address, "--key", key)

    def catch_up(self):
        """Returns the seconds until all rows are equal, and a sentence for each table whose rows differ."""
        begun = time.monotonic()
        while True:
            try:
                copied, original = digests(self.folder), digests(self.primary.folder)
                different = sorted(set(copied.items()) ^ set(original.items()))
            except sqlite3.DatabaseError as problem:  # pages are being written without locks
                different = [(str(problem), "")]
            seconds = time.monotonic() - begun
            if not different:
                return seconds, []
            if seconds > CATCH_UP_SECONDS:
                return seconds, [f"the replica has other rows in {name}" for name in sorted({row[0] for row in different})]
            time.sleep(0.2)

    def compare_files(self):
        """A sentence if the files differ after both homes were stopped."""
        self.caller.run("down")
        self.primary.run("down")
        contents = []
        for folder in (self.folder, self.primary.folder):
            with open(os.path.join(folder, "dayline.sqlite"), "rb") as file:
                contents.append(file.read())
        if contents[0] != contents[1]:
            yield "the file of the replica differs from that of its home"
