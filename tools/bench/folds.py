"""Folding samples into local days and five intervals: Dayline, DuckDB and ClickHouse, one core each.

Ten million rows of thirty series over eight years (series, instant, value), sorted by series and time,
or shuffled. Each program computes the sum, count, minimum, maximum and last value of every day in New
York, and from the days those of every week, month, quarter, half-year and year. The rows are in memory
before the measurement, in a table for the peers. All must have the same numbers of days and buckets
and the same sum.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

ROWS = 10_000_000
PEERS = {"duckdb": "duckdb==2.0.0", "chdb": "chdb==4.4.0"}
SHOWN = {"duckdb": "DuckDB 2.0.0, zone-aware", "chdb": "ClickHouse (chdb 4.4.0)"}
MAKE_ROWS = """
import sys, numpy
rows, folder, shuffled = int(sys.argv[1]), sys.argv[2], sys.argv[3] == "shuffled"
random = numpy.random.default_rng(7)
series = numpy.sort(random.integers(0, 30, rows, dtype="<i4"))
begin, end = 1_514_782_800_000, 1_767_243_600_000
start = random.integers(begin // 1000, end // 1000, rows).astype("<i8") * 1000
order = numpy.lexsort((start, series))
value = random.integers(0, 4000, rows).astype("<f8") / 8
series, start = series[order], start[order]
if shuffled:
    order = random.permutation(rows)
    series, start, value = series[order], start[order], value[order]
for column, name in ((series, "series.i32"), (start, "start.i64"), (value, "value.f64")):
    column.tofile(f"{folder}/{name}")
"""


def environment(root):
    """The Python of an environment with the peers, which is created once."""
    folder = os.path.join(root, ".build", "bench", "fold-peers")
    python = os.path.join(folder, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "-q", "numpy==2.4.6", *PEERS.values()], check=True)
    return python


def measure_dayline(bench, folder, order, *part):
    """The number of rows, the seconds of the fold, and the days, buckets and sum that it computed."""
    output = subprocess.run(
        [bench, "fold", folder, order, *part], check=True, capture_output=True, text=True).stdout
    rows, seconds, days, buckets, total = output.split()
    return int(rows), float(seconds), (int(days), int(buckets), float(total))


def measure_peer(python, name, folder, rounds):
    """The seconds of each round of a peer, and the days, buckets and sum that it computed."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fold_peer.py")
    run = subprocess.run(
        [python, program, name, folder, str(rounds)], check=True, capture_output=True, text=True)
    reply = json.loads(run.stdout.splitlines()[-1])
    return reply["seconds"], (reply["days"], reply["buckets"], reply["sum"])


def two_processes(bench, folder):
    """Rows per second of two concurrent processes, each with half of the series."""
    running = [
        subprocess.Popen(
            [bench, "fold", folder, "sorted", part, "2"], stdout=subprocess.PIPE, text=True)
        for part in ("0", "1")]
    total = 0
    for process in running:
        rows, seconds, *_ = process.communicate()[0].split()
        total += int(rows) / float(seconds)
    return total


def measure_order(bench, python, order, rounds):
    folder = tempfile.mkdtemp(prefix="dl-fold-", dir=os.path.dirname(os.path.dirname(python)))
    try:
        subprocess.run([python, "-c", MAKE_ROWS, str(ROWS), folder, order], check=True)
        seconds = {"dayline": [], **{name: [] for name in PEERS}}
        double = []
        for _ in range(rounds):
            _, elapsed, expected = measure_dayline(bench, folder, order)
            seconds["dayline"].append(elapsed)
            if order == "sorted":
                double.append(two_processes(bench, folder))
            for name in PEERS:
                elapsed, found = measure_peer(python, name, folder, 3)
                seconds[name] += elapsed
                if found[:2] != expected[:2] or abs(found[2] - expected[2]) > 1e-6 * abs(expected[2]):
                    sys.exit(f"{name} computes {found}, Dayline {expected}")
        return {name: statistics.median(each) for name, each in seconds.items()}, double
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(options, root):
    """The section of docs/benchmarks.md."""
    python = environment(root)
    lines = [
        f"Ten million samples of thirty series to days of New York and five intervals, one core"
        f" each, {options.rounds} rounds:", "",
        "| rows | program | s | million rows per second | ratio to Dayline | bound |",
        "|---|---|---:|---:|---:|---:|"]
    bounds = {
        ("sorted", "duckdb"): "8x", ("sorted", "chdb"): "2x", ("shuffled", "duckdb"): "1.5x"}
    double_line = ""
    for order in ("sorted", "shuffled"):
        medians, double = measure_order(options.bench, python, order, options.rounds)
        for name, elapsed in medians.items():
            lines.append(
                f"| {order} | {SHOWN.get(name, 'dayline')} | {elapsed:.3f} | {ROWS / elapsed / 1e6:,.1f}"
                f" | {elapsed / medians['dayline']:.1f}x | {bounds.get((order, name), '')} |")
        if double:
            ratio = statistics.median(double) / (ROWS / medians["dayline"])
            double_line = (
                f"Two processes, each with half of the series, fold {ratio:.2f} times as many rows"
                f" per second as one (bound 1.85).")
    return "\n".join([*lines, "", double_line, ""])
