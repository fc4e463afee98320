#!/usr/bin/env python3
"""Kills processes of a running system, sets the clock of the notifier, and breaks its channels, in seeded runs.

usage: notification-storm.py --binaries FOLDER [--runs N] [--first SEED] [--seconds N] [--slack N] [--limit N]

Each run has a profile of its own with two activities and two channels. The clock of the worker is that of
libfaketime: each start of the process has another time of today, later or earlier than before. The worker, the
broker and storage are killed with SIGKILL at random moments, also while the worker sends. One channel answers with
errors, ends connections without an answer, or works, by turns. One activity is completed at a random moment. In the
end each due reminder of an open activity must have been accepted by both channels, a reminder that a channel has
accepted must not come again unless the worker was killed at that moment, and none must come after the completion.

  --runs     number of runs (default: 50)
  --first    seed of the first run (default: 0)
  --seconds  begin no run after this time (default: no bound)
  --slack    factor of the times in which an answer of a receiver can be lost or a request be on its way, for a
             busy machine (default: 1)
  --limit    end with status 1 after this time (default: 40 s a run)
"""
import argparse
import contextlib
import datetime
import faulthandler
import glob
import http.server
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check_module():
    """The classes of the script that checks channels."""
    path = os.path.join(ROOT, "tools", "notification-check.py")
    spec = importlib.util.spec_from_file_location("notification_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = check_module()
import dayline  # noqa: E402, found by the path that the script above adds
#: Seconds around a kill in which an answer of a receiver can be lost.
KILL_SECONDS = 1.0
#: Seconds for which a request can be on its way when an activity is completed.
FLIGHT_SECONDS = 0.25
#: Seconds in which a worker of a debug build starts and sends on a busy machine.
DELIVERY_SECONDS = 30


class Arrival:
    def __init__(self, at, path, document, is_accepted):
        self.at, self.path, self.is_accepted = at, path, is_accepted
        self.key, self.title = document["key"], document["title"] + " " + document["body"]


class Receiver:
    """An HTTP server with a mode for each path: ok, error, or reset (no answer)."""

    def __init__(self):
        self.arrivals, self.modes = [], {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                mode = outer.modes.get(self.path, "ok")
                outer.arrivals.append(Arrival(time.time(), self.path, json.loads(body), mode == "ok"))
                if mode == "reset":
                    return
                self.send_response(503 if mode == "error" else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def to(self, path):
        return [arrival for arrival in list(self.arrivals) if arrival.path == path]


class Storm:
    def __init__(self, binaries, slack):
        self.kill_seconds, self.flight_seconds = KILL_SECONDS * slack, FLIGHT_SECONDS * slack
        self.folder = tempfile.mkdtemp(prefix="dl-storm-", dir="/tmp")
        self.plugins = os.path.join(self.folder, "plugins")
        shutil.copytree(os.path.join(ROOT, "Plugins"), self.plugins)
        self.time_file = os.path.join(self.folder, "time")
        library = next(iter(glob.glob("/usr/lib/*/faketime/libfaketime.so.1")), None)
        assert library, "libfaketime is not installed: apt install libfaketime"
        script = os.path.join(self.plugins, "Notifier", "Notifier")
        with open(script, "w") as file:
            file.write(
                "#!/bin/sh\nexport TZ=UTC\n"
                f"if [ -s '{self.time_file}' ]; then\n"
                f"  export LD_PRELOAD='{library}' FAKETIME=\"$(cat '{self.time_file}')\"\n"
                "  export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_NO_CACHE=1\nfi\n"
                f"exec '{os.path.join(os.path.abspath(binaries), 'Notifier')}'\n")
        os.chmod(script, 0o755)
        self.receiver = Receiver()
        self.system = check.System(binaries, self.plugins)
        self.kills, self.other_kills = [], 0

    def give_up(self):
        """Ends the processes and this one, at the limit of the time."""
        faulthandler.dump_traceback()
        print("The limit of the time has passed.", file=sys.stderr, flush=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run([self.system.program, "--home", self.system.home, "down"], timeout=30, check=False)
        for process in (self.system.desktop.mock, self.system.desktop.daemon):
            process.kill()
        os._exit(1)

    def close(self):
        self.system.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_at(self, minute, seconds=0.0):
        """Kills the worker. The next one begins at a time of today."""
        day = datetime.datetime.now(datetime.timezone.utc).date()
        instant = datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(
            minutes=minute, seconds=seconds)
        with open(self.time_file + ".new", "w") as file:
            file.write(f"@{instant:%Y-%m-%d %H:%M:%S}")
        os.rename(self.time_file + ".new", self.time_file)
        before = check.wait_until("the worker runs", lambda: self.worker("notifier").get("pid"))
        with contextlib.suppress(ProcessLookupError):
            os.kill(before, signal.SIGKILL)
        self.kills.append(time.time())

        def started():
            self.restart()
            worker = self.worker("notifier")
            return worker.get("pid") not in (None, before) and worker.get("state") == "ready"

        try:
            check.wait_until("the worker is started again", started, DELIVERY_SECONDS)
        except AssertionError:
            raise AssertionError(f"not started again: {self.system.run('status')}")
        self.started = time.monotonic()

    def worker(self, name):
        """The state of a worker; empty while the broker is started again."""
        try:
            workers = self.system.json("status")["workers"]
        except AssertionError:
            return {}
        return next((worker for worker in workers if worker["name"] == name), {})

    def restart(self):
        """Starts the processes that the supervisor does not restart at once, because they crashed several times."""
        for name in ("broker", "storage", "notifier"):
            if self.worker(name).get("state") in ("backoff", "failed"):
                with contextlib.suppress(AssertionError):
                    self.system.run("restart", name)

    def kill(self, name):
        """Kills another process, which the supervisor starts again."""
        pid = check.wait_until(f"{name} runs", lambda: self.worker(name).get("pid"))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        self.other_kills += 1

    def call(self, method, request=None, profile=None):
        """Calls a method, and repeats the call while a killed process starts. Returns None if an earlier
        attempt already created the item."""
        end = time.monotonic() + 20
        while True:
            try:
                return self.system.call(method, request, profile)
            except dayline.DaylineError as problem:
                if problem.code == "ALREADY_EXISTS":
                    return None
                if problem.code not in ("UNAVAILABLE", "ABORTED", "DEADLINE_EXCEEDED") or time.monotonic() > end:
                    raise
                self.restart()
                time.sleep(0.05)

    def run(self, seed):
        chance = random.Random(seed)
        call, profile = self.call, f"run{seed}"
        paths = {name: f"/{seed}/{name}" for name in ("good", "bad")}
        self.receiver.modes[paths["bad"]] = chance.choice(["error", "reset", "ok"])
        call("dayline.storage.Profiles/Add", {"name": profile, "zone": "UTC"})
        check.off(call, profile)
        due = chance.randrange(6, 21) * 60 + chance.randrange(0, 60)
        self.start_at(due - 1, 56)
        for name, path in paths.items():
            call(f"{check.SERVICE}/Add", {
                "name": name, "kind": "webhook", "url": self.receiver.address + path}, profile)
        times = {"Alpha": [due], "Bravo": [due, due + 30]}
        for name, minutes in times.items():
            call("dayline.tracker.Activities/Add", {"name": name, "fields": {}}, profile)
            call(f"{check.SERVICE}/SetActivityTimes", {
                "activity": name, "times": [f"{m // 60:02}:{m % 60:02}" for m in minutes]}, profile)
        completed = None
        steps = [chance.choice(["kill", "later", "earlier", "broker", "storage"])
                 for _ in range(chance.randrange(1, 4))]
        steps.insert(chance.randrange(0, len(steps) + 1), "complete" if chance.random() < 0.6 else "wait")
        # The first kills are at the moment at which the reminders are due.
        time.sleep(max(0, 4 - (time.monotonic() - self.started) + chance.uniform(-0.3, 1)))
        for step in steps:
            if step == "complete":
                call("dayline.tracker.Journal/Log", {"activity": "Bravo"}, profile)
                completed = time.time()
            elif step in ("broker", "storage"):
                self.kill(step)
            elif step == "kill":
                self.start_at(due, chance.randrange(1, 60))
            elif step == "later":
                self.start_at(due + chance.randrange(1, 50))
            elif step == "earlier":
                self.start_at(due - chance.randrange(5, 90))
            time.sleep(chance.uniform(0, 1.5))
        self.receiver.modes[paths["bad"]] = "ok"
        self.start_at(due + 60)
        names = {"Alpha"} | (set() if completed else {"Bravo"})

        def missing():
            return [(path, name) for path in paths.values() for name in names
                    if not any(a.is_accepted and name in a.title for a in self.receiver.to(path))]

        try:
            check.wait_until("each due reminder is accepted", lambda: not missing(), DELIVERY_SECONDS)
        except AssertionError:
            raise AssertionError(f"seed {seed}: lost {missing()}")
        time.sleep(0.3)
        for path in paths.values():
            accepted = {}
            for arrival in self.receiver.to(path):
                first = accepted.get(arrival.key)
                if first and not any(first - 0.1 <= kill <= first + self.kill_seconds for kill in self.kills):
                    raise AssertionError(f"seed {seed}: {path} got {arrival.key} again")
                if arrival.is_accepted:
                    accepted[arrival.key] = arrival.at
                if completed and "Bravo" in arrival.title and arrival.at > completed + self.flight_seconds:
                    raise AssertionError(f"seed {seed}: {path} got Bravo {arrival.at - completed:.2f} s after completion")
        for name in paths:
            call(f"{check.SERVICE}/Remove", {"name": name}, profile)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--slack", type=float, default=1)
    parser.add_argument("--limit", type=float)
    options = parser.parse_args()
    begin = time.monotonic()
    limit = options.limit or 60 + 40 * options.runs
    # The last resort, also if the system does not start or stop.
    faulthandler.dump_traceback_later(limit + 60, exit=True)
    storm = Storm(options.binaries, options.slack)
    watchdog = threading.Timer(limit, storm.give_up)
    watchdog.daemon = True
    watchdog.start()
    problems, runs = [], 0
    try:
        for seed in range(options.first, options.first + options.runs):
            if time.monotonic() - begin > options.seconds:
                break
            runs += 1
            try:
                storm.run(seed)
            except AssertionError as problem:
                problems.append(str(problem))
                print(problem, flush=True)
    finally:
        storm.close()
        watchdog.cancel()
    print(f"{runs} runs, {len(storm.kills)} kills of the notifier and "
          f"{storm.other_kills} of the broker and storage, {len(storm.receiver.arrivals)} notifications: "
          f"{len(problems)} problems ({time.monotonic() - begin:.0f} s)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
