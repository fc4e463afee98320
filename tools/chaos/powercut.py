"""The files after a power cut, computed from the record of the file operations of storage.

The model is a file system with a journal of names. Writes of a file before its last completed sync are kept.
Later ones are lost or kept in blocks, each by chance. Writes that a failed sync should have stored are lost
or kept by chance, even if a later sync succeeds. Creations, renames and removals are kept in their order, at
least up to the last completed sync of any file.
"""
import os
import shutil
import sqlite3
import struct
import tempfile
from typing import NamedTuple

WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, SYNC_FAILED, CREATE, RENAME, UNLINK, MAKE_FOLDER = range(1, 10)
HEADER = struct.Struct("<IIQQQQ")
#: Files that are shared memory, and not read after a restart of the machine.
VOLATILE = ("-shm",)


class Operation(NamedTuple):
    kind: int
    path: str
    seconds: float
    offset: int
    length: int
    token: int
    data: bytes


def read_record(path):
    """The operations of a record, in their order. An incomplete last one is left out."""
    operations = []
    with open(path, "rb") as file:
        while len(head := file.read(HEADER.size)) == HEADER.size:
            kind, path_length, nanoseconds, offset, length, token = HEADER.unpack(head)
            name = file.read(path_length).decode()
            size = length if kind in (WRITE, RENAME) else 0
            data = file.read(size)
            if len(data) < size:
                break
            operations.append(Operation(kind, name, nanoseconds / 1e9, offset, length, token, data))
    return operations


class Content:
    """The writes of one file. A sync makes those before it durable."""

    PENDING, DURABLE, DOUBTFUL = range(3)

    def __init__(self):
        self.operations, self.states, self.syncs = [], [], {}

    def append(self, operation):
        self.operations.append(operation)
        self.states.append(self.PENDING)

    def begin_sync(self, token):
        self.syncs[token] = len(self.operations)

    def end_sync(self, token, state):
        for number in range(self.syncs.pop(token, 0)):
            if self.states[number] == self.PENDING:
                self.states[number] = state

    def bytes(self, chance, block, share):
        """The content, with each block of a write that is not durable kept with the probability `share`."""
        content = bytearray()
        for operation, state in zip(self.operations, self.states):
            if operation.kind == TRUNCATE:
                if state == self.DURABLE or chance.random() < share:
                    del content[operation.length:]
                    content.extend(bytes(operation.length - len(content)))
                continue
            position, end = operation.offset, operation.offset + len(operation.data)
            while position < end:
                limit = min(end, (position // block + 1) * block)
                if state == self.DURABLE or chance.random() < share:
                    content.extend(bytes(max(0, limit - len(content))))
                    content[position:limit] = operation.data[position - operation.offset:limit - operation.offset]
                position = limit
        return bytes(content)


class Disk:
    """The files of a record up to a cut."""

    def __init__(self, operations):
        self.contents, names, durable_names = {}, [], 0
        # The content that a path has while the record is read.
        self.current, begun = {}, {}
        for operation in operations:
            path, kind = operation.path, operation.kind
            if path.endswith(VOLATILE):
                continue
            if kind in (CREATE, RENAME, UNLINK, MAKE_FOLDER):
                self._rename(operation, names)
                continue
            content = self.current.get(path)
            if kind == SYNC_BEGIN:
                begun[operation.token] = len(names)
                if content:
                    content.begin_sync(operation.token)
            elif kind in (SYNC_END, SYNC_FAILED):
                if content:
                    content.end_sync(operation.token, Content.DURABLE if kind == SYNC_END else Content.DOUBTFUL)
                if kind == SYNC_END:
                    durable_names = max(durable_names, begun.get(operation.token, 0))
            elif content:
                content.append(operation)
        self.names, self.durable_names = names, durable_names

    def _rename(self, operation, names):
        if operation.kind == CREATE:
            self.current[operation.path] = Content()
        content = self.current.get(operation.path)
        names.append((operation, content))
        if operation.kind == RENAME:
            self.current[operation.data.decode()] = self.current.pop(operation.path, None)
        elif operation.kind == UNLINK:
            self.current.pop(operation.path, None)

    def files(self, chance):
        """{path: content} after the cut, and the folders."""
        block, share = chance.choice((512, 4096)), chance.choice((0, 0.5, 0.5, 1))
        files, folders = {}, []
        for operation, content in self.names[:chance.randint(self.durable_names, len(self.names))]:
            if operation.kind == CREATE:
                files[operation.path] = content
            elif operation.kind == MAKE_FOLDER:
                folders.append(operation.path)
            elif operation.kind == UNLINK:
                files.pop(operation.path, None)
            elif operation.path in files:
                files[operation.data.decode()] = files.pop(operation.path)
        return {path: content.bytes(chance, block, share) for path, content in files.items()}, folders


def positions_after(operations, begin):
    """The numbers of operations before which a cut after the time `begin` can be."""
    first = next(number for number, operation in enumerate(operations) if operation.seconds >= begin)
    return range(first + 1, len(operations) + 1)


def write_files(files):
    for path, content in files.items():
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(content)


def cut(home, record, begin, chance):
    """Replaces the files of storage in `home` by those after a power cut at a random operation after the time
    `begin`. Returns the time of the cut, and a description."""
    operations = read_record(record)
    position = chance.choice(positions_after(operations, begin))
    files, folders = Disk(operations[:position]).files(chance)
    for operation in operations:
        for path in (operation.path, operation.data.decode() if operation.kind == RENAME else None):
            if path and os.path.isfile(path):
                os.unlink(path)
    for folder in folders:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    write_files(files)
    shutil.rmtree(os.path.join(home, "run"), ignore_errors=True)
    return operations[position - 1].seconds, f"operation {position} of {len(operations)}"


def check_with_sqlite(home, record, begin, chance, count, problems_of):
    """Makes `count` more power cuts of a record, and opens each database with SQLite in this process.
    `problems_of(connection, seconds)` yields a sentence for each problem."""
    operations = read_record(record)
    for _ in range(count):
        position = chance.choice(positions_after(operations, begin))
        files, _ = Disk(operations[:position]).files(chance)
        with tempfile.TemporaryDirectory(prefix="dl-cut-", dir="/tmp") as folder:
            write_files({path.replace(home, folder, 1): content for path, content in files.items()})
            acknowledged = files.get(os.path.join(home, "dayline.sqlite.acknowledged"), b"").split()
            database = sqlite3.connect(os.path.join(folder, "dayline.sqlite"))
            try:
                found = [row for (row,) in database.execute("PRAGMA integrity_check") if row != "ok"]
                newest = database.execute("SELECT max(number) FROM change").fetchone()[0] or 0
                if len(acknowledged) == 5 and int(acknowledged[1]) > newest:
                    found.append(f"change {acknowledged[1].decode()} was acknowledged, the newest is {newest}")
                found += problems_of(database, operations[position - 1].seconds)
            except sqlite3.Error as problem:
                found = [str(problem)]
            finally:
                database.close()
        for problem in found:
            yield f"after a cut at operation {position} of {len(operations)}: {problem}"
