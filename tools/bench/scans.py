"""Parsing the XML of an export: Dayline's scanner and expat in C, on one core.

Three files with the same items: in Apple's order; with the attributes of each record shuffled; and with
the records of all types sorted by time, from forty sources. Then an archive of the first file:
decompressing its XML, and importing it through the whole system.
"""
import os
import random
import re
import statistics
import subprocess

import imports
import measure

DAYS = 230
RECORD = re.compile(rb"^ <Record (?:[^>]*/>|[^>]*[^/]>.*?^ </Record>)\n", re.S | re.M)
ATTRIBUTE = re.compile(rb'(\w+)="([^"]*)"')
BOUNDS = {"ordered": 15, "shuffled": 4, "interleaved": 4}


def shuffle_attributes(data):
    """The data with the attributes of every record shuffled."""
    generator = random.Random(5)

    def shuffled(match):
        record = match.group(0)
        end = record.index(b">")
        tag = record[:end].rstrip(b"/")
        attributes = ATTRIBUTE.findall(tag)
        generator.shuffle(attributes)
        text = b" <Record " + b" ".join(b'%s="%s"' % pair for pair in attributes)
        return text + (b"/" if record[end - 1:end] == b"/" else b"") + record[end:]

    return RECORD.sub(shuffled, data)


def interleave(data):
    """The data with all records sorted by start, each from one of forty sources."""
    generator = random.Random(6)
    records = RECORD.findall(data)
    first = RECORD.search(data).start()
    rest = RECORD.sub(b"", data)
    start = re.compile(rb'startDate="([^"]*)"')
    records.sort(key=lambda record: start.search(record).group(1))
    source = re.compile(rb'sourceName="[^"]*"')
    renamed = [
        source.sub(b'sourceName="App %d"' % generator.randrange(40), record, count=1)
        for record in records]
    return rest[:first] + b"".join(renamed) + rest[first:]


def variants(folder, xml):
    """{name: path}"""
    paths = {"ordered": xml}
    with open(xml, "rb") as file:
        data = file.read()
    for name, change in (("shuffled", shuffle_attributes), ("interleaved", interleave)):
        paths[name] = os.path.join(folder, f"{name}.xml")
        if not os.path.exists(paths[name]):
            with open(paths[name], "wb") as file:
                file.write(change(data))
    return paths


def numbers(arguments):
    output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    return [float(word) for word in output.split()]


def scan_table(options, expat, paths):
    lines = [
        "| file | MB | program | wall s | CPU s | MB/s | expat / dayline, wall | bound |",
        "|---|---:|---|---:|---:|---:|---:|---:|"]
    for name, path in paths.items():
        megabytes = os.path.getsize(path) / 1e6
        ours, plain, theirs = [], [], []
        for _ in range(options.rounds):
            ours.append(numbers([options.bench, "scan", path])[2:])
            plain.append(numbers([options.bench, "scan", path, "plain"])[2:])
            run = measure.command([expat, path])
            theirs.append([run.wall, run.cpu])
        base = statistics.median(wall for wall, _ in theirs)
        for program, runs in (
                ("dayline", ours), ("dayline, no remembered heads", plain), ("expat", theirs)):
            wall = statistics.median(run[0] for run in runs)
            cpu = statistics.median(run[1] for run in runs)
            bound = f"{BOUNDS[name]}x" if program == "dayline" else ""
            lines.append(
                f"| {name} | {megabytes:,.0f} | {program} | {wall:.3f} | {cpu:.3f}"
                f" | {megabytes / wall:,.0f} | {base / wall:.1f} | {bound} |")
    return lines


def archive_lines(options, bench, archive):
    decompress, complete = [], []
    for _ in range(options.rounds):
        decompress.append(numbers([options.bench, "unpack", archive])[1])
        complete.append(bench.fresh("230 days", archive).wall)
    ratio = statistics.median(complete) / statistics.median(decompress)
    return [
        "", f"The archive of the first file: decompressing its XML with the same library takes"
        f" {statistics.median(decompress):.3f} s, importing it {statistics.median(complete):.3f} s,"
        f" {ratio:.2f} times as long (bound 1.5).", ""]


def run(options, root):
    """The section of docs/benchmarks.md."""
    bench = imports.Bench(options, root)
    bench.prepare()
    imports.SIZES["230 days"] = DAYS
    xml, archive = bench.export("230 days")
    lines = scan_table(options, bench.expat, variants(bench.folder, xml))
    return "\n".join([*lines, *archive_lines(options, bench, archive)])
