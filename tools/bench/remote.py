"""Calls over TCP with CURVE: `log` and an empty call, beside the socket of the home."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

CALLS = 200
METHODS = (
    ("`Journal/Log`, one change on the disk", "dayline.tracker.Journal/Log",
     {"activity": "Water", "value": 1}),
    ("`Health/Check`, answered by the broker", "dayline.bus.Health/Check", {}),
)


def run(options, root):
    sys.path.insert(0, os.path.join(root, "tools", "python"))
    import dayline

    with tempfile.TemporaryDirectory(prefix="dayline-bench-") as folder:
        home, key = os.path.join(folder, "home"), os.path.join(folder, "bench.key")

        def command(*arguments):
            return subprocess.run(
                [options.dayline, "--home", home, "--json", *arguments], check=True,
                capture_output=True, text=True, env={**os.environ, "DAYLINE_WEB_PORT": "0"}).stdout

        command("up", "--detach")
        try:
            listing = json.loads(command("settings", "set", "listen", "tcp://127.0.0.1:0"))
            address = listing["settings"][0]["value"]
            command("keys", "new", "bench", "--role", "admin", "--output", key)
            command("activity", "add", "Water", "--target", "100000", "--unit", "ml")
            with dayline.Dayline(home=home) as local, \
                    dayline.Dayline(endpoint=address, key_file=key) as remote:
                return table((local, remote), options.rounds)
        finally:
            command("down")


def table(buses, rounds):
    lines = [
        f"### A call over TCP with CURVE, {CALLS} calls a round, one at a time, client in Python", "",
        "Medians of the rounds, in milliseconds, over loopback.", "",
        "| | ipc, p50 | TCP with CURVE, p50 | ipc, p99 | TCP with CURVE, p99 | p50, ipc = 1 |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, method, request in METHODS:
        for bus in buses:
            measured(bus, method, request)
        results = [[measured(bus, method, request) for bus in buses] for _ in range(rounds)]
        median, slow = (
            [statistics.median(row[bus][figure] for row in results) for bus in range(2)]
            for figure in range(2))
        lines.append(
            f"| {name} | {median[0]:.3f} | {median[1]:.3f} | {slow[0]:.3f} | {slow[1]:.3f} "
            f"| {median[1] / median[0]:.2f} |")
    return "\n".join(lines)


def measured(bus, method, request):
    """(p50, p99) in milliseconds."""
    times = []
    for _ in range(CALLS):
        began = time.perf_counter()
        bus.call(method, request)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return times[CALLS // 2], times[CALLS * 99 // 100]
