"""The peak memory of each importer on a large file."""
import json
import os
import sys
import tempfile

import imports
import large_files

MEMORY_BOUND = 64


def importer_peak(run):
    """The greatest memory of an importer in bytes."""
    return max((peak for name, peak in run.peaks.items()
                if name and (name.startswith("python") or "Importer" in name)), default=0)


def check(name, report):
    """Ends the program if the counts of a report do not balance, or if items were lost."""
    rows = [report, *report["byType"].values()]
    if any(row["read"] != sum(row[part] for part in ("stored", "duplicate", "quarantined", "ignored"))
           for row in rows) or not report["stored"] or report["quarantined"]:
        sys.exit(f"the report of {name} is wrong: {json.dumps(report)[:2000]}")


def row(options, folder, name):
    file, make = large_files.MAKERS[name]
    size = options.megabytes * large_files.MEGABYTE // (10 if name in large_files.HABIT_SOURCES else 1)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        path = os.path.join(place, file)
        make(path, size)
        with imports.System(options.dayline, folder) as system:
            run = system.import_file(path)
            report = json.loads(run.output)
            check(name, report)
            again = json.loads(system.import_file(path).output)
            if again["stored"]:
                sys.exit(f"the second import of {name} stores {again['stored']} items")
        bytes_on_disk = os.path.getsize(path)
    peak = importer_peak(run) / 2**20
    met = "yes" if 0 < peak <= MEMORY_BOUND else "NO"
    print(f"{name}: {peak:.0f} MiB, {run.wall:.1f} s", file=sys.stderr)
    return (f"| {name} | {report['importer']} | {size / 1e6:.0f} | {bytes_on_disk / 1e6:.0f} "
            f"| {report['read']:,} | {run.wall:.1f} | {peak:.0f} | {met} |")


def run(options, root):
    """The section of docs/benchmarks.md."""
    folder = os.path.join(root, ".build", "bench")
    os.makedirs(folder, exist_ok=True)
    chosen = [name for name in large_files.MAKERS if options.source in name.lower()]
    lines = [
        f"The import of a generated file of {options.megabytes} MB of data for each importer (habits: a tenth) "
        f"into a new system, and a second one, which stores nothing. The bound of the memory of an importer is "
        f"{MEMORY_BOUND} MiB on files of any size.", "",
        "| file | importer | MB of data | MB on disk | items | wall s | peak MiB | bound met |",
        "|---|---|---:|---:|---:|---:|---:|---|"]
    return "\n".join(lines + [row(options, folder, name) for name in chosen] + [""])
