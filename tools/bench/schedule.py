"""The schedule rules: alone, and in a running system."""
import os
import statistics
import subprocess

import answers
import imports
import measure

ALONE = {
    "load": "build the history from its rows",
    "today": "today: the agenda, and the streaks of each activity",
    "board": "the streak board, and the rates of 7, 30 and 90 days of each activity",
    "heatmap": "a heat map over all days",
    "log": "apply one entry of today",
    "log_child": "apply one entry of any day, for a child of a container",
    "edit": "apply one changed activity",
    "vacation": "apply one vacation day",
}
SYSTEM = {
    "fill": "import of everything as one transaction",
    "first_today": "first query of today: the profile is loaded",
    "today": "today over the bus",
    "log": "log over the bus, durable",
}
TODAY = "2026-06-02"
SMALL_ACTIVITIES, SMALL_YEARS = 20, 1


def figures(options, how, activities, years, *arguments):
    output = subprocess.run(
        [options.schedulebench, how, str(activities), str(years), *arguments], check=True,
        capture_output=True, text=True).stdout
    return {line.split()[0]: line.split()[1:] for line in output.splitlines()}


def table(titles, found):
    lines = ["| | median ms | worst ms |", "|---|---:|---:|"]
    for name, title in titles.items():
        median, worst = (float(text) / 1000 for text in found[name])
        lines.append(f"| {title} | {median:.3f} | {worst:.3f} |")
    return lines


def alone(options):
    found = figures(options, "alone", options.activities, options.years)
    return [
        f"### Schedule rules, {options.activities} activities, {options.years} years, "
        f"{int(found['rows'][0]):,} entries",
        "",
        f"In one process; the history takes {int(found['history_bytes'][0]) / 2**20:.0f} MiB without "
        "the text of its identifiers.",
        "",
        *table(ALONE, found),
    ]


def tracker_memory(system):
    system.family.sample()
    return sum(
        peak for (_, name), peak in system.family.peaks.items() if name == "TrackerWorker") / 2**20


def in_system(options, root):
    bench = imports.Bench(options, root)
    with imports.System(options.dayline, bench.folder) as system:
        found = figures(options, "system", options.activities, options.years, system.home)
        times = answers.commands([*system.command, "today", "--on", TODAY], count=30)
        memory = tracker_memory(system)
    probe = answers.synced_writes(bench.folder)
    return [
        "### The same in a system", "",
        *table(SYSTEM, found),
        f"| `dayline --json today`, start to exit | {statistics.median(times):.3f} "
        f"| {max(times):.3f} |",
        f"| a write of 80 KiB and fdatasync on this disk | {statistics.median(probe):.3f} "
        f"| {max(probe):.3f} |",
        "",
        f"The tracker worker had {memory:.0f} MiB at its peak.",
    ]


def many_profiles(options, root):
    bench = imports.Bench(options, root)
    memories = []
    with imports.System(options.dayline, bench.folder) as system:
        for number in range(options.profiles):
            name = f"p{number}"
            measure.command([*system.command, "profile", "add", name, "--zone", "UTC"])
            found = figures(
                options, "system", SMALL_ACTIVITIES, SMALL_YEARS, system.home, name)
            if number in (0, options.profiles // 2 - 1, options.profiles - 1):
                memories.append(f"{tracker_memory(system):.0f} MiB after {number + 1}")
    return [
        f"### {options.profiles} profiles of {SMALL_ACTIVITIES} activities, {SMALL_YEARS} year, "
        f"{int(found['rows'][0]):,} entries each", "",
        "The last profile:", "", *table(SYSTEM, found), "",
        f"The tracker worker's peak: {', '.join(memories)}.",
    ]


def run(options, root):
    """The section of docs/benchmarks.md."""
    lines = alone(options)
    if os.access(options.dayline, os.X_OK):
        lines += ["", *in_system(options, root), "", *many_profiles(options, root)]
    return "\n".join(lines) + "\n"
