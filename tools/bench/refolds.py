"""Folding through the system: a hundred million samples, folded again by one worker and by two."""
import os
import statistics
import subprocess
import time

import imports
import measure

METRIC, ZONES = "heartRate", ("Europe/Paris", "America/New_York")
# A sample every five seconds with a random delay, over as many years as necessary.
IMPORTER = '''#!/usr/bin/env python3
import array
import operator
import random

import dayline.importer

SIZE = dayline.importer.MAXIMUM_SAMPLES


def read(file, batches):
    count = int(file.read())
    pulse = batches.series("heartRate", "count/min", "Bench")
    chance = random.Random(1)
    values = array.array("d", (chance.randint(55, 140) for _ in range(SIZE)))
    delays = [chance.randrange(2000) for _ in range(SIZE)]
    for first in range(0, count, SIZE):
        size = min(SIZE, count - first)
        start = 1_000_000_000_000 + 5000 * first
        starts = array.array(
            "q", map(operator.add, range(start, start + 5000 * size, 5000), delays))
        batches.extend(pulse, starts, starts, values[:size])


if __name__ == "__main__":
    dayline.importer.run(read)
'''


def import_samples(system, samples):
    """Imports generated samples with a Python importer."""
    subprocess.run(
        [*system.command, "plugins", "new", "many", "--language", "python"], check=True,
        stdout=subprocess.DEVNULL)
    with open(os.path.join(system.home, "plugins", "many", "importer.py"), "w") as file:
        file.write(IMPORTER)
    path = os.path.join(system.home, "samples.many.csv")
    with open(path, "w") as file:
        file.write(str(samples))
    return system.import_file(path)


def cpu(system, name):
    return sum(
        sum(int(tick) for tick in measure.stat(pid)[11:13]) / measure.TICKS_PER_SECOND
        for pid in system.family.members() if measure.program(pid) == name)


def refold(system, zone):
    """Seconds until all days are folded in another zone, for which the command waits, and the CPU seconds
    of the aggregation workers and of storage."""
    names = "AggregationWorker", "StorageWorker"
    before, begin = [cpu(system, name) for name in names], time.perf_counter()
    subprocess.run(
        [*system.command, "profile", "zone", zone], check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    elapsed = time.perf_counter() - begin
    return elapsed, *(cpu(system, name) - spent for name, spent in zip(names, before))


def run(options, root):
    """The section of docs/benchmarks.md."""
    bench = imports.Bench(options, root)
    with imports.System(options.dayline, bench.folder) as system:
        fill = import_samples(system, options.samples)
        rows = {}
        for workers in (1, 2):
            subprocess.run(
                [*system.command, "scale", "aggregation", str(workers)], check=True,
                stdout=subprocess.DEVNULL)
            rows[workers] = [
                refold(system, ZONES[round % 2]) for round in range(options.rounds)]
        drains = [
            [float(word) for word in subprocess.run(
                [options.bench, "drain", system.home, METRIC, ZONES[0]], check=True,
                capture_output=True, text=True).stdout.split()] for _ in range(options.rounds)]
    size, samples = drains[0][:2]
    drain, alone = (statistics.median(row[index] for row in drains) for index in (2, 3))
    wall = {
        workers: statistics.median(row[0] for row in runs) for workers, runs in rows.items()}
    spent = statistics.median(row[1] for row in rows[1])
    lines = [
        f"{samples:,.0f} samples, {size / 1e6:,.0f} MB in chunks, imported by an importer in"
        f" Python in {fill.wall:.1f} s; medians of {options.rounds} rounds:", "",
        "| | s | compared | bound |", "|---|---:|---:|---:|",
        f"| storage streams the chunks to a client that discards them | {drain:.2f} | | |",
        f"| decoded and folded in one process | {alone:.2f} | | |",
    ]
    for workers, seconds in wall.items():
        serving = statistics.median(row[2] for row in rows[workers])
        free = os.cpu_count() - serving / seconds
        floor = max(drain, spent / min(workers, free))
        compared = (
            f"{seconds / alone:.2f}x the one process | 1.3x" if workers == 1
            else f"{seconds / floor:.2f}x the slower of the stream and the fold on {free:.1f} cores that"
            " storage leaves | 1.15x")
        lines.append(f"| folded by {workers} of the system's workers | {seconds:.2f}"
                     f" | {compared} |")
    return "\n".join(lines) + "\n"
