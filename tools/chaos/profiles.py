"""Homes, the calls of a profile in them, and the answers by which two homes are compared."""
import json
import os
import random
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
sys.path.insert(0, os.path.join(ROOT, "tools", "python"))
import dayline  # noqa: E402

#: Failures after which a call is repeated.
TRANSIENT = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED", "CANCELLED"}
CALL_SECONDS = 120
CALLS = 10
DAY = time.strftime("%Y-%m-%d", time.gmtime())
METRICS = ("stepCount", "heartRate", "distanceWalkingRunning")


class Caller:
    """Calls a home by commands and by a client."""

    def __init__(self, binaries, *options, seconds=CALL_SECONDS, plugins=None):
        self.binaries, self.options, self.seconds = binaries, options, seconds
        self.variables = {"DAYLINE_PLUGINS": plugins} if plugins else {}

    def arguments(self, arguments):
        return [os.path.join(self.binaries, "dayline"), *self.options, *arguments]

    def run(self, *arguments, check=True):
        environment = {**os.environ, "DAYLINE_WEB_PORT": "0", **self.variables}
        environment.pop("XDG_RUNTIME_DIR", None)
        done = subprocess.run(self.arguments(arguments), text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, env=environment)
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(arguments)}: {(done.stderr or done.stdout).strip()}")
        return done

    def repeat(self, *arguments):
        """Runs a command that may be repeated until it succeeds."""
        end = time.monotonic() + self.seconds
        while (done := self.run(*arguments, check=False)).returncode:
            if time.monotonic() > end:
                raise RuntimeError(f"{' '.join(arguments)}: {(done.stderr or done.stdout).strip()}")
            time.sleep(0.1)
        return done.stdout


class Home(Caller):
    """A running home, with the plugins of a folder; None: those of the binaries."""

    def __init__(self, binaries, folder, *options, plugins=None):
        super().__init__(binaries, "--home", folder, plugins=plugins)
        self.folder = folder
        self.run("up", "--detach", *options)

    def client(self, profile, timeout):
        return dayline.Dayline(home=self.folder, profile=profile, timeout=timeout)


class Person:
    """The calls of one profile, the same for the same seed."""

    #: Weights of the kinds of calls.
    KINDS = {"log": 70, "undo": 15, "import": 15}
    TIMEOUT = 5.0

    def __init__(self, home, profile, seed, exports, on_acknowledged=lambda: None):
        self.home, self.profile, self.exports = home, profile, exports
        self.chance, self.on_acknowledged = random.Random(seed), on_acknowledged

    def call(self, bus, method, request, key=None):
        end = time.monotonic() + self.home.seconds
        while True:
            try:
                reply = bus.call(method, request, idempotency_key=key)
                self.on_acknowledged()
                return reply
            except dayline.DaylineError as problem:
                if problem.code not in TRANSIENT or time.monotonic() > end:
                    raise
            time.sleep(0.05)

    def work(self):
        bus = self.home.client(self.profile, self.TIMEOUT)
        for number in range(CALLS):
            kind = self.chance.choices(list(self.KINDS), list(self.KINDS.values()))[0]
            if kind == "import":
                export = self.chance.choice(self.exports)
                self.home.repeat("--profile", self.profile, "import", export)
                self.on_acknowledged()
            elif kind == "ask":
                self.call(bus, "dayline.aggregation.Insights/Trends", {"name": self.chance.choice(METRICS)})
            else:
                self.log(bus, number, kind == "undo")
        bus.close()

    def log(self, bus, number, is_undone):
        request = {"activity": "Water", "value": number + 1, "on": DAY, "note": f"note {number}", "future": True}
        self.call(bus, "dayline.tracker.Journal/Log", request, f"{self.profile}-{number}")
        if is_undone:
            self.call(bus, "dayline.tracker.Journal/Undo", {}, f"{self.profile}-{number}-undo")


def answers(home, profile):
    """What a person sees of a profile, without identifiers and times."""
    def read(*arguments):
        return json.loads(home.repeat("--json", "--profile", profile, *arguments))

    entries = [(entry["value"], entry.get("note")) for entry in read("entries", "Water", "--limit", "1000")["entries"]]
    bus = home.client(profile, 30.0)
    changes = bus.call("dayline.storage.Changes/Since", {"number": 0})["changes"]
    bus.close()
    # An import whose answer was lost is repeated, and finds everything stored.
    seen = {"entries": sorted(entries), "log": [change["kind"] for change in changes if change["kind"] != "import"]}
    for metric in METRICS:
        seen[metric] = [read("trends", metric), read("days", metric)]
    seen["today"] = home.repeat("--profile", profile, "today")
    return strip(seen)


def strip(value):
    """`value` without keys that two homes have differently."""
    if isinstance(value, dict):
        return {key: strip(item) for key, item in value.items()
                if key not in ("id", "version", "stamp", "number", "importID")}
    if isinstance(value, list):
        return [strip(item) for item in value]
    return value


def differences(home, reference, profile):
    """A sentence for each answer about a profile that two homes give differently."""
    actual, expected = answers(home, profile), answers(reference, profile)
    return [f"{profile}: {key} differs: {json.dumps(actual[key])[:300]} instead of {json.dumps(expected[key])[:300]}"
            for key in expected if actual[key] != expected[key]]


def generated_export(folder, number, *options):
    """The path of an export of Apple Health, the same for the same number."""
    out = os.path.join(folder, f"export-{number}")
    arguments = options or ("--days", 4, "--density", 0.1)
    subprocess.run([sys.executable, os.path.join(ROOT, "tools", "gen_export.py"), "--seed", str(number), "--zip",
                    "--out", out, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)
    return os.path.join(out, "export.zip")
