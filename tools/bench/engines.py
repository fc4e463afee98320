"""The system on PostgreSQL, compared with SQLite: logs, trends, imports, folding over a link, many profiles."""
import json
import os
import statistics
import subprocess
import sys
import time

import answers
import many_profiles
import remote_folds
import round_trips
import schedule
from engine_systems import (
    Engines, POSTGRES, Row, SQLITE, add_profile, client, compared, metrics_with_trends,
    run_command, trend_milliseconds)

CLIENTS = 8
COUNTED_CALLS = 200
#: The first trends after a restart are not counted: the processes load their code.
UNCOUNTED_TRENDS = 2


NOTES = """The first log and the first trend are called by clients in Swift, the others in Python. Before a worker
returns a cached response, it reads the commit counter in the run folder; PostgreSQL has none, so it calls storage
for a stamp, with a round trip to the server. Profiles of the last three rows are copies of imported ones, made by
SQL."""


def log(engines):
    def log_p50(system, number):
        """Milliseconds of the median of 201 logs by a client in Swift."""
        profile = f"log{number}"
        run_command(system, "profile", "add", profile, "--zone", "UTC")
        found = schedule.figures(engines.options, "system", 1, 1, system.home, profile)
        return float(found["log"][0]) / 1000

    with engines.pair() as systems:
        found = engines.alternating(log_p50, systems)
    trips = counted_round_trips(engines)
    usual = statistics.mode(trips)
    return [compared("one `log` over the bus, p50", found, "ms", 2),
            Row(f"round trips to the server during a `log`, mean of {COUNTED_CALLS}", "",
                f"{usual} in {trips.count(usual)}, most {max(trips)}", statistics.mean(trips), 3)]


def counted_round_trips(engines):
    """The round trips during each of some logs, also those of calls that other workers make meanwhile."""
    folder = os.path.join(engines.folder, "relay")
    os.mkdir(folder)
    port = engines.server.port
    relay = round_trips.Relay(folder, port, os.path.join(engines.server.folder, f".s.PGSQL.{port}"))
    with engines.postgres(folder) as system:
        add_profile(system, "counted")
        trips = []
        with client(system, "counted") as bus:
            for _ in range(COUNTED_CALLS + 10):
                before = relay.answers
                bus.call("dayline.tracker.Journal/Log", {"activity": "Water", "value": 1})
                trips.append(relay.answers - before)
    return trips[10:]


def clients(engines):
    def logs_per_second(system, number):
        profiles = [f"clients{number}-{letter}" for letter in "abcdefgh"[:CLIENTS]]
        for profile in profiles:
            add_profile(system, profile)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "logging_client.py")
        seconds = engines.options.seconds
        processes = [
            subprocess.Popen([sys.executable, script, system.home, profile, str(seconds)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for profile in profiles]
        for process in processes:
            process.stdout.readline()
        for process in processes:
            process.stdin.write("begin\n")
            process.stdin.flush()
        return sum(int(process.communicate()[0]) for process in processes) / seconds

    with engines.pair() as systems:
        found = engines.alternating(logs_per_second, systems)
    return [compared(f"logs of {CLIENTS} clients in Python, own profiles", found, "/s", 0.5, False)]


def trends(engines):
    path = engines.export()

    def warm_p50(system, _):
        return answers.ask(engines.options, system.home, "trends", 500)[0] / 1000

    def cold_p50(system, _):
        """Milliseconds of the first trend of each metric after a start of all processes."""
        run_command(system, "restart")
        with client(system) as bus:
            times = [trend_milliseconds(bus, metric) for metric in metrics]
        return statistics.median(times[UNCOUNTED_TRENDS:])

    with engines.pair() as systems:
        for system in systems.values():
            system.import_file(path)
        metrics = metrics_with_trends(systems[SQLITE])
        warm = engines.alternating(warm_p50, systems)
        cold = engines.alternating(cold_p50, systems)
    title = f"a trend of {engines.options.years} years"
    return [compared(f"{title}, p50", warm, "ms", 2),
            compared(f"{title}, the first of each metric after a restart, p50", cold, "ms", 2)]


def import_file(engines):
    path = engines.bench.export(engines.options.size)[0]

    def import_seconds(make, _):
        with make() as system:
            run = system.import_file(path)
            report = json.loads(run.output)
            if not report["stored"] or report["stored"] + report["ignored"] != report["read"]:
                sys.exit(f"the report of {path} does not balance: {run.output}")
        return run.wall

    found = engines.alternating(import_seconds, {SQLITE: engines.sqlite, POSTGRES: engines.postgres})
    return [compared(f"import of {os.path.getsize(path) / 1e6:,.0f} MB of Apple Health until it is folded",
                     found, "s", 2.5)]


#: The parts of the measurement by their name for --only.
PARTS = {"log": log, "clients": clients, "trend": trends, "import": import_file,
         "folds": remote_folds.rows, "profiles": many_profiles.trend_rows, "bytes": many_profiles.size_rows}


def run(options, root):
    """The section of docs/benchmarks.md."""
    lines = []
    engines = Engines(options, root)
    try:
        for name in options.only:
            begin = time.monotonic()
            lines += map(str, PARTS[name](engines))
            print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)
    finally:
        engines.close()
    return "\n".join([
        f"{engines.server.version()} of Debian with its default settings on the same disk; systems in turn, medians "
        f"of {options.rounds} rounds.", "",
        "| | SQLite, or as named | PostgreSQL, or as named | ratio | bound | met |", "|---|---:|---:|---:|---:|---|",
        *lines, "", NOTES, ""])
