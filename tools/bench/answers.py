"""Questions to a running system that holds ten years: over the bus, and as commands."""
import json
import os
import statistics
import subprocess
import time

import imports

DAYS, DENSITY = 3653, 0.1


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def export(bench):
    out = os.path.join(bench.folder, "export-10-years")
    path = os.path.join(out, "apple_health_export", "export.xml")
    if not os.path.exists(path):
        subprocess.run(
            ["python3", os.path.join(bench.root, "tools", "gen_export.py"), "--days", str(DAYS),
             "--density", str(DENSITY), "--routes", "0", "--out", out],
            check=True, stdout=subprocess.DEVNULL)
    return path


def ask(options, home, method, calls=2000):
    output = subprocess.run(
        [options.bench, "ask", home, "stepCount", method, str(calls)], check=True,
        capture_output=True, text=True).stdout
    return [float(word) for word in output.split()]


def commands(command, count=60):
    """Milliseconds from the start of a command to its end."""
    took = []
    for _ in range(count):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        took.append((time.perf_counter() - begin) * 1000)
    return took


def synced_writes(folder, count=200):
    """Milliseconds of a write of fifteen pages, as a change by hand makes, and fdatasync."""
    path = os.path.join(folder, "sync-probe")
    took = []
    with open(path, "wb", buffering=0) as file:
        for _ in range(count):
            begin = time.perf_counter()
            file.write(b"x" * 8192 * 15)
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - begin) * 1000)
    os.remove(path)
    return took


def run(options, root):
    """The text of the section of docs/benchmarks.md."""
    bench = imports.Bench(options, root)
    path = export(bench)
    trend_us, message_us, size = [
        float(word) for word in subprocess.run(
            [options.bench, "trend", "3650"], check=True, capture_output=True,
            text=True).stdout.split()]
    rows = []
    with imports.System(options.dayline, bench.folder) as system:
        report = json.loads(system.bring_in(path).output)
        for method, what, bound in (
                ("trends", "trends of ten years", "0.5 ms"),
                ("buckets", "the same without the plotted days", "0.5 ms"),
                ("window", "a window of 42 days", "1 ms")):
            rounds = [ask(options, system.home, method) for _ in range(options.rounds)]
            middle = statistics.median(row[0] for row in rounds)
            tail = statistics.median(row[1] for row in rounds)
            rows.append(
                f"| {what} over the bus, {rounds[0][2] / 1000:,.0f} kB | {middle / 1000:.3f} ms"
                f" | {tail / 1000:.3f} ms | {bound} |")
        listing = subprocess.run(
            [*system.command, "metrics"], check=True, capture_output=True, text=True).stdout
        last = next(
            item["lastDay"] for item in json.loads(listing)["metrics"]
            if item["metric"] == "stepCount")
        changed = [
            float(word) for word in subprocess.run(
                [options.bench, "log", system.home, "stepCount", last, "200"], check=True,
                capture_output=True, text=True).stdout.split()]
        rows.append(
            f"| a sample changed by hand, until a trend shows it (disk included)"
            f" | {changed[0] / 1000:.2f} ms | {changed[1] / 1000:.2f} ms | 2 ms and the disk |")
        rows.append(
            f"| of which until it is on the disk and folded | {changed[2] / 1000:.2f} ms | | |")
        text, as_json = system.command[:-1], system.command
        for command, shown, bound in (
                ([*text, "trends", "stepCount"], "dayline trends stepCount", "25 ms"),
                ([*as_json, "trends", "stepCount"], "dayline --json trends stepCount", "25 ms"),
                ([*as_json, "settings"], "dayline --json settings, for comparison", "")):
            took = commands(command)
            rows.append(
                f"| {shown}, start to exit | {statistics.median(took):.1f} ms"
                f" | {percentile(took, 0.99):.1f} ms | {bound} |")
    probe = synced_writes(bench.folder)
    return "\n".join([
        f"A home with ten years, {report['stored']:,} samples; calls one after another, medians of"
        f" {options.rounds} rounds:", "",
        "| | p50 | p99 | bound, p50 |", "|---|---:|---:|---:|", *rows,
        f"| a write of 120 KiB and fdatasync on this disk | {statistics.median(probe):.3f} ms"
        f" | {percentile(probe, 0.99):.3f} ms | |", "",
        f"Making a trend of 3,650 days from its totals takes {trend_us:.0f} us, its message of"
        f" {size / 1000:,.0f} kB {message_us:.0f} us; a question that comes again costs neither.",
        ""])
