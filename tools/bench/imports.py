"""Importing an Apple Health export: Dayline, healthkit-to-sqlite, and expat alone.

Also a newer export with 1 % of new days after the older one, and the bytes written for it.
"""
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

import measure

PEER = "healthkit-to-sqlite==1.0.1"
# Number of days of a generated export of about this size.
SIZES = {"100MB": 115, "1GB": 1150}
# Four times the 1 GB export, in four decades, to measure costs that grow with the file.
LARGEST = "4GB"
DECADES = (b"202", b"192", b"206", b"212")
ELEMENT = re.compile(
    rb' <(Record|Workout|Correlation|ActivitySummary) [^>]*?(?:startDate|dateComponents)="'
    rb'(\d{4}-\d\d-\d\d)[^>]*?(?:/>|>.*?</\1>)\n', re.S)


# Another system may listen at the usual port.
os.environ.setdefault("DAYLINE_WEB_PORT", "0")


class Case(NamedTuple):
    name: str
    run: object  # () -> measure.Run
    rounds: int


class System:
    """A running system in a temporary home, started with options of `up`."""

    def __init__(self, dayline, parent, *options):
        self.home = tempfile.mkdtemp(prefix="dl-", dir=parent)
        self.command = [dayline, "--home", self.home, "--json"]
        started = json.loads(measure.command([*self.command, "up", "--detach", *options]).output)
        self.family = measure.Family(started["pid"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.command, "down"], stdout=subprocess.DEVNULL)
        shutil.rmtree(self.home, ignore_errors=True)

    def import_file(self, path):
        return measure.command([*self.command, "import", path], self.family)

    def bytes_written_at_rest(self):
        """Bytes written by storage after its checkpoint of the write-ahead log."""
        time.sleep(3)
        return self.bytes_written()

    def bytes_written(self):
        """Bytes written by storage so far."""
        for pid in self.family.members():
            if measure.program(pid) == "StorageWorker":
                with open(f"/proc/{pid}/io") as file:
                    return int(dict(line.split(": ") for line in file)["wchar"])
        sys.exit("the storage worker is not running")

    def stop(self):
        """Stops the system. The size of the database in bytes."""
        subprocess.run([*self.command, "down"], check=True, stdout=subprocess.DEVNULL)
        names = [n for n in os.listdir(self.home) if n.startswith("dayline.sqlite")]
        return sum(os.path.getsize(os.path.join(self.home, name)) for name in names)


class Bench:
    def __init__(self, options, root):
        self.options, self.root = options, root
        self.folder = os.path.join(root, ".build", "bench")
        os.makedirs(self.folder, exist_ok=True)
        self.database_bytes, self.reports = {}, {}
        self.written = {}  # {size: (bytes of the older export, of the newer one)}

    def prepare(self):
        self.expat = os.path.join(self.folder, "expat_parse")
        source = os.path.join(self.root, "tools", "bench", "expat_parse.c")
        subprocess.run(["cc", "-O2", "-o", self.expat, source, "-lexpat"], check=True)
        environment = os.path.join(self.folder, "peer")
        self.peer = os.path.join(environment, "bin", "healthkit-to-sqlite")
        if not os.path.exists(self.peer):
            subprocess.run([sys.executable, "-m", "venv", environment], check=True)
            pip = os.path.join(environment, "bin", "pip")
            subprocess.run([pip, "install", "-q", PEER], check=True)

    def export(self, size):
        """(XML, zip) of an export of that size, generated once."""
        if size == LARGEST:
            return self.largest(), None
        out = os.path.join(self.folder, f"export-{size}")
        xml = os.path.join(out, "apple_health_export", "export.xml")
        archive = os.path.join(out, "export.zip")
        if not os.path.exists(archive):
            with open(os.path.join(self.folder, f"truth-{size}.json"), "w") as truth:
                subprocess.run(
                    [sys.executable, os.path.join(self.root, "tools", "gen_export.py"),
                     "--days", str(SIZES[size]), "--zip", "--routes", "0", "--out", out],
                    check=True, stdout=truth)
        return xml, archive

    def largest(self):
        path = os.path.join(self.folder, "largest.xml")
        if not os.path.exists(path):
            with open(self.export("1GB")[0], "rb") as file:
                data = file.read()
            first, end = data.index(b" <Record"), data.rindex(b"</HealthData>")
            with open(path, "wb") as file:
                file.write(data[:first])
                for decade in DECADES:
                    file.write(data[first:end].replace(b'="202', b'="' + decade))
                file.write(data[end:])
        return path

    def older(self, size, xml):
        """The export without the last 1 % of its days."""
        path = os.path.join(os.path.dirname(xml), "older.xml")
        if not os.path.exists(path):
            with open(xml, "rb") as file:
                data = file.read()
            last = max(match.group(2) for match in ELEMENT.finditer(data)).decode()
            days = datetime.timedelta(days=max(1, SIZES[size] // 100))
            cut = (datetime.date.fromisoformat(last) - days).isoformat().encode()
            with open(path, "wb") as file:
                file.write(ELEMENT.sub(
                    lambda match: match.group(0) if match.group(2) <= cut else b"", data))
        return path

    def newer(self, size, xml):
        """Imports the older export, then measures the newer one."""
        with System(self.options.dayline, self.folder) as system:
            first = system.bytes_written()
            system.import_file(self.older(size, xml))
            second = system.bytes_written_at_rest()
            run = system.import_file(xml)
            self.written[size] = second - first, system.bytes_written_at_rest() - second
        return run

    def fresh(self, size, path, again=False):
        """Measures an import into a new system; with `again`, the second import."""
        with System(self.options.dayline, self.folder) as system:
            run = system.import_file(path)
            if again:
                run = system.import_file(path)
            report = json.loads(run.output)
            expected = "duplicate" if again else "stored"
            if report[expected] + report["ignored"] != report["read"]:
                sys.exit(f"the report of {path} does not balance: {run.output}")
            if not again:
                self.reports[size] = report
                self.database_bytes[size] = system.stop()
        return run

    def by_peer(self, path):
        database = os.path.join(self.folder, "peer.db")
        try:
            return measure.command([self.peer, "--silent", "--xml", path, database])
        finally:
            if os.path.exists(database):
                os.remove(database)

    def cases(self, size):
        xml, archive = self.export(size)
        rounds = self.options.rounds
        if size == LARGEST:
            return [Case("dayline, XML", lambda: self.fresh(size, xml), min(rounds, 3))]
        peer_rounds = self.options.peer_rounds
        if peer_rounds > 0 and size == "100MB":
            peer_rounds = rounds
        expat_rounds = rounds if peer_rounds > 0 else 0
        newer_rounds = min(rounds, 3)
        return [
            Case("dayline, XML", lambda: self.fresh(size, xml), rounds),
            Case("dayline, zip", lambda: self.fresh(size, archive), rounds),
            Case("dayline, XML again, unchanged", lambda: self.fresh(size, xml, True), rounds),
            Case("dayline, zip again, unchanged", lambda: self.fresh(size, archive, True), rounds),
            Case("dayline, 1 % newer", lambda: self.newer(size, xml), newer_rounds),
            Case("expat in C, parsing only", lambda: measure.command([self.expat, xml]), expat_rounds),
            Case("healthkit-to-sqlite 1.0.1, XML", lambda: self.by_peer(xml), peer_rounds),
        ]

    def measure_size(self, size):
        """{case: runs}, alternating the cases in each round, so that a slow minute affects all of them."""
        cases = self.cases(size)
        runs = {case.name: [] for case in cases}
        for number in range(max(case.rounds for case in cases)):
            for case in cases:
                if number < case.rounds:
                    run = case.run()
                    runs[case.name].append(run)
                    print(
                        f"{size} {number + 1} {case.name}: {run.wall:.3f} s, CPU {run.cpu:.3f} s,"
                        f" peak {run.peak >> 20} MiB", file=sys.stderr)
        return runs

    def table(self, size, runs):
        xml, _ = self.export(size)
        megabytes = os.path.getsize(xml) / 1e6
        report = self.reports[size]
        ours = runs["dayline, XML"]
        wall_base, cpu_base = measure.median(ours, "wall"), measure.median(ours, "cpu")
        lines = [
            f"### Import, {megabytes:,.0f} MB, {report['read']:,} items", "",
            "| | rounds | wall s | CPU s | MB/s | peak MiB, all processes"
            " | wall, dayline = 1 | CPU, dayline = 1 |",
            "|---|---:|---:|---:|---:|---:|---:|---:|"]
        for name, done in runs.items():
            if not done:
                continue
            wall, cpu = measure.median(done, "wall"), measure.median(done, "cpu")
            lines.append(
                f"| {name} | {len(done)} | {wall:.3f} | {cpu:.3f}"
                f" | {megabytes / wall:,.0f} | {measure.median(done, 'peak') / 2**20:,.0f}"
                f" | {wall / wall_base:.2f} | {cpu / cpu_base:.2f} |")
        peaks = {}
        for run in ours + runs.get("dayline, zip", []):
            for name, peak in run.peaks.items():
                peaks[name] = max(peak, peaks.get(name, 0))
        shown = ", ".join(f"{name} {peak / 2**20:.0f}" for name, peak in sorted(peaks.items()))
        stored = max(report["stored"], 1)
        if size in self.written:
            first, second = self.written[size]
            written = [
                f"For the newer export storage writes {second / 1e6:,.2f} MB, {second / first:.1%}"
                f" of the bytes of the older one (bound 2 %).", ""]
        else:
            written = []
        return lines + [
            "", f"Time per item: {wall_base / report['read'] * 1e6:.3f} us; CPU time"
            f" {cpu_base / report['read'] * 1e6:.3f} us.", "",
            f"Peak memory of each process, MiB (bound 64): {shown}.", "",
            f"Database: {self.database_bytes[size] / 1e6:,.1f} MB, "
            f"{self.database_bytes[size] / stored:.1f} bytes per item (bound 12).", "", *written]


def run(options, root):
    """The section of docs/benchmarks.md."""
    bench = Bench(options, root)
    bench.prepare()
    lines = []
    for size in options.sizes:
        lines += bench.table(size, bench.measure_size(size))
    return "\n".join(lines)
