"""The clients of a run: each works in a thread of its own until it is stopped."""
import http.cookiejar
import json
import os
import random
import threading
import time
import urllib.error
import urllib.request

from system import dayline

#: The day of all entries; nothing counts for an activity before the day on which it is added.
DAY = time.strftime("%Y-%m-%d", time.gmtime())
#: Failures after which a client may repeat a call, or cannot know its outcome.
TRANSIENT = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED", "CANCELLED", "DATA_LOSS",
             "INTERNAL", "UNKNOWN"}
#: Seconds after the end of a run in which a writer may still learn the outcome of its last call.
GRACE_SECONDS = 2
PROFILE = "second"


class Client(threading.Thread):
    """A client that repeats `step`."""

    def __init__(self, system, seed):
        super().__init__(daemon=True)
        self.system, self.chance = system, random.Random(seed)
        self.stopping = threading.Event()
        self.counts, self.problems = {}, []

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def prepare(self):
        pass

    def close(self):
        pass

    def run(self):
        try:
            self.prepare()
            while not self.stopping.is_set():
                self.step()
            self.close()
        except Exception as problem:  # reported by the run
            self.problems.append(f"{type(self).__name__}: {type(problem).__name__}: {problem}")


class Logger(Client):
    """Logs, edits and undoes entries over the bus, some with an idempotency key that it repeats."""

    def __init__(self, system, seed, expected):
        super().__init__(system, seed)
        self.expected, self.number, self.known = expected, 0, []
        self.ended = None

    def prepare(self):
        self.bus = self.system.client()

    def close(self):
        self.bus.close()

    def call(self, method, request, key):
        """The reply; None without an acknowledgement. With a key the call is repeated until there is one."""
        while True:
            try:
                return self.bus.call(method, request, idempotency_key=key)
            except dayline.DaylineError as problem:
                self.count("failed")
                if problem.code not in TRANSIENT:
                    self.problems.append(f"{method}: {problem.code}: {problem}")
                    return None
            if not key:
                return None
            if self.stopping.is_set():
                self.ended = self.ended or time.monotonic() + GRACE_SECONDS
                if time.monotonic() > self.ended:
                    return None
            time.sleep(0.05)

    def step(self):
        self.number += 1
        kind = self.chance.choices(("log", "pair", "edit", "undo"), (60, 15, 15, 10))[0]
        key = f"chaos-{self.number}" if kind != "log" or self.chance.random() < 0.75 else None
        if kind == "pair":
            self.log_pair(key)
        elif kind == "edit" and self.known:
            self.edit(self.chance.choice(self.known), key)
        else:
            self.log(key, kind == "undo")
        time.sleep(self.chance.uniform(0, 0.03))

    def log(self, key, is_undone):
        number, note = self.number, f"note {self.number}"
        request = {"activity": "Water", "value": number, "on": DAY, "note": note, "future": True}
        reply = self.call("dayline.tracker.Journal/Log", request, key)
        self.expected.add(number, note, reply is not None)
        if reply is None:
            return
        self.known.append((number, reply["entry"]["id"]))
        if is_undone:
            self.undo(f"{key}-undo")

    def undo(self, key):
        reply = self.call("dayline.tracker.Journal/Undo", {}, key)
        undone = {record["id"] for record in (reply or {}).get("records", [])}
        # An undo without a key that is repeated could undo more than one step: this one has a key.
        for number, entry in list(self.known):
            if entry in undone or reply is None and number == self.number:
                self.expected.add(number, None, reply is not None)
                self.known.remove((number, entry))

    def edit(self, known, key):
        number, entry = known
        note = f"note {number} edited by {self.number}"
        reply = self.call("dayline.tracker.Entries/Edit", {"id": entry, "note": note}, key)
        self.expected.add(number, note, reply is not None)
        # Without an acknowledgement the edit may still be made, also after a later one.
        self.known.remove(known)

    def log_pair(self, key):
        first, second, note = self.number, self.number + 1, f"pair {self.number}"
        self.number = second
        lines = [{"words": ["Water", str(first)], "on": DAY, "note": note},
                 {"words": ["Tea", str(second)], "on": DAY, "note": note}]
        reply = self.call("dayline.tracker.Journal/LogSeveral", {"lines": lines, "future": True}, key)
        for number in (first, second):
            self.expected.add(number, note, reply is not None)
        self.expected.pair(first, second)


class CommandLogger(Client):
    """Logs by the command line, and kills some of its commands."""

    def __init__(self, system, seed, expected):
        super().__init__(system, seed)
        self.expected, self.number = expected, 0

    def step(self):
        self.number += 1
        note = f"command {self.number}"
        command = self.system.begin(
            "--profile", PROFILE, "log", "Coffee", str(self.number), "--on", DAY, "--future",
            "--note", note)
        is_killed = self.chance.random() < 0.1
        status, output, errors = self.system.finish(command, self.chance.uniform(0, 0.1) if is_killed else 10)
        if status is not None and status < 0:
            self.problems.append(f"dayline log ended by the signal {-status}: {errors}")
        self.count("killed" if status is None else "failed" if status else "ok")
        self.expected.add(self.number, note, status == 0)
        time.sleep(0.02)


class ImportClient(Client):
    """Imports files by the command line, each again until it is stored."""

    #: Attempts for a file whose importer never fails.
    ATTEMPTS = 3

    def __init__(self, system, seed, files):
        super().__init__(system, seed)
        self.files, self.acknowledged = list(files), {}

    def step(self):
        if not self.files:
            self.stopping.wait(0.1)
            return
        path = self.files.pop(0)
        for _ in range(self.ATTEMPTS):
            status, output, errors = self.system.run("import", path, seconds=20)
            self.count("ok" if status in (0, 3) else "failed")
            if status in (0, 3):
                self.acknowledged[os.path.basename(path)] = (time.monotonic(), json.loads(output))
                return
            if status is not None and status < 0:
                self.problems.append(f"dayline import ended by the signal {-status}: {errors}")
            if self.stopping.wait(0.1):
                return


class Reader(Client):
    """Asks for trends, days and statistics over the bus."""

    CALLS = [
        ("dayline.aggregation.Insights/Trends", {"name": "stepCount"}),
        ("dayline.aggregation.Insights/Metrics", {"all": False}),
        ("dayline.aggregation.Insights/Sleep", {}),
        ("dayline.tracker.Journal/Today", {}),
        ("dayline.tracker.Entries/List", {"activity": "Water"}),
        ("dayline.tracker.Statistics/Streaks", {}),
        ("dayline.storage.Checkups/State", {}),
    ]

    def prepare(self):
        self.bus = self.system.client()

    def close(self):
        self.bus.close()

    def step(self):
        self.ask()
        time.sleep(self.chance.uniform(0, 0.05))

    def ask(self):
        method, request = self.chance.choice(self.CALLS)
        try:
            self.bus.call(method, request, repeatable=True)
            self.count("ok")
        except dayline.DaylineError as problem:
            self.count("failed")
            if problem.code not in TRANSIENT | {"NOT_FOUND", "FAILED_PRECONDITION"}:
                self.problems.append(f"{method}: {problem.code}: {problem}")


class Browser(Client):
    """Reads pages of the web app with a login session."""

    PAGES = ["", "health", "trends", "insights", "activities", "import", "settings"]

    def __init__(self, system, seed, link):
        super().__init__(system, seed)
        self.link, self.address = link, link[:link.index("/login")]
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def prepare(self):
        self.open(self.link)

    def open(self, address):
        try:
            with self.opener.open(address, timeout=5) as page:
                page.read()
            self.count("ok")
        except urllib.error.HTTPError as problem:
            self.count(f"HTTP {problem.code}")
        except (OSError, http.client.HTTPException):
            self.count("failed")

    def read_page(self):
        self.open(f"{self.address}/{self.chance.choice(self.PAGES)}")

    def step(self):
        self.read_page()
        time.sleep(self.chance.uniform(0, 0.1))
