"""Queries to a running system with ten years of data: over the bus, and as commands."""
import datetime
import json
import os
import statistics
import subprocess
import time

import imports
import measure

DAYS, DENSITY = 3653, 0.1
# A much larger home: years, metrics, profiles.
MANY_YEARS, MANY_METRICS, MANY_PROFILES = 30, 200, 10


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def export(bench, days=DAYS, seed=1):
    out = os.path.join(bench.folder, f"export-{days}-days-{seed}")
    path = os.path.join(out, "apple_health_export", "export.xml")
    if not os.path.exists(path):
        subprocess.run(
            ["python3", os.path.join(bench.root, "tools", "gen_export.py"), "--days", str(days),
             "--seed", str(seed), "--density", str(DENSITY), "--routes", "0", "--out", out],
            check=True, stdout=subprocess.DEVNULL)
    return path


def many_metrics(bench):
    """An export with a sample of each of many metrics on every day of many years."""
    path = os.path.join(bench.folder, "many-metrics.xml")
    if os.path.exists(path):
        return path
    last = datetime.date(2026, 6, 30)
    with open(path + ".part", "w") as file:
        file.write("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n")
        for metric in range(MANY_METRICS):
            name = "StepCount" if metric == 0 else f"Bench{metric}"
            for back in range(round(MANY_YEARS * 365.25) - 1, -1, -1):
                at = f"{last - datetime.timedelta(days=back)} 12:00:00 +0000"
                file.write(
                    f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="Phone"'
                    f' unit="count" creationDate="{at}" startDate="{at}" endDate="{at}"'
                    f' value="{1000 + back * (metric + 7) % 997}"/>\n')
        file.write("</HealthData>\n")
    os.rename(path + ".part", path)
    return path


def queries(options, system):
    """{query: (p50 ms, p99 ms, size of the response)}; for "log" the third is the time to fold in ms."""
    listing = subprocess.run(
        [*system.command, "metrics"], check=True, capture_output=True, text=True).stdout
    last = next(
        item["lastDay"] for item in json.loads(listing)["metrics"]
        if item["metric"] == "stepCount")
    found = {}
    for method in ("trends", "buckets", "window"):
        rounds = [ask(options, system.home, method) for _ in range(options.rounds)]
        found[method] = [statistics.median(row[at] for row in rounds) / 1000 for at in (0, 1)]
        found[method].append(rounds[0][2])
    rounds = [
        [float(word) for word in subprocess.run(
            [options.bench, "log", system.home, "stepCount", last, "100"], check=True,
            capture_output=True, text=True).stdout.split()] for _ in range(options.rounds)]
    found["log"] = [statistics.median(row[at] for row in rounds) / 1000 for at in (0, 1, 2)]
    return found


def crowded(options, bench, base):
    """Lines: the same queries in homes with many more metrics or profiles."""
    path, large = export(bench), many_metrics(bench)
    with imports.System(options.dayline, bench.folder) as system:
        report = json.loads(system.import_file(large).output)
        metrics = queries(options, system)
    with imports.System(options.dayline, bench.folder) as system:
        system.import_file(path)
        for number in range(1, MANY_PROFILES):
            command = [*system.command, "--profile", f"p{number}"]
            measure.command(
                [*system.command, "profile", "add", f"p{number}", "--zone", "UTC"])
            measure.command([*command, "import", path])
        profiles = queries(options, system)
    lines = [
        "The same in larger homes; p50, and its ratio to the home above (bound"
        " 2):", "",
        f"| | {MANY_YEARS} years x {MANY_METRICS} metrics, {report['stored']:,} day totals"
        f" | {MANY_PROFILES} profiles |", "|---|---:|---:|",
    ]
    for method, title in (
            ("trends", "trends of all years"), ("buckets", "without the plotted days"),
            ("window", "42 days"), ("log", "changed, until a trend shows it")):
        lines.append(f"| {title} | " + " | ".join(
            f"{home[method][0]:.3f} ms, {home[method][0] / base[method][0]:.2f}x"
            for home in (metrics, profiles)) + " |")
    return lines


def ask(options, home, method, calls=2000):
    output = subprocess.run(
        [options.bench, "ask", home, "stepCount", method, str(calls)], check=True,
        capture_output=True, text=True).stdout
    return [float(word) for word in output.split()]


def commands(command, count=60):
    """Milliseconds of each run of a command."""
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append((time.perf_counter() - begin) * 1000)
    return times


def synced_writes(folder, count=200):
    """Milliseconds of writing 80 KiB, as a sample correction does, and fdatasync."""
    path = os.path.join(folder, "sync-probe")
    times = []
    with open(path, "wb", buffering=0) as file:
        for _ in range(count):
            begin = time.perf_counter()
            file.write(b"x" * 4096 * 20)
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begin) * 1000)
    os.remove(path)
    return times


def run(options, root):
    """The section of docs/benchmarks.md."""
    bench = imports.Bench(options, root)
    path = export(bench)
    trend_us, message_us, size = [
        float(word) for word in subprocess.run(
            [options.bench, "trend", "3650"], check=True, capture_output=True,
            text=True).stdout.split()]
    rows = []
    with imports.System(options.dayline, bench.folder) as system:
        report = json.loads(system.import_file(path).output)
        found = queries(options, system)
        for method, title, bound in (
                ("trends", "trends of ten years", "0.5 ms"),
                ("buckets", "the same without the plotted days", "0.5 ms"),
                ("window", "a window of 42 days", "1 ms")):
            middle, tail, answer = found[method]
            rows.append(
                f"| {title} over the bus, {answer / 1000:,.0f} kB | {middle:.3f} ms"
                f" | {tail:.3f} ms | {bound} |")
        middle, tail, folded = found["log"]
        rows.append(
            f"| a sample correction until a trend shows it (disk included)"
            f" | {middle:.2f} ms | {tail:.2f} ms | 2 ms and the disk |")
        rows.append(f"| of which until it is durable and folded | {folded:.2f} ms | | |")
        text, as_json = system.command[:-1], system.command
        for command, shown, bound in (
                ([*text, "trends", "stepCount"], "dayline trends stepCount", "25 ms"),
                ([*as_json, "trends", "stepCount"], "dayline --json trends stepCount", "25 ms"),
                ([*as_json, "settings"], "dayline --json settings, for comparison", "")):
            times = commands(command)
            rows.append(
                f"| {shown}, start to exit | {statistics.median(times):.1f} ms"
                f" | {percentile(times, 0.99):.1f} ms | {bound} |")
    probe = synced_writes(bench.folder)
    return "\n".join([
        f"A home with ten years of data, {report['stored']:,} samples; calls one after another,"
        f" medians of {options.rounds} rounds:", "",
        "| | p50 | p99 | bound, p50 |", "|---|---:|---:|---:|", *rows,
        f"| a write of 80 KiB and fdatasync on this disk | {statistics.median(probe):.3f} ms"
        f" | {percentile(probe, 0.99):.3f} ms | |", "",
        f"Computing a trend of 3,650 day totals takes {trend_us:.0f} us, encoding its message of"
        f" {size / 1000:,.0f} kB {message_us:.0f} us; a cached response needs neither.",
        "", *crowded(options, bench, found), ""])
