"""The clients that push files, add photos, and create tokens, channels and keys, and the check of what was
acknowledged."""
import json
import os
import struct
import time
import urllib.error
import urllib.request
import zlib
from datetime import date, timedelta

from clients import DAY, Client

#: The profile of the pushed samples, so that the health data of the other profiles follow from the imports.
PROFILE = "pushed"
ACTIVITY = "Face"
#: The states of an HTTP answer after which a client may repeat a push.
REPEATABLE = {429, 500, 502, 503, 504}
#: Seconds after which the pushes of a run have to be imported.
IMPORT_SECONDS = 30
#: Photos, tokens, channels and keys of a run, each.
MOST = 12


def prepare(system):
    """Creates the profile, its activity and the token of the pushes. Returns the token."""
    system.json("profile", "add", PROFILE, "--zone", "UTC")
    system.json("--profile", PROFILE, "activity", "add", ACTIVITY, "--type", "metric", "--measures", "photo")
    return system.json("--profile", PROFILE, "token", "new", "pushes", "--scope", "push")["token"]


def picture(number):
    """A small PNG of a colour that depends on the number."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    row = b"\0" + bytes([number * 40 % 256, number * 80 % 256, 7]) * 8
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", 8, 8, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * 8)) + chunk(b"IEND", b""))


class Pusher(Client):
    """Pushes files of one sample each. `acknowledged` has the identifiers of accepted pushes by number."""

    def __init__(self, system, seed, address, token):
        super().__init__(system, seed)
        self.address, self.token = address, token
        self.number, self.acknowledged = 0, {}

    def step(self):
        self.number += 1
        minute = f"2026-02-01 {self.number // 60:02}:{self.number % 60:02}:00 +0000"
        sample = {"date": minute, "qty": self.number, "source": "Pusher"}
        body = {"data": {"metrics": [{"name": "weight_body_mass", "units": "kg", "data": [sample]}]}}
        request = urllib.request.Request(
            f"{self.address}/push/health-auto-export", json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                self.acknowledged[self.number] = json.load(answer)["id"]
            self.count("ok")
        except urllib.error.HTTPError as problem:
            self.count(f"HTTP {problem.code}")
            if problem.code not in REPEATABLE:
                self.problems.append(f"a push was answered with {problem.code}: {problem.read()[:300]}")
        except (OSError, ValueError):
            self.count("failed")
        time.sleep(self.chance.uniform(0.05, 0.2))


class Uploader(Client):
    """Adds photos, tokens, channels and keys by the command line. `acknowledged` has their names by kind."""

    def __init__(self, system, seed):
        super().__init__(system, seed)
        self.number, self.acknowledged = 0, {"photo": [], "token": [], "channel": [], "key": []}

    def step(self):
        kinds = [kind for kind, names in self.acknowledged.items() if len(names) < MOST]
        if not kinds:
            self.stopping.wait(0.1)
            return
        self.number += 1
        kind = self.chance.choice(kinds)
        status, output, _ = getattr(self, f"add_{kind}")(f"chaos-{self.number}")
        self.count("ok" if status == 0 else "failed")
        if status == 0:
            answer = json.loads(output)
            self.acknowledged[kind].append(answer["id"] if kind == "photo" else answer["name"])
        elif status is not None and status < 0:
            self.problems.append(f"the command of a {kind} ended by the signal {-status}")
        self.stopping.wait(self.chance.uniform(0.05, 0.2))

    def add_photo(self, name):
        path = os.path.join(self.system.folder, f"{name}.png")
        with open(path, "wb") as file:
            file.write(picture(self.number))
        day = date.fromisoformat(DAY) + timedelta(days=self.number)
        return self.system.run("--profile", PROFILE, "photo", "add", path, "--activity", ACTIVITY,
                               "--on", str(day), "--future")

    def add_token(self, name):
        return self.system.run("--profile", PROFILE, "token", "new", name, "--scope", "read")

    def add_channel(self, name):
        return self.system.run("--profile", PROFILE, "notify", "add", "webhook", "--name", name,
                               text="http://127.0.0.1:9/\n")

    def add_key(self, name):
        return self.system.run("--profile", PROFILE, "keys", "new", name, "--role", "read",
                               "--output", os.path.join(self.system.folder, f"{name}.key"))


def check(system, pusher, uploader):
    """A sentence for each acknowledged item that the running system lacks."""
    yield from check_pushes(system, pusher)
    known = {
        "token": {item["name"] for item in system.json("--profile", PROFILE, "token", "list")["tokens"]},
        "channel": {item["name"] for item in system.json("--profile", PROFILE, "notify")["channels"]},
        "key": {item["name"] for item in system.json("keys")["keys"]},
        "photo": {item["id"] for item in system.json(
            "--profile", PROFILE, "photo", "list", "--activity", ACTIVITY)["photos"]},
    }
    for kind, names in uploader.acknowledged.items():
        for name in names:
            if name not in known[kind]:
                yield f"the acknowledged {kind} {name} is missing"
    for photo in sorted(known["photo"]):
        target = os.path.join(system.folder, "saved.png")
        status, output, errors = system.run("--profile", PROFILE, "photo", "save", photo, "--output", target)
        if status != 0:
            yield f"the photo {photo} cannot be read: {output}{errors}"
        else:
            os.unlink(target)
    yield from check_delivery_log(system.home)


def check_pushes(system, pusher):
    """Acknowledged pushes are imported, and each push at most once."""
    folder, end = os.path.join(system.home, "pushes"), time.monotonic() + IMPORT_SECONDS
    while os.path.isdir(folder) and time.monotonic() < end:
        if not any(name.endswith(".json") for name in os.listdir(folder)):
            break
        time.sleep(0.1)
    path = os.path.join(system.folder, "pushed.jsonl")
    system.json("--profile", PROFILE, "export", "--jsonl", path)
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    os.unlink(path)
    values = [round(row["value"]) for row in rows if row["table"] == "samples"]
    for number, name in pusher.acknowledged.items():
        if number not in values:
            yield f"the acknowledged push {number} ({name}) is not imported"
    if len(values) != len(set(values)):
        yield f"a push is stored twice: {sorted(values)}"


def check_delivery_log(home):
    path = os.path.join(home, "notification-log.jsonl")
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    for line in filter(None, lines):
        try:
            json.loads(line)
        except ValueError:
            yield f"a line of the log of deliveries is damaged: {line[:100]}"
